"""What somebody can do who has full power over a log: change what it says, and all hashes.

Where everything is open the rules and the secret betray him; a whole other match is betrayed only
by what somebody kept elsewhere.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import pytest
from msgspec import Raw, json
from msgspec.structs import replace

from services.cli.match.verify import CODES
from shared.contracts.entries import Entry, Leaf, encoder, read_entry, read_header
from shared.contracts.ids import RoomId
from shared.engine.chain import entry_hash
from shared.matchfile import checkpoint
from shared.matchfile.checkpoint import Checkpoint, RoomHead
from shared.matchfile.head import AUDITOR, WATCHER, BadFile
from shared.matchfile.proving import Anchors
from shared.matchfile.signing import public_key, sign
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count
from tests.matchfile.files import File, judged, opened

KEY, OTHER_KEY = bytes(range(32)), bytes(32)
GAMES = {**SUBJECTS["bang"].games, **SUBJECTS["buckshot"].games}


def match(name: str, seed: int, key: bytes = KEY, viewer: str = AUDITOR) -> File:
    """A signed file of the first match of a room; all of these rooms have one code."""
    plan = Plan(4, 0, {}) if name == "bang" else None
    file = opened(Life(SUBJECTS[name], seed, plan=plan).live())[0].file(viewer)
    return signed(file, key)


def signed(file: File, key: bytes) -> File:
    return file._replace(head=replace(file.head, signature=sign(key, file.head.signed)))


Forge = Callable[[Entry], Entry | None]
"""An entry as it is to be; `None` where there is nothing to forge in it."""


def forged(file: File, forge: Forge) -> tuple[File, int]:
    """The first entry that can be is forged, every hash from there on made anew, the head too, and
    signed with the true key; and the number of that entry."""
    entries, before, number = list[bytes](), bytes.fromhex(file.head.previous), 0
    for seq, stored in enumerate(file.entries, file.head.first_seq):
        entry = read_entry(stored)
        other = None if number else forge(entry)
        if other is not None and other != entry:
            entry, number = other, seq
        entry = replace(entry, prev=before.hex())
        before = entry_hash(entry, before)
        entries.append(encoder.encode(replace(entry, hash=before.hex())))
    assert number, "there was nothing to forge"
    head = replace(file.head, head=before.hex())
    return signed(File(head, entries), KEY), number


def event(tag: str, change: Callable[[list[object]], object], *, sealed: bool = False) -> Forge:
    """Changes an event's public leaf, or the sealed one behind it."""

    def forge(entry: Entry) -> Entry | None:
        for number, leaf in enumerate(entry.leaves):
            if isinstance(leaf, str) or not bytes(leaf[1]).startswith(f'["{tag}",'.encode()):
                continue
            place = number + sealed
            salt, data = parts(entry, place)
            if sealed and json.decode(parts(entry, number)[1])[1] is None:
                continue  # everybody heard it, so nothing is sealed
            value = json.decode(data)
            change(value)
            if json.encode(value) == data:
                continue
            leaves: list[Leaf] = [*entry.leaves]
            leaves[place] = (salt, Raw(json.encode(value)))
            return replace(entry, leaves=leaves)
        return None

    return forge


def command(old: bytes, new: bytes) -> Forge:
    def forge(entry: Entry) -> Entry | None:
        salt, data = parts(entry, 0)
        changed = data.replace(old, new, 1)
        return replace(entry, leaves=[(salt, Raw(changed)), *entry.leaves[1:]])

    return forge


def header(**changed: object) -> Forge:
    def forge(entry: Entry) -> Entry | None:
        before = read_header(entry)
        if before.seq < 9:
            return None
        return replace(entry, header=Raw(encoder.encode(replace(before, **changed))))

    return forge


def salts(entry: Entry) -> Entry | None:
    (one, first), (other, second) = parts(entry, 0), parts(entry, 1)
    return replace(entry, leaves=[(other, Raw(first)), (one, Raw(second)), *entry.leaves[2:]])


def parts(entry: Entry, number: int) -> tuple[str, bytes]:
    leaf = entry.leaves[number]
    assert not isinstance(leaf, str)
    return leaf[0], bytes(leaf[1])


