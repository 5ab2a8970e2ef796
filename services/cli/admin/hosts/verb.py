"""`saloon admin hosts`: which sites may embed the games, with what keys and quotas."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, get_args
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from services.cli import data_folder
from services.cli.admin.hosts import keys
from services.cli.admin.hosts.keys import Given, Host, Kind
from services.cli.admin.hosts.reaching import configuring
from services.cli.admin.operating import Unworkable
from services.cli.installation import Installation
from shared.contracts.hosting import (
    DELIVERY_ID,
    HOSTS_MOST,
    TENANT_NAME,
    Deliveries,
    DeliveriesRequest,
    Delivery,
    Quotas,
    RedeliverRequest,
)
from shared.contracts.messages import Refused
from shared.contracts.subjects import WEBHOOKS_ASK
from shared.runtime import logs, tenants
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.kv import NatsBucket

_T = TypeVar("_T")
_ASKED_MS = 25_000
_PAGE = 100
_DEFAULT = Quotas()
_answers: msgspec.json.Decoder[Deliveries | Refused] = msgspec.json.Decoder(Deliveries | Refused)


@click.group()
def hosts() -> None:
    """Sites that embed the games: their keys, their quotas, what was told to them.

    Each verb takes --data FOLDER behind its name. A change needs no restart; gateways know of it
    after a few seconds (docs/hosts.md).
    """
    logs.configure(level="error")


def _quotas(function: Callable[..., Any]) -> Callable[..., Any]:
    for name, about in (
        ("sessions-per-minute", "Sessions that its users may open a minute."),
        ("rooms-per-hour", "Rooms that it may open an hour."),
        ("rooms-open", "Rooms that it may have open at a time."),
    ):
        shown = str(getattr(_DEFAULT, name.replace("-", "_")))
        function = click.option(
            f"--{name}", type=click.IntRange(1, 1_000_000), show_default=shown, help=about
        )(function)
    return function


_data = data_folder.data("The installation.")
_json = click.option("--json", "as_json", is_flag=True, help="As JSON.")
_name = click.argument("name")
_insecure = click.option(
    "--insecure",
    is_flag=True,
    help="Take an address without TLS; the webhooks service has to allow private addresses, too.",
)


@hosts.command()
@_name
@click.option("--url", default="", help="Where results are posted. Without: nowhere.")
@_insecure
@_quotas
@_json
@_data
def add(
    *, name: str, url: str, insecure: bool, as_json: bool, data: Path, **given: int | None
) -> None:
    """Adds a host, and prints its keys, which cannot be shown again."""
    if TENANT_NAME.fullmatch(name) is None:
        raise click.BadParameter("2 to 20 of a-z and 0-9, a letter first; not auto, not main")
    _check_url(url, insecure=insecure)
    host, secrets = keys.made(name, url, _changed(_DEFAULT, given))

    async def work(bus: NatsBus) -> None:
        known = await _all(bus)
        if name in known:
            raise Unworkable(f"there is a host {name} already: rotate its keys, or remove it first")
        if len(known) >= HOSTS_MOST:
            raise Unworkable(f"there are {HOSTS_MOST} hosts, as many as may be: remove one first")
        await _keep(bus, host)

    _run(data, work)
    _tell(f"host {name} is there", secrets, as_json=as_json)


@hosts.command("list")
@_json
@_data
def list_(*, as_json: bool, data: Path) -> None:
    """Lists hosts with their quotas, and how many keys of each kind are live."""
    found = _run(data, _all)
    rows = [_row(found[name]) for name in sorted(found)]
    if as_json:
        click.echo(msgspec.json.encode(rows).decode())
        return
    for row in rows:
        click.echo("  ".join(f"{name} {value}" for name, value in asdict(row).items()))
    if not rows:
        click.echo("there are no hosts")


@hosts.command()
@_name
@click.argument("kind", type=click.Choice(get_args(Kind)))
@click.option("--finish", is_flag=True, help="Make none; those before the newest are good no more.")
@_json
@_data
def rotate(*, name: str, kind: Kind, finish: bool, as_json: bool, data: Path) -> None:
    """Makes a new key or secret beside the one before it; when the host uses it, --finish."""

    async def work(bus: NatsBus) -> Given:
        host = await _known(bus, name)
        if kind == "webhook-secret" and host.hook is None:
            raise Unworkable(f"{name} has no --url, so there is no secret")
        changed, secrets = (
            (keys.finished(host, kind), Given(name)) if finish else keys.rotated(host, kind)
        )
        await _keep(bus, changed)
        return secrets

    secrets = _run(data, work)
    _tell(f"one {kind} is live" if finish else f"two of {kind} are live", secrets, as_json=as_json)


@hosts.command("set")
@_name
@click.option("--url", default=None, help="Where results are posted. Empty: nowhere.")
@_insecure
@_quotas
@_json
@_data
def set_(
    *, name: str, url: str | None, insecure: bool, as_json: bool, data: Path, **given: int | None
) -> None:
    """Changes where results go, and quotas; what is not given stays."""
    _check_url(url or "", insecure=insecure)

    async def work(bus: NatsBus) -> Given:
        host = await _known(bus, name)
        tenant = replace(host.tenant, quotas=_changed(host.tenant.quotas, given))
        changed, secrets = Host(tenant, host.hook), Given(name)
        if url is not None:
            changed, secrets = keys.pointed(changed, url)
        if changed.hook is None and host.hook is not None:
            await tenants.drop_hook(bus, name)
        await _keep(bus, changed)
        return secrets

    _tell(f"host {name} is changed", _run(data, work), as_json=as_json)


@hosts.command()
@_name
@_data
def remove(*, name: str, data: Path) -> None:
    """Takes a host's keys away, and its users' sessions; its rooms play on."""

    async def work(bus: NatsBus) -> None:
        await _known(bus, name)
        await tenants.drop(bus, name)

    _run(data, work)
    click.echo(f"host {name} is gone")


@hosts.command()
@_name
@_json
@_data
def deliveries(*, name: str, as_json: bool, data: Path) -> None:
    """Lists what was to be told to a host within a week, and what became of it."""

    async def work(bus: NatsBus) -> list[Delivery]:
        await _known(bus, name)
        found: list[Delivery] = []
        after = 0
        while True:
            page = await _ask(bus, DeliveriesRequest(name, after, _PAGE))
            found += page.deliveries
            if len(page.deliveries) < _PAGE:
                return found
            after = page.next

    _show(_run(data, work), as_json=as_json)


@hosts.command()
@_name
@click.argument("delivery")
@_json
@_data
def redeliver(*, name: str, delivery: str, as_json: bool, data: Path) -> None:
    """Tells something to a host once more, now."""
    if DELIVERY_ID.fullmatch(delivery) is None:
        raise click.BadParameter("an id as `deliveries` lists them", param_hint="DELIVERY")

    async def work(bus: NatsBus) -> list[Delivery]:
        await _known(bus, name)
        return (await _ask(bus, RedeliverRequest(name, delivery))).deliveries

    _show(_run(data, work), as_json=as_json)


class _Row(Struct, frozen=True, rename="camel"):
    name: str
    rooms_open: int
    rooms_per_hour: int
    sessions_per_minute: int
    api_keys: int
    player_keys: int
    webhook_secrets: int
    url: str


def _row(host: Host) -> _Row:
    tenant, hook = host.tenant, host.hook
    return _Row(
        tenant.name,
        tenant.quotas.rooms_open,
        tenant.quotas.rooms_per_hour,
        tenant.quotas.sessions_per_minute,
        len(tenant.api_keys),
        len(tenant.player_keys),
        len(hook.secrets) if hook else 0,
        hook.url if hook else "",
    )


def _run(data: Path, work: Callable[[NatsBus], Awaitable[_T]]) -> _T:
    async def reach() -> _T:
        async with configuring(Installation(data)) as bus:
            return await work(bus)

    return asyncio.run(reach())


async def _all(bus: NatsBus) -> dict[str, Host]:
    known = tenants.tenants(NatsBucket(bus, tenants.TENANTS_STREAM))
    hooked = tenants.hooks(NatsBucket(bus, tenants.HOOKS_STREAM))
    await known.read()
    await hooked.read()
    return {tenant.name: Host(tenant, hooked.get(tenant.name)) for tenant in known.all()}


async def _known(bus: NatsBus, name: str) -> Host:
    found = (await _all(bus)).get(name)
    if found is None:
        raise Unworkable(f"there is no host {name}; `admin hosts list` tells which there are")
    return found


async def _keep(bus: NatsBus, host: Host) -> None:
    if host.hook is not None:
        await tenants.keep(bus, host.hook)
    await tenants.keep(bus, host.tenant)


async def _ask(bus: NatsBus, request: DeliveriesRequest | RedeliverRequest) -> Deliveries:
    try:
        answer = await bus.request(WEBHOOKS_ASK, msgspec.json.encode(request), timeout_ms=_ASKED_MS)
    except BusError:
        raise Unworkable("the webhooks service does not answer; is it running?") from None
    found = _answers.decode(answer)
    if isinstance(found, Refused):
        raise Unworkable(f"refused: {found.why.code}")
    return found


def _changed(quotas: Quotas, given: dict[str, int | None]) -> Quotas:
    return replace(quotas, **{name: value for name, value in given.items() if value is not None})


def _check_url(url: str, *, insecure: bool) -> None:
    if not url:
        return
    with suppress(ValueError):
        parts = urlsplit(url)
        is_plain = parts.scheme == "http" and insecure
        named = parts.hostname and not (parts.username or parts.password or parts.fragment)
        if named and (parts.scheme == "https" or is_plain) and parts.port != 0:
            return
    raise click.BadParameter(
        "an https address without user and fragment (with --insecure also http)",
        param_hint="--url",
    )


def _tell(what: str, secrets: Given, *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(secrets).decode())
        return
    click.echo(what)
    shown = {
        "API key": secrets.api_key,
        "key for players' tokens": secrets.player_key,
        "webhook secret": secrets.webhook_secret,
    }
    for about, value in shown.items():
        if value:
            click.echo(f"{about}, shown this once:\n{value.rstrip()}")


def _show(found: list[Delivery], *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    for line in map(_line, found):
        click.echo(line)
    if not found:
        click.echo("nothing was to be told within a week")


def _line(delivery: Delivery) -> str:
    def words() -> Iterator[str]:
        yield _time(delivery.at_ms)
        yield f"{delivery.id}  {delivery.what}  {delivery.state}"
        yield f"attempts {delivery.attempts}"
        if delivery.latest:
            yield f"last {delivery.latest[-1].outcome}"
        if delivery.next_ms:
            yield f"again {_time(delivery.next_ms)}"

    return "  ".join(words())


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
