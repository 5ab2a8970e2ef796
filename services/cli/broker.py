"""The broker as Saloon needs it: its users, made from the table of rights."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from secrets import token_urlsafe

from services.cli.streams import DEFAULTS, StreamsSettings, streams
from shared.contracts.rights import Crossing, Rights, crossings, table
from shared.contracts.subjects import inbox_prefix
from shared.eventstore.layout import MAIN, SHARD_COUNT, Layout
from shared.eventstore.planning import ensure_streams
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
from shared.runtime.nats_server import ServerSettings

INNER = "INNER"
OUTER = "OUTER"
_STORE_KEY = "STORE_KEY"
_ROUTE_USER, _ROUTE_KEY, _ROUTES = "route", "ROUTE_KEY", "ROUTES"


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
    lines = [
        _made_by("--nats"),
        'include "passwords.conf"',
        'server_name: "saloon"',
        "port: 4222",
        "# Who may look is whoever is in the container: the health check.",
        'http: "127.0.0.1:8222"',
        *_kept_lines(),
        *_account_variables(rows),
    ]
    return "\n".join(lines) + "\n"


def accounts_file(rows: Sequence[Rights]) -> str:
    """Users and accounts alone, for a configuration that includes them; `passwords.conf` lies
    beside it. (What is included cannot see variables of what includes it.)"""
    lines = [_made_by("--nats=accounts"), 'include "passwords.conf"', *_account_variables(rows)]
    return "\n".join(lines) + "\n"


def cluster_file() -> str:
    """One server of several that keep copies of each other's streams, the same file for each: its
    own name comes from the environment (`SERVER_NAME`). `accounts.conf`, `passwords.conf` and what
    `route_variables` writes (`routes.conf`) lie beside it."""
    lines = [
        _made_by("--nats=cluster"),
        'include "accounts.conf"',
        'include "routes.conf"',
        "server_name: $SERVER_NAME",
        "port: 4222",
        'http: "127.0.0.1:8222"',
        *_kept_lines(),
        "cluster {",
        '  name: "saloon"',
        "  port: 6222",
        "  # Clients come by names that they were told, so they need to hear of no other.",
        "  no_advertise: true",
        "  # Whoever may join has everything.",
        f"  authorization {{ user: {_ROUTE_USER}, password: {quoted(Variable(_ROUTE_KEY))} }}",
        f"  routes: {quoted(Variable(_ROUTES))}",
        "}",
    ]
    return "\n".join(lines) + "\n"


def route_variables(key: str, nodes: Iterable[str]) -> str:
    """What `cluster_file` includes: what servers show each other, and where they are. A server
    takes the password for a route from the route's address alone, so addresses are secrets."""
    routes = (quoted(f"nats-route://{_ROUTE_USER}:{key}@{node}:6222") for node in nodes)
    return f"{_ROUTE_KEY}: {quoted(key)}\n{_ROUTES}: [{', '.join(routes)}]\n"


def _made_by(option: str) -> str:
    return f"# Made by `./saloon rights {option}` from shared/contracts/rights.py; a test compares."


def _kept_lines() -> list[str]:
    return [
        f"max_payload: {PAYLOAD_BYTES}",
        "jetstream {",
        '  store_dir: "/data"',
        "  # Without it a power cut loses what was acknowledged.",
        "  sync_interval: always",
        f"  key: {quoted(Variable(_STORE_KEY))}",
        "}",
    ]


def _account_variables(rows: Sequence[Rights]) -> list[str]:
    variables = {rights.service: Variable(_variable(rights.service)) for rights in rows}
    return account_lines(_accounts(rows, variables), _passages(rows))


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


async def set_up(bus: NatsBus, layout: Layout = MAIN, settings: StreamsSettings = DEFAULTS) -> None:
    """Makes what is missing and changes what is otherwise. `bus`: the user `setup`'s. Raises
    `Refused`, then nothing was changed, and `Away`."""
    await ensure_streams(bus.nc, streams(layout, settings))
