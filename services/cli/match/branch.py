"""The verb `match branch`: a match that is over goes on otherwise from one of its entries."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

from services.bots.minds import MINDS
from services.cli import stored
from services.cli.match import asked
from services.cli.match.asking import Person
from services.cli.match.branching import Branch
from services.cli.match.onward import Automatic, Player, StuckError, go_on
from services.cli.match.opened import Opened, opened
from services.cli.match.reading import Viewer
from services.cli.match.shown import origin_line
from services.cli.new_file import NewFile
from services.cli.seed import SeedType
from services.cli.transcript import Transcript, ending, faces
from shared.contracts.ids import PlayerId
from shared.matchfile.opened import whole
from shared.room.aggregate import Accepted
from shared.text.catalogue import Catalogue, Language
from shared.text.log import Log

PERSON = "person"


@click.command(short_help="Go on otherwise from an entry of a match that is over.")
@click.argument("source", metavar="ROOM|FILE")
@asked.data
@asked.language
@asked.kids
@click.option(
    "--at",
    type=int,
    metavar="SEQ",
    required=True,
    help="The last entry that stays as it was, counted from 1.",
)
@click.option(
    "--players",
    "kind",
    default="",
    metavar="KIND",
    help="The automatic player that has every seat which --seat does not name. "
    "[default: the game's easiest]",
)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar=f"WHO=KIND|{PERSON}",
    help="Who plays on for a player of the match (by id, name or number): an automatic player, or "
    f"{PERSON} for somebody at this terminal, who sees what that seat sees. May be said often.",
)
@click.option(
    "--seed",
    type=SeedType(),
    default="1",
    show_default=True,
    help="Of what the automatic players do; the cards lie as they lay.",
)
@click.option(
    "--save",
    type=NewFile(),
    help="Write the log of the what-if to this file; it verifies like any other.",
)
@asked.as_json
def branch(
    *,
    source: str,
    data: Path,
    language: Language,
    kids: bool,
    at: int,
    kind: str,
    seats: tuple[str, ...],
    seed: bytes,
    save: Path | None,
    is_json: bool,
) -> None:
    """What if? Takes a match that is over back to one of its entries and lets automatic players, or
    people at this terminal, go on from there to the end.

    The deck and every later draw stay as they were, so only the players make the difference. It
    needs the whole log, so it is for whoever runs the installation or was given that, and only
    once the match is over. The log of the what-if is that of a room of its own: the old match's
    commands, decided again, then the new ones. The id of its first command names the room, match,
    entry and hash it comes from, and it counts as a match from a test seed.

    Exits 1 at an entry that cannot be read, 2 if there is nothing to branch from.
    """
    texts = Catalogue(language, kids)
    if is_json and any(each.endswith(f"={PERSON}") for each in seats):
        raise click.UsageError("a person reads and answers; --json is for programs")
    with opened(source, data, texts) as log:
        made = Branch(log.entries, at, seed)
        names = {str(new): log.names[old] for old, new in made.ids.items()}
        players = _players(made, names, texts, _wanted(made, log, kind, seats), seed)
        teller = _teller(made, names, texts, players)
        if not is_json:
            print(origin_line(texts, made.origin))
        try:
            go_on(made, players, _quiet if is_json else teller)
        except StuckError as stuck:
            raise click.ClickException(str(stuck)) from None
    if save is not None:
        entries = [entry.stored for entry in made.log]
        stored.write(save, whole(entries, names), entries)
    if is_json:
        print(msgspec.json.format(msgspec.json.encode(_plain(made, names))).decode())
        return
    print()
    for line in _end(made, names, texts):
        print(line)


def _wanted(made: Branch, log: Opened, kind: str, given: tuple[str, ...]) -> dict[PlayerId, str]:
    """Who plays for each player of the new room. Raises `click.BadParameter`, `Unreadable`."""
    known = MINDS[made.game.id]
    default = kind or next(iter(known))
    _check_kind(default, known, "--players")
    found = dict.fromkeys(made.seating, default)
    for each in given:
        who, _, wanted = each.rpartition("=")
        if wanted != PERSON:
            _check_kind(wanted, known, "--seat")
        player = asked.viewer_named(who, log.seated, log.names).player
        if player is None or player not in made.ids:
            raise click.BadParameter(
                f"{who or each} has no seat in that match", param_hint="--seat"
            )
        found[made.ids[player]] = wanted
    return found


def _check_kind(kind: str, known: Mapping[str, object], option: str) -> None:
    if kind not in known:
        there = ", ".join(known)
        raise click.BadParameter(f"{kind!r}; there are: {there}", param_hint=option)


def _players(
    made: Branch,
    names: Mapping[str, str],
    texts: Catalogue,
    wanted: Mapping[PlayerId, str],
    seed: bytes,
) -> list[Player]:
    found: list[Player] = []
    for seat, player in enumerate(made.seating):
        if wanted[player] == PERSON:
            found.append(Person(made, seat, names, texts))
        else:
            chance = Random(f"{seed.hex()} {seat}")  # noqa: S311 - to be had again by its seed
            found.append(Automatic(made, seat, wanted[player], chance))
    return found


def _teller(
    made: Branch, names: Mapping[str, str], texts: Catalogue, players: list[Player]
) -> Callable[[Accepted], None]:
    """Reads new entries aloud: to one person what his seat hears, to several what all hear, and all
    of it where only automatic players play."""
    people = [made.seating[s] for s, each in enumerate(players) if isinstance(each, Person)]
    viewer = Viewer(people[0] if len(people) == 1 else None, is_auditor=not people)
    transcript = Transcript(texts, Log(texts, names, faces()))

    def lines(entry: Accepted) -> Iterator[str]:
        for event in entry.events:
            play = made.room.state.play
            yield from transcript.lines(viewer.hears(event, made.seating if play else ()))

    for entry in made.log:
        for _ in lines(entry):
            pass

    def tell(entry: Accepted) -> None:
        for line in lines(entry):
            print(line)

    return tell


def _quiet(_: Accepted) -> None:
    return


def _end(made: Branch, names: Mapping[str, str], texts: Catalogue) -> Iterator[str]:
    outcome = made.game.outcome(made.room.state.play)
    yield from ending(texts, outcome, made.room.state.standings, names, made.game.id)


def _plain(made: Branch, names: Mapping[str, str]) -> dict[str, Any]:
    outcome = made.game.outcome(made.room.state.play)
    assert outcome is not None, "it was played to its end"
    return {
        "origin": made.origin._asdict(),
        "game": made.game.id,
        "entries": len(made.log),
        "taken_over": made.taken_over,
        "players": names,
        "winners": [names[player] for player in outcome.winners],
        "ranking": [names[player] for player in outcome.ranking],
        "head": made.room.hash.hex(),
    }
