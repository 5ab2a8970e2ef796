"""How the verbs of operators get to an installation: by its folder, or by its broker's address."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, NamedTuple

import click
from msgspec import Meta, Struct

from services.cli.broker import dial
from services.cli.installation import BrokenInstallation, Installation
from services.cli.own_broker import reached
from shared.eventstore.layout import Layout
from shared.eventstore.log import Away
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.secret import Secret
from shared.runtime.settings import SettingsError, load
from shared.runtime.unfit import ServerError

USER = "operator"


class Unworkable(click.ClickException):
    """It cannot be done; the sentence says what to do."""

    exit_code = 2


class OperatorSettings(Struct, frozen=True, kw_only=True):
    """Where an installation is whose services run apart from each other. They have no flags:
    `--data` is what the others want."""

    broker_url: str = ""
    """The broker: one address, or several with commas between. None: `--data` says where it is."""
    password: Secret = Secret("")
    """The password of the user `operator`."""
    streams: Annotated[int, Meta(ge=1, le=64)] = 4
    """In how many streams the log lies; fixed when the installation was made."""
    backup_key: Annotated[Secret, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """What backups are sealed with: the file `backup_key` of `admin keys`."""


class Ground(NamedTuple):
    """A connection as the operator."""

    bus: NatsBus
    layout: Layout
    runs: bool
    """The services may do; else the broker was started for this alone."""


def settings() -> OperatorSettings:
    """As the environment has them. Raises `Unworkable`."""
    try:
        return load(OperatorSettings, USER, {}, os.environ)
    except SettingsError as error:
        raise Unworkable(str(error)) from None


def backup_key(installation: Installation) -> bytes:
    """The one that is set, else the installation's own. Raises `Unworkable`."""
    given = settings().backup_key
    if given is not None:
        return bytes.fromhex(given.reveal())
    if not installation.exists:
        raise Unworkable(
            f"there is no installation in {installation.directory}: put its secrets.json there, "
            "which is kept apart from backups, or name the file with its backup_key in "
            "SALOON_OPERATOR_BACKUP_KEY_FILE"
        )
    try:
        return bytes.fromhex(installation.secrets().backup_key)
    except BrokenInstallation as error:
        raise Unworkable(str(error)) from None


@asynccontextmanager
async def operating(installation: Installation) -> AsyncIterator[Ground]:
    """At the broker that SALOON_OPERATOR_BROKER_URL names, else at the installation's own. What
    goes wrong with it is `Unworkable`."""
    given = settings()
    layout = Layout(given.streams) if given.broker_url else Layout()
    async with reaching(installation, USER, given.broker_url, given.password) as (bus, runs):
        yield Ground(bus, layout, runs)


@asynccontextmanager
async def reaching(
    installation: Installation, user: str, url: str, password: Secret
) -> AsyncIterator[tuple[NatsBus, bool]]:
    """A connection as that user, and whether the services may run: at the broker that `url` names,
    else at the installation's own. What goes wrong with it is `Unworkable`."""
    try:
        if url:
            async with _dialled(url, user, password.reveal()) as bus:
                yield bus, True
            return
        if not installation.exists:
            raise Unworkable(f"there is no installation in {installation.directory}")
        own = installation.secrets().passwords[user]
        async with reached(installation) as found, _dialled(found.url, user, own) as bus:
            yield bus, found.runs
    except (Away, BrokenInstallation, BusError, ServerError) as error:
        raise Unworkable(f"the broker cannot be asked: {error}") from None


@asynccontextmanager
async def _dialled(url: str, user: str, password: str) -> AsyncIterator[NatsBus]:
    bus = await dial(url, user, password)
    try:
        yield bus
    finally:
        await bus.close()
