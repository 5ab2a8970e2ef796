"""How likely it is that somebody else can answer, from the cards that have been seen.

Cards that a seat is known to hold count as they are; the rest of its hand is any of the unseen.
"""

from functools import lru_cache
from math import comb

from services.bots.bang.deck import KINDS
from services.bots.bang.table import Person, Table


@lru_cache(maxsize=50_000)
def at_least(needed: int, drawn: int, good: int, total: int) -> float:
    """That at least `needed` of `drawn` cards are among the `good` of `total`."""
    if needed <= 0:
        return 1.0
    drawn = min(drawn, total)
    if needed > min(drawn, good):
        return 0.0
    bad = total - good
    fewer = sum(comb(good, n) * comb(bad, drawn - n) for n in range(needed))
    return max(0.0, 1 - fewer / comb(total, drawn))


class Chances:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._total = len(table.unseen)

    def holds(self, person: Person, kinds: tuple[str, ...], needed: int) -> float:
        """That he has at least `needed` cards of these kinds."""
        known = self._table.held[person.seat]
        surely = sum(KINDS[card] in kinds for card in known)
        good = sum(self._table.unseen_kinds[kind] for kind in kinds)
        return at_least(needed - surely, person.hand_count - len(known), good, self._total)

    def check(self, person: Person, share: float) -> float:
        """That a draw check turns up a card of which there is this share."""
        return 1 - (1 - share) ** 2 if person.character == "lucky" else share

    def dodges(self, person: Person, needed: int) -> float:
        """That he stops a shot that takes `needed` Missed! effects."""
        kinds = ("missed", "bang") if person.character == "calamity" else ("missed",)
        tries = ("barrel" in person.kinds) + (person.character == "jourdonnais")
        heart = self.check(person, self._table.heart_share)
        found = 0.0
        for hearts in range(tries + 1):
            share = comb(tries, hearts) * heart**hearts * (1 - heart) ** (tries - hearts)
            found += share * self.holds(person, kinds, needed - hearts)
        return found

    def shoots(self, person: Person, needed: int) -> float:
        """That he has at least `needed` cards to give in a duel or against Indians."""
        kinds = ("bang", "missed") if person.character == "calamity" else ("bang",)
        return self.holds(person, kinds, needed)

    def rescues_himself(self, person: Person) -> float:
        """That he survives a blow that takes his last life."""
        if person.character == "sid" and person.hand_count >= 2:
            return 1.0
        return self.holds(person, ("beer",), 1) if len(self._table.living) > 2 else 0.0
