"""The verb `arena`."""

import os
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

import click
import msgspec

from services.bots.minds import MINDS
from services.cli.arena import broken, report
from services.cli.arena.crew import LAST_ONLY, Finding, Order, play_all
from services.cli.arena.match import Match
from services.cli.arena.request import EACH, Request, check_players, check_seats, wanted_roles
from services.cli.parts import GAMES
from services.cli.picture import NewPicture
from services.cli.seed import SeedType
from shared.runtime import logs

MOST = 10_000_000
"""Matches of one run."""

EVERY = "every"
END = "end"


_KINDS = "; ".join(f"{game}: {', '.join(kinds)}" for game, kinds in MINDS.items())


class VerifyType(click.ParamType[int]):
    """`every`, `end`, or a number N from 1 on: each N-th match."""

    name = f"{EVERY}|N|{END}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value)
        if text in (EVERY, END):
            return 1 if text == EVERY else LAST_ONLY
        if not text.isascii() or not text.isdigit() or int(text) < 1:
            self.fail(f"{text[:20]!r} is not {EVERY}, {END} or a number from 1 on", param, ctx)
        return int(text)


class NamesType(click.ParamType[tuple[str, ...]]):
    """Names with commas between them."""

    name = "a,b,…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(name.strip() for name in str(value).split(","))


@click.command()
@click.option("--game", type=click.Choice(list(GAMES.newest())), required=True)
@click.option(
    "--players",
    type=NamesType(),
    metavar=NamesType.name,
    required=True,
    help=f"Kinds of automatic players ({_KINDS}). They take the seats by turns, and each moves on "
    "by a seat from match to match: two for two seats change sides evenly, one name plays all "
    "seats.",
)
@click.option(
    "--among",
    default="",
    metavar="NAME",
    help="Each of --players has one seat; this kind has all the others.",
)
@click.option(
    "--role",
    default="",
    metavar=f"ROLE|{EACH}",
    help="Put the one name in --players into this role, the rest of the table is --among. Roles "
    "are dealt first, then the players come to their seats, so every deal counts. In a game "
    "without roles a seat's place is its role: seat-1, seat-2. "
    f"{EACH}: every role of the table in turn, -n matches for each.",
)
@click.option(
    "--seats", type=int, help="How many sit at the table. [default: as many as the game takes]"
)
@click.option(
    "-n", "matches", type=click.IntRange(1, MOST), required=True, help="How many matches."
)
@click.option(
    "--options",
    type=click.Choice(["default", "random"]),
    default="default",
    show_default=True,
    help="The options of the matches: as they are, or drawn for each match.",
)
@click.option(
    "--seed", type=SeedType(), default="1", show_default=True, help="The same matches again."
)
@click.option(
    "--verify",
    "verify_every",
    type=VerifyType(),
    metavar=VerifyType.name,
    default=EVERY,
    show_default=True,
    help="Which logs are proved: of every match, of each N-th, or of the last alone.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Processes; they change nothing but the time. [default: one for each core]",
)
@click.option(
    "--only", type=click.IntRange(min=1), metavar="NUMBER", help="Play only this match of them."
)
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--plot",
    type=NewPicture(),
    metavar="FILE.png",
    help="Draw the shares of matches won.",
)
@click.option(
    "--save-dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the files of a match that breaks are put [default: here]; with --only also those "
    "of one that does not.",
)
def arena(
    *,
    game: str,
    players: tuple[str, ...],
    among: str,
    role: str,
    seats: int | None,
    matches: int,
    options: str,
    seed: bytes,
    verify_every: int,
    jobs: int | None,
    only: int | None,
    is_json: bool,
    plot: Path | None,
    folder: Path | None,
) -> None:
    """Plays many matches between automatic players, without a network, and counts who wins.

    Each plays by what its seat is shown and told, and nothing else. The first move that is
    refused, match that hangs or law that breaks stops it: then it exits 1, writes the match's log
    (for `match verify` and `match show`) and a JSON file with what happened, and prints the command
    that plays only that match again. Exits 2 where what is asked cannot be played.

    \b
    ./saloon arena --game bang --players random -n 1000
    ./saloon arena --game bang --players steady --among random --role each -n 1000
    ./saloon arena --game buckshot --players sharp,house -n 10000 --plot shares.png
    """
    logs.configure(level="error")
    asked = _asked(
        Request(
            game=game,
            seats=GAMES[game].seats[-1] if seats is None else seats,
            players=players,
            among=among,
            roles=(),
            matches=matches,
            seed=seed,
            has_random_options=options == "random",
        ),
        role,
    )
    order = Order(asked, MINDS[game], verify_every)
    if only is not None:
        _play_one(order, only, folder, is_json=is_json)
    jobs = jobs or len(os.sched_getaffinity(0))
    began = perf_counter()
    finding = _play(order, jobs)
    seconds = perf_counter() - began
    if is_json:
        _print(report.plain(asked, finding, seconds, jobs))
    else:
        report.show(asked, finding, seconds)
    if plot is not None and finding.tally.matches:
        _draw(plot, asked, finding)
    if finding.broken is not None:
        _stop(asked, finding.broken, folder)


