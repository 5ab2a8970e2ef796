"""What to answer to an open wait: to a shot, a demand, a duel, at death's door, in the store."""

from collections.abc import Callable, Mapping

from services.bots.bang import weights
from services.bots.bang.deck import EXPLOSIVE, HEARTS, KINDS
from services.bots.bang.table import Table, Wait
from services.bots.bang.worth import Worth
from shared.contracts.bang import (
    BangCommand,
    GiveUp,
    KeepCards,
    PickCheck,
    Respond,
    StorePick,
    TakeHit,
    TradeCards,
    UseBarrel,
)
from shared.contracts.bang_offers import Offer

Offers = Mapping[str, Offer]
"""What is offered for one wait, by type."""


def character(offered: tuple[str, ...]) -> str:
    """The better of the characters offered (§4)."""
    return max(offered, key=lambda name: weights.CHARACTER[name])


class Answering:
    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self._table: Table = worth.table
        self._keeping = worth.keeping
        self._kinds: Mapping[str, Callable[[Wait, Offers], BangCommand]] = {
            "shot": self._hit,
            "demand": self._hit,
            "standoff": self._standoff,
            "dying": self._dying,
            "market": self._market,
            "check_pick": self._check,
            "keep": self._keep,
        }

    def answer(self, wait: Wait, offers: Offers) -> BangCommand:
        return self._kinds[wait.kind](wait, offers)

    def _hit(self, wait: Wait, offers: Offers) -> BangCommand:
        """A draw check costs nothing; cards are given if they are worth less than the life."""
        if "useBarrel" in offers:
            return UseBarrel(wait.id)
        if "respond" in offers:
            offer = offers["respond"]
            cards = self._keeping.least(offer.cards, offer.count)
            if self._given(cards) <= self._worth.loss():
                return Respond(wait.id, cards)
        return self._suffer(wait, offers)

    def _given(self, cards: tuple[int, ...]) -> float:
        worth = sum(self._keeping.worths[card] for card in cards)
        is_last = len(cards) == len(self._table.hand)
        return worth - weights.CARD * (is_last and self._table.me.character == "suzy")

    def _suffer(self, wait: Wait, offers: Offers) -> BangCommand:
        """Before the last life goes, whoever may trade cards for another does."""
        if "sidHeal" in offers and self._table.me.life <= 1:
            return self._trade(offers["sidHeal"])
        return TakeHit(wait.id)

    def _trade(self, offer: Offer) -> BangCommand:
        cards = self._keeping.least(offer.cards, offer.count)
        return TradeCards(cards, offer.wait, offer.turn)

    def _standoff(self, wait: Wait, offers: Offers) -> BangCommand:
        """Gives a card if the duel is worth going on with, or if the life is."""
        if "respond" not in offers:
            return self._suffer(wait, offers)
        offer = offers["respond"]
        other = self._table.people[wait.other]
        left = len(offer.cards) - 1
        loses = self._worth.chances.shoots(other, left + 1)
        goes_on = (1 - loses) * self._worth.hit(other) - loses * self._worth.loss()
        cards = self._keeping.least(offer.cards, 1)
        if goes_on - self._given(cards) >= -self._worth.loss():
            return Respond(wait.id, cards)
        return self._suffer(wait, offers)

    def _dying(self, wait: Wait, offers: Offers) -> BangCommand:
        if "respond" in offers:
            offer = offers["respond"]
            return Respond(wait.id, self._keeping.least(offer.cards, offer.count))
        if "sidHeal" in offers and self._can_trade_back():
            return self._trade_for_rescue(offers["sidHeal"])
        return GiveUp(wait.id)

    def _can_trade_back(self) -> bool:
        """Whether trades, and beers where they help, bring the life back to 1."""
        table = self._table
        missing = 1 - table.me.life
        beers = self._beers()
        return min(missing, beers) + (len(table.hand) - min(missing, beers)) // 2 >= missing

    def _beers(self) -> int:
        table = self._table
        return table.kinds_in_hand()["beer"] if len(table.living) > 2 else 0

    def _trade_for_rescue(self, offer: Offer) -> BangCommand:
        """Beers last: each of them is worth a life by itself."""
        beers = [card for card in offer.cards if KINDS[card] == "beer" and self._beers()]
        others = [card for card in offer.cards if card not in beers]
        cards = self._keeping.least(others, offer.count)
        cards += self._keeping.least(beers, offer.count - len(cards))
        return TradeCards(cards, offer.wait, offer.turn)

    def _market(self, wait: Wait, offers: Offers) -> BangCommand:
        cards = offers["storePick"].cards
        return StorePick(wait.id, max(cards, key=self._keeping.gain))

    def _check(self, wait: Wait, offers: Offers) -> BangCommand:
        """The card that serves: no spades for the dynamite, hearts for jail and barrel."""
        cards = offers["luckyPick"].cards
        if wait.purpose == "dynamite":
            return PickCheck(wait.id, min(cards, key=EXPLOSIVE.__contains__))
        return PickCheck(wait.id, max(cards, key=HEARTS.__contains__))

    def _keep(self, wait: Wait, offers: Offers) -> BangCommand:
        offer = offers["kitKeep"]
        best = sorted(offer.cards, key=self._keeping.gain, reverse=True)
        return KeepCards(wait.id, tuple(best[: offer.count]))
