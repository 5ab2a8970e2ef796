"""Older shapes of events: read as they are now, proved as they were stored.

No event of a room has an older shape yet, so one is planted: `readiness_changed` as if it had once
said 1 and 0 and, before that, had named the ready one only.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from shared.contracts.entries import Entry, encoder, read_entry
from shared.room import upcasters
from shared.room.aggregate import Applied, Room
from shared.room.frames import Views
from shared.room.upcasters import Fields, as_now
from shared.room.verify import verify
from shared.room.view import Viewer
from tests.conftest import Count
from tests.room.forgery import chained, leaf, with_leaf
from tests.room.table import CODE, GAMES, Table

SAMPLES = Path(__file__).parents[1] / "golden" / "shapes"
"""`<tag>-<fields>.json`: two lines, an event as it was stored once and as it is read now."""

PLANTED = {
    ("readiness_changed", 2): lambda fields: [*fields, 1],
    ("readiness_changed", 3): lambda fields: [*fields[:2], bool(fields[2]), ""],
}


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upcasters, "UPCASTERS", PLANTED)


def older(log: list[bytes], shape: int) -> list[bytes]:
    """The log as it would have been written with that many fields."""

    def forge(_: int, entry: Entry) -> Entry:
        for number in range(1, len(entry.leaves)):
            fields: Fields = msgspec.json.decode(leaf(entry, number))
            if fields[0] == "readiness_changed" and fields[2:] == [True, ""]:
                old = [*fields[:2], 1][:shape]
                entry = with_leaf(entry, number, msgspec.json.encode(old))
        return entry

    return chained(log, forge)


def heard(views: Views, applied: Applied) -> dict[Viewer, Any]:
    """What each viewer is told of an entry's events."""
    frames = views.frames(applied)
    return {viewer: msgspec.json.decode(each.data)["events"] for viewer, each in frames.items()}


def test_every_older_shape_has_a_stored_sample() -> None:
    samples = {path.stem for path in SAMPLES.glob("*.json")}
    assert samples == {f"{tag}-{fields}" for tag, fields in upcasters.UPCASTERS}
    for path in SAMPLES.glob("*.json"):
        stored, now = path.read_bytes().splitlines()
        assert as_now(stored) == now


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize("shape", [2, 3])
def test_a_log_of_an_older_shape_is_proved_folded_and_shown(shape: int, count: Count) -> None:
    table = Table().deal("ben").finish()
    log = older(table.log, shape)
    changed = sum(a.count(b"readiness_changed") for a in log)
    assert log != table.log
    assert changed >= 2
    report = verify(log, GAMES)
    assert report.first_bad is None, report.first_bad
    assert report.entries == len(log)
    room, same = Room(CODE, GAMES), Room(CODE, GAMES)
    room.apply(log[0])
    same.apply(table.log[0])
    views, wanted = Views(room), Views(same)
    for stored, now in zip(log[1:], table.log[1:], strict=True):
        assert heard(views, room.apply(stored)) == heard(wanted, same.apply(now))
    assert room.digest() == same.digest()
    count("events of an older shape", changed)


@pytest.mark.parametrize("shape", [2, 3])
def test_without_its_upcaster_an_older_shape_is_named(shape: int) -> None:
    bad = verify(older(Table().deal("ben").log, shape), GAMES).first_bad
    assert bad is not None
    assert "event in leaf 1" in bad.why


@pytest.mark.usefixtures("planted")
def test_what_is_forged_is_found_beside_older_shapes() -> None:
    log = older(Table().deal("ben").finish().log, 3)

    def forge(number: int, entry: Entry) -> Entry:
        data = leaf(entry, 1)
        return with_leaf(entry, 1, data.replace(b",1]", b",0]")) if number == target else entry

    target = next(n for n, entry in enumerate(log) if b'["readiness_changed"' in entry)
    bad = verify(chained(log, forge), GAMES).first_bad
    assert bad is not None
    assert bad.seq == target + 1


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize(("field", "check"), [("hash", "commitments"), ("prev", "chain")])
def test_an_older_shape_that_is_not_chained_is_named(field: str, check: str) -> None:
    log = older(Table().deal("ben").finish().log, 3)
    target = next(n for n, entry in enumerate(log) if b'["readiness_changed"' in entry)
    changed = msgspec.structs.replace(read_entry(log[target]), **{field: "ab" * 32})
    log[target] = encoder.encode(changed)
    bad = verify(log, GAMES).first_bad
    assert bad is not None
    assert (bad.seq, bad.check) == (target + 1, check)


@pytest.mark.usefixtures("planted")
@pytest.mark.parametrize("data", [b"[]", b"null", b'[["a"]]', b"7", b'{"a":1}', b'["no_event"]'])
def test_a_leaf_that_is_no_event_is_named_beside_upcasters(data: bytes) -> None:
    log = Table().open("ben").log
    bad = verify(chained(log, lambda n, e: with_leaf(e, 1, data) if n == 1 else e), GAMES).first_bad
    assert bad is not None
    assert bad.seq == 2
