"""The broker as Saloon needs it: its users, made from the table of rights, and its streams."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from secrets import token_urlsafe

from shared.contracts.rights import Crossing, Rights, crossings, table
from shared.contracts.subjects import inbox_prefix
from shared.eventstore.layout import MAIN, SHARD_COUNT, Layout
from shared.eventstore.streams import StreamSettings
from shared.eventstore.streams import ensure_streams as ensure_log
from shared.runtime.broker_api import ensure_streams
from shared.runtime.bus_nats import NatsBus, connect
from shared.runtime.keeping import keeping_stream
from shared.runtime.members import members_stream
from shared.runtime.names import names_stream
from shared.runtime.nats_server import BrokerAccount, BrokerUser, Passage, ServerSettings
from shared.runtime.schedules_nats import timers_stream

INNER = "INNER"
OUTER = "OUTER"
NICKNAME_DAYS = 90


def rights_of(layout: Layout = MAIN) -> tuple[Rights, ...]:
    """The table of rights for a log that is laid out like this."""
    return table(layout.shards_by_stream(range(SHARD_COUNT)))


def new_passwords(rows: Iterable[Rights]) -> dict[str, str]:
    """One for each service."""
    return {rights.service: token_urlsafe(24) for rights in rows}


def broker_settings(
    directory: Path, rows: Sequence[Rights], passwords: Mapping[str, str], *, port: int = 0
) -> ServerSettings:
    """A server whose users are the services, in two accounts."""

    def users(*, are_outer: bool) -> tuple[BrokerUser, ...]:
        return tuple(
            BrokerUser(x.service, passwords[x.service], x.publish, x.subscribe)
            for x in rows
            if x.is_outer == are_outer
        )

    return ServerSettings(
        directory,
        port=port,
        accounts=(
            BrokerAccount(INNER, users(are_outer=False), has_store=True),
            BrokerAccount(OUTER, users(are_outer=True)),
        ),
        passages=tuple(map(_passage, crossings(rows))),
    )


def _passage(crossing: Crossing) -> Passage:
    is_told = crossing.way == "tell"
    return Passage(
        giver=OUTER if is_told else INNER,
        taker=INNER if is_told else OUTER,
        subject=crossing.subject,
        is_service=crossing.way == "ask",
        has_many_answers=crossing.has_many_answers,
        alias="" if crossing.alias == crossing.subject else crossing.alias,
    )


async def dial(url: str, service: str, password: str) -> NatsBus:
    """A connection as that service's user. Raises `BusAway` and `BusRefused`."""
    return await connect(
        url, user=service, password=password, name=service, inbox_prefix=inbox_prefix(service)
    )


async def set_up(bus: NatsBus, layout: Layout = MAIN, *, replicas: int = 1) -> None:
    """Makes every stream that is missing. `bus`: the user `setup`'s."""
    await ensure_log(bus.nc, layout, StreamSettings(replica_count=replicas))
    await ensure_streams(
        bus,
        [
            members_stream(replicas=replicas),
            timers_stream(replicas=replicas),
            names_stream(replicas=replicas, retention_days=NICKNAME_DAYS),
            keeping_stream(replicas=replicas),
        ],
    )
