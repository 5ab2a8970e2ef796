"""`saloon up`: everything that serves, on this machine, out of one folder.

In one process, or with `--processes` each service in its own; the same code, users and rights.
"""

import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import click
from msgspec.structs import replace

from services.bots.settings import BotsSettings
from services.cli import data_folder
from services.cli.installation import BrokenInstallation, Installation
from services.cli.stack import StackSettings, check_complete, stack
from services.cli.streams import StreamsSettings
from services.gateway.settings import GatewaySettings
from services.replay.settings import ARCHIVE_FLOOR_S, ArchiveSettings, ReplaySettings
from services.replay.targets import BadSetting, check
from services.rules.settings import RulesSettings
from services.webhooks.settings import WebhooksSettings
from shared.archive.opening import BadPlace, Place, kind_of
from shared.runtime import logs
from shared.runtime.child_server import is_in_use
from shared.runtime.lifecycle import Life, Service, run_process
from shared.runtime.secret import Secret
from shared.runtime.settings import SettingsError, load

STOP_MS = 5_000
TOKEN = "SALOON_REPLAY_ANCHORS_TOKEN"  # noqa: S105 - where it is, not what it is
_BOTS = BotsSettings()
_ARCHIVE = ArchiveSettings()
PACES = (
    f"{_BOTS.pace_least_ms} {_BOTS.pace_most_ms}; dealers "
    f"{_BOTS.dealer_pace_least_ms} {_BOTS.dealer_pace_most_ms}"
)


def say_ready(url: str, began_s: float, parts: Mapping[str, str] = {}) -> None:
    """The line that whoever started it waits for. `parts`: where each process answers, by name."""
    click.echo(f"ready at {url} after {time.monotonic() - began_s:.1f} s")
    for name, address in parts.items():
        click.echo(f"  {name:<14}{address}/readyz, /metrics")
    sys.stdout.flush()


@click.command()
@data_folder.data("The folder that holds the log and the secrets; made if there is none.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where HTTP is served.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8080, show_default=True, help="0: any free."
)
@click.option("--test-seeds", is_flag=True, help="Take fixed seeds; such matches are not fair.")
@click.option("--processes", is_flag=True, help="Run each service as a process of its own.")
@click.option(
    "--rules",
    "rules_count",
    type=click.IntRange(1, 16),
    default=2,
    show_default=True,
    help="Members of the rules service, with --processes.",
)
@click.option(
    "--pace",
    type=(click.IntRange(0, 60_000), click.IntRange(0, 60_000)),
    default=None,
    show_default=PACES,
    metavar="LEAST MOST",
    help="Milliseconds that an automatic player takes for a move.",
)
@click.option(
    "--anchors",
    default=None,
    metavar="FOLDER|URL",
    help="Where a signed checkpoint of all rooms goes once a minute; best out of this machine. "
    f"Files are PUT below a URL, with {TOKEN} as bearer. `archive`: where matches "
    "go. Empty: nowhere. "
    "[default: the folder checkpoints in --data]",
)
@click.option(
    "--trace-url",
    metavar="URL",
    help="Where traces of all commands are sent (OTLP over HTTP): http://127.0.0.1:4318/v1/traces.",
)
@click.option(
    "--archive",
    default=None,
    metavar="FOLDER|s3://BUCKET/PREFIX",
    help="Where matches go that leave the log (docs/archive.md). Empty: the broker's own store. "
    "[default: where they went before, at first the broker's own store]",
)
@click.option(
    "--archive-after-s",
    type=click.IntRange(0),
    default=None,
    show_default=str(_ARCHIVE.after_s),
    help="How long after its end a match does so; 600 at least, 0: never.",
)
@click.option(
    "--archive-keep-days",
    type=click.IntRange(0),
    default=None,
    show_default=str(_ARCHIVE.keep_days),
    help="How long it is kept there; 0: for ever.",
)
@click.option(
    "--private-webhooks",
    is_flag=True,
    help="Tell hosts what ended (docs/hosts.md) also at private addresses, and without TLS.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="How much is told on standard error.",
)
def up(
    *,
    data: Path,
    host: str,
    port: int,
    test_seeds: bool,
    processes: bool,
    rules_count: int,
    pace: tuple[int, int] | None,
    anchors: str | None,
    trace_url: str | None,
    archive: str | None,
    archive_after_s: int | None,
    archive_keep_days: int | None,
    private_webhooks: bool,
    log_level: str,
) -> None:
    """Serves everything on this machine until it is stopped (Ctrl-C)."""
    began_s = time.monotonic()
    if pace is not None and pace[0] > pace[1]:
        raise click.BadParameter("the least comes first", param_hint="--pace")
    paces = _paces(*pace) if pace is not None else {}
    logs.configure(level=log_level)
    check_complete()
    installation = Installation(data.resolve())
    _check_free(installation, host, port)
    target = str(installation.directory / "checkpoints") if anchors is None else anchors
    token = os.environ.get(TOKEN, "")
    try:
        check(target)
    except BadSetting as bad:
        raise click.BadParameter(str(bad), param_hint="--anchors") from None
    archived = _archive(installation, archive, archive_after_s, archive_keep_days)
    streams = _streams()
    if processes:
        from services.cli.supervising import Wanted, supervise

        bots_flags = tuple(
            part for name, ms in paces.items() for part in (f"--{name.replace('_', '-')}", str(ms))
        )
        traced = ("--trace-url", trace_url, "--trace-share", "1") if trace_url else ()
        environ = {"ANCHORS": target, **({"ANCHORS_TOKEN": token} if token else {})}
        wanted = Wanted(
            *(host, port, rules_count, test_seeds, log_level),
            broker_flags=traced,
            bots_flags=bots_flags,
            replay_environ=environ | _environ(archived),
            private_webhooks=private_webhooks,
            streams=streams,
        )
        sys.exit(supervise(installation, wanted, lambda url, parts: say_ready(url, began_s, parts)))
    settings = StackSettings(
        GatewaySettings(host=host, port=port, allow_test_seeds=test_seeds, leave_ms=0),
        RulesSettings(leave_ms=0, allow_test_seeds=test_seeds),
        replay=ReplaySettings(
            archive=archived,
            anchors=target,
            anchors_token=Secret(token) if token else None,
        ),
        bots=replace(_BOTS, **paces),
        streams=streams,
        trace_url=trace_url,
        webhooks=WebhooksSettings(allow_private=private_webhooks),
    )

    @asynccontextmanager
    async def opened(life: Life) -> AsyncIterator[Sequence[Service]]:
        async with stack(installation, settings) as serving:
            life.spawn(_share_fate(serving.life, life), "fate")
            say_ready(serving.url, began_s)
            yield []

    sys.exit(run_process(opened, stop_ms=STOP_MS))


