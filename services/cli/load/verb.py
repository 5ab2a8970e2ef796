"""The verb `load`."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec
import uvloop

from services.cli.at_gateway import NotThere, ask_first, read_address
from services.cli.load import report
from services.cli.load.driving import Bounds, Drive, Finding
from services.cli.load.live import showing
from services.cli.load.processor import Processor, of_addresses, of_children
from services.cli.load.report import Asked
from services.cli.load.request import SEATS, Pace, Request, is_loopback, shares
from services.cli.picture import NewPicture
from shared.runtime import logs
from shared.runtime.unfit import ServerError

ROOMS_PER_PROCESS = 250
OPENING_SLACK_S = 30.0


@click.command()
@click.option(
    "--url",
    "urls",
    multiple=True,
    default=("http://127.0.0.1:8080",),
    show_default=True,
    help="Of the gateway; again for each of several: whoever loses one goes to the next.",
)
@click.option("--start", "is_own", is_flag=True, help="Start a server for it; needs redis-server.")
@click.option(
    "--rules", type=click.IntRange(1, 16), default=2, show_default=True, help="With --start."
)
@click.option(
    "--projections", type=click.IntRange(1, 16), default=1, show_default=True, help="With --start."
)
@click.option("--anywhere", is_flag=True, help="Allow an address that is not this machine's.")
@click.option("--rooms", type=click.IntRange(1, 100_000), default=20, show_default=True)
@click.option("--seats", type=click.IntRange(SEATS[0], SEATS[-1]), default=7, show_default=True)
@click.option(
    "--think",
    type=(click.FloatRange(0, 600), click.FloatRange(0, 600)),
    default=(1.0, 8.0),
    show_default=True,
    metavar="LEAST MOST",
    help="Seconds that a player thinks about a move, drawn; 0 0: none.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 100_000),
    default=0.0,
    help="Moves a second in all rooms together, each at its time, in place of --think.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1, 86_400),
    default=60.0,
    show_default=True,
    help="How long is measured, from when all rooms are open.",
)
@click.option(
    "--moves", type=click.IntRange(0), default=0, help="End after so many, too. 0: no such bound."
)
@click.option(
    "--opening",
    type=click.FloatRange(0.01, 1_000),
    default=5.0,
    show_default=True,
    help="Rooms that are opened a second.",
)
@click.option(
    "--open-within",
    type=click.FloatRange(1, 86_400),
    default=None,
    show_default="twice what --opening needs, and 30",
    help="Seconds after which those play that are open.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=None,
    show_default=f"one for {ROOMS_PER_PROCESS} rooms, at most one a core",
    help="Of the load.",
)
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The server's installation here: its log is read in the end, too.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of thoughts and choices.")
@click.option("--plot", type=NewPicture(), help="Also draw it over time, a PNG.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object in the end.")
def load(*, is_own: bool, is_json: bool, plot: Path | None, **options: Any) -> None:
    """Fills rooms with ordinary clients over HTTP and websockets, and says how the server bears it.

    Every player thinks as long as a person and makes a random legal move; matches follow each
    other. In the end everything that was accepted is looked for. Ctrl-C ends it with its report.
    Exits 1 if something accepted was lost, doubled or told otherwise, 3 if that could not be asked.
    """
    logs.configure(level="critical")
    asked = _asked(is_own=is_own, **options)
    try:
        finding = uvloop.run(_load(asked, is_own=is_own, options=options))
    except (ServerError, TimeoutError) as error:
        _fail(f"a server could not be started: {str(error) or 'it was not ready in time'}")
    except KeyboardInterrupt:
        _fail("interrupted before anything was sent")
    if plot is not None:
        from services.cli.load.plot import draw

        try:
            draw(plot, asked, finding)
        except OSError as error:
            raise click.ClickException(f"the picture cannot be written: {error}") from error
    if is_json:
        print(msgspec.json.format(msgspec.json.encode(report.plain(asked, finding))).decode())
    else:
        report.show(asked, finding)
    sys.exit(report.exit_code(finding))


def _asked(*, is_own: bool, **options: Any) -> Asked:
    """Raises `click.UsageError` for what cannot be asked."""
    least_s, most_s = options["think"]
    if least_s > most_s:
        raise click.BadParameter("the least comes first", param_hint="--think")
    urls = tuple(map(read_address, options["urls"]))
    if is_own:
        if options["data"] is not None:
            raise click.UsageError("--start has an installation of its own: leave out --data")
        urls = ()
    for url in urls:
        if not is_loopback(url) and not options["anywhere"]:
            raise click.UsageError(
                f"{url} is not this machine. A load may only be put on servers whose owner knows "
                "of it; then say --anywhere"
            )
    rooms = options["rooms"]
    wished = options["processes"] or min(-(-rooms // ROOMS_PER_PROCESS), os.cpu_count() or 1)
    return Asked(
        urls=urls,
        rooms=rooms,
        seats=options["seats"],
        pace=Pace(least_s, most_s),
        rate=options["rate"],
        seconds=options["seconds"],
        moves=options["moves"],
        processes=min(wished, rooms),
    )


@asynccontextmanager
async def _server(
    asked: Asked, *, is_own: bool, options: dict[str, Any]
) -> AsyncIterator[tuple[tuple[str, ...], Path | None, Processor]]:
    """Where it answers, where its log is, and what its processes use."""
    if not is_own:
        yield asked.urls, options["data"], Processor(of_addresses(asked.urls))
        return
    from services.cli.load.own_server import own_server

    async with own_server(options["rules"], options["projections"]) as served:
        yield (served.url,), served.data, Processor(of_children(served.children))


async def _load(asked: Asked, *, is_own: bool, options: dict[str, Any]) -> Finding:
    async with _server(asked, is_own=is_own, options=options) as (urls, data, processor):
        for url in urls:
            try:
                await ask_first(url, "bang", asked.seats)
            except NotThere as error:
                _fail(str(error))
        within_s = options["open_within"] or 2 * asked.rooms / options["opening"] + OPENING_SLACK_S
        requests = _requests(asked, urls, data, options["opening"], options["seed"])
        bounds = Bounds(within_s, asked.seconds, asked.moves)
        with showing() as show:
            return await Drive(requests, bounds, processor, show).run()


def _requests(
    asked: Asked, urls: tuple[str, ...], data: Path | None, opening: float, seed: int
) -> list[Request]:
    count = asked.processes
    rooms, moves = shares(asked.rooms, count), shares(asked.moves, count)
    return [
        Request(
            addresses=urls,
            rooms=rooms[number],
            seats=asked.seats,
            pace=asked.pace,
            rate=asked.rate / count,
            moves=max(1, moves[number]) if asked.moves else 0,
            opening_s=count / opening,
            seed=seed * count + number,
            data=str(data.resolve()) if data is not None else "",
        )
        for number in range(count)
    ]


def _fail(why: str) -> NoReturn:
    click.echo(f"saloon load: {why}", err=True)
    sys.exit(report.UNPROVED)
