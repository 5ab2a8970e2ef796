"""Loads of freshly dealt matches of many seeds: shells, items, and what is told of them."""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple

from services.cli.scenario.cases import Case, Fact
from services.cli.scenario.fresh import seeds
from services.cli.scenario.study import Bench, Check, Finding, Study, called, equal, holds, shown
from shared.contracts.buckshot import BLANK_SHELL, LIVE, OPPONENT, SELF, Shoot
from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.engine.game import Setup, run
from shared.games.buckshot import Buckshot
from shared.games.buckshot.events import ItemsDealt, Loaded

PLAYERS = (PlayerId("player"), PlayerId("dealer"))
SLOTS = 8
"""Items a side can hold (§4)."""


class Given(NamedTuple):
    """What a side got with a load."""

    added: int
    held: int
    """Afterwards."""
    kinds: frozenset[str]


class Loads(NamedTuple):
    shells: tuple[tuple[int, int], ...]
    """Live and blank ones, by load."""
    told: tuple[bool, ...]
    """By load: whether everybody was shown these numbers, and nobody the order."""
    given: tuple[Given, ...]


def _gather(bench: Bench, case: Case) -> Loads:
    shells: list[tuple[int, int]] = []
    told: list[bool] = []
    given: list[Given] = []
    for seed in seeds(case.setup["seeds"]):
        name = f"{case.id}{bench.seed}/{seed}"
        for state, events in _played(bench.game, name):
            for event in events:
                if isinstance(event, ItemsDealt):
                    held = len(state.players[event.seat].items)
                    given.append(Given(len(event.items), held, frozenset(event.items)))
            if any(isinstance(event, Loaded) for event in events):
                counts = state.gun.chamber.count(LIVE), state.gun.chamber.count(BLANK_SHELL)
                shells.append(counts)
                told.append(all(_tells(bench.game, state, seat, counts) for seat in (None, 0, 1)))
    return Loads(tuple(shells), tuple(told), tuple(given))


def _played(game: Buckshot, name: str) -> Iterator[tuple[Any, list[Event]]]:
    """A match in which nobody uses anything, so that what is given piles up; after each shot the
    state, and what has happened."""
    options = {option.key: option.default for option in game.options} | {"maxHealth": 6}
    dice = Random(name)  # noqa: S311 - a test seed
    draws = Draws(blake2b(name.encode(), digest_size=32).digest())
    state = game.initial(Setup(PLAYERS, options))
    yield state, run(state, game.start(state, 0, draws))
    while not state.over:
        shot = Shoot(state.turn.number, dice.choice((SELF, OPPONENT)))
        yield state, run(state, game.decide(state, state.turn.seat, shot, 0, draws))


def _tells(game: Buckshot, state: Any, seat: int | None, counts: tuple[int, int]) -> bool:
    seen = game.see(state, seat)
    gun = game.sections(seen, seat)["gun"]
    return (gun.live, gun.blank) == counts and not any(seen.gun.chamber)


def _between(of: Callable[[tuple[int, int]], int]) -> Check[Loads]:
    """The fact's `min` and `max` are the least and the most that come."""

    def judge(loads: Loads, fact: Fact) -> Iterator[Finding]:
        found = {of(counts) for counts in loads.shells}
        yield from holds(
            fact,
            (min(found), max(found)) == (fact["min"], fact["max"]),
            f"{fact['min']} to {fact['max']}",
            f"{min(found)} to {max(found)}",
        )

    return Check(judge, {"min": int, "max": int})


def _every_combination(loads: Loads, fact: Fact) -> Iterator[Finding]:
    wanted = {(live, blank) for live in range(1, 5) for blank in range(1, 5)}
    yield from equal(fact, set(loads.shells) == wanted, fact["equals"])


def _added(loads: Loads, fact: Fact) -> Iterator[Finding]:
    """As many as the fact says, fewer only where all slots are taken then."""
    if fact["unless"] != "the limit of eight is reached":
        yield Finding(called(fact), "an exception that a check is bound to", fact["unless"])
        return
    full = [given for given in loads.given if given.held == SLOTS]
    found = {given.added for given in loads.given if given.held < SLOTS}
    yield from holds(
        fact,
        bool(full)
        and (min(found), max(found)) == (fact["min"], fact["max"])
        and all(given.added <= fact["max"] for given in full),
        f"{fact['min']} to {fact['max']}",
        shown(sorted(found)),
    )


def _kinds(loads: Loads, fact: Fact) -> Iterator[Finding]:
    found = frozenset[str]().union(*(given.kinds for given in loads.given))
    yield from equal(fact, sorted(found), sorted(fact["equals"]))


def _never_above(loads: Loads, fact: Fact) -> Iterator[Finding]:
    """The most that is ever held."""
    yield from equal(fact, max(given.held for given in loads.given), fact["equals"])


LOADS = Study(
    kind="property",
    setup={"fresh_match": bool, "seeds": str},
    gather=_gather,
    checks={
        "live_between": _between(lambda counts: counts[0]),
        "blank_between": _between(lambda counts: counts[1]),
        "total_between": _between(sum),
        "counts_public": Check(
            lambda loads, fact: equal(fact, all(loads.told), fact["equals"]), {"equals": bool}
        ),
        "every_combination_occurs": Check(_every_combination, {"equals": bool}),
        "items_added_between": Check(_added, {"min": int, "max": int, "unless": str}),
        "item_kinds": Check(_kinds, {"equals": list[str]}),
        "inventory_never_above": Check(_never_above, {"equals": int}),
    },
)
