"""What to do in one's own turn: which card to draw, which to play and at whom, which to drop.

Every play that is offered is given its worth; the best is made as long as one is worth anything.
Whatever the worth, a deputy takes nothing of the Sheriff's that serves him, and plays no card that
hits everybody while the Sheriff is low.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from services.bots.bang import weights
from services.bots.bang.aims import Stakes
from services.bots.bang.deck import BURDENS, KINDS, REACH
from services.bots.bang.table import Person
from services.bots.bang.worth import Worth
from shared.contracts.bang import HAND, BangCommand, Discard, Draw, Play, TradeCards
from shared.contracts.bang_offers import Offer, Target


class Move(Struct, frozen=True):
    """A command and what it is worth."""

    command: BangCommand
    worth: float


class Playing:
    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self._table = worth.table
        self._keeping = worth.keeping
        self._stakes: Stakes = worth.stakes
        self._unaimed: dict[str, Callable[[], float]] = {
            "beer": worth.life,
            "saloon": self._saloon,
            "stagecoach": lambda: 2 * weights.CARD + weights.CARD,
            "wellsFargo": lambda: 3 * weights.CARD + weights.CARD,
            "generalStore": self._store,
            "gatling": lambda: self._at_all(lambda other: worth.shot(other, 1)),
            "indians": lambda: self._at_all(worth.demand),
            "dynamite": self._dynamite,
        }
        self._aimed: dict[str, Callable[[Person], float]] = {
            "bang": self._bang,
            "duel": lambda other: worth.duel(other) - worth.exposure(other),
            "jail": self._jail,
        }

    def moves(self, offer: Offer) -> Iterator[Move]:
        """Ways to fill in the offer that are worth considering."""
        if offer.type == "play":
            yield from self._plays(offer)
        elif offer.type == "draw":
            yield from self._draws(offer)
        elif offer.type == "discard":
            yield Move(Discard(offer.turn, self._keeping.least(offer.cards, offer.count)), 0.0)
        elif offer.type == "sidHeal":
            yield self._trade(offer)

    def _trade(self, offer: Offer) -> Move:
        cards = self._keeping.least(offer.cards, offer.count)
        price = sum(self._keeping.worths[card] for card in cards)
        return Move(TradeCards(cards, offer.wait, offer.turn), self._worth.life() - price)

    def _draws(self, offer: Offer) -> Iterator[Move]:
        yield Move(Draw(offer.turn), weights.CARD)
        for target in offer.targets:
            other = self._table.by_id(target.player)
            worth = weights.CARD - self._stakes[other.seat] * weights.THEIR_CARD
            yield Move(Draw(offer.turn, from_player=target.player), worth)
        if offer.from_discard:
            top = self._table.discard[-1]
            yield Move(Draw(offer.turn, from_discard=True), self._keeping.gain(top))

    def _plays(self, offer: Offer) -> Iterator[Move]:
        kind = offer.use_as or KINDS[offer.card]
        cost = self._keeping.price(offer.card)
        if self._table.me.character == "suzy" and len(self._table.hand) == 1:
            cost -= weights.CARD
        if not offer.targets:
            worth = self._alone(kind)
            price = 0.0 if kind in weights.IN_PLAY or kind in REACH else cost
            yield Move(Play(offer.turn, offer.card, offer.use_as or None), worth - price)
            return
        for target in offer.targets:
            other = self._table.by_id(target.player)
            for pick, worth in self._at(kind, other, target):
                play = Play(offer.turn, offer.card, offer.use_as or None, target.player, pick)
                yield Move(play, worth - cost)

    def _alone(self, kind: str) -> float:
        """The worth of a card that is aimed at nobody."""
        if kind in REACH:
            return self._keeping.weapon(kind) - self._keeping.weapon_now()
        if kind in weights.IN_PLAY:
            return weights.IN_PLAY[kind] * self._stakes[self._table.me.seat]
        return self._unaimed[kind]()

    def _at(
        self, kind: str, other: Person, target: Target
    ) -> Iterator[tuple[int | str | None, float]]:
        if kind in self._aimed:
            yield None, self._aimed[kind](other)
            return
        takes = weights.CARD if kind == "panic" else 0.0
        exposure = self._worth.exposure(other) * weights.EVIDENCE[kind]
        is_spared = self._table.role == "deputy" and other.role == "sheriff"
        if target.hand and not is_spared:
            worth = takes - self._stakes[other.seat] * weights.THEIR_CARD - exposure
            yield HAND, worth
        for card in target.cards:
            worth = -self._stakes[other.seat] * self._keeping.in_front_of(other, card)
            is_burden = KINDS[card] in BURDENS
            if is_spared and not is_burden:
                continue
            if not is_burden:
                worth -= exposure
            if kind == "panic":
                worth += self._keeping.gain(card)
            yield card, worth

    def _bang(self, other: Person) -> float:
        needed = 2 if self._table.me.character == "slab" else 1
        return self._worth.shot(other, needed) - self._worth.exposure(other)

    def _jail(self, other: Person) -> float:
        held = 1 - self._worth.chances.check(other, self._table.heart_share)
        return -self._stakes[other.seat] * weights.JAILED * held

    def _at_all(self, at: Callable[[Person], float]) -> float:
        others = self._table.others
        if self._table.role == "deputy" and self._table.sheriff.life <= weights.LOW_LIFE:
            return -weights.WIN
        return sum(at(other) for other in others) - max(map(self._worth.exposure, others)) / 2

    def _saloon(self) -> float:
        others = sum(self._worth.heal(other) for other in self._table.others)
        return self._worth.life() + others

    def _store(self) -> float:
        """A card for everybody, the first choice for this player."""
        theirs = sum(self._stakes[other.seat] for other in self._table.others)
        return weights.HOLD["missed"] + theirs * weights.CARD

    def _dynamite(self) -> float:
        """It is checked in front of this player first, then goes on clockwise."""
        worth, still = 0.0, 1.0
        for each in self._table.clockwise() * weights.DYNAMITE_ROUNDS:
            share = self._table.explosive_share
            explodes = share**2 if each.character == "lucky" else share
            worth += still * explodes * self._worth.explosion(each)
            still *= 1 - explodes
        return worth
