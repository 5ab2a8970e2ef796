"""The lists say what the log said last, whatever was under way to the store meanwhile."""

import asyncio

import msgspec
import pytest

from services.projection.listing import Listing
from shared.contracts.http import RoomListing
from shared.contracts.ids import RoomId
from shared.room.aggregate import Room
from shared.runtime.clock import ManualClock, settle
from shared.runtime.tasks import end
from shared.runtime.viewstore_memory import MemoryViewStore
from tests.room.table import CODE, GAMES, START_MS, SYSTEM, Table
from tests.room.walks import OF_TENANT, TENANT

ANN, BEN = OF_TENANT[:2]


class Store(MemoryViewStore):
    """`hold`: what is put from now on stays on its way until the event is set."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self._now_ms = clock.now_ms
        self._way = asyncio.Event()
        self._way.set()

    def hold(self) -> asyncio.Event:
        self._way = asyncio.Event()
        return self._way

    async def put_listing(self, room: RoomId, listing: bytes, score: float) -> None:
        await self._way.wait()
        await super().put_listing(room, listing, score)

    async def put_owned(self, tenant: str, room: RoomId, listing: bytes, now_ms: int) -> None:
        await self._way.wait()
        await super().put_owned(tenant, room, listing, now_ms)

    async def says(self) -> tuple[list[int], int]:
        """Seats that are taken in public rooms, and how many rooms the tenant has."""
        rooms = [msgspec.json.decode(each, type=RoomListing) for each in await self.listings(9)]
        return [room.seats_taken for room in rooms], (await self.owned(TENANT, self._now_ms()))[0]


@pytest.fixture
def store() -> Store:
    return Store(ManualClock(START_MS))


@pytest.fixture
def listing(store: Store) -> Listing:
    return Listing(store, ManualClock(START_MS))


def evening() -> list[Room]:
    """A room as of each of its entries: opened, joined, closed."""
    table = Table()
    table.do(ANN, {"type": "create", "game": "tricks", "visibility": "public"})
    table.do(BEN, "join")
    table.do(SYSTEM, {"type": "end"})
    return [folded(table.log[:number]) for number in (1, 2, 3)]


def folded(log: list[bytes]) -> Room:
    room = Room(CODE, GAMES)
    for entry in log:
        room.apply(entry)
    return room


async def test_a_room_that_is_closed_while_it_is_renewed_is_not_put_back(
    store: Store, listing: Listing
) -> None:
    _, joined, closed = evening()
    await listing.update(joined)
    assert await store.says() == ([2], 1)
    way = store.hold()
    renewing = asyncio.create_task(listing.renew())
    await settle()
    await listing.update(closed)
    way.set()
    await renewing
    assert await store.says() == ([], 0)


async def test_an_older_state_is_not_put_over_a_newer_one(store: Store, listing: Listing) -> None:
    opened, joined, closed = evening()
    await listing.update(joined)
    await listing.update(opened)
    assert await store.says() == ([2], 1)
    await listing.update(closed)
    await listing.update(opened)
    assert await store.says() == ([], 0)


async def test_what_comes_to_the_store_late_is_put_right(store: Store, listing: Listing) -> None:
    opened, joined, _ = evening()
    way = store.hold()
    older = asyncio.create_task(listing.update(opened))
    await settle()
    store.hold().set()
    await listing.update(joined)
    way.set()
    await older
    assert await store.says() == ([2], 1)


async def test_what_did_not_come_to_the_store_is_put_again(store: Store, listing: Listing) -> None:
    opened, _, _ = evening()
    store.hold()
    lost = asyncio.create_task(listing.update(opened))
    await settle()
    await end(lost)
    store.hold().set()
    await listing.update(opened)
    assert await store.says() == ([1], 1)
    await store.remove_listing(CODE)
    await listing.renew()
    assert await store.says() == ([1], 1)
