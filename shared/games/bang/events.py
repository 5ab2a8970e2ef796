"""Everything that can happen in a match, as facts with their effect. `on` consults no rule.

Events carry outcomes, random ones included: `draw` is the number of the first draw used and `draws`
how many, so that anybody with the seed can recompute them.
"""

from typing import ClassVar

from ...engine.events import BLANK, Event, SealedEvent, Seating
from .state import Aside, Check, Clock, Death, Player, State, Turn, Zone
from .waits import AnyWait


class DrawsUsed(Event, frozen=True, tag="draws_used"):
    """Random draws behind the events that follow: seats, roles or characters."""

    purpose: str
    draw: int
    draws: int
    before: tuple[str, ...]
    """What was shuffled, as it lay; what follows is dealt from the first on."""

    def on(self, state: State) -> None:
        state.next_draw = self.draw + self.draws


class Seated(Seating, frozen=True, tag="seated"):
    """Who sits where (§4)."""

    def on(self, state: State) -> None:
        state.players = [Player(id=player, hand=[], in_play=[], offer=[]) for player in self.order]  # type: ignore[arg-type]


class RoleDealt(SealedEvent, frozen=True, tag="role_dealt"):
    seat: int
    role: tuple[str, ...]
    """One role; told to its owner, the Sheriff's to all."""
    SEALED: ClassVar[str] = "role"

    def on(self, state: State) -> None:
        state.players[self.seat].role = self.role[0]


class CharactersOffered(SealedEvent, frozen=True, tag="characters_offered"):
    seat: int
    characters: tuple[str, ...]
    SEALED: ClassVar[str] = "characters"

    def on(self, state: State) -> None:
        state.players[self.seat].offer = list(self.characters)


class CharacterPicked(SealedEvent, frozen=True, tag="character_picked"):
    """A choice that is shown to all only after the last one."""

    seat: int
    character: tuple[str, ...]
    SEALED: ClassVar[str] = "character"

    def on(self, state: State) -> None:
        state.players[self.seat].picked = self.character[0]


class CharacterTaken(Event, frozen=True, tag="character_taken"):
    seat: int
    character: str
    life: int

    def on(self, state: State) -> None:
        player = state.players[self.seat]
        player.character = self.character
        player.life = player.max_life = self.life
        player.offer = []
        player.picked = ""


class CardsMoved(SealedEvent, frozen=True, tag="cards_moved", gc=False):
    """Cards went from one zone to another, in this order."""

    source: Zone
    to: Zone
    cards: tuple[int, ...]
    why: str
    """dealt, drawn, played, answered, discarded, excess, stolen, kept, returned, turned, laid,
    taken, inherited, penalty, eliminated, replaced, passed, reward, traded."""
    draw: int = -1
    """The draw that chose a card at random; -1 = none did."""
    SEALED: ClassVar[str] = "cards"

    def on(self, state: State) -> None:
        if self.to.pile == "aside":
            _lay(state, self)
        source, to = state.pile(self.source), state.pile(self.to)
        for card in self.cards:
            _take(source, card)
        to.extend(self.cards)
        if self.source.pile == "aside" and not source:
            state.aside = [aside for aside in state.aside if aside.cards]
        if self.draw >= 0:
            state.next_draw = self.draw + 1


