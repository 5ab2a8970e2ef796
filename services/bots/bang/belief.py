"""Who is who: a probability for every way in which the secret roles can be dealt out.

Each deal of the roles that are left to the seats that hide one is weighed by how well it explains
what was done in the open. With at most seven seats there are so few deals that this is exact.

    P(deal | acts)  ~  product over acts of  LIKELIHOOD[act][role of who did it][role of whom] ** w

`w` is the act's weight (`weights.EVIDENCE`): a shot says more than a stolen card, and a card that
hits everybody says little about anybody. Nobody but the dying can rescue himself in the base game,
so who is left to die tells nothing; who heals others or takes a burden from them does.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log

from msgspec import Struct

from services.bots.bang import weights

ROLES = ("sheriff", "deputy", "outlaw", "renegade")

Odds = Mapping[str, float]
"""Probability of each role, for one seat."""


class Act(Struct, frozen=True):
    """Something that one seat did to another in the open. `kind`: harm, help or spare."""

    kind: str
    actor: int
    target: int
    weight: float


class Belief:
    """The deals of roles that are still possible, as somebody sees them who knows `known`.

    `counts`: how many of each role were dealt. `known`: roles by seat.
    """

    def __init__(self, size: int, counts: Mapping[str, int], known: Mapping[int, str]) -> None:
        self._size = size
        self._known = dict(known)
        hidden = [seat for seat in range(size) if seat not in known]
        left = {role: counts.get(role, 0) for role in ROLES}
        for role in known.values():
            left[role] -= 1
        assert sum(left.values()) == len(hidden) and min(left.values()) >= 0, (counts, known)
        self._deals = [self._whole(deal) for deal in _deals(tuple(hidden), left)]
        self._logs = [0.0] * len(self._deals)
        self._odds: tuple[Odds, ...] | None = None

    def _whole(self, deal: Mapping[int, str]) -> tuple[str, ...]:
        return tuple(self._known.get(seat) or deal[seat] for seat in range(self._size))

    def weigh(self, acts: Sequence[Act]) -> None:
        """Takes account of what was done."""
        for act in acts:
            table = _LOGS[act.kind]
            for number, deal in enumerate(self._deals):
                self._logs[number] += act.weight * table[deal[act.actor]][deal[act.target]]
        if acts:
            self._odds = None

    def learn(self, known: Mapping[int, str]) -> None:
        """Roles that have been shown; deals that say otherwise are dropped."""
        news = {seat: role for seat, role in known.items() if self._known.get(seat) != role}
        if not news:
            return
        self._known.update(news)
        left = [
            (deal, weight)
            for deal, weight in zip(self._deals, self._logs, strict=True)
            if all(deal[seat] == role for seat, role in news.items())
        ]
        assert left, (known, self._known)
        self._deals = [deal for deal, _ in left]
        self._logs = [weight for _, weight in left]
        self._odds = None

    @property
    def odds(self) -> tuple[Odds, ...]:
        """By seat."""
        if self._odds is None:
            self._odds = self._weighed()
        return self._odds

    def _weighed(self) -> tuple[Odds, ...]:
        most = max(self._logs)
        found = [dict.fromkeys(ROLES, 0.0) for _ in range(self._size)]
        total = 0.0
        for deal, weight in zip(self._deals, self._logs, strict=True):
            share = exp(weight - most)
            total += share
            for seat, role in enumerate(deal):
                found[seat][role] += share
        return tuple({role: sum_ / total for role, sum_ in odds.items()} for odds in found)


def _deals(seats: tuple[int, ...], left: Mapping[str, int]) -> Iterator[dict[int, str]]:
    """Every way to give the roles that are left to `seats`."""
    roles = [role for role in ROLES if left[role]]
    if not roles:
        yield {}
        return
    role = roles[0]
    for chosen in combinations(seats, left[role]):
        others = tuple(seat for seat in seats if seat not in chosen)
        for deal in _deals(others, {**left, role: 0}):
            yield {**dict.fromkeys(chosen, role), **deal}


_LOGS = {
    kind: {
        actor: {target: log(row.get(target, 1.0)) for target in ROLES}
        for actor, row in table.items()
    }
    for kind, table in weights.LIKELIHOOD.items()
}
