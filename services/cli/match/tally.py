"""What is counted of matches, from what everybody hears of them: a redacted log does as well."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from services.cli.match.reading import Read
from shared.contracts.entries import Header, read_header
from shared.games.bang.victory import TEAM
from shared.room.events import MatchClosed, MatchDealt, RoomEvent

ROLE, SIDE, CHARACTER = "role", "side", "character"
BY = (ROLE, SIDE, CHARACTER)
"""What wins are counted by."""

_TIMEOUT = "timeout:"
"""Ids of commands that stand for a time-out begin with it; they have no actor."""


class Match(Struct):
    """One match of a log, as far as it goes."""

    game: str
    seats: int
    is_test: bool
    began_ms: int
    deal: str
    """Hash of the entry with which it was dealt; closing leaves does not change it."""
    end: str = ""
    """Hash of its last entry here."""
    ended_ms: int = 0
    entries: int = 0
    turns: int = 0
    rounds: int = 0
    """Loads of a gun, in the game for two."""
    timeouts: int = 0
    order: tuple[str, ...] = ()
    """Players by seat, once they are known; so are the next two."""
    roles: tuple[str, ...] = ()
    characters: dict[int, str] = field(default_factory=dict)
    is_over: bool = False
    is_abandoned: bool = False
    winners: tuple[str, ...] = ()

    def won(self) -> Iterator["Won"]:
        """By role, side and character, each of them once: who shares a role wins and loses
        together."""
        found: dict[tuple[str, str], bool] = {}
        for seat, player in enumerate(self.order):
            has_won = player in self.winners
            role = self.roles[seat] if self.roles else f"seat-{seat + 1}"
            keys = [(ROLE, role)]
            keys += [(SIDE, TEAM[role])] if role in TEAM else []
            keys += [(CHARACTER, self.characters[seat])] if seat in self.characters else []
            for key in keys:
                found[key] = found.get(key, False) or has_won
        for (by, name), has_won in found.items():
            yield Won(by, name, has_won)


class Won(NamedTuple):
    by: str
    name: str
    has_won: bool


def matches(entries: Iterable[Read]) -> Iterator[Match]:
    """The matches that begin in a log, the last perhaps without its end."""
    match: Match | None = None
    for each in entries:
        header = read_header(each.entry)
        for event in (found.event for found in each.events):
            if isinstance(event, MatchDealt):
                seats = len(event.players)
                match = Match(event.game, seats, event.test_seed, header.at_ms, each.entry.hash)
            elif match is not None and event is not None:
                _note(match, event)
        if match is None:
            continue
        _go_on(match, header)
        match.end = each.entry.hash
        if match.is_over:
            yield match
            match = None
    if match is not None:
        yield match


def distinct(found: Iterable[Match]) -> list[Match]:
    """Each match once, as far as it is known. What-ifs may share a deal and are still matches of
    their own, so it is what was dealt and how it ended that tells matches apart."""
    over: dict[tuple[str, str], Match] = {}
    going: dict[str, Match] = {}
    for match in found:
        if match.is_over:
            over.setdefault((match.deal, match.end), match)
        elif match.deal not in going or going[match.deal].entries < match.entries:
            going[match.deal] = match
    ended = {deal for deal, _ in over}
    return [*over.values(), *(each for deal, each in going.items() if deal not in ended)]


def _go_on(match: Match, header: Header) -> None:
    match.entries += 1
    match.ended_ms = header.at_ms
    match.timeouts += not header.actor and header.command_id.startswith(_TIMEOUT)


def _note(match: Match, event: Any) -> None:
    if isinstance(event, MatchClosed):
        match.is_over = True
        match.is_abandoned = event.abandoned
        match.winners = event.winners
    if isinstance(event, RoomEvent):
        return
    match event.__struct_config__.tag:
        case "seated":
            match.order = tuple(event.order)
        case "character_taken":
            match.characters[event.seat] = event.character
        case "turn_began":
            match.turns += 1
            match.rounds = max(match.rounds, getattr(event, "round", 0))
        case "loaded":
            match.rounds = event.load
        case "match_ended":
            match.roles = getattr(event, "roles", ())
        case _:
            return


class Count(Struct):
    """Trials, and how many of them were won."""

    trials: int = 0
    wins: int = 0


class GameTally(Struct):
    """Of one game."""

    matches: int = 0
    finished: int = 0
    abandoned: int = 0
    unfinished: int = 0
    """Still running, or cut off."""
    test_seeds: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    entries: list[int] = field(default_factory=list)
    """Of each match that was played to its end; likewise the next three."""
    turns: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    seconds: list[int] = field(default_factory=list)
    timeouts: int = 0
    moves: int = 0
    """Entries of all matches."""
    won: dict[str, dict[str, Count]] = field(default_factory=dict)
    """By what wins are counted by, then by name; matches without a result are no trials."""

    def count(self, match: Match) -> None:
        self.matches += 1
        self.test_seeds += match.is_test
        self.seats[match.seats] += 1
        self.timeouts += match.timeouts
        self.moves += match.entries
        if not match.is_over:
            self.unfinished += 1
        elif match.is_abandoned:
            self.abandoned += 1
        else:
            self._count_finished(match)

    def _count_finished(self, match: Match) -> None:
        self.finished += 1
        self.entries.append(match.entries)
        self.turns.append(match.turns)
        self.rounds.append(match.rounds)
        self.seconds.append((match.ended_ms - match.began_ms) // 1_000)
        for by, name, has_won in match.won():
            found = self.won.setdefault(by, {}).setdefault(name, Count())
            found.trials += 1
            found.wins += has_won


class Tally(Struct):
    logs: int = 0
    left_out: int = 0
    """Matches that were given more than once, without the first time."""
    games: dict[str, GameTally] = field(default_factory=dict)

    @property
    def matches(self) -> int:
        return sum(game.matches for game in self.games.values())

    def count(self, found: Sequence[Match]) -> None:
        """All matches that were given."""
        counted = distinct(found)
        for match in counted:
            self.games.setdefault(match.game, GameTally()).count(match)
        self.left_out = len(found) - len(counted)