def at(place: int, value: object) -> Callable[[list[object]], object]:
    return lambda values: values.__setitem__(place, value)


def ends_exchanged(values: list[object]) -> None:
    place = next(n for n, value in enumerate(values) if value != values[0])
    values[0], values[place] = values[place], values[0]


class Forgery(NamedTuple):
    game: str
    forge: Forge
    check: str
    """What fails here."""
    code: int | None
    """What the other verifier exits with; 0: it knows no rules, and cannot find it. `None`: it may
    find that something later does not go with it."""


NOUGHT = "00" * 32
FORGERIES = {
    "secret": Forgery("bang", event("secret_chosen", at(0, NOUGHT), sealed=True), "secret", 7),
    "test seed": Forgery("bang", event("secret_chosen", at(1, NOUGHT), sealed=True), "secret", 7),
    "commitment": Forgery("bang", event("secret_chosen", at(4, NOUGHT)), "secret", 7),
    "revealed": Forgery("bang", event("secret_revealed", at(2, NOUGHT)), "secret", 7),
    "supply": Forgery("bang", command(b'"fresh":"', b'"fresh":"0'), "form", 3),
    "salts": Forgery("bang", salts, "secret", 7),
    "shuffle": Forgery("bang", event("pile_shuffled", ends_exchanged, sealed=True), "secret", 7),
    "pile": Forgery("bang", event("pile_shuffled", lambda v: ends_exchanged(v[5])), "secret", 7),  # type: ignore[arg-type]
    "draw": Forgery("bang", event("pile_shuffled", at(3, 9)), "secret", 7),
    "seats": Forgery("bang", event("seated", lambda v: ends_exchanged(v[1])), "decisions", 7),  # type: ignore[arg-type]
    "role": Forgery("bang", event("role_dealt", at(0, "outlaw"), sealed=True), "decisions", 7),
    "character": Forgery("bang", event("character_taken", at(2, "sid")), "decisions", 7),
    "card": Forgery("bang", event("cards_moved", at(0, 79), sealed=True), "decisions", None),
    "life": Forgery("bang", event("life_changed", at(3, 9)), "decisions", 0),
    "result": Forgery("bang", event("match_closed", at(2, ["nobody"])), "results", 0),
    "state": Forgery("bang", event("match_closed", at(4, NOUGHT)), "states", 0),
    "command": Forgery("bang", command(b'{"type":"endPlay"', b'{"type":"draw"'), "decisions", 0),
    "actor": Forgery("bang", header(actor="nobody"), "decisions", 0),
    "deadline": Forgery("bang", header(deadline_ms=1), "decisions", 0),
    "time": Forgery("bang", header(at_ms=5), "decisions", 4),
    "shells": Forgery("buckshot", event("loaded", ends_exchanged, sealed=True), "secret", 7),
    "load": Forgery("buckshot", event("loaded", at(4, 9)), "secret", 7),
    "items": Forgery("buckshot", event("items_dealt", at(2, ["saw", "saw"])), "secret", 7),
    "health": Forgery("buckshot", event("health_changed", at(3, 1)), "decisions", 0),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_whose_every_hash_fits_is_named(what: str, count: Count) -> None:
    forgery, found = FORGERIES[what], 0
    for seed in range(4):
        file, number = forged(match(forgery.game, seed), forgery.forge)
        verdict = file.proved(GAMES)
        assert (verdict.failed, verdict.seq) == (forgery.check, number), verdict.why
        code, entry, why = judged(file.lines())
        assert forgery.code in (None, code), (entry, why)
        if forgery.code:
            assert entry == number, why
        found += 1
    count("forgeries found", found)


def kept(file: File) -> Checkpoint:
    heads = [
        RoomHead(file.head.room, file.head.last_seq, file.head.head),
        RoomHead(RoomId("OTHERS"), 3, NOUGHT),
    ]
    return checkpoint.read(checkpoint.write(checkpoint.made(heads, 1_800_000_000_000, KEY)))


def forged_head(file: File) -> File:
    return file._replace(head=replace(file.head, head=NOUGHT))


@pytest.mark.parametrize("viewer", [AUDITOR, WATCHER])
@pytest.mark.parametrize("name", SUBJECTS)
def test_a_match_that_was_written_anew_is_found_by_what_was_kept(
    name: str, viewer: str, count: Count
) -> None:
    found = 0
    for seed in range(3):
        true, other = match(name, seed, viewer=viewer), match(name, 50 + seed, OTHER_KEY, viewer)
        assert other.proved(GAMES).checks[-1] == "signature", "it is right in itself"
        assert judged(other.lines())[0] == 0
        middle = read_entry(true.entries[len(true.entries) // 2]).hash
        for anchors, check in (
            (Anchors(hashes=(true.head.head,)), "anchor"),
            (Anchors(hashes=(middle,)), "anchor"),
            (Anchors(keys=(public_key(KEY),)), "signature"),
        ):
            assert both_say(true, anchors) is None
            assert both_say(other, anchors) == check
            found += 1
        anchors = Anchors(checkpoints=(kept(true),))
        assert true.proved(GAMES, anchors).anchored == true.head.last_seq
        if other.head.last_seq >= true.head.last_seq:
            verdict = other.proved(GAMES, anchors)
            assert (verdict.failed, verdict.seq) == ("anchor", true.head.last_seq)
            assert judged(other.lines(), anchors)[:2] == (11, true.head.last_seq)
        else:
            assert other.proved(GAMES, anchors).anchored == 0
            room = replace(anchors, is_whole_room=True)
            verdict = other.proved(GAMES, room)
            assert (verdict.failed, verdict.seq) == ("anchor", other.head.last_seq + 1)
        assert judged(true.lines(), anchors)[0] == 0
        torn = Anchors(checkpoints=(*anchors.checkpoints, kept(forged_head(true))))
        assert both_say(true, torn) == "anchor", "of two checkpoints that contradict, one is false"
    count("matches written anew and found", found)


def test_a_signature_is_of_one_match_and_one_key() -> None:
    one, other = match("bang", 1), match("bang", 2)
    known, unknown = Anchors(keys=(public_key(KEY),)), Anchors(keys=(public_key(OTHER_KEY),))
    stolen = one._replace(head=replace(one.head, signature=other.head.signature))
    assert both_say(stolen, Anchors()) == "signature"
    assert both_say(one._replace(head=replace(one.head, signature=None)), known) == "signature"
    again = signed(one, OTHER_KEY)
    assert both_say(again, Anchors()) is None
    assert both_say(again, known) == "signature"
    assert both_say(again, unknown) is None


def both_say(file: File, anchors: Anchors) -> str | None:
    """What fails of a file, of which both verifiers say the same."""
    failed = file.proved(GAMES, anchors).failed
    assert judged(file.lines(), anchors)[0] == (CODES[failed] if failed else 0)
    return failed


def test_a_file_for_one_is_none_for_another() -> None:
    life = Life(SUBJECTS["bang"], 1, plan=Plan(4, 0, {})).live()
    (each, *_) = opened(life)
    for whose in each.files():
        for viewer in (AUDITOR, WATCHER, *each.players, "nobody"):
            claimed = whose._replace(head=replace(whose.head, viewer=viewer))
            holds = claimed.proved(GAMES).holds
            # Who had left before anything was told to him alone has what a watcher has.
            is_same = viewer != "nobody" and whose.entries == each.file(viewer).entries
            assert holds == is_same, (whose.head.viewer, viewer)
            assert (judged(claimed.lines())[0] == 0) == holds, (whose.head.viewer, viewer)


@pytest.mark.parametrize(
    "changed",
    [
        {"first_seq": 0, "last_seq": 9},
        {"first_seq": -5},
        {"first_seq": 1 << 62, "last_seq": 1 << 63},
        {"first_seq": 2},
        {"previous": "ab"},
        {"previous": "ab" * 32},
        {"previous": "no hex"},
        {"head": "no hex"},
        {"last_seq": -1},
        {"match": 2},
        {"ruleset": "bang/7"},
        {"room": "OTHERS"},
    ],
)
def test_a_first_line_that_cannot_be_true_is_refused(changed: dict[str, object]) -> None:
    file = match("bang", 1)
    forged_head = file._replace(head=replace(file.head, **changed))
    with suppress(BadFile):
        assert not forged_head.proved(GAMES).holds
    assert judged(forged_head.lines())[0] != 0
