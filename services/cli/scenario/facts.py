"""Facts about a table after its script: what each is compared with."""

from collections.abc import Callable, Iterator
from typing import Any

from shared.games.bang.waits import Dying, Market, Shot

from .cases import Fact
from .script import Played, play
from .study import Check, Finding, Study, called, equal, shown
from .table import Table

KINDS = {
    "bang": "shot",
    "indians": "demand",
    "duel": "standoff",
    "store": "market",
    "dying": "dying",
    "luckyPick": "check_pick",
    "kitKeep": "keep",
    "choose2": "character_pick",
}
"""Kind of a reaction in the rules document (§8.1) -> kind of the wait that stands for it."""


WHO = {"player": str}
CARDS = {"cards": list[str]}


def value(type_: Any, of: Callable[[Table, Fact], Any], **fields: Any) -> Check[Played]:
    """The fact's `equals` is exactly this."""

    def judge(played: Played, fact: Fact) -> Iterator[Finding]:
        yield from equal(fact, of(played.table, fact), fact["equals"])

    return Check(judge, {**fields, "equals": type_})


def cards(of: Callable[[Table, Fact], list[int]], **fields: Any) -> Check[Played]:
    """The fact's `equals` names exactly these cards, in any order."""

    def judge(played: Played, fact: Fact) -> Iterator[Finding]:
        names, found = played.table.names, of(played.table, fact)
        if not names.same(fact["equals"], found):
            yield Finding(called(fact), shown(fact["equals"]), shown(names.all_of(found)))

    return Check(judge, {**fields, "equals": list[str]})


def among(of: Callable[[Table, Fact], list[int]], **fields: Any) -> Check[Played]:
    """All the fact's `cards` are there."""

    def judge(played: Played, fact: Fact) -> Iterator[Finding]:
        names, found = played.table.names, of(played.table, fact)
        if names.missing(fact["cards"], found):
            yield Finding(called(fact), "all there", shown(names.all_of(found)))

    return Check(judge, {**fields, **CARDS})


def card(of: Callable[[Table], int]) -> Check[Played]:
    """The fact's `equals` names this card; -1 is none."""

    def judge(played: Played, fact: Fact) -> Iterator[Finding]:
        names, found, wanted = played.table.names, of(played.table), fact["equals"]
        fits = wanted is None if found < 0 else wanted is not None and names.fits(wanted, found)
        if not fits:
            actual = "none" if found < 0 else names.of(found)
            yield Finding(called(fact), shown(wanted), actual)

    return Check(judge, {"equals": str | None})


def _killer(table: Table, fact: Fact) -> str | None:
    seat = table.seat(fact["player"])
    killers = [death.killer for death in table.state.deaths if death.seat == seat]
    if not killers:
        return "still alive"
    return table.who(killers[0])


def _open(table: Table, fact: Fact) -> Iterator[tuple[str, int | None]]:
    """What waits for the fact's player: kind, and how much is needed where that is a number."""
    for wait in table.waits(fact["player"]):
        kind = str(type(wait).__struct_config__.tag)
        if isinstance(wait, Shot):
            yield kind, wait.needed
        elif isinstance(wait, Dying):
            yield kind, 1 - table.state.players[wait.seat].life
        else:
            yield kind, None


def _kind(fact: Fact) -> str:
    return KINDS.get(fact["kind"], f"no reaction is called {fact['kind']}")


def _is_open(played: Played, fact: Fact) -> Iterator[Finding]:
    found = list(_open(played.table, fact))
    fits = [kind == _kind(fact) and fact.get("needed") in (None, needed) for kind, needed in found]
    if not any(fits):
        yield Finding(called(fact), _kind(fact), _waits(found))


def _is_closed(played: Played, fact: Fact) -> Iterator[Finding]:
    found = list(_open(played.table, fact))
    if fact["kind"] not in KINDS or any(kind == _kind(fact) for kind, _ in found):
        yield Finding(called(fact), f"no {_kind(fact)}", _waits(found))


def _no_waits(played: Played, fact: Fact) -> Iterator[Finding]:
    table = played.table
    found = [f"{type(w).__struct_config__.tag} of {table.who(w.seat)}" for w in table.waits()]
    if found:
        yield Finding(called(fact), "none open", ", ".join(found))


