"""Freshly dealt matches of many seeds: roles, life, opening hands, first turn."""

from collections import Counter
from collections.abc import Callable, Iterator
from string import ascii_uppercase
from typing import Any, Literal, NamedTuple

from shared.games.bang.victory import SHERIFF

from .autoplay import play_out
from .cards import BadSetup
from .cases import Case, Fact
from .study import Bench, Check, Finding, Study, called, shown
from .table import Table

LIVES = 4
FRAIL = {"elGringo": 3, "paul": 3}
"""Lives of §3.2, where they are not four."""

PLAYED_OUT = 20
"""Of each number of players so many matches are played to their end."""


class Dealt(NamedTuple):
    """A match as it was dealt; `seats` numbers its players, `seed` names it among those."""

    table: Table
    seed: int


class Deals(NamedTuple):
    matches: tuple[Dealt, ...]
    deal: Callable[[int, int], Table]
    """Deals the match of a number of players and a seed once more."""


def seeds(text: str) -> range:
    """`7`, or `1..200` with both ends."""
    first, _, last = text.partition("..")
    if not first.isdigit() or not (last or first).isdigit():
        raise BadSetup(f"no seeds: {text}")
    found = range(int(first), int(last or first) + 1)
    if not found:
        raise BadSetup(f"no seeds: {text}")
    return found


def fresh_table(bench: Bench, case: Case, players: int, seed: int) -> Table:
    """A match that the rules deal; its players are A, B, ... in the order in which they joined."""
    setup: dict[str, Any] = {
        "fresh_match": True,
        "players": list(ascii_uppercase[:players]),
        "options": case.setup.get("options", {}),
    }
    return Table(setup, game=bench.game, seed=f"{case.id}{bench.seed}/{players}/{seed}")


def _gather(bench: Bench, case: Case) -> Deals:
    def deal(players: int, seed: int) -> Table:
        return fresh_table(bench, case, players, seed)

    matches = [
        Dealt(deal(players, seed), seed)
        for players in case.setup["player_counts"]
        for seed in seeds(case.setup["seeds"])
    ]
    return Deals(tuple(matches), deal)


def _roles(table: Table) -> Counter[str]:
    return Counter(player.role for player in table.state.players)


def _role_counts(deals: Deals, fact: Fact) -> Iterator[Finding]:
    tables = [m.table for m in deals.matches if len(m.table.state.players) == fact["players"]]
    if not tables:
        yield Finding(called(fact), "matches", "none was dealt")
    wanted: Counter[str] = Counter(fact["equals"])
    for table in tables:
        if _roles(table) != wanted:
            yield Finding(called(fact), shown(sorted((+wanted).elements())), _told(_roles(table)))
            return


def _told(roles: Counter[str]) -> str:
    return shown(sorted(roles.elements()))


def every(phrase: Any, is_so: Callable[[Table], bool]) -> Check[Deals]:
    """The fact says `phrase`, which holds for every match that was dealt."""

    def judge(deals: Deals, fact: Fact) -> Iterator[Finding]:
        if fact["equals"] != phrase:
            yield Finding(called(fact), shown(phrase), f"{shown(fact['equals'])}, bound to nothing")
            return
        for match in deals.matches:
            if not is_so(match.table):
                players = len(match.table.state.players)
                told = f"not with {players} players and seed {match.seed}"
                yield Finding(called(fact), shown(phrase), told)
                return

    return Check(judge, {"equals": type(phrase)})


def _lives(table: Table) -> bool:
    return all(
        player.max_life == FRAIL.get(player.character, LIVES) + (player.role == SHERIFF)
        for player in table.state.players
    )


def _hands(table: Table) -> bool:
    return all(len(p.hand) == p.life == p.max_life for p in table.state.players)


def _sheriff_first(table: Table) -> bool:
    turn = table.state.turn
    first = table.state.players[turn.seat]
    return (first.role, turn.number, turn.phase) == (SHERIFF, 1, "draw")


def _distinct(table: Table) -> bool:
    characters = {player.character for player in table.state.players}
    return len(characters) == len(table.state.players) and "" not in characters


def _unchanged(deals: Deals, fact: Fact) -> Iterator[Finding]:
    """Nobody's role changes in a match that is played to its end, and dealing the same match again
    afterwards gives the same roles to the same players."""
    count: Counter[int] = Counter()
    for match in deals.matches:
        players = len(match.table.state.players)
        count[players] += 1
        if count[players] > PLAYED_OUT:
            continue
        before = {player.id: player.role for player in match.table.state.players}
        table = deals.deal(players, match.seed)
        play_out(table, match.seed)
        outcome = table.game.outcome(table.state)
        ended = {player.id: player.role for player in outcome.detail.players} if outcome else {}
        again = {p.id: p.role for p in deals.deal(players, match.seed).state.players}
        if (before == ended == again) is not fact["equals"]:
            told = f"otherwise with {players} players and seed {match.seed}"
            yield Finding(called(fact), shown(fact["equals"]), told)
            return


FRESH = Study(
    kind="property",
    setup={"fresh_match": Literal[True], "player_counts": list[int], "seeds": str},
    optional={"options": dict[str, Any]},
    gather=_gather,
    checks={
        "role_counts": Check(_role_counts, {"players": int, "equals": dict[str, int]}),
        "max_life_rule": every("character life, plus one for the sheriff", _lives),
        "hand_count_rule": every("current life", _hands),
        "first_turn": every(SHERIFF, _sheriff_first),
        "distinct_characters": every(True, _distinct),
        "role_table_unchanged_after_match": Check(_unchanged, {"equals": bool}),
    },
)
