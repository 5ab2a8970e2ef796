"""What comes out of the archive is shown only as the installation itself put it there."""

import asyncio
from collections.abc import Iterable
from io import BytesIO

import msgspec
import pytest
from msgspec.structs import replace

from services.replay import reading
from shared.archive.objects import Address, match_address
from shared.contracts.entries import encoder, read_entry
from shared.engine.chain import entry_hash
from shared.matchfile.container import pack, unpack
from shared.matchfile.head import Head
from shared.matchfile.opened import read as read_open
from shared.matchfile.opened import redacted
from shared.matchfile.proving import Anchors, prove
from shared.matchfile.signing import public_key, sign
from tests.services.gateway.house import EAGER, SIGNING_KEY
from tests.services.replay.stand import Stand, code
from tests.services.replay.test_archive import Archiver, forget, next_match
from tests.services.table import GUESTS, HOST
from tests.services.worlds import GAMES

OLD_KEY = bytes(range(1, 33))
FOREIGN_KEY = bytes(range(2, 34))


async def archived(stand: Stand, matches: int = 1) -> tuple[Address, Head, list[bytes]]:
    """A room whose first matches lie in the archive alone; the file of the first, and where."""
    await stand.table.start()
    for _ in range(matches):
        await stand.table.plays(400)
        await next_match(stand)
    await Archiver(stand).works()
    forget(stand)
    address = match_address("main", stand.table.room, 1)
    head, entries = unpack(BytesIO(await stand.house.archive.get(address)))
    return address, head, list(entries)


def another_ending(entries: list[bytes]) -> list[bytes]:
    """The same with another last word, and all hashes that follow from it."""
    last = read_entry(entries[-1])
    leaf = last.leaves[-1]
    assert not isinstance(leaf, str)
    salt, data = leaf
    other = bytes(data).replace(HOST.encode(), GUESTS[0].encode())
    if other == bytes(data):
        other = bytes(data).replace(b'"', b'"x', 1)
    changed = replace(last, leaves=[*last.leaves[:-1], (salt, msgspec.Raw(other))])
    hash_ = entry_hash(changed, bytes.fromhex(last.prev)).hex()
    return [*entries[:-1], encoder.encode(replace(changed, hash=hash_))]


async def forge(stand: Stand, address: Address, head: Head, entries: Iterable[bytes]) -> None:
    await stand.house.archive.put(address, pack(head, list(entries)))


def ended(head: Head, entries: list[bytes], **other: object) -> Head:
    return replace(head, head=read_entry(entries[-1]).hash, **other)


@pytest.mark.parametrize(
    "signer", [None, FOREIGN_KEY, "as before"], ids=["unsigned", "foreign", "kept"]
)
async def test_a_file_that_was_swapped_is_neither_shown_nor_signed(
    stand: Stand, signer: bytes | str | None
) -> None:
    address, head, entries = await archived(stand, matches=2)
    swapped = another_ending(entries)
    forged = ended(head, swapped)
    if signer is None or isinstance(signer, bytes):
        forged = replace(forged, signature=sign(signer, forged.signed) if signer else None)
    await forge(stand, address, forged, swapped)
    for what in ("frames", "proofs", "file"):
        assert code(await stand.ask(HOST, what, 1)) == "damaged"
        assert code(await stand.audit(what, 1)) == "damaged"
    assert stand.house.replay_metrics.guarded("damaged") == 6
    await forge(stand, address, head, entries)
    assert isinstance(await stand.audit("file", 1), bytes)