def _waits(found: list[tuple[str, int | None]]) -> str:
    told = [kind if needed is None else f"{kind} needed={needed}" for kind, needed in found]
    return ", ".join(told) or "nothing waits for him"


def _turn(played: Played, fact: Fact) -> Iterator[Finding]:
    turn = played.table.state.turn
    actual = {"player": played.table.who(turn.seat), "phase": turn.phase}
    wanted = {key: fact[key] for key in ("player", "phase") if key in fact}
    if any(actual[key] != wanted[key] for key in wanted):
        yield Finding("fact turn", shown(list(wanted.values())), shown(list(actual.values())))


def _won(played: Played, fact: Fact) -> Iterator[Finding]:
    outcome = played.table.game.outcome(played.table.state)
    winners = outcome.winners if outcome is not None else ()
    actual = {player.id: player.id in winners for player in played.table.state.players}
    if outcome is None or actual != fact["players"]:
        told = "not over" if outcome is None else shown(list(winners))
        yield Finding("fact won", shown([who for who, won in fact["players"].items() if won]), told)


def _last_check(played: Played, fact: Fact) -> Iterator[Finding]:
    table, last = played.table, played.table.state.last_check
    if last is None:
        yield Finding(called(fact), "a check", "none was made")
        return
    actual = (table.who(last.seat), last.purpose, last.success)
    wanted = (fact["player"], fact["purpose"], fact["success"])
    if actual != wanted or not table.names.same_order(fact["cards"], last.cards):
        told = shown([*actual, *table.names.all_of(last.cards)])
        yield Finding("fact last_check", shown([*wanted, *fact["cards"]]), told)


def _deck_next(played: Played, fact: Fact) -> Iterator[Finding]:
    names, wanted = played.table.names, fact["cards"]
    found = played.table.state.deck[::-1][: len(wanted)]
    if not names.same_order(wanted, found):
        yield Finding("fact deck_next", shown(wanted), shown(names.all_of(found)))


def _revealed(table: Table) -> int:
    laid = {wait.laid for wait in table.waits() if isinstance(wait, Market)}
    return sum(len(table.laid(number)) for number in laid)


FACTS: dict[str, Check[Played]] = {
    "life": value(int, lambda t, f: t.player(f["player"]).life, **WHO),
    "alive": value(bool, lambda t, f: t.player(f["player"]).alive, **WHO),
    "hand_count": value(int, lambda t, f: len(t.player(f["player"]).hand), **WHO),
    "killer": value(str | None, _killer, **WHO),
    "distance": value(int, lambda t, f: t.distance(f["from"], f["to"]), **{"from": str, "to": str}),
    "winner": value(str | None, lambda t, _: t.state.winner or None),
    "bangs_played": value(int, lambda t, _: t.state.turn.counters.get("bang", 0)),
    "discard_count": value(int, lambda t, _: len(t.state.discard)),
    "deck_count": value(int, lambda t, _: len(t.state.deck)),
    "store_revealed_count": value(int, lambda t, _: _revealed(t)),
    "hand": cards(lambda t, f: t.player(f["player"]).hand, **WHO),
    "in_play": cards(lambda t, f: t.player(f["player"]).in_play, **WHO),
    "hand_contains": among(lambda t, f: t.player(f["player"]).hand, **WHO),
    "discard_contains": among(lambda t, _: t.state.discard),
    "discard_top": card(lambda t: (t.state.discard or [-1])[-1]),
    "black_jack_reveal": card(lambda t: t.state.turn.shown),
    "deck_next": Check(_deck_next, CARDS),
    "turn": Check(_turn, WHO, {"phase": str}),
    "won": Check(_won, {"players": dict[str, bool]}),
    "last_check": Check(_last_check, {**WHO, **CARDS, "purpose": str, "success": bool}),
    "reaction_open": Check(_is_open, {**WHO, "kind": str}, {"needed": int}),
    "reaction_closed": Check(_is_closed, {**WHO, "kind": str}),
    "no_reactions": Check(_no_waits, {}),
}
"""Fact of a script -> how it is judged."""

SCRIPT = Study(
    kind="scenario",
    setup={"players": Any, "turn": Any},
    optional={"options": Any, "deck_top": Any, "deck_rest": Any, "discard": Any},
    gather=play,
    checks=FACTS,
    outcomes=lambda played: played.outcomes,
)
