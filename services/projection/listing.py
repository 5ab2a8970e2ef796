"""The list of public rooms, and of each tenant's own: what somebody who looks for one reads."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from shared.contracts.http import RoomListing
from shared.contracts.ids import RoomId
from shared.engine.game import Game
from shared.eventstore.layout import shard_of
from shared.room.aggregate import Room
from shared.room.state import RoomState
from shared.runtime.clock import Clock
from shared.runtime.viewstore import ViewStore

OPEN_FIRST = 1e15
"""Added to the score of rooms that can be joined, so that they come first."""


class _Listed(NamedTuple):
    """What the lists are to say of a room."""

    public: tuple[bytes, float] | None
    """With its score; `None`: it is not on the list, whoever may have put it there."""
    owned: bytes | None
    """On that of its tenant."""
    tenant: str
    is_closed: bool


class _Known(NamedTuple):
    seq: int
    """The entry that it was listed with last."""
    listed: _Listed


class Listing:
    """Puts a room on the list, and takes it off when it is closed or not public any more. On that
    of its tenant it is until it is closed.

    What it has listed it remembers, so that it writes only what changes. A room may be updated and
    renewed from several sides at once: the latest entry wins. Raises `StoreAway`.
    """

    def __init__(self, store: ViewStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[RoomId, _Known] = {}
        self._doubtful: set[RoomId] = set()
        """Rooms of which the store may say something else than what is known."""

    async def update(self, room: Room) -> None:
        """An older state than one that was shown changes nothing."""
        name, known = room.state.room, self._known.get(room.state.room)
        if known is not None and known.seq > room.seq:
            return
        wanted = _wanted(room.state, room.game)
        self._known[name] = _Known(room.seq, wanted)
        if known is None or known.listed != wanted or name in self._doubtful:
            await self._write(name)

    async def renew(self) -> None:
        """Puts all of them again, before they expire."""
        for room in list(self._known):
            known = self._known.get(room)
            if known is None:
                continue
            if known.listed.is_closed:
                del self._known[room]
            elif known.listed.public or known.listed.owned:
                await self._write(room)

    async def _write(self, room: RoomId) -> None:
        """What is known; again where that became something else while the store was written to."""
        self._doubtful.add(room)
        known = self._known.get(room)
        while known is not None:
            written = known.listed
            await self._put(room, written)
            known = self._known.get(room)
            if known is not None and known.listed == written:
                break
        self._doubtful.discard(room)

    async def _put(self, room: RoomId, listed: _Listed) -> None:
        if listed.owned:
            await self._store.put_owned(listed.tenant, room, listed.owned, self._clock.now_ms())
        elif listed.tenant:
            await self._store.remove_owned(listed.tenant, room)
        if listed.public:
            await self._store.put_listing(room, *listed.public)
        else:
            await self._store.remove_listing(room)

    def forget(self) -> None:
        """The store has lost them: whatever comes is to be put again."""
        self._known.clear()

    def retain(self, shards: Collection[int]) -> None:
        """Forgets rooms that are another member's to list."""
        self._known = {r: known for r, known in self._known.items() if shard_of(r) in shards}


def _wanted(state: RoomState, game: Game | None) -> _Listed:
    if game is None or state.phase == "closed":
        return _Listed(None, None, state.tenant, is_closed=state.phase == "closed")
    listing = _listing(state, game)
    data = msgspec.json.encode(listing)
    is_open = state.phase == "lobby" and listing.seats_free > 0
    score = listing.seats_taken + OPEN_FIRST * is_open
    return _Listed(
        (data, score) if state.visibility == "public" else None,
        data if state.tenant else None,
        state.tenant,
        is_closed=False,
    )


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
