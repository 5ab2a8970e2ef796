"""Games with one fault each, for checks that must find it."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from msgspec.structs import replace

from shared.contracts.bang import BangCommand
from shared.contracts.refusals import Refusal, refuse
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.games.bang import Bang
from shared.games.bang.events import (
    CardsMoved,
    CharacterPicked,
    CharactersOffered,
    CharacterTaken,
    MatchEnded,
    RoleDealt,
    TurnBegan,
)
from shared.games.bang.state import DISCARD, State, hand_of

Alter = Callable[[State, Event], Event | None]


class Altered(Bang):
    """What happens is changed on its way, or does not happen (`None`)."""

    def __init__(self, alter: Alter) -> None:
        super().__init__()
        self._alter = alter

    def _altered(self, state: State, events: Iterator[Event]) -> Iterator[Event]:
        for event in events:
            changed = self._alter(state, event)
            if changed is not None:
                yield changed

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        return self._altered(state, super().start(state, now_ms, draws))

    def decide(
        self, state: State, seat: int, command: BangCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        return self._altered(state, super().decide(state, seat, command, now_ms, draws))

    def elapse(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        return self._altered(state, super().elapse(state, now_ms, draws))


def altered(kind: type[Any], change: Callable[[State, Any], Event | None]) -> Callable[[], Bang]:
    """A game in which events of one type are changed."""

    def alter(state: State, event: Event) -> Event | None:
        return change(state, event) if isinstance(event, kind) else event

    return lambda: Altered(alter)


class SeesAll(Bang):
    def see(self, state: State, viewer: int | None) -> State:
        return deepcopy(state)


class SeesRoles(Bang):
    def see(self, state: State, viewer: int | None) -> State:
        seen = super().see(state, viewer)
        for player, true in zip(seen.players, state.players, strict=True):
            player.role = true.role
        return seen


class SectionsOf(Bang):
    """A view with a section changed by `change`."""

    def __init__(self, change: Callable[[State, dict[str, Any]], None]) -> None:
        super().__init__()
        self._change = change

    def sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        found = super().sections(state, viewer)
        self._change(state, found)
        return found


class Refusing(Bang):
    """Refusals that come from `answer`, where it gives one."""

    def __init__(self, answer: Callable[[State, int, BangCommand], Refusal | None]) -> None:
        super().__init__()
        self._answer = answer

    def refusal(self, state: State, seat: int, command: BangCommand) -> Refusal | None:
        no = super().refusal(state, seat, command)
        return no and (self._answer(state, seat, command) or no)


class LastFirst(Bang):
    """Of equal deadlines the one that was opened last counts first."""

    def elapse(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        due = [wait for wait in state.waits if 0 < wait.deadline_ms <= now_ms]
        for place, wait in enumerate(reversed(due)):
            at = state.waits.index(wait)
            state.waits[at] = replace(wait, deadline_ms=wait.deadline_ms - len(due) + place)
        return super().elapse(state, now_ms, draws)


class Forgetful(Bang):
    """Its table of roles is not the same any more once a match is over."""

    def __init__(self) -> None:
        super().__init__()
        self._is_spoilt = False

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        for event in super().start(state, now_ms, draws):
            if self._is_spoilt and isinstance(event, RoleDealt) and event.role == ("outlaw",):
                yield replace(event, role=("renegade",))
            else:
                yield event

    def is_over(self, state: State) -> bool:
        self._is_spoilt = self._is_spoilt or state.over
        return state.over


def counting_refusals(state: State, _seat: int, _command: BangCommand) -> None:
    state.next_draw += 1


def tells_hands(state: State, seat: int, command: BangCommand) -> Refusal | None:
    card = getattr(command, "card_id", None)
    lies = any(card in other.hand for place, other in enumerate(state.players) if place != seat)
    return refuse("invalid_target") if lies else None


def tells_deck_in_answers(state: State, _seat: int, command: BangCommand) -> Refusal | None:
    cards = getattr(command, "card_ids", ())
    return refuse("wrong_card") if any(card in state.deck for card in cards) else None


def tells_nothing_else(_state: State, _seat: int, _command: BangCommand) -> Refusal | None:
    return refuse("wrong_card")


def never_over(_state: State, _seat: int, _command: BangCommand) -> Refusal | None:
    return refuse("not_reaction_target")


def is_theft(event: CardsMoved) -> bool:
    return event.why == "stolen" and event.source.pile == "hand"


def loud(_: State, event: CardsMoved) -> Event:
    return replace(event, audience=None)


def thief_only(_: State, event: CardsMoved) -> Event:
    return replace(event, audience=(event.to.owner,)) if is_theft(event) else event


def kind_told(_: State, event: CardsMoved) -> Event:
    return replace(event, why=f"stolen {event.cards[0] % 2}") if is_theft(event) else event


def place_told(state: State, event: CardsMoved) -> Event:
    if not is_theft(event):
        return event
    return replace(event, why=f"stolen {state.pile(event.source).index(event.cards[0])}")


def one_card_less(_: State, event: CardsMoved) -> Event:
    return replace(event, cards=event.cards[1:]) if event.why == "dealt" else event


def one_life_less(_: State, event: CharacterTaken) -> Event:
    return replace(event, life=event.life - 1)


def all_alike(_: State, event: CharacterTaken) -> Event:
    return replace(event, character="willy", life=event.life)


def next_one_first(state: State, event: TurnBegan) -> Event:
    return replace(event, seat=(event.seat + 1) % len(state.players))


def no_renegade(_: State, event: RoleDealt) -> Event:
    return replace(event, role=("outlaw",)) if event.role == ("renegade",) else event


def open_offers(_: State, event: CharactersOffered) -> Event:
    return replace(event, audience=None)


def second_offer(state: State, event: CharacterPicked) -> Event:
    return replace(event, character=(state.players[event.seat].offer[1],))


class Silent(Bang):
    """Something of the end changes that no event tells of."""

    def decide(
        self, state: State, seat: int, command: BangCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        yield from super().decide(state, seat, command, now_ms, draws)
        if state.over:
            state.deck.reverse()


class DealtEarly(Bang):
    """A card is moved before anybody has chosen; it is back at once, so that the deal works."""

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        yield from super().start(state, now_ms, draws)
        to_and_fro = ((DISCARD, hand_of(0)), (hand_of(0), DISCARD))
        for source, to in to_and_fro:
            yield CardsMoved(audience=None, source=source, to=to, cards=(0,), why="dealt")


def unseen(_: State, event: CardsMoved) -> Event:
    return replace(event, audience=()) if event.to.pile == "aside" else event


def law_wins(_: State, event: MatchEnded) -> Event:
    return replace(event, winner="law")


def no_end_shown(_: State, found: dict[str, Any]) -> None:
    found.pop("disclosed", None)


def no_roles_shown(state: State, found: dict[str, Any]) -> None:
    for seat in range(len(state.players)):
        found[f"seat/{seat}"] = replace(found[f"seat/{seat}"], role="")


def no_waits_shown(_: State, found: dict[str, Any]) -> None:
    found["waits"] = ()
