"""Whether a service can be at work: broker and store that are new enough, streams as planned.

Where not, it says so in one line with what to do. It waits for what may come by itself and stops
(`Unfit`) for what has to be changed by somebody; meanwhile it is not ready.
"""

import asyncio
import re

import structlog

from services.cli.broker import dial, rights_of
from services.cli.streams import used
from shared.contracts.rights import API, OUTER_API, Rights
from shared.eventstore.layout import Layout
from shared.eventstore.log import Away
from shared.eventstore.planning import unusable
from shared.runtime.broker_clock import BrokerClock
from shared.runtime.bus import BusAway, BusRefused
from shared.runtime.bus_nats import NatsBus
from shared.runtime.nats_server import LOWEST_VERSION
from shared.runtime.unfit import Unfit
from shared.runtime.viewstore import StoreAway
from shared.runtime.viewstore_redis import RedisViewStore

_log = structlog.stdlib.get_logger(__name__)

LOOK_S = 1.0
CLOCK_OFF_MS = 5_000
"""From here on somebody should look at a machine's clock, though nothing depends on it."""
PLAN = "`./saloon admin streams plan` tells what differs, `apply` changes it"


async def reached(url: str, service: str, password: str) -> NatsBus:
    """A connection as that service's user, to a broker that is new enough. Raises `Unfit`."""
    variable = f"SALOON_{service.upper().replace('-', '_')}"
    try:
        bus = await dial(url, service, password)
    except BusRefused:
        raise Unfit(
            f"the broker at {shown(url)} refuses the user {service} or its password: give "
            f"{variable}_PASSWORD as `admin keys` wrote it, and restart a broker whose passwords "
            "are older"
        ) from None
    except BusAway:
        raise Unfit(
            f"no broker answers at {shown(url)}: start it, or say with {variable}_BROKER_URL where "
            "it is"
        ) from None
    try:
        check_version(bus)
    except Unfit:
        await bus.close()
        raise
    return bus


async def until_lost(bus: NatsBus, service: str) -> None:
    """Raises `Unfit` when the broker that it was connected to takes its user no more."""
    await bus.lost.wait()
    raise Unfit(
        f"the broker does not take the user {service} any more: give both the password that "
        "`admin keys` wrote, and start the service again"
    )


def check_version(bus: NatsBus) -> None:
    """Raises `Unfit`."""
    found = bus.nc.connected_server_version
    if (found.major, found.minor) < LOWEST_VERSION:
        wanted = ".".join(map(str, LOWEST_VERSION))
        raise Unfit(
            f"the broker is nats-server {found.major}.{found.minor}.{found.patch}, and {wanted} or "
            "newer is needed: upgrade it"
        )


def shown(url: str) -> str:
    """Without user and password."""
    return re.sub(r"//[^/@]*@", "//", url)


async def until_usable(bus: NatsBus, service: str, layout: Layout) -> None:
    """Returns when every stream that the service uses is as planned. Raises `Unfit` where one is
    otherwise."""
    [rights] = [each for each in rights_of(layout) if each.service == service]
    told = ""
    while (why := await _missing(bus, rights, layout)) is not None:
        if why != told:
            _log.warning("waiting", why=why)
        told = why
        await asyncio.sleep(LOOK_S)


async def _missing(bus: NatsBus, rights: Rights, layout: Layout) -> str | None:
    """What is waited for. Raises `Unfit`."""
    api = OUTER_API if rights.is_outer else API
    for stream in used(rights, layout):
        try:
            found = await unusable(bus.nc, stream, api=api)
        except Away as away:
            return (
                f"the broker does not tell of stream {stream.name} ({away}): look at its log; if "
                "its users are an older release's, let it have the new ones and restart it"
            )
        if found is not None and found.is_missing:
            return f"{found.why}: make it with `./saloon setup`"
        if found is not None:
            raise Unfit(f"{found.why}; {PLAN}")
    return None


def tell_clock(clock: BrokerClock) -> None:
    """Says so where this machine's clock is off. Deadlines and tokens go by the broker's."""
    if abs(clock.offset_ms) >= CLOCK_OFF_MS:
        _log.warning("clock_off", why=clock_off(clock.offset_ms))


def clock_off(offset_ms: int) -> str:
    """`offset_ms`: the broker's time minus this machine's."""
    way = "behind" if offset_ms > 0 else "ahead of"
    return (
        f"this machine's clock is {abs(offset_ms) / 1000:.0f} s {way} the broker's, by which all "
        "deadlines go: find out which of them is wrong, and let a time service run on both"
    )


class StoreWatch:
    """Looks at the store until it has been found fit; after that its outages are borne."""

    def __init__(self, store: RedisViewStore, url: str, service: str) -> None:
        self._store = store
        self._where = shown(url)
        self._service = service
        self._is_fit = False

    def is_fit(self) -> bool:
        """Whether it has ever been."""
        return self._is_fit

    async def run(self) -> None:
        """Raises `Unfit`."""
        is_told = False
        while not self._is_fit:
            try:
                await self._store.check()
            except StoreAway:
                if not is_told:
                    _log.warning("waiting", why=self._away())
                is_told = True
                await asyncio.sleep(LOOK_S)
            except Unfit as unfit:
                raise Unfit(
                    f"{self._where}: {unfit}; give it the users that `admin keys` wrote "
                    "(users.acl) and a version that knows them, and restart it"
                ) from None
            else:
                self._is_fit = True

    def _away(self) -> str:
        variable = f"SALOON_{self._service.upper()}_STORE_URL"
        return f"no store answers at {self._where}: start it, or say with {variable} where it is"
