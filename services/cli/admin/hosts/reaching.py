"""How `admin hosts` gets to an installation."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct

from services.cli.admin.operating import Unworkable, reaching
from services.cli.installation import Installation
from shared.runtime.bus_nats import NatsBus
from shared.runtime.secret import Secret
from shared.runtime.settings import SettingsError, load

USER = "hosts"


class HostsSettings(Struct, frozen=True, kw_only=True):
    """Where an installation is whose services run apart from each other. They have no flags:
    `--data` is what the others want."""

    broker_url: str = ""
    """The broker: one address, or several with commas between. None: `--data` says where it is."""
    password: Secret = Secret("")
    """The password of the user `hosts`."""


@asynccontextmanager
async def configuring(installation: Installation) -> AsyncIterator[NatsBus]:
    """A connection to the broker that SALOON_HOSTS_BROKER_URL names, else to the installation's
    own. What goes wrong with it is `Unworkable`."""
    try:
        given = load(HostsSettings, USER, {}, os.environ)
    except SettingsError as error:
        raise Unworkable(str(error)) from None
    async with reaching(installation, USER, given.broker_url, given.password) as (bus, _):
        yield bus
