"""Tricks: its rules, behind the protocol of every game."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal, refuse
from shared.engine.draws import Draws, shuffle_words
from shared.engine.events import BLANK, Event
from shared.engine.game import Chooser, Due, Option, OptionValue, Outcome, Setup
from tests.room.tricks import (
    CARDS,
    AwayChanged,
    CardLaid,
    CardsDrawn,
    CardsShown,
    CardStolen,
    DeckShuffled,
    Ended,
    Lay,
    RoundBegan,
    Seat,
    SeatsDrawn,
    State,
    Steal,
    TricksCommand,
    TricksEvent,
    Wait,
    WaitEnded,
    WaitSet,
    rank,
)

HAND = 3


class Offer(Struct, frozen=True):
    kind: str
    wait: int
    cards: tuple[int, ...] = ()
    victims: tuple[PlayerId, ...] = ()


class Tricks:
    id = "tricks"
    seats = range(2, 6)
    options: tuple[Option, ...] = (
        Option("rounds", (2, 3, 5), 3),
        Option("seconds", (5, 15), 15),
        Option("stealing", (True, False), default=True),
    )
    player_kinds: tuple[str, ...] = ("random", "calm", "quick")
    state_type: type[Any] = State
    event_type: Any = TricksEvent
    command_type: Any = TricksCommand

    def __init__(self, ruleset: str = "tricks/1") -> None:
        self.ruleset = ruleset

    def refuse_options(self, options: Mapping[str, OptionValue]) -> Refusal | None:
        return None

    def automatic_seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return ()

    def initial(self, setup: Setup) -> State:
        return State(setup.players, setup.options, setup.pace)

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        words = shuffle_words(len(state.joined))
        yield SeatsDrawn(tuple(draws.shuffled(state.next_draw, state.joined)), words)
        deck = tuple(draws.shuffled(state.next_draw, range(CARDS)))
        yield DeckShuffled((), deck, shuffle_words(CARDS))
        for seat in range(len(state.seats)):
            yield CardsDrawn((seat,), seat, tuple(state.deck[: -HAND - 1 : -1]))
        yield from self._next_round(state, now_ms)

    def _next_round(self, state: State, now_ms: int) -> Iterator[Event]:
        rounds = state.options["rounds"]
        assert isinstance(rounds, int)
        if state.round == rounds:
            yield self._end(state, abandoned=False)
            return
        yield RoundBegan(state.round + 1)
        for seat in range(len(state.seats)):
            yield self._wait(state, seat, "lay", now_ms)

    def _wait(self, state: State, seat: int, kind: str, now_ms: int) -> WaitSet:
        deadline_ms = now_ms + self._length_ms(state, seat)
        return WaitSet(Wait(state.next_wait, seat, kind, deadline_ms))

    def _length_ms(self, state: State, seat: int) -> int:
        if state.seats[seat].away:
            return state.pace.autopilot_ms
        seconds = state.options["seconds"]
        assert isinstance(seconds, int)
        return seconds * state.pace.second_ms

    def refusal(self, state: State, seat: int, command: TricksCommand) -> Refusal | None:
        wait = next((wait for wait in state.waits if wait.id == command.wait), None)
        kind = "lay" if isinstance(command, Lay) else "steal"
        if wait is None or wait.seat != seat or wait.kind != kind:
            return refuse("not_reaction_target")
        if isinstance(command, Lay):
            return None if command.card in state.seats[seat].hand else refuse("no_such_card")
        victim = self._seat(state, command.victim)
        if victim in (-1, seat):
            return refuse("invalid_target")
        return None if state.seats[victim].hand else refuse("nothing_to_take")

    def decide(
        self, state: State, seat: int, command: TricksCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        yield WaitEnded(command.wait)
        if isinstance(command, Lay):
            yield CardLaid((seat,), seat, (command.card,))
            yield from self._laid(state, now_ms)
        else:
            victim = self._seat(state, command.victim)
            hand = state.seats[victim].hand
            card = hand[draws.below(state.next_draw, len(hand))]
            yield CardStolen((seat, victim), seat, victim, (card,))
            yield from self._refill(state, now_ms)

    def _seat(self, state: State, player: PlayerId) -> int:
        return next((n for n, seat in enumerate(state.seats) if seat.player == player), -1)

    def _laid(self, state: State, now_ms: int) -> Iterator[Event]:
        if state.waits:
            return
        cards = tuple(card for seat in state.seats for card in seat.laid)
        winner = self.best(cards)
        yield CardsShown(cards, winner)
        if state.options["stealing"]:
            yield self._wait(state, winner, "steal", now_ms)
        else:
            yield from self._refill(state, now_ms)

    def best(self, cards: tuple[int, ...]) -> int:
        """The seat that wins the trick."""
        return max(range(len(cards)), key=lambda seat: (rank(cards[seat]), -seat))

    def _refill(self, state: State, now_ms: int) -> Iterator[Event]:
        for seat in range(len(state.seats)):
            if state.deck and len(state.seats[seat].hand) < HAND:
                yield CardsDrawn((seat,), seat, (state.deck[-1],))
        yield from self._next_round(state, now_ms)

    def _end(self, state: State, *, abandoned: bool) -> Ended:
        hands = tuple(tuple(seat.hand) for seat in state.seats)
        laid = tuple(tuple(seat.laid) for seat in state.seats)
        return Ended(hands, laid, tuple(state.deck), abandoned)

    def due(self, state: State) -> Due | None:
        if not state.waits:
            return None
        first = min(state.waits, key=lambda wait: (wait.deadline_ms, wait.id))
        return Due(first.deadline_ms, f"{first.id}.{int(first.extended)}")

    def elapse(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        while state.waits:
            wait = min(state.waits, key=lambda wait: (wait.deadline_ms, wait.id))
            if wait.deadline_ms > now_ms:
                return
            if now_ms - wait.deadline_ms > state.pace.late_ms and not wait.extended:
                deadline_ms = now_ms + self._length_ms(state, wait.seat)
                yield WaitSet(replace(wait, deadline_ms=deadline_ms, extended=True))
                continue
            yield WaitEnded(wait.id)
            yield from self._default(state, wait, now_ms, draws)

    def _default(self, state: State, wait: Wait, now_ms: int, draws: Draws) -> Iterator[Event]:
        if wait.kind == "steal":
            yield from self._refill(state, now_ms)
            return
        hand = state.seats[wait.seat].hand
        card = hand[draws.below(state.next_draw, len(hand))]
        yield CardLaid((wait.seat,), wait.seat, (card,), draws=1)
        yield from self._laid(state, now_ms)

    def absent(self, state: State, seat: int, away: bool, now_ms: int) -> Iterator[Event]:
        if state.seats[seat].away == away:
            return
        yield AwayChanged(seat, away)
        for wait in state.waits:
            if wait.seat == seat:
                deadline_ms = now_ms + self._length_ms(state, seat)
                yield WaitSet(replace(wait, deadline_ms=deadline_ms))

    def abandon(self, state: State) -> Iterator[Event]:
        yield self._end(state, abandoned=True)

    def is_over(self, state: State) -> bool:
        return state.over

    def seating(self, state: State) -> tuple[PlayerId, ...]:
        return tuple(seat.player for seat in state.seats)

    def waited_for(self, state: State) -> tuple[int, ...]:
        return tuple(dict.fromkeys(wait.seat for wait in state.waits))

    def see(self, state: State, viewer: int | None) -> State:
        shown = [
            replace(seat, hand=[*seat.hand], laid=[*seat.laid])
            if state.over or number == viewer
            else _blanked(seat)
            for number, seat in enumerate(state.seats)
        ]
        deck = [*state.deck] if state.over else [BLANK] * len(state.deck)
        return replace(state, seats=shown, deck=deck, discard=[*state.discard])

    def legal(self, state: State, viewer: int) -> tuple[Offer, ...]:
        return tuple(
            offer
            for wait in state.waits
            if wait.seat == viewer
            for offer in (self._offer(state, wait),)
            if offer.cards or offer.victims
        )

    def _offer(self, state: State, wait: Wait) -> Offer:
        if wait.kind == "lay":
            return Offer("lay", wait.id, cards=tuple(state.seats[wait.seat].hand))
        others = [seat for number, seat in enumerate(state.seats) if number != wait.seat]
        return Offer("steal", wait.id, victims=tuple(s.player for s in others if s.hand))

    def complete(self, offer: Offer, choose: Chooser) -> TricksCommand:
        if offer.kind == "lay":
            return Lay(offer.wait, offer.cards[choose(len(offer.cards))])
        return Steal(offer.wait, offer.victims[choose(len(offer.victims))])

    def public_sections(self, state: State) -> dict[str, Any]:
        found: dict[str, Any] = {
            "table": {
                "round": state.round,
                "deck": len(state.deck),
                "discard": state.discard,
                "over": state.over,
            },
            "waits": state.waits,
        }
        for number, seat in enumerate(state.seats):
            found[f"seat/{number}"] = {
                "player": seat.player,
                "tricks": seat.tricks,
                "hand": len(seat.hand),
                "has_laid": bool(seat.laid),
            }
        return found

    def own_sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if viewer is not None:
            found["hand"] = [*state.seats[viewer].hand, *state.seats[viewer].laid]
            offers = self.legal(state, viewer)
            if offers:
                found["legal"] = offers
        return found

    def sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        return {**self.public_sections(state), **self.own_sections(state, viewer)}

    def affected(self, state: State, events: Sequence[Event]) -> Collection[int] | None:
        return None

    def changed(self, state: State, events: Sequence[Event]) -> dict[str, Any] | None:
        return None

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        if state.abandoned:
            return Outcome((), (), abandoned=True, detail=None)
        ranked = sorted(state.seats, key=lambda seat: -seat.tricks)
        winners = tuple(s.player for s in ranked if s.tricks == ranked[0].tricks)
        return Outcome(winners, tuple(s.player for s in ranked), abandoned=False, detail=None)


def _blanked(seat: Seat) -> Seat:
    return replace(seat, hand=[BLANK] * len(seat.hand), laid=[BLANK] * len(seat.laid))


class LowTricks(Tricks):
    """A later ruleset of the same game: the lowest rank wins."""

    def __init__(self) -> None:
        super().__init__("tricks/2")

    def best(self, cards: tuple[int, ...]) -> int:
        return min(range(len(cards)), key=lambda seat: (rank(cards[seat]), seat))