def _asked(asked: Request, role: str) -> Request:
    """With the roles, as a table of this size is dealt them. Raises `click.BadParameter`."""
    minds = MINDS.get(asked.game, {})
    check_seats(GAMES[asked.game], asked.seats)
    check_players(asked.game, asked.seats, asked.players, asked.among, minds)
    if not role:
        return asked
    if not asked.among:
        raise click.BadParameter("needs --among: who has the other seats", param_hint="--role")
    dealt = Match(asked, 1, minds).roles()
    return msgspec.structs.replace(asked, roles=wanted_roles(role, dealt, asked.players))


def _play(order: Order, jobs: int) -> Finding:
    total = order.request.total
    with click.progressbar(
        length=total,
        label="matches",
        file=sys.stderr,
        show_pos=True,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        try:
            return play_all(order, range(1, total + 1), jobs, bar.update)
        except BrokenProcessPool:
            raise click.ClickException("a process that played has died") from None


def _play_one(order: Order, number: int, folder: Path | None, *, is_json: bool) -> NoReturn:
    """Plays match `number` alone, tells how it went, and exits."""
    asked = order.request
    if number > asked.total:
        raise click.BadParameter(f"there are {asked.total} matches", param_hint="--only")
    played = Match(asked, number, order.makers).play(is_verified=True)
    if isinstance(played, broken.Broken):
        if is_json:
            _print(played.plain(asked))
        _stop(asked, played, folder)
    seats = zip(played.roles, played.names, played.won, strict=True)
    told = {
        "match": number,
        "seats": [{"role": role, "player": name, "won": won} for role, name, won in seats],
        "moves": played.moves,
        "head": played.head.hex(),
        "log": None,
    }
    if folder is not None:
        log = broken.save_log(folder, asked, number, played.entries, {})
        told["log"] = str(log)
    if is_json:
        _print(told)
    else:
        _tell_one(told)
    sys.exit(0)


def _tell_one(told: dict[str, Any]) -> None:
    print(f"match {told['match']}: {told['moves']} moves, log verified, {told['head']}")
    for seat, each in enumerate(told["seats"], 1):
        print(f"  seat {seat}: {each['player']}, {each['role']}, {'won' * each['won'] or 'lost'}")
    if told["log"]:
        print(f"log: {told['log']}")


def _draw(path: Path, asked: Request, finding: Finding) -> None:
    from services.cli.arena.plot import draw

    try:
        draw(path, asked, report.rows(finding.tally))
    except OSError as error:
        raise click.ClickException(f"the picture cannot be written: {error}") from error


def _print(plain: dict[str, Any]) -> None:
    print(msgspec.json.format(msgspec.json.encode(plain)).decode())


def _stop(asked: Request, found: broken.Broken, folder: Path | None) -> NoReturn:
    """Writes what is needed to look into it, says where, and exits 1."""
    who = "" if found.seat is None else f", seat {found.seat + 1} ({found.player}, {found.role})"
    print(f"match {found.number}{who}: {found.law}", file=sys.stderr)
    if found.detail:
        print(found.detail.strip().splitlines()[-1], file=sys.stderr)
    try:
        log, facts = broken.save(folder or Path(), asked, found)
    except OSError as error:
        raise click.ClickException(f"the match cannot be written: {error}") from error
    print(f"log: {log}\nfacts: {facts}\nagain: {asked.command(found.number)}", file=sys.stderr)
    sys.exit(1)
