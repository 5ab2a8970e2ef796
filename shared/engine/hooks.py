"""Queries and moments: the two ways in which cards, characters and options bend a rule.

A *query* is a question with a base answer that every bearer in force may refine. A *moment* is a
named point of a resolution at which bearers act. Rules in force are derived from the state each
time they are asked for: nothing is registered, so nothing has to be removed.

Order: the table first (options, scenario), then seat by seat clockwise from the turn player, and
within a seat the character before its cards in play, those in the order in which they arrived.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from .events import Event

Q = TypeVar("Q")
A = TypeVar("A")

TABLE = -1
"""Owner of rules that belong to no seat."""


class Query(Generic[Q, A]):
    """A question of type `Q` with an answer of type `A`.

    `seats` names the seats whose bearers may speak to a question (their own rules only); without
    it every seat is asked. Narrow questions are cheap ones.
    """

    __slots__ = ("name", "seats")

    def __init__(self, name: str, seats: Callable[[Q], tuple[int, ...]] | None = None) -> None:
        self.name = name
        self.seats = seats


class Moment(Generic[Q]):
    """A named point of a resolution; `Q` tells what happened."""

    __slots__ = ("name", "seats")

    def __init__(self, name: str, seats: Callable[[Q], tuple[int, ...]] | None = None) -> None:
        self.name = name
        self.seats = seats


class Rule(NamedTuple):
    """One refinement or action, made by `on` or `when`."""

    hook: "Query[Any, Any] | Moment[Any]"
    run: Callable[..., Any]


def on(query: Query[Q, A], fold: Callable[[Any, Q, A, int], A]) -> Rule:
    """`fold(resolution, question, answer so far, owner)` gives the refined answer."""
    return Rule(query, fold)


def when(moment: Moment[Q], act: Callable[[Any, Q, int], Iterator[Event]]) -> Rule:
    """`act(resolution, what happened, owner)` yields events."""
    return Rule(moment, act)


class _Hooked(NamedTuple):
    """What speaks to one hook in a match."""

    table: list[Callable[..., Any]]
    named: dict[str, list[Callable[..., Any]]]
    """By the name of their bearer."""


SILENCED: Query[tuple[int, str], bool] = Query("silenced")
"""Is this bearer (owner, name) without effect now? Only table rules and characters may say so."""


class Asking(Protocol):
    """What the kernel needs of a resolution: who sits in force, and what each seat bears."""

    def seats_in_force(self) -> Sequence[int]:
        """Seats whose bearers count, clockwise from the turn player."""

    def bearers(self, seat: int) -> Sequence[str]:
        """Names that may bear rules for `seat`, in the order they are asked."""


class Rulebook:
    """The rules that exist in one match, indexed by hook and bearer. Immutable once made."""

    __slots__ = ("_rules", "is_silencing")

    def __init__(self, table: Iterable[Rule], bearers: Mapping[str, Iterable[Rule]]) -> None:
        self._rules: dict[object, _Hooked] = {}
        for rule in table:
            hooked = self._rules.setdefault(rule.hook, _Hooked([], {}))
            hooked.table.append(rule.run)
        for name, rules in bearers.items():
            for rule in rules:
                hooked = self._rules.setdefault(rule.hook, _Hooked([], {}))
                hooked.named.setdefault(name, []).append(rule.run)
        self.is_silencing = SILENCED in self._rules
        """Some rule may silence others: answers may change with whatever that rule looks at."""

    def ask(self, resolution: Asking, query: Query[Q, A], question: Q, answer: A) -> A:
        """`answer` refined by every rule in force for `query`."""
        hooked = self._rules.get(query)
        if hooked is None:
            return answer
        table, named = hooked
        for fold in table:
            answer = fold(resolution, question, answer, TABLE)
        if not named:
            return answer
        free = not self.is_silencing
        seats = resolution.seats_in_force() if query.seats is None else query.seats(question)
        for seat in seats:
            for name in resolution.bearers(seat):
                if name in named and (free or self._speaks(resolution, query, seat, name)):
                    for fold in named[name]:
                        answer = fold(resolution, question, answer, seat)
        return answer

    def may_speak(self, resolution: Asking, query: Query[Q, A], seats: Sequence[int]) -> bool:
        """Whether any rule could refine an answer to `query` for which `seats` are asked. Without
        one the base answer stands, whatever the question."""
        hooked = self._rules.get(query)
        if hooked is None:
            return False
        if hooked.table:
            return True
        for seat in seats:
            for name in resolution.bearers(seat):
                if name in hooked.named:
                    return True
        return False

    def reach(self, resolution: Asking, moment: Moment[Q], what: Q) -> Iterator[Event]:
        """What every rule in force for `moment` does, one after the other."""
        hooked = self._rules.get(moment)
        if hooked is None:
            return
        table, named = hooked
        for act in table:
            yield from act(resolution, what, TABLE)
        if not named:
            return
        seats = resolution.seats_in_force() if moment.seats is None else moment.seats(what)
        acting = [
            (seat, act)
            for seat in seats
            for name in resolution.bearers(seat)
            if name in named and self._speaks(resolution, moment, seat, name)
            for act in named[name]
        ]
        for seat, act in acting:
            yield from act(resolution, what, seat)

    def _speaks(self, resolution: Asking, hook: object, seat: int, name: str) -> bool:
        if not self.is_silencing or hook is SILENCED:
            return True
        return not self.ask(resolution, SILENCED, (seat, name), False)
