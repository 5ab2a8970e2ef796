"""`saloon admin streams`, and `saloon setup`, which is its `apply`."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import click
import msgspec
from msgspec import Meta, Struct

from services.cli.fit import reached
from services.cli.installation import DEFAULT, BrokenInstallation, Installation
from services.cli.processes import settings_of
from services.cli.streams import StreamsSettings, streams
from shared.eventstore.layout import Layout
from shared.eventstore.log import Away
from shared.eventstore.planning import Item, Refused, apply, plan, refusals, told
from shared.runtime import logs
from shared.runtime.secret import Secret
from shared.runtime.setting_fields import INLINE
from shared.runtime.settings import options
from shared.runtime.unfit import Unfit

TO_DO, CANNOT, REFUSED = 1, 2, 3
"""Exit codes."""


class SetupProcess(Struct, frozen=True, kw_only=True):
    broker_url: str = "nats://127.0.0.1:4222"
    """The broker: one address, or several with commas between."""
    password: Secret
    """The password of the user `setup`."""
    streams: Annotated[int, Meta(ge=1, le=64)] = 4
    """In how many streams the log's 64 shards lie; can never be changed."""
    kept: Annotated[StreamsSettings, INLINE] = StreamsSettings()


class Failed(click.ClickException):
    """Nothing can be said about the streams, or making them stopped half-way."""

    exit_code = CANNOT


Given = dict[str, object]


def _asking(command: Callable[..., Any]) -> Callable[..., Any]:
    """What both verbs take."""
    for add in (
        click.option("--json", "is_json", is_flag=True, help="Print JSON."),
        click.option(
            "--data",
            type=click.Path(file_okay=False, path_type=Path),
            show_default=f"{DEFAULT}, where no broker and no password is given",
            help="An installation that `up` runs: its broker, its password.",
        ),
        options(SetupProcess, "setup"),
    ):
        command = add(command)
    return command


_remaking = click.option(
    "--remake",
    multiple=True,
    metavar="STREAM",
    help="Delete this stream and make it anew; only what nothing is lost with. Again for each.",
)
_allowing = click.option(
    "--allow-loss", is_flag=True, help="Also what may lose messages: smaller limits, fewer copies."
)


@click.group("streams")
def streams_verb() -> None:
    """What is kept at the broker: whether it is as planned, and making it so.

    The plan is made of settings (SALOON_SETUP_…): how many streams, copies, limits, times.
    """
    logs.configure(level="error")


@streams_verb.command("plan")
@_asking
@_remaking
@_allowing
def plan_verb(
    *, is_json: bool, data: Path | None, remake: tuple[str, ...], allow_loss: bool, **flags: object
) -> None:
    """Says what apply would do, and changes nothing.

    Exits 0 if all is as planned, 1 if there is something to do, 3 if some of it would be refused, 2
    if the broker cannot be asked.
    """
    where = _of_installation(data, flags)
    items, _ = _run(flags, where, remake, allow_loss=allow_loss, is_applied=False)
    reasons = refusals(items, allow_loss=allow_loss)
    _say(items, reasons, is_json=is_json)
    if reasons:
        sys.exit(REFUSED)
    sys.exit(TO_DO if _to_do(items) else 0)


@streams_verb.command("apply")
@_asking
@_remaking
@_allowing
def apply_verb(
    *, is_json: bool, data: Path | None, remake: tuple[str, ...], allow_loss: bool, **flags: object
) -> None:
    """Makes streams, buckets and consumers as planned; again does no harm.

    Exits 0 once all is as planned, 3 if some of it is refused (then nothing was changed), 2 if the
    broker cannot be asked or took only a part.
    """
    where = _of_installation(data, flags)
    items, reasons = _run(flags, where, remake, allow_loss=allow_loss, is_applied=True)
    _say(items, reasons, is_json=is_json)
    sys.exit(REFUSED if reasons else 0)


