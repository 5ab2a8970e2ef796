"""`admin backup` and `admin restore`: what comes back, and what is refused beforehand."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from services.cli.admin.backup import manifest as manifests
from services.cli.admin.backup.restoring import bring, check_empty
from services.cli.admin.backup.saving import kept_streams
from services.cli.admin.backup.streams import WINDOW_BYTES
from services.cli.admin.operating import backup_key, operating
from services.cli.broker import set_up
from shared.contracts.rights import KEPT_BESIDE, MADE_AGAIN
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import MAIN
from shared.runtime.nats_server import NatsServer
from shared.runtime.wishes import REBUILD, NatsWishes
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.backup.conftest import Saved
from tests.services.backup.place import (
    NICKNAME,
    Lived,
    Place,
    all_of,
    append,
    fill,
    lives,
    searched,
)
from tests.services.worlds import RIGHTS, new_room


async def streams_of(place: Place, server: NatsServer) -> set[str]:
    """Names of those that the broker has."""
    found = set()
    async with place.user(server, "operator") as bus:
        for name in (*kept_streams(MAIN), *MADE_AGAIN):
            info = json.loads((await bus.nc.request(f"$JS.API.STREAM.INFO.{name}", b"{}")).data)
            if "error" not in info:
                found.add(name)
    return found


async def test_everything_comes_back_byte_by_byte_under_its_old_numbers(
    place: Place, saved: Saved, count: Count
) -> None:
    ended = await place.runs("restore", str(saved.folder), "--json")
    assert ended.code == 0, ended
    assert ended.plain["proved"]["ok"]
    assert ended.plain["proved"]["rooms"] == len(saved.rooms)
    assert ended.plain["proved"]["archived"] == 1
    assert ended.plain["entries"] == saved.entries
    async with place.serving(is_set_up=False) as server:
        assert await streams_of(place, server) == {*kept_streams(MAIN), "KV_WISHES"}
        assert await all_of(place, server, saved.was) == saved.was
        async with place.user(server, "operator") as bus:
            assert [*await NatsWishes(bus).get(REBUILD)] == [REBUILD]
        async with place.user(server, "setup") as bus:
            await set_up(bus)
        async with place.user(server, "rules") as bus:  # and it goes on
            log = JetStreamLog(bus.nc)
            head = await log.head(saved.rooms[0])
            await log.append(saved.rooms[0], head + 1, b"next", message_id="next")
    count("messages brought back", sum(map(len, saved.was.values())), minimum=600)


def test_every_stream_is_kept_or_made_again() -> None:
    """Whoever adds a stream decides which."""
    (setup,) = (rights for rights in RIGHTS if rights.service == "setup")
    made = {name.split(".")[-1] for name in setup.publish if ".STREAM.CREATE." in name}
    kept = {*kept_streams(MAIN)}
    assert kept | {*MADE_AGAIN} == made
    assert not kept & {*MADE_AGAIN}


def test_the_log_is_taken_first(saved: Saved) -> None:
    """A match that leaves it meanwhile is then in both, and the other way round in neither."""
    manifest = json.loads((saved.folder / "backup.json").read_bytes())
    named = [stream["name"] for stream in manifest["streams"]]
    assert named == [*MAIN.shards_by_stream(range(64)), *KEPT_BESIDE]


def test_a_backup_tells_nothing_to_whoever_lacks_the_key(saved: Saved) -> None:
    secrets = json.loads(saved.secrets)
    hidden = [NICKNAME.encode(), secrets["backup_key"].encode(), b'"room_opened"']
    hidden += [room.encode() for room in saved.rooms]
    hidden += [json.dumps(secrets["passwords"][name]).encode() for name in secrets["passwords"]]
    assert searched(saved.folder, *hidden) == []


async def test_it_says_how_much_it_is_and_of_when(saved: Saved) -> None:
    assert f"{saved.entries} entries of {len(saved.rooms)} rooms" in saved.said
    assert "UTC is in it" in saved.said


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def _lie(path: Path) -> None:
    told = json.loads(path.read_bytes())
    told["streams"][0]["messages"] -= 1
    path.write_text(json.dumps(told))


HARM: list[tuple[str, Callable[[Path], None], str]] = [
    ("EV0.sealed", _cut, "EV0.sealed has"),
    ("EV1.sealed", _flip, "EV1.sealed is damaged"),
    ("KV_NAMES.sealed", Path.unlink, "KV_NAMES.sealed cannot be read"),
    ("OBJ_ARCHIVE.sealed", _flip, "OBJ_ARCHIVE.sealed is damaged"),
    ("backup.json", _lie, "backup.json was changed"),
    ("backup.json", _cut, "backup.json cannot be read"),
    ("backup.json", Path.unlink, "is no whole backup"),
]


@pytest.mark.parametrize(("name", "harm", "why"), HARM)
async def test_a_damaged_or_half_backup_is_named_before_anything_is_written(
    place: Place, copy: Path, name: str, harm: Callable[[Path], None], why: str
) -> None:
    harm(copy / name)
    ended = await place.runs("restore", str(copy))
    assert ended.code == 2, ended
    assert why in ended.complained
    assert sorted(path.name for path in place.data.iterdir()) == ["secrets.json"]


async def test_another_installations_key_is_told_from_damage(tmp_path: Path, saved: Saved) -> None:
    other = Place(tmp_path)
    ended = await other.runs("restore", str(saved.folder))
    assert ended.code == 2
    assert "was made with the key" in ended.complained
    (other.data / "secrets.json").write_bytes(b"{")
    ended = await other.runs("restore", str(saved.folder))
    assert ended.code == 2
    assert "secrets.json cannot be read" in ended.complained


async def test_a_backup_can_be_checked_alone(place: Place, saved: Saved) -> None:
    ended = await place.runs("restore", "--check", str(saved.folder))
    assert (ended.code, ended.said.startswith(f"{saved.folder} is whole")) == (0, True)
    assert not (place.data / "broker").exists()


async def test_a_broker_with_anything_in_it_is_left_alone(place: Place, saved: Saved) -> None:
    async with place.serving() as server:
        ended = await place.runs("restore", str(saved.folder))
        assert ended.code == 2
        assert "so it is not empty: nothing was changed" in ended.complained
        assert not any((await all_of(place, server, saved.was)).values())


async def test_a_broker_that_went_on_since_is_left_alone(place: Place, saved: Saved) -> None:
    """The very one that the backup is of, without what is made again."""
    assert (await place.runs("restore", str(saved.folder))).code == 0
    async with place.serving(is_set_up=False) as server, place.user(server, "rules") as bus:
        await JetStreamLog(bus.nc).append(new_room(), 1, b"x", message_id="x")
    ended = await place.runs("restore", str(saved.folder))
    assert ended.code == 2
    assert "the broker has another stream EV" in ended.complained


class _BrokenOff(Exception):
    pass


async def test_a_restore_that_broke_off_is_gone_on_with(place: Place, saved: Saved) -> None:
    """In the middle of a stream, with others there already."""
    key = backup_key(place.installation)
    manifest = manifests.read(saved.folder, key)
    left = sum(stream.size_bytes for stream in manifest.streams[:3])

    def break_off(size: int) -> None:
        nonlocal left
        left -= size
        if left < 0:
            raise _BrokenOff

    async with place.serving(is_set_up=False) as server:
        async with operating(place.installation) as ground:
            missing = await check_empty(ground, manifest)
            with pytest.raises(_BrokenOff):
                await bring(ground, saved.folder, manifest, key, missing, break_off)
        assert len(await streams_of(place, server)) in range(2, 4)
        server.kill()
    ended = await place.runs("restore", str(saved.folder))
    assert ended.code == 0, ended
    async with place.serving(is_set_up=False) as server:
        assert await all_of(place, server, saved.was) == saved.was


async def test_a_disk_that_is_full_leaves_no_half_backup(tmp_path: Path) -> None:
    place = Place(tmp_path)
    async with place.serving() as server:
        await fill(place, server)

        copy = str(tmp_path / "copies" / "one")
        ended = await place.runs_with_little_room(20_000, "backup", copy)
    assert ended.code == 2, ended
    assert "there is no backup" in ended.complained
    assert [*(tmp_path / "copies").iterdir()] == []


async def test_a_name_for_a_backup_may_lie_in_folders_that_are_not_there_yet(
    tmp_path: Path,
) -> None:
    """More than the broker sends without a word of ours is in it."""
    place = Place(tmp_path)
    async with place.serving() as server:
        await fill(place, server)
        ended = await place.runs("backup", str(tmp_path / "copies" / "of" / "today"), "--json")
    assert ended.code == 0, ended
    assert ended.plain["bytes"] > WINDOW_BYTES
    assert [path.name for path in (tmp_path / "copies" / "of").iterdir()] == ["today"]


async def test_a_name_that_is_taken_is_not_written_over(place: Place, saved: Saved) -> None:
    before = {path: path.read_bytes() for path in saved.folder.iterdir()}
    ended = await place.runs("backup", str(saved.folder))
    assert ended.code == 2
    assert "is there already" in ended.complained
    assert {path: path.read_bytes() for path in saved.folder.iterdir()} == before


async def test_a_room_that_does_not_hold_is_named_after_the_restore(tmp_path: Path) -> None:
    place = Place(tmp_path)
    async with place.serving() as server, place.user(server, "rules") as bus:
        log = JetStreamLog(bus.nc)
        good, _, bad = lives()[:3]
        await append(log, good)
        await append(log, bad, 20)
        await log.append(bad.room, 21, good.entries[20], message_id="foreign")
        assert (await place.runs("backup", str(tmp_path / "copy"))).code == 0
    again = Place(tmp_path / "again", (place.data / "secrets.json").read_bytes())
    ended = await again.runs("restore", str(tmp_path / "copy"), "--json")
    assert ended.code == 1
    assert [each["what"] for each in ended.plain["proved"]["bad"]] == [bad.room]
    assert f"{bad.room}: entry 21" in ended.complained
    assert good.room not in ended.complained


async def test_a_backup_while_people_play_has_a_prefix_of_every_room(
    tmp_path: Path, count: Count
) -> None:
    """And all that was stored before it began."""
    place = Place(tmp_path)
    stored = {life.room: 0 for life in lives()}
    is_over = asyncio.Event()

    async def play(log: JetStreamLog, life: Lived) -> None:
        for seq, entry in enumerate(life.entries, 1):
            if is_over.is_set():
                return
            await log.append(life.room, seq, entry, message_id=f"m{seq}")
            stored[life.room] = seq
            await asyncio.sleep(0.01)

    async with place.serving() as server, place.user(server, "rules") as bus:
        log = JetStreamLog(bus.nc)
        async with asyncio.TaskGroup() as group:
            for life in lives():
                group.create_task(play(log, life))
            await until(lambda: min(stored.values()) >= 10)
            before = dict(stored)
            ended = await place.runs("backup", str(tmp_path / "copy"))
            after = dict(stored)
            is_over.set()
    assert ended.code == 0, ended
    again = Place(tmp_path / "again", (place.data / "secrets.json").read_bytes())
    restored = await again.runs("restore", str(tmp_path / "copy"), "--json")
    assert restored.code == 0, restored
    async with again.serving(is_set_up=False) as server, again.user(server, "auditor") as bus:
        for room, entries in lives():
            kept = [each.entry for each in await JetStreamLog(bus.nc).read(room)]
            assert kept == entries[: len(kept)]
            assert before[room] <= len(kept) <= after[room]
            count("entries of rooms that were played meanwhile", len(kept))
