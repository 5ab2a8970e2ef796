"""The verb `demo`."""

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
import uvloop

from services.cli import audit, stored
from services.cli.at_gateway import NotThere, ask_first, read_address
from services.cli.demo.playing import DemoError, Hear, Plan, Played, play_at, play_match
from services.cli.new_file import NewFile
from services.cli.parts import GAMES
from services.cli.seed import SeedType, shown
from services.cli.stack import check_complete
from services.cli.transcript import WIDTH, Transcript, ending, faces, rule
from shared.engine.events import Event
from shared.matchfile.opened import whole
from shared.matchfile.proving import Anchors, prove
from shared.runtime import logs
from shared.text.catalogue import Catalogue, Language
from shared.text.log import Log

TITLES = {"bang": "title-showdown", "buckshot": "title-odds"}
SEATS_LEAST = {"bang": 4, "buckshot": 2}


@click.command()
@click.option("--game", type=click.Choice(list(TITLES)), default="bang", show_default=True)
@click.option("--seats", type=int, show_default="as few as the game takes")
@click.option("--seed", type=SeedType(), default="1", show_default=True, help="Up to 64 digits.")
@click.option(
    "--lang", "language", type=click.Choice(["ko", "en"]), default="en", show_default=True
)
@click.option("--kids", is_flag=True, help="Tell it in the children's words.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object in the end.")
@click.option(
    "--save",
    type=NewFile(),
    help="Also write the match to this file, for `match verify` and `match show`.",
)
@click.option(
    "--url",
    help="Play at this gateway, in place of a server of its own. It deals by its own seed; the one "
    "here says only who plays, and how.",
)
def demo(
    *,
    game: str,
    seats: int | None,
    seed: bytes,
    language: Language,
    kids: bool,
    is_json: bool,
    save: Path | None,
    url: str | None,
) -> None:
    """Plays a whole match by programs over HTTP and websockets, and reads it aloud.

    The same command gives the same transcript, and its log is proved: exits 1 if it does not hold.
    With --url it tells the room instead, for `match verify`.
    """
    logs.configure(level="error")
    _check_where(url, save)
    plan = Plan(game, seed, _seats(game, seats), language)
    if url is not None:
        url = _gateway(url, plan)
    texts = Catalogue(language, kids)
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if not is_json:
            print(line, flush=True)

    for line in _head(texts, plan, url):
        tell(line)
    try:
        played = _run(plan, _Teller(texts, tell).hear, url)
    except DemoError as error:
        raise click.ClickException(str(error)) from error
    for line in _ending(texts, played):
        tell(line)
    if url is not None:
        tell(f"match verify {played.room}")
        _print(is_json, {**_plain(plan, played), "room": played.room, "transcript": told})
        return
    head = whole(played.entries, played.names)
    verdict = prove(head, played.entries, GAMES, Anchors())
    for line in (rule(texts.text("transcript-audit")), *audit.lines(texts, verdict)):
        tell(line)
    if save is not None:
        stored.write(save, head, played.entries)
    verified = audit.plain(verdict)
    _print(is_json, {**_plain(plan, played), "verified": verified, "transcript": told})
    sys.exit(0 if verdict.holds else 1)


def _print(is_wanted: bool, plain: dict[str, Any]) -> None:
    if is_wanted:
        print(msgspec.json.format(msgspec.json.encode(plain)).decode())


def _check_where(url: str | None, save: Path | None) -> None:
    if url is None:
        check_complete()
    elif save is not None:
        raise click.BadParameter("the log is not to be had from a gateway", param_hint="--save")


def _gateway(url: str, plan: Plan) -> str:
    """The address of one that has the game. Ends the program where it is none."""
    address = read_address(url)
    try:
        asyncio.run(ask_first(address, plan.game, plan.seats))
    except NotThere as error:
        raise click.ClickException(str(error)) from None
    return address


def _seats(game: str, wanted: int | None) -> int:
    most = GAMES[game].seats[-1]
    seats = SEATS_LEAST[game] if wanted is None else wanted
    if seats not in GAMES[game].seats:
        told = f"{SEATS_LEAST[game]} to {most}" if most > SEATS_LEAST[game] else str(most)
        raise click.BadParameter(f"{game} takes {told}", param_hint="--seats")
    return seats


class _Teller:
    """Makes lines of what a watcher hears, whose players' names become known by and by."""

    def __init__(self, texts: Catalogue, tell: Callable[[str], None]) -> None:
        self._texts = texts
        self._tell = tell
        self._transcript: Transcript | None = None

    def hear(self, event: Event, names: dict[str, str]) -> None:
        if self._transcript is None:
            self._transcript = Transcript(self._texts, Log(self._texts, names, faces()))
        for line in self._transcript.lines(event):
            self._tell(line)


def _run(plan: Plan, hear: Hear, url: str | None) -> Played:
    """Also on SIGTERM nothing is left behind."""

    async def run() -> Played:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await (play_match(plan, hear) if url is None else play_at(url, plan, hear))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            return runner.run(run())
        except asyncio.CancelledError:
            raise click.Abort from None


def _head(texts: Catalogue, plan: Plan, url: str | None) -> Iterator[str]:
    named = url or texts.text("transcript-seed", seed=shown(plan.seed))
    title = texts.text(TITLES[plan.game])
    yield "━" * WIDTH
    yield texts.text("transcript-head", title=title, players=plan.seats, seed=named)
    yield "━" * WIDTH


def _ending(texts: Catalogue, played: Played) -> Iterator[str]:
    yield ""
    yield from ending(texts, played.outcome, played.standings, played.names, played.game)
    yield ""


def _plain(plan: Plan, played: Played) -> dict[str, Any]:
    names = played.names
    outcome = played.outcome
    return {
        "game": plan.game,
        "seed": plan.seed.hex(),
        "players": list(names.values()),
        **RESULTS[plan.game](outcome.detail, names),
        "winners": [names[player] for player in outcome.winners],
        "ranking": [names[player] for player in outcome.ranking],
        "points": {names[player]: count for player, count in played.standings.items()},
    }


def _western(detail: Any, names: dict[str, str]) -> dict[str, Any]:
    return {
        "winner_team": detail.winner_team,
        "rounds": detail.rounds,
        "roles": {names[player.id]: player.role for player in detail.players},
    }


def _for_two(detail: Any, names: dict[str, str]) -> dict[str, Any]:
    return {
        "loads": detail.loads,
        "turns": detail.turns,
        "course": detail.course,
        "health": {names[player.id]: player.health for player in detail.players},
    }


RESULTS = {"bang": _western, "buckshot": _for_two}
"""What the JSON tells of each game's own result."""