class PileShuffled(SealedEvent, frozen=True, tag="pile_shuffled"):
    """The discard pile (at the start: the whole deck in id order) became the deck."""

    cards: tuple[int, ...]
    """The new deck, top card last."""
    draw: int
    draws: int
    before: tuple[int, ...]
    """The discard pile as it lay, open to all, top card last."""
    SEALED: ClassVar[str] = "cards"

    def on(self, state: State) -> None:
        state.deck = [*self.cards, *state.deck]
        state.discard = []
        state.next_draw = self.draw + self.draws


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was put to use, as `kind`, perhaps at somebody (`target` -1 = nobody)."""

    seat: int
    card: int
    kind: str
    target: int = -1

    def on(self, state: State) -> None:
        """Told for the record; what it does follows as events of its own."""


class CardShown(Event, frozen=True, tag="card_shown"):
    """A drawn card had to be shown to all."""

    seat: int
    card: int

    def on(self, state: State) -> None:
        state.turn.shown = self.card


class CounterChanged(Event, frozen=True, tag="counter_changed"):
    """A count of the current turn."""

    name: str
    value: int

    def on(self, state: State) -> None:
        state.turn.counters[self.name] = self.value


class LifeChanged(Event, frozen=True, tag="life_changed"):
    seat: int
    amount: int
    """Positive for healing."""
    life: int
    """Afterwards; 0 or less is dying."""
    why: str
    """shot, demand, standoff, explosion, healed, rescued or traded."""
    by: int = -1

    def on(self, state: State) -> None:
        state.players[self.seat].life = self.life


class CheckMade(Event, frozen=True, tag="check_made"):
    """A draw check was decided: `chosen` of `cards` counts (-1: there was no card)."""

    seat: int
    purpose: str
    cards: tuple[int, ...]
    chosen: int
    success: bool

    def on(self, state: State) -> None:
        state.last_check = Check(self.seat, self.purpose, self.cards, self.chosen, self.success)


class WaitOpened(Event, frozen=True, tag="wait_opened"):
    wait: AnyWait

    def on(self, state: State) -> None:
        state.waits.append(self.wait)
        state.next_wait = self.wait.id + 1


class WaitChanged(Event, frozen=True, tag="wait_changed"):
    """A wait goes on with other values: stopped, resumed, extended, or partly answered."""

    wait: AnyWait

    def on(self, state: State) -> None:
        place = next(i for i, wait in enumerate(state.waits) if wait.id == self.wait.id)
        state.waits[place] = self.wait


class WaitClosed(Event, frozen=True, tag="wait_closed"):
    wait: int
    how: str
    """answered, hit, checked, given_up, rescued, picked or ended."""

    def on(self, state: State) -> None:
        state.waits = [wait for wait in state.waits if wait.id != self.wait]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: int
    number: int
    round: int

    def on(self, state: State) -> None:
        state.turn = Turn(
            seat=self.seat,
            number=self.number,
            round=self.round,
            phase="start",
            counters={},
            clock=Clock(),
        )


class StepTaken(Event, frozen=True, tag="step_taken"):
    """The next step of a turn's start is under way."""

    step: int

    def on(self, state: State) -> None:
        state.turn.step = self.step


class PhaseChanged(Event, frozen=True, tag="phase_changed"):
    phase: str

    def on(self, state: State) -> None:
        state.turn.phase = self.phase


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """The turn ends before its draw."""

    seat: int

    def on(self, state: State) -> None:
        """Told for the record; the next turn begins with an event of its own."""


class ClockSet(Event, frozen=True, tag="clock_set"):
    """The turn's clock was started, stopped, extended or ran out."""

    id: int
    deadline_ms: int
    left_ms: int = 0
    extended: bool = False
    expired: bool = False

    def on(self, state: State) -> None:
        state.turn.clock = Clock(
            self.id, self.deadline_ms, self.left_ms, self.extended, self.expired
        )
        state.next_wait = max(state.next_wait, self.id + 1)


class AutopilotChanged(Event, frozen=True, tag="autopilot_changed"):
    seat: int
    away: bool

    def on(self, state: State) -> None:
        state.players[self.seat].away = self.away


class Eliminated(Event, frozen=True, tag="eliminated"):
    seat: int
    role: str
    killer: int

    def on(self, state: State) -> None:
        player = state.players[self.seat]
        player.alive = False
        player.role = self.role
        state.deaths.append(Death(self.seat, self.killer))


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match is over: open waits vanish, everything that was hidden is told to all (§8.3)."""

    winner: str
    """law, outlaws or renegade; empty when it was abandoned."""
    roles: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    """By seat, oldest card first."""
    deck: tuple[int, ...]
    """Top card last."""
    aside: tuple[tuple[int, ...], ...]
    offers: tuple[tuple[str, ...], ...]
    picks: tuple[str, ...]

    def on(self, state: State) -> None:
        state.winner = self.winner
        state.over = True
        state.abandoned = not self.winner
        state.waits = []
        state.turn.clock = Clock()
        for seat, player in enumerate(state.players):
            player.role = self.roles[seat]
            player.hand = list(self.hands[seat])
            player.offer = list(self.offers[seat])
            player.picked = self.picks[seat]
        state.deck = list(self.deck)
        for aside, cards in zip(state.aside, self.aside, strict=True):
            aside.cards = list(cards)


def _lay(state: State, moved: CardsMoved) -> None:
    if all(aside.number != moved.to.owner for aside in state.aside):
        state.aside.append(Aside(moved.to.owner, [], moved.audience))


def _take(pile: list[int], card: int) -> None:
    """Takes a card out of a pile that may be masked: a card its viewer cannot place is a blank."""
    if pile and pile[-1] == card:
        pile.pop()
    elif card in pile:
        pile.remove(card)
    else:
        pile.remove(BLANK)


BangEvent = (
    DrawsUsed
    | Seated
    | RoleDealt
    | CharactersOffered
    | CharacterPicked
    | CharacterTaken
    | CardsMoved
    | PileShuffled
    | CardPlayed
    | CardShown
    | CounterChanged
    | LifeChanged
    | CheckMade
    | WaitOpened
    | WaitChanged
    | WaitClosed
    | TurnBegan
    | StepTaken
    | PhaseChanged
    | TurnSkipped
    | ClockSet
    | AutopilotChanged
    | Eliminated
    | MatchEnded
)
