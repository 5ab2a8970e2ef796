"""How `admin hosts` gets to an installation: by its folder, or by its broker's address."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import click
from msgspec import Struct

from services.cli.broker import dial
from services.cli.installation import BrokenInstallation, Installation
from services.cli.own_broker import reached
from shared.runtime.broker_configuration import ServerError
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.secret import Secret
from shared.runtime.settings import SettingsError, load

USER = "hosts"


class Unworkable(click.ClickException):
    """It cannot be done; the sentence says what to do."""

    exit_code = 2


class HostsSettings(Struct, frozen=True, kw_only=True):
    """Where an installation is whose services run apart from each other. They have no flags:
    `--data` is what the others want."""

    broker_url: str = ""
    """The broker: one address, or several with commas between. None: `--data` says where it is."""
    password: Secret = Secret("")
    """The password of the user `hosts`."""


@asynccontextmanager
async def reaching(installation: Installation) -> AsyncIterator[NatsBus]:
    """A connection to the broker that SALOON_HOSTS_BROKER_URL names, else to the installation's
    own. What goes wrong with it is `Unworkable`."""
    try:
        given = load(HostsSettings, USER, {}, os.environ)
        if given.broker_url:
            async with _dialled(given.broker_url, given.password.reveal()) as bus:
                yield bus
            return
        if not installation.exists:
            raise Unworkable(f"there is no installation in {installation.directory}")
        password = installation.secrets().passwords[USER]
        async with reached(installation) as found, _dialled(found.url, password) as bus:
            yield bus
    except (BrokenInstallation, BusError, ServerError, SettingsError) as error:
        raise Unworkable(f"the broker cannot be asked: {error}") from None


@asynccontextmanager
async def _dialled(url: str, password: str) -> AsyncIterator[NatsBus]:
    bus = await dial(url, USER, password)
    try:
        yield bus
    finally:
        await bus.close()
