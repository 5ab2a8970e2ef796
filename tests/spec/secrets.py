"""What a viewer may not know, and a proof that he does not: other secrets, the same view."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import msgspec

from services.cli.scenario.table import Table
from shared.engine.events import EVERYBODY, Event, SealedEvent, hear, hidden, unseal
from shared.games.bang.state import State
from shared.games.bang.victory import SHERIFF


def viewers(table: Table) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(len(table.state.players)), None]


def view_bytes(table: Table, viewer: int | None, state: State | None = None) -> bytes:
    """Everything that a viewer gets of a state, as it would be sent."""
    seen = table.game.see(table.state if state is None else state, viewer)
    return msgspec.json.encode([seen, table.game.sections(seen, viewer)])


def with_other_secrets(state: State, viewer: int | None, chance: Random) -> State:
    """The same match as far as `viewer` knows: hidden cards, roles and offers are exchanged."""
    other = deepcopy(state)
    _exchange(list(_hidden_piles(other, viewer)), chance)
    strangers = [
        p for s, p in enumerate(other.players) if s != viewer and p.alive and p.role != SHERIFF
    ]
    roles = [player.role for player in strangers]
    chance.shuffle(roles)
    for player, role in zip(strangers, roles, strict=True):
        player.role = role
        player.offer = player.offer[::-1]
        player.picked = player.picked and "another"
    return other


def _hidden_piles(state: State, viewer: int | None) -> Iterator[list[int]]:
    yield state.deck
    yield from (player.hand for seat, player in enumerate(state.players) if seat != viewer)
    for aside in state.aside:
        if aside.audience is not EVERYBODY and viewer not in aside.audience:
            yield aside.cards


def _exchange(piles: list[list[int]], chance: Random) -> None:
    cards = [card for pile in piles for card in pile]
    chance.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]


def assert_no_leak(table: Table, events: list[Event], chance: Random) -> int:
    """No view and no heard event of any viewer depends on what he may not know. Gives the number of
    views and events that were compared."""
    compared = 0
    for viewer in viewers(table):
        if not table.state.over:
            other = with_other_secrets(table.state, viewer, chance)
            assert view_bytes(table, viewer) == view_bytes(table, viewer, other), viewer
            compared += 1
        for event in events:
            assert hear(event, viewer) == hear(_with_other_values(event, viewer), viewer), event
            compared += 1
    return compared


def _with_other_values(event: Event, viewer: int | None) -> Event:
    values = hidden(event)
    if values is None or not isinstance(event, SealedEvent) or viewer in (event.audience or ()):
        return event
    return unseal(event, tuple(f"other {v}" if isinstance(v, str) else v + 100 for v in values))
