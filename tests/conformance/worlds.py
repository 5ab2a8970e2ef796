"""Other histories of a match that one of its players cannot tell from the true one: he would have
heard the same, word for word, from the deal to this moment.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from msgspec.structs import replace

from shared.engine.events import BLANK, Event, SealedEvent, hear, hidden
from shared.engine.game import Game
from shared.games.bang import events as bang
from shared.games.bang.victory import SHERIFF
from shared.games.buckshot import events as buckshot


def retold(
    game: Game, initial: Any, events: Sequence[Event], viewer: int, dice: Random
) -> list[Event]:
    """`events`, which began at `initial`, as they might have been for all that `viewer` heard."""
    return _RETOLD[game.id](initial, events, viewer, dice)


def _western(initial: Any, events: Sequence[Event], viewer: int, dice: Random) -> list[Event]:
    """Wherever a card went unseen out of a pile or a hand, another card of it may have gone, unless
    one of the two is named to the viewer later on; and every shuffle may have come out otherwise.
    """
    later = _named_later(events, viewer)
    state = deepcopy(initial)
    other: dict[int, int] = {}
    roles = _other_roles(events, viewer, dice)
    found: list[Event] = []
    for event, named in zip(events, later, strict=True):
        _exchange(other, sorted(_exchangeable(state, event, viewer) - named), dice)
        found.append(_with_others(event, viewer, other, roles))
        event.on(state)
    return found


def _named_later(events: Sequence[Event], viewer: int) -> list[frozenset[int]]:
    """For each event the cards that it or one behind it names to the viewer."""
    found: list[frozenset[int]] = []
    named: frozenset[int] = frozenset()
    for event in reversed(events):
        named |= frozenset(_cards(hear(event, viewer)))
        found.append(named)
    return found[::-1]


def _cards(event: Event) -> Iterable[int]:
    match event:
        case bang.CardsMoved() | bang.PileShuffled() | bang.CheckMade():
            return [card for card in event.cards if card != BLANK]
        case bang.CardPlayed() | bang.CardShown():
            return [event.card]
        case bang.MatchEnded():
            piles = (*event.hands, event.deck, *event.aside)
            return [card for pile in piles for card in pile]
        case _:
            return []


def _exchangeable(state: Any, event: Event, viewer: int) -> frozenset[int]:
    if isinstance(event, bang.PileShuffled):
        return frozenset(event.cards)
    if not isinstance(event, bang.CardsMoved) or not _is_hidden_from(event, viewer):
        return frozenset()
    return frozenset(state.pile(event.source)) if event.source.pile != "deck" else frozenset()


def _is_hidden_from(event: SealedEvent, viewer: int) -> bool:
    return hidden(event) is not None and event.audience is not None and viewer not in event.audience


def _exchange(other: dict[int, int], cards: list[int], dice: Random) -> None:
    stand_for = [other.get(card, card) for card in cards]
    dice.shuffle(stand_for)
    other.update(zip(cards, stand_for, strict=True))


def _other_roles(events: Sequence[Event], viewer: int, dice: Random) -> dict[int, str]:
    """Of those whose role the viewer never learns."""
    if any(isinstance(event, bang.MatchEnded) for event in events):
        return {}
    fallen = {event.seat for event in events if isinstance(event, bang.Eliminated)}
    secret = {
        event.seat: event.role[0]
        for event in events
        if isinstance(event, bang.RoleDealt)
        and event.role[0] != SHERIFF
        and event.seat not in (*fallen, viewer)
    }
    return dict(zip(secret, dice.sample(list(secret.values()), len(secret)), strict=True))


def _with_others(event: Event, viewer: int, other: dict[int, int], roles: dict[int, str]) -> Event:
    match event:
        case bang.PileShuffled():
            return replace(event, cards=tuple(other.get(card, card) for card in event.cards))
        case bang.CardsMoved() if _is_hidden_from(event, viewer):
            return replace(event, cards=tuple(other.get(card, card) for card in event.cards))
        case bang.RoleDealt() if event.seat in roles:
            return replace(event, role=(roles[event.seat],))
        case _:
            return event


def _for_two(initial: Any, events: Sequence[Event], viewer: int, dice: Random) -> list[Event]:
    """What is left of the last load may lie in another order, but for a shell he has looked at."""
    state = deepcopy(initial)
    for event in events:
        event.on(state)
    left = list(state.gun.chamber)
    spent = len(state.gun.spent)
    first = int(state.players[viewer].knows)
    rest = left[first:]
    if not state.over:
        dice.shuffle(rest)
    shells = (*state.gun.spent, *left[:first], *rest)
    found: list[Event] = []
    load = shot = 0
    for event in events:
        match event:
            case buckshot.Loaded():
                load, shot = event.load, 0
                found.append(replace(event, shells=shells) if load == state.load else event)
            case buckshot.ShellSeen() if (load, shot) == (state.load, spent):
                found.append(replace(event, shell=(shells[shot],)))
            case _:
                shot += isinstance(event, buckshot.ShotFired | buckshot.ShellEjected)
                found.append(event)
    return found


_RETOLD = {"bang": _western, "buckshot": _for_two}