@click.command()
@options(SetupProcess, "setup")
def setup(**flags: object) -> None:
    """Makes the streams that all services need: `admin streams apply` under its short name.

    Again does no harm. Exits 0 once all is as planned, 3 if something is refused, 2 if the broker
    cannot be asked or took only a part.
    """
    logs.configure(level="error")
    items, reasons = _run(flags, {}, (), allow_loss=False, is_applied=True)
    _say(items, reasons, is_json=False)
    sys.exit(REFUSED if reasons else 0)


def _run(
    flags: Given,
    where: Mapping[str, str],
    remake: Sequence[str],
    *,
    allow_loss: bool,
    is_applied: bool,
) -> tuple[list[Item], list[str]]:
    """The plan, and why it was not applied. `where`: variables that go before the environment's.
    Raises `Failed`."""
    settings = settings_of(SetupProcess, "setup", flags, os.environ | where)
    try:
        return asyncio.run(_planned(settings, remake, allow_loss=allow_loss, is_applied=is_applied))
    except Refused as refused:
        raise Failed(str(refused)) from None
    except Unfit as unfit:
        raise Failed(str(unfit)) from None
    except Away as away:
        raise Failed(
            f"the broker does not do its part: {away}; look at its log and its disk, then run this "
            "again: it goes on where it stopped"
        ) from None


async def _planned(
    settings: SetupProcess, remake: Sequence[str], *, allow_loss: bool, is_applied: bool
) -> tuple[list[Item], list[str]]:
    wanted = streams(Layout(settings.streams), settings.kept)
    bus = await reached(settings.broker_url, "setup", settings.password.reveal())
    try:
        items = await plan(bus.nc, wanted, remake=remake)
        if is_applied:
            try:
                await apply(bus.nc, items, allow_loss=allow_loss)
            except Refused as refused:
                return items, list(refused.reasons)
        return items, []
    finally:
        await bus.close()


def _of_installation(data: Path | None, flags: Given) -> dict[str, str]:
    """Where its broker is, and the password; nothing where these are given. Raises `Failed`."""
    if data is None:
        named = ("broker_url", "password")
        variables = {f"SALOON_SETUP_{name.upper()}" for name in named}
        variables |= {f"{variable}_FILE" for variable in variables}
        if variables & os.environ.keys() or any(flags[name] is not None for name in named):
            return {}
        data = DEFAULT
    installation = Installation(data)
    if not installation.exists:
        raise Failed(
            f"there is no installation in {data}: name its folder with --data, or its broker with "
            "--broker-url and --password-file"
        )
    url = installation.running_broker()
    if url is None:
        raise Failed(f"no broker runs on {data}: start it with `./saloon up --data {data}`")
    try:
        password = installation.secrets().passwords["setup"]
    except BrokenInstallation as error:
        raise Failed(str(error)) from None
    return {"SALOON_SETUP_BROKER_URL": url, "SALOON_SETUP_PASSWORD": password}


def _to_do(items: Sequence[Item]) -> list[Item]:
    return [item for item in items if item.action != "nothing"]


def _say(items: Sequence[Item], reasons: Sequence[str], *, is_json: bool) -> None:
    if is_json:
        shown = {"items": [_plain(item) for item in items], "refused": list(reasons)}
        click.echo(msgspec.json.format(msgspec.json.encode(shown)))
        return
    for item in _to_do(items):
        changes = ", ".join(told(each) for each in item.differences)
        click.echo(f"{item.action:<8}{item.name}  {changes}".rstrip())
    for reason in reasons:
        click.echo(f"refused {reason}")
    as_planned = len(items) - len(_to_do(items))
    click.echo(f"{as_planned} of {len(items)} streams and consumers were as planned")


def _plain(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "action": item.action,
        "messages": item.messages,
        "fields": [
            {"field": x.field, "now": x.now, "wanted": x.wanted, "kind": x.kind}
            for x in item.differences
        ],
    }
