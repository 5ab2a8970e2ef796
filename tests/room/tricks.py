"""Tricks: what a match of the suite's own small game is made of.

Everybody lays one hidden card at once, all are shown, the highest rank wins the trick; the winner
may steal a random card. Hidden hands, several open waits at a time, a hidden choice, random draws.
"""

from typing import ClassVar

from msgspec import Struct

from shared.contracts.commands import Command
from shared.contracts.ids import PlayerId
from shared.engine.events import BLANK, Event, SealedEvent, Seating
from shared.engine.game import OptionValue, Pace

CARDS = 40
RANKS = 10
"""A card's rank is its number modulo this."""


class Lay(Command, frozen=True, tag="lay"):
    wait: int
    card: int


class Steal(Command, frozen=True, tag="steal"):
    wait: int
    victim: PlayerId


class Wait(Struct, frozen=True):
    id: int
    seat: int
    kind: str
    """`lay` or `steal`."""
    deadline_ms: int
    extended: bool = False


class Seat(Struct):
    player: PlayerId
    hand: list[int] = []
    laid: list[int] = []
    tricks: int = 0
    away: bool = False


class State(Struct):
    joined: tuple[PlayerId, ...]
    options: dict[str, OptionValue]
    pace: Pace
    seats: list[Seat] = []
    deck: list[int] = []
    """Top card last."""
    discard: list[int] = []
    waits: list[Wait] = []
    next_wait: int = 1
    next_draw: int = 0
    round: int = 0
    over: bool = False
    abandoned: bool = False


class SeatsDrawn(Seating, frozen=True, tag="seats_drawn"):
    draws: int

    def on(self, state: State) -> None:
        state.seats = [Seat(PlayerId(player)) for player in self.order]
        state.next_draw += self.draws


class DeckShuffled(SealedEvent, frozen=True, tag="deck_shuffled"):
    cards: tuple[int, ...]
    draws: int
    SEALED: ClassVar[str] = "cards"

    def on(self, state: State) -> None:
        state.deck = list(self.cards)
        state.next_draw += self.draws


class CardsDrawn(SealedEvent, frozen=True, tag="cards_drawn"):
    seat: int
    cards: tuple[int, ...]
    SEALED: ClassVar[str] = "cards"

    def on(self, state: State) -> None:
        for card in self.cards:
            _take(state.deck, card)
            state.seats[self.seat].hand.append(card)


class RoundBegan(Event, frozen=True, tag="round_began"):
    number: int

    def on(self, state: State) -> None:
        state.round = self.number


class WaitSet(Event, frozen=True, tag="wait_set"):
    """A wait was opened, or goes on with another deadline."""

    wait: Wait

    def on(self, state: State) -> None:
        others = [wait for wait in state.waits if wait.id != self.wait.id]
        state.waits = sorted([*others, self.wait], key=lambda wait: wait.id)
        state.next_wait = max(state.next_wait, self.wait.id + 1)


class WaitEnded(Event, frozen=True, tag="wait_ended"):
    id: int

    def on(self, state: State) -> None:
        state.waits = [wait for wait in state.waits if wait.id != self.id]


class CardLaid(SealedEvent, frozen=True, tag="card_laid"):
    seat: int
    card: tuple[int, ...]
    draws: int = 0
    """1 where the card was chosen at random."""
    SEALED: ClassVar[str] = "card"

    def on(self, state: State) -> None:
        seat = state.seats[self.seat]
        _take(seat.hand, self.card[0])
        seat.laid = list(self.card)
        state.next_draw += self.draws


class CardsShown(Event, frozen=True, tag="cards_shown"):
    cards: tuple[int, ...]
    """By seat."""
    winner: int

    def on(self, state: State) -> None:
        for seat in state.seats:
            seat.laid = []
        state.discard.extend(self.cards)
        state.seats[self.winner].tricks += 1


class CardStolen(SealedEvent, frozen=True, tag="card_stolen"):
    thief: int
    victim: int
    card: tuple[int, ...]
    SEALED: ClassVar[str] = "card"

    def on(self, state: State) -> None:
        _take(state.seats[self.victim].hand, self.card[0])
        state.seats[self.thief].hand.append(self.card[0])
        state.next_draw += 1


class AwayChanged(Event, frozen=True, tag="away_changed"):
    seat: int
    away: bool

    def on(self, state: State) -> None:
        state.seats[self.seat].away = self.away


class Ended(Event, frozen=True, tag="ended"):
    """The end, with everything that was hidden."""

    hands: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    abandoned: bool = False

    def on(self, state: State) -> None:
        for seat, hand, laid in zip(state.seats, self.hands, self.laid, strict=True):
            seat.hand, seat.laid = list(hand), list(laid)
        state.deck = list(self.deck)
        state.waits = []
        state.over = True
        state.abandoned = self.abandoned


TricksCommand = Lay | Steal
TricksEvent = (
    SeatsDrawn
    | DeckShuffled
    | CardsDrawn
    | RoundBegan
    | WaitSet
    | WaitEnded
    | CardLaid
    | CardsShown
    | CardStolen
    | AwayChanged
    | Ended
)


def _take(pile: list[int], card: int) -> None:
    """From a pile that may be masked: a card its viewer cannot place is a blank there."""
    pile.remove(card if card in pile else BLANK)


def rank(card: int) -> int:
    return card % RANKS
