"""The list of public rooms: what somebody who looks for a table reads about each."""

import msgspec

from shared.contracts.http import RoomListing
from shared.engine.game import Game
from shared.room.state import RoomState
from shared.runtime.viewstore import ViewStore

OPEN_FIRST = 1e15
"""Added to the score of rooms that can be joined, so that they come first."""


class Listing:
    """Puts a room on the list, and takes it off when it is closed or not public any more."""

    def __init__(self, store: ViewStore) -> None:
        self._store = store
        self._known: dict[str, bytes] = {}

    async def update(self, state: RoomState, game: Game | None) -> None:
        if state.visibility != "public" or state.phase == "closed" or game is None:
            if state.visibility == "public" or self._known.pop(state.room, None) is not None:
                await self._store.remove_listing(state.room)
            return
        taken, free = len(state.members), game.seats[-1] - len(state.members)
        listing = msgspec.json.encode(
            RoomListing(
                code=state.room,
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
        if self._known.get(state.room) != listing:
            is_open = state.phase == "lobby" and free > 0
            await self._store.put_listing(state.room, listing, taken + OPEN_FIRST * is_open)
            self._known[state.room] = listing
