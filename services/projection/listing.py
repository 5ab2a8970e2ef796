"""The list of public rooms: what somebody who looks for a table reads about each."""

from collections.abc import Collection

import msgspec

from shared.contracts.http import RoomListing
from shared.contracts.ids import RoomId
from shared.engine.game import Game
from shared.eventstore.layout import shard_of
from shared.room.state import RoomState
from shared.runtime.viewstore import ViewStore

OPEN_FIRST = 1e15
"""Added to the score of rooms that can be joined, so that they come first."""


class Listing:
    """Puts a room on the list, and takes it off when it is closed or not public any more.

    What it has listed it remembers, so that it writes only what changes. Raises `StoreAway`.
    """

    def __init__(self, store: ViewStore) -> None:
        self._store = store
        self._known: dict[RoomId, tuple[bytes, float] | None] = {}
        """As it was put last; `None`: it is not on the list, whoever may have put it there."""

    async def update(self, state: RoomState, game: Game | None) -> None:
        room = state.room
        if state.visibility != "public" or state.phase == "closed" or game is None:
            if self._known.get(room, b"") is not None:
                await self._store.remove_listing(room)
            if state.phase == "closed":
                self._known.pop(room, None)
            else:
                self._known[room] = None
            return
        taken, free = len(state.members), game.seats[-1] - len(state.members)
        listing = msgspec.json.encode(
            RoomListing(
                code=room,
                game=state.game,
                phase=state.phase,
                seats_taken=taken,
                seats_free=free,
                host=state.host,
                options=state.options,
                people=sum(not member.automatic for member in state.members),
                least=game.seats[0],
            )
        )
        is_open = state.phase == "lobby" and free > 0
        wanted = (listing, taken + OPEN_FIRST * is_open)
        if self._known.get(room) != wanted:
            await self._store.put_listing(room, *wanted)
            self._known[room] = wanted

    async def renew(self) -> None:
        """Puts all of them again, before they expire."""
        for room, known in list(self._known.items()):
            if known is not None:
                await self._store.put_listing(room, *known)

    def forget(self) -> None:
        """The store has lost them: whatever comes is to be put again."""
        self._known.clear()

    def retain(self, shards: Collection[int]) -> None:
        """Forgets rooms that are another member's to list."""
        self._known = {r: known for r, known in self._known.items() if shard_of(r) in shards}
