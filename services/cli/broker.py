"""The broker as Saloon needs it: its users, made from the table of rights, and its streams."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from secrets import token_urlsafe

from shared.archive.jetstream import archive_stream
from shared.contracts.rights import Crossing, Rights, crossings, table
from shared.contracts.subjects import inbox_prefix
from shared.eventstore.layout import MAIN, SHARD_COUNT, Layout
from shared.eventstore.streams import StreamSettings
from shared.eventstore.streams import ensure_streams as ensure_log
from shared.runtime.broker_api import ensure_streams
from shared.runtime.broker_configuration import (
    PAYLOAD_BYTES,
    BrokerAccount,
    BrokerUser,
    Passage,
    Variable,
    account_lines,
    quoted,
)
from shared.runtime.bus_nats import NatsBus, connect
from shared.runtime.keeping import keeping_stream
from shared.runtime.members import members_stream
from shared.runtime.names import names_stream
from shared.runtime.nats_server import ServerSettings
from shared.runtime.schedules_nats import timers_stream

INNER = "INNER"
OUTER = "OUTER"
NICKNAME_DAYS = 90
_STORE_KEY = "STORE_KEY"


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
    return ServerSettings(
        directory, port=port, accounts=_accounts(rows, passwords), passages=_passages(rows)
    )


def broker_file(rows: Sequence[Rights]) -> str:
    """The same for a server in a container of its own. No secret is in it: passwords and the key
    of the store are what `secret_variables` writes, to be laid beside it as `passwords.conf`."""
    variables = {rights.service: Variable(_variable(rights.service)) for rights in rows}
    lines = [
        "# Made by `./saloon rights --nats` from shared/contracts/rights.py; a test compares.",
        'include "passwords.conf"',
        'server_name: "saloon"',
        "port: 4222",
        "# Who may look is whoever is in the container: the health check.",
        'http: "127.0.0.1:8222"',
        f"max_payload: {PAYLOAD_BYTES}",
        "jetstream {",
        '  store_dir: "/data"',
        "  # Without it a power cut loses what was acknowledged.",
        "  sync_interval: always",
        f"  key: {quoted(Variable(_STORE_KEY))}",
        "}",
        *account_lines(_accounts(rows, variables), _passages(rows)),
    ]
    return "\n".join(lines) + "\n"


def secret_variables(passwords: Mapping[str, str], store_key: str) -> str:
    """What `broker_file` includes. `store_key`: what the store is encrypted with at rest."""
    values = {_variable(service): password for service, password in passwords.items()}
    lines = (
        f"{name}: {quoted(value)}" for name, value in (values | {_STORE_KEY: store_key}).items()
    )
    return "\n".join(lines) + "\n"


def _variable(service: str) -> str:
    return f"{service.upper().replace('-', '_')}_PASSWORD"


def _accounts(
    rows: Iterable[Rights], passwords: Mapping[str, str] | Mapping[str, Variable]
) -> tuple[BrokerAccount, ...]:
    def users(*, are_outer: bool) -> tuple[BrokerUser, ...]:
        return tuple(
            BrokerUser(x.service, passwords[x.service], x.publish, x.subscribe)
            for x in rows
            if x.is_outer == are_outer
        )

    return (
        BrokerAccount(INNER, users(are_outer=False), has_store=True),
        BrokerAccount(OUTER, users(are_outer=True)),
    )


def _passages(rows: Iterable[Rights]) -> tuple[Passage, ...]:
    """All that passes between the two accounts."""
    return tuple(map(_passage, crossings(rows)))


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
            archive_stream(replicas=replicas),
        ],
    )