def _streams() -> StreamsSettings:
    """As for `setup` by itself, but for what is fixed here: where the broker is, how many streams
    hold the log."""
    try:
        return load(StreamsSettings, "setup", {}, os.environ)
    except SettingsError as error:
        raise click.ClickException("; ".join(error.problems)) from None


def _archive(
    installation: Installation, at: str | None, after_s: int | None, keep_days: int | None
) -> ArchiveSettings:
    """What opens a bucket is in the environment, as for the replay service by itself; so may be the
    place, else it is where the installation's matches went before. Remembers it."""
    flags = {"after_s": after_s, "keep_days": keep_days}
    given = {name: None if value is None else str(value) for name, value in flags.items()}
    try:
        before = installation.archive()
        found = load(ArchiveSettings, "replay_archive", given, os.environ)
        place = _place(found.place, at, before)
        kind = kind_of(place)
    except (BadPlace, BrokenInstallation, SettingsError) as bad:
        raise click.BadParameter(str(bad), param_hint="--archive") from None
    if 0 < found.after_s < ARCHIVE_FLOOR_S:
        raise click.BadParameter(
            f"{found.after_s}: a match is kept in the log for {ARCHIVE_FLOOR_S} seconds at least, "
            "since commands that got lost on their way are asked again there; 0: for ever",
            param_hint="--archive-after-s",
        )
    if kind == "folder":
        folder = Path(place.at).resolve()
        if not folder.is_dir() and (at or found.place.at):
            raise click.BadParameter(f"there is no folder {folder}", param_hint="--archive")
        place = replace(place, at=str(folder))
    if installation.remembers_archive and place.at != before.at:
        click.echo(
            f"matches that leave the log go to {_called(place)} from now on, and no more to "
            f"{_called(before)}: what lies there stays there, and is not found until it is copied",
            err=True,
        )
    installation.keep_archive(place)
    return replace(found, place=place)


def _place(given: Place, at: str | None, before: Place) -> Place:
    """`given`: by the environment; `at`: by the flag, where it was given."""
    wanted = (given.at or before.at) if at is None else at
    if wanted != before.at:
        return replace(given, at=wanted)
    region = before.region if given.region == Place().region else given.region
    return replace(given, at=wanted, endpoint=given.endpoint or before.endpoint, region=region)


def _called(place: Place) -> str:
    return place.at or "the broker's own store"


def _environ(archive: ArchiveSettings) -> dict[str, str]:
    """The same for a replay service that is a process of its own."""
    place = archive.place
    given = {
        "AT": place.at,
        "ENDPOINT": place.endpoint,
        "REGION": place.region,
        "KEY_ID": place.key_id,
        "SECRET": place.secret.reveal() if place.secret else "",
        "AFTER_S": str(archive.after_s),
        "KEEP_DAYS": str(archive.keep_days),
    }
    return {f"ARCHIVE_{name}": value for name, value in given.items() if value or name == "AT"}


def _check_free(installation: Installation, host: str, port: int) -> None:
    """What most often stands in the way, in a sentence."""
    if is_in_use(installation.broker_directory):
        raise click.ClickException(
            f"{installation.directory} is in use: Saloon is running there already. "
            "Stop it, or choose another folder with --data."
        )
    try:
        installation.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"the folder for --data cannot be made: {error}") from error
    try:
        socket.create_server((host, port), reuse_port=False).close()
    except OSError as error:
        raise click.ClickException(
            f"{host}:{port} cannot be served ({error.strerror or error}). "
            "Choose another with --port or --host."
        ) from error


def _paces(least_ms: int, most_ms: int) -> dict[str, int]:
    """The settings that say how fast automatic players are, at every game alike."""
    return {
        f"{name}_{end}_ms": ms
        for name in ("pace", "dealer_pace")
        for end, ms in (("least", least_ms), ("most", most_ms))
    }


async def _share_fate(inner: Life, outer: Life) -> None:
    """What ends the services ends the process."""
    await inner.ended()
    if inner.failure is not None:
        outer.fail(inner.failure)
