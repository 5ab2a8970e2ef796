"""The list of public rooms, and of each tenant's own: what somebody who looks for one reads."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from shared.contracts.http import RoomListing
from shared.contracts.ids import RoomId
from shared.engine.game import Game
from shared.eventstore.layout import shard_of
from shared.room.state import RoomState
from shared.runtime.clock import Clock
from shared.runtime.viewstore import ViewStore

OPEN_FIRST = 1e15
"""Added to the score of rooms that can be joined, so that they come first."""


class _Owned(NamedTuple):
    tenant: str
    listing: bytes


class Listing:
    """Puts a room on the list, and takes it off when it is closed or not public any more. On that
    of its tenant it is until it is closed.

    What it has listed it remembers, so that it writes only what changes. Raises `StoreAway`.
    """

    def __init__(self, store: ViewStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[RoomId, tuple[bytes, float] | None] = {}
        """As it was put last; `None`: it is not on the list, whoever may have put it there."""
        self._owned: dict[RoomId, _Owned] = {}

    async def update(self, state: RoomState, game: Game | None) -> None:
        listed = None if game is None or state.phase == "closed" else _listing(state, game)
        await self._update_owned(state, listed)
        room = state.room
        if state.visibility != "public" or listed is None:
            if self._known.get(room, b"") is not None:
                await self._store.remove_listing(room)
            if state.phase == "closed":
                self._known.pop(room, None)
            else:
                self._known[room] = None
            return
        is_open = state.phase == "lobby" and listed.seats_free > 0
        wanted = (msgspec.json.encode(listed), listed.seats_taken + OPEN_FIRST * is_open)
        if self._known.get(room) != wanted:
            await self._store.put_listing(room, *wanted)
            self._known[room] = wanted

    async def _update_owned(self, state: RoomState, listed: RoomListing | None) -> None:
        if not state.tenant:
            return
        if listed is None:
            await self._store.remove_owned(state.tenant, state.room)
            self._owned.pop(state.room, None)
            return
        wanted = _Owned(state.tenant, msgspec.json.encode(listed))
        if self._owned.get(state.room) != wanted:
            await self._put_owned(state.room, wanted)
            self._owned[state.room] = wanted

    async def _put_owned(self, room: RoomId, owned: _Owned) -> None:
        await self._store.put_owned(owned.tenant, room, owned.listing, self._clock.now_ms())

    async def renew(self) -> None:
        """Puts all of them again, before they expire."""
        for room, known in list(self._known.items()):
            if known is not None:
                await self._store.put_listing(room, *known)
        for room, owned in list(self._owned.items()):
            await self._put_owned(room, owned)

    def forget(self) -> None:
        """The store has lost them: whatever comes is to be put again."""
        self._known.clear()
        self._owned.clear()

    def retain(self, shards: Collection[int]) -> None:
        """Forgets rooms that are another member's to list."""
        self._known = {r: known for r, known in self._known.items() if shard_of(r) in shards}
        self._owned = {r: owned for r, owned in self._owned.items() if shard_of(r) in shards}


def _listing(state: RoomState, game: Game) -> RoomListing:
    taken = len(state.members)
    return RoomListing(
        code=state.room,
        game=state.game,
        phase=state.phase,
        seats_taken=taken,
        seats_free=game.seats[-1] - taken,
        host=state.host,
        options=state.options,
        people=sum(not member.automatic for member in state.members),
        least=game.seats[0],
        tenant=state.tenant,
        title=state.title,
        watching=state.watching,
    )
