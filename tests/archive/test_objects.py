"""What every store of objects does."""

import asyncio
import time
from random import Random

import pytest

from shared.archive import jetstream
from shared.archive.objects import (
    OBJECT_LIMIT,
    Address,
    Missing,
    Refused,
    match_address,
    match_at,
    room_prefix,
)
from shared.contracts.ids import RoomId
from tests.archive.stores import Store

ONE = Address("main/SALOON/1.jsonl.gz")
TWO = Address("main/SALOON/2.jsonl.gz")
OTHER = Address("main/JAIL01/1.jsonl.gz")


async def addresses(store: Store, prefix: str = "") -> list[str]:
    return [listed.address for listed in await store.again().listed(prefix)]


@pytest.mark.parametrize("size", [0, 1, 1000, 131_071, 131_072, 131_073, 700_000])
async def test_what_was_put_is_got_back(store: Store, size: int) -> None:
    data = Random(size).randbytes(size)
    await store.objects.put(ONE, data)
    assert await store.objects.get(ONE) == data
    assert await store.again().get(ONE) == data


async def test_what_is_not_there_is_missing(store: Store) -> None:
    for objects in (store.objects, store.again()):
        with pytest.raises(Missing):
            await objects.get(ONE)
    await store.objects.put(TWO, b"two")
    with pytest.raises(Missing):
        await store.objects.get(ONE)
    with pytest.raises(Missing):
        await store.objects.get(Address("main/SALOON"))
    with pytest.raises(Missing):
        await store.objects.get(Address("main/SALOON/2.jsonl.gz/more"))


@pytest.mark.parametrize("sizes", [(300_000, 10), (10, 300_000), (10, 10), (200_000, 200_000)])
async def test_the_last_put_is_what_is_there(store: Store, sizes: tuple[int, int]) -> None:
    first, second = (Random(n).randbytes(size) for n, size in enumerate(sizes))
    await store.objects.put(ONE, first)
    await store.again().put(ONE, second)
    assert await store.objects.get(ONE) == second
    assert await addresses(store) == [ONE]


async def test_the_same_put_again_changes_nothing(store: Store) -> None:
    for _ in range(3):
        await store.objects.put(ONE, b"same" * 50_000)
    assert await store.objects.get(ONE) == b"same" * 50_000
    assert await addresses(store) == [ONE]


async def test_what_was_deleted_is_gone_and_may_be_put_again(store: Store) -> None:
    await store.objects.put(ONE, b"one")
    await store.objects.put(TWO, b"two")
    await store.objects.delete(ONE)
    await store.again().delete(ONE)
    with pytest.raises(Missing):
        await store.again().get(ONE)
    assert await addresses(store) == [TWO]
    await store.objects.put(ONE, b"again")
    assert await store.again().get(ONE) == b"again"


async def test_objects_are_listed_by_what_their_address_begins_with(store: Store) -> None:
    for address in (TWO, OTHER, ONE, Address("main/SALOONS/1.jsonl.gz"), Address("x/y")):
        await store.objects.put(address, address.encode())
    room = room_prefix("main", RoomId("SALOON"))
    assert await addresses(store, room) == [ONE, TWO]
    assert await addresses(store, "main/SALOON/2") == [TWO]
    assert await addresses(store, "main/S") == [ONE, TWO, "main/SALOONS/1.jsonl.gz"]
    assert await addresses(store, "nothing/") == []
    assert await addresses(store, "main/SALOON/1.jsonl.gz/") == []
    assert len(await addresses(store)) == 5


async def test_an_empty_store_lists_nothing(store: Store) -> None:
    assert await addresses(store) == []


async def test_many_objects_are_listed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jetstream, "LISTED_AT_ONCE", 50)
    wanted = sorted(Address(f"main/R{number // 10:04}/{number}") for number in range(130))
    await asyncio.gather(*(store.objects.put(x, b"x") for x in wanted))
    assert await addresses(store) == wanted


async def test_a_list_tells_when_objects_were_put(store: Store) -> None:
    before_ms = time.time() * 1000
    await store.objects.put(ONE, b"one")
    (listed,) = await store.objects.listed()
    is_real = listed.stored_ms != 1_800_000_000_000
    assert not is_real or before_ms - 2_000 <= listed.stored_ms <= time.time() * 1000 + 2_000


async def test_who_gets_while_another_puts_has_the_old_or_the_new(store: Store) -> None:
    whole = {bytes([n]) * 300_000 for n in range(6)}
    reader, got = store.again(), set()
    await store.objects.put(ONE, bytes([0]) * 300_000)

    async def put() -> None:
        for n in range(1, 6):
            await store.objects.put(ONE, bytes([n]) * 300_000)

    putting = asyncio.create_task(put())
    while not putting.done():
        try:
            got.add(await reader.get(ONE))
        except Missing:
            raise AssertionError("between two puts there was nothing") from None
        await asyncio.sleep(0)
    await putting
    assert got <= whole


async def test_two_who_put_leave_one_of_both(store: Store) -> None:
    datas = [bytes([n]) * 200_000 for n in range(4)]
    puts = (
        (store.objects if n % 2 else store.again()).put(ONE, data) for n, data in enumerate(datas)
    )
    await asyncio.gather(*puts)
    assert await store.objects.get(ONE) in datas
    assert await addresses(store) == [ONE]


@pytest.mark.parametrize("steps", [0, 1, 2, 4, 7, 12, 30])
async def test_a_put_that_was_cancelled_leaves_the_old_or_the_new(store: Store, steps: int) -> None:
    old, new = b"o" * 300_000, b"n" * 300_000
    await store.objects.put(ONE, old)
    putting = asyncio.create_task(store.objects.put(ONE, new))
    for _ in range(steps):
        await asyncio.sleep(0)
    putting.cancel()
    await asyncio.wait({putting})
    assert await store.again().get(ONE) in (old, new)
    await store.again().put(ONE, new)
    assert await store.objects.get(ONE) == new


@pytest.mark.parametrize(
    "address",
    ["", "/", "/etc/passwd", "../up", "a/../b", "a//b", "a/", ".hid", "a b", "빵", "*"],
)
async def test_what_is_no_address_is_refused(store: Store, address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        await store.objects.put(Address(address), b"x")
    with pytest.raises(ValueError, match="address"):
        await store.objects.get(Address(address))
    with pytest.raises(ValueError, match="address"):
        await store.objects.delete(Address(address))


async def test_what_is_larger_than_any_match_is_not_taken(store: Store) -> None:
    with pytest.raises(Refused):
        await store.objects.put(ONE, b"x" * (OBJECT_LIMIT + 1))
    with pytest.raises(Missing):
        await store.objects.get(ONE)


def test_an_address_names_its_match() -> None:
    room = RoomId("SALOON")
    assert match_address("main", room, 1) == ONE
    assert match_at(TWO) == (room, 2)
    for other in ("main/SALOON", "main/SALOON/x.jsonl.gz", "SALOON/1.jsonl.gz", "main/S/1.jsonl"):
        assert match_at(Address(other)) is None
