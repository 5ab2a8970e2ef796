"""Cards by the names that cases give them: `beer`, or `beer:H6` where suit and rank matter."""

from collections.abc import Iterable, Sequence

from shared.games.bang.catalogue import RANK_NAMES, Card


class BadSetup(ValueError):
    """A table, a command or a name in a case that means nothing; the sentence says which."""


class CardNames:
    """The names of one deck. A name without suit and rank stands for any card of its kind."""

    __slots__ = ("_full", "_kinds")

    def __init__(self, cards: Sequence[Card]) -> None:
        self._kinds = {card.id: card.kind for card in cards}
        self._full = {card.id: f"{card.kind}:{card.suit}{RANK_NAMES[card.rank]}" for card in cards}

    def __len__(self) -> int:
        return len(self._full)

    def of(self, card: int) -> str:
        """The full name of a card."""
        return self._full[card]

    def all_of(self, cards: Iterable[int]) -> list[str]:
        return [self._full[card] for card in cards]

    def fits(self, name: str, card: int) -> bool:
        return name in (self._kinds[card], self._full[card])

    def called(self, name: str) -> list[int]:
        """Every card with this name, in id order. Raises `BadSetup` when there is none."""
        found = [card for card in self._full if self.fits(name, card)]
        if not found:
            raise BadSetup(f"no card is called {name}")
        return found

    def claim(self, wanted: Sequence[Sequence[str]]) -> tuple[list[list[int]], list[int]]:
        """One different card for each name, in the shape of `wanted`, and those that are left.

        Full names choose first, so that a bare kind never takes a card that is named elsewhere.
        Raises `BadSetup` where more cards of a name are wanted than there are.
        """
        left = list(self._full)
        claimed: dict[tuple[int, int], int] = {}
        places = [(row, column) for row, names in enumerate(wanted) for column in range(len(names))]
        for row, column in sorted(places, key=lambda place: ":" not in wanted[place[0]][place[1]]):
            name = wanted[row][column]
            card = next((card for card in self.called(name) if card in left), None)
            if card is None:
                raise BadSetup(f"every {name} is taken already")
            left.remove(card)
            claimed[row, column] = card
        return [
            [claimed[row, c] for c in range(len(names))] for row, names in enumerate(wanted)
        ], left

    def missing(self, wanted: Iterable[str], cards: Iterable[int]) -> list[str]:
        """Names for which `cards` holds no card of its own."""
        left = list(cards)
        missing = []
        for name in sorted(wanted, key=lambda name: ":" not in name):
            card = next((card for card in left if self.fits(name, card)), None)
            if card is None:
                missing.append(name)
            else:
                left.remove(card)
        return missing

    def same(self, wanted: Sequence[str], cards: Sequence[int]) -> bool:
        """Whether `cards` are exactly those, in any order."""
        return len(wanted) == len(cards) and not self.missing(wanted, cards)

    def same_order(self, wanted: Sequence[str], cards: Sequence[int]) -> bool:
        return len(wanted) == len(cards) and all(map(self.fits, wanted, cards))