async def test_entries_that_do_not_lead_to_the_hash_that_was_signed_are_not_shown(
    stand: Stand,
) -> None:
    address, head, entries = await archived(stand)
    watched = list(redacted(read_open(entries, GAMES), "watcher"))
    for others in (another_ending(entries), entries[:-1], [*entries, entries[-1]], watched):
        await forge(stand, address, head, others)
        assert code(await stand.ask(HOST, "frames", 1)) == "damaged"
    for lying in (
        replace(head, ruleset="bang/9"),
        replace(head, game="buckshot"),
        replace(head, viewer="watcher"),
    ):
        await forge(stand, address, lying, entries)
        assert code(await stand.ask(HOST, "file", 1)) == "damaged"
    await forge(stand, address, head, entries)
    assert isinstance(await stand.ask(HOST, "frames", 1), dict)


async def test_what_the_log_has_behind_it_has_to_follow_it(stand: Stand) -> None:
    """Signed with the installation's key: another match that it really had, as an old copy has."""
    address, head, entries = await archived(stand)
    shorter = ended(head, entries[:-1], last_seq=head.last_seq - 1)
    shorter = replace(shorter, signature=sign(SIGNING_KEY, shorter.signed))
    await forge(stand, address, shorter, entries[:-1])
    assert code(await stand.ask(HOST, "frames", 1)) == "damaged"


async def test_every_viewers_file_has_the_signature_that_the_archive_has(stand: Stand) -> None:
    """Also where it was made with a key that the installation has given up since."""
    address, head, entries = await archived(stand)
    old = replace(head, signature=sign(OLD_KEY, head.signed))
    await forge(stand, address, old, entries)
    assert code(await stand.ask(HOST, "file", 1)) == "damaged"
    key = public_key(OLD_KEY)
    await stand.house.replay_service.stop()
    await stand.house.replay(msgspec.structs.replace(EAGER, public_keys=(key,)))
    for viewer in (HOST, GUESTS[0], "watcher", "auditor"):
        file = await stand.ask(HOST, "file", 1, viewpoint=viewer)
        shown, stored = unpack(BytesIO(file))
        assert (shown.viewer, shown.signature) == (viewer, old.signature)
        verdict = await asyncio.to_thread(prove, shown, list(stored), GAMES, Anchors(keys=(key,)))
        assert verdict.holds, verdict


async def test_one_damaged_file_takes_no_other_match_out_of_the_list(stand: Stand) -> None:
    address, head, entries = await archived(stand, matches=2)
    await stand.house.archive.put(address, b"rotten")
    listed = (await stand.ask(HOST, "matches"))["matches"]
    assert [match["match"] for match in listed] == [2, 3]
    assert stand.house.replay_metrics.guarded("damaged") == 1
    assert code(await stand.ask(HOST, "frames", 1)) == "damaged"
    await forge(stand, address, head, entries)
    listed = (await stand.ask(HOST, "matches"))["matches"]
    assert [match["match"] for match in listed] == [1, 2, 3]


async def test_a_file_that_was_moved_away_and_back_is_found_again(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MISSING_S", 0.2)
    address, head, entries = await archived(stand)
    await stand.house.archive.delete(address)
    gone = await stand.ask(HOST, "frames", 1)
    assert (code(gone), gone.params) == ("match_not_kept", {})
    assert code(await stand.ask(HOST, "frames", 3)) == "no_such_match"
    assert len((await stand.ask(HOST, "matches"))["matches"]) == 1
    await forge(stand, address, head, entries)
    await asyncio.sleep(0.25)
    assert len((await stand.ask(HOST, "matches"))["matches"]) == 2
    assert isinstance(await stand.ask(HOST, "frames", 1), dict)


async def test_a_match_that_was_deleted_is_soon_told_of_no_more(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "FOUND_S", 0.2)
    address, _, _ = await archived(stand)
    for _ in range(2):
        assert isinstance(await stand.ask(HOST, "frames", 1), dict)
    assert stand.house.replay_metrics.told_from_memory() == 1
    await stand.house.archive.delete(address)
    async with asyncio.timeout(10):
        while isinstance(answer := await stand.ask(HOST, "frames", 1), dict):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert code(answer) == "match_not_kept"
    assert [match["match"] for match in (await stand.ask(HOST, "matches"))["matches"]] == [2]
