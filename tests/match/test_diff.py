"""`match diff`: the first thing in which two logs part, and what changed between two moments."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from services.cli import stored
from services.cli.match.differences import compare
from services.cli.parts import GAMES
from shared.contracts.entries import Entry, encoder, read_entry
from shared.matchfile.head import AUDITOR
from shared.matchfile.opened import stretches, whole
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count

from .logs import Kept, run
from .test_moments import in_mid_match

Change = Callable[[Entry, Random], tuple[Entry, str, int]]
"""Another entry, the kind of difference there is then, and the leaf it is in."""


def _header(entry: Entry, _: Random) -> tuple[Entry, str, int]:
    raw = re.sub(rb'"at_ms":(\d+)', rb'"at_ms":1\1', bytes(entry.header))
    return _with(entry, header=type(entry.header)(raw)), "header", -1


def _salt(entry: Entry, dice: Random) -> tuple[Entry, str, int]:
    place = dice.randrange(len(entry.leaves))
    leaves = list(entry.leaves)
    leaf = leaves[place]
    assert not isinstance(leaf, str)
    leaves[place] = (dice.randbytes(16).hex(), leaf[1])
    return _with(entry, leaves=leaves), "salt", place


def _leaf(entry: Entry, dice: Random) -> tuple[Entry, str, int]:
    place = dice.randrange(len(entry.leaves))
    leaves = list(entry.leaves)
    leaf = leaves[place]
    assert not isinstance(leaf, str)
    told = json.loads(bytes(leaf[1]))
    told = {**told, "more": 1} if isinstance(told, dict) else [*told, "more"]
    leaves[place] = (leaf[0], type(leaf[1])(json.dumps(told, separators=(",", ":")).encode()))
    return _with(entry, leaves=leaves), "leaf", place


def _count(entry: Entry, _: Random) -> tuple[Entry, str, int]:
    return _with(entry, leaves=[*entry.leaves, "00" * 32]), "count", -1


def _chain(entry: Entry, dice: Random) -> tuple[Entry, str, int]:
    return _with(entry, hash=dice.randbytes(32).hex()), "chain", -1


CHANGES: tuple[Change, ...] = (_header, _salt, _leaf, _count, _chain)


def _with(entry: Entry, **changed: object) -> Entry:
    fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
    return Entry(**{**fields, **changed})


@pytest.mark.parametrize("game", GAMES.newest())
def test_the_first_difference_is_named(game: str, rooms: dict[str, Kept], count: Count) -> None:
    log, dice = rooms[game].life.log, Random(game)
    for number in range(100):
        changed = list(log)
        place = dice.randrange(len(log))
        entry, kind, leaf = CHANGES[number % len(CHANGES)](read_entry(log[place]), dice)
        changed[place] = encoder.encode(entry)
        if dice.random() < 0.5:
            changed[place + 1 :] = log[:1]
        for one, other in ((log, changed), (changed, log)):
            found = compare(one, other)
            assert found.first is not None
            assert (found.first.kind, found.first.entry, found.first.leaf) == (
                kind,
                place + 1,
                leaf,
            )
            assert found.entries == place
    count(f"differences named, {game}", 100, minimum=100)


def test_what_is_not_an_entry_and_what_is_not_canonical_is_named(rooms: dict[str, Kept]) -> None:
    log = rooms["bang"].life.log
    for wrong, kind in ((b"{}", "unreadable"), (log[4].replace(b",", b", "), "form")):
        changed = [*log[:4], wrong, *log[5:]]
        for one, other in ((log, changed), (changed, log)):
            first = compare(one, other).first
            assert first is not None
            assert (first.kind, first.entry, bool(first.one)) == (kind, 5, one is changed)


def test_two_logs_are_told_apart_in_words(rooms: dict[str, Kept], tmp_path: Path) -> None:
    kept = rooms["bang"]
    lines = kept.path.read_bytes().splitlines()
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"\n".join(lines[:9]) + b"\n")
    assert run("diff", kept.path, kept.path).exit_code == 0
    cut = run("diff", kept.path, other)
    assert (cut.exit_code, cut.stdout.split(";")[0]) == (1, "Entry 9 is not in log 2 any more")
    lines[20] = re.sub(rb'"at_ms":(\d+)', rb'"at_ms":1\1', lines[20])
    other.write_bytes(b"\n".join(lines) + b"\n")
    said = run("diff", kept.path, other).stdout
    assert said.startswith("Entry 20 is the first that differs, in its header, at_ms: ")
    assert run("diff", kept.path, other, "--lang", "ko").stdout.startswith("20번 기록이")
    told = json.loads(run("diff", kept.path, other, "--json").stdout)
    assert (told["same"], told["first"]["field"], told["entries"]) == (False, "at_ms", 19)


def test_a_redacted_log_is_the_same_log(rooms: dict[str, Kept]) -> None:
    kept = rooms["bang"]
    redacted = kept.redacted(kept.seated[1])
    done = run("diff", kept.path, redacted, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["same"], told["entries"]) == (0, True, len(kept.life.log))
    assert told["closed"] > 0


@pytest.mark.parametrize("game", GAMES.newest())
def test_two_moments_differ_in_what_happened_between_them(
    game: str, rooms: dict[str, Kept]
) -> None:
    kept = rooms[game]
    seq = in_mid_match(kept)
    asked = ("diff", kept.path, "--against", seq, "--json", "--at")
    same, changed = run(*asked, seq), run(*asked, seq - 1)
    assert (same.exit_code, json.loads(same.stdout)["changed"]) == (0, [])
    assert changed.exit_code == 1
    assert any(each["field"].startswith("play.") for each in json.loads(changed.stdout)["changed"])
    seen = run("diff", kept.path, "--at", 1, "--against", seq, "--as", "1")
    assert (seen.exit_code, "secret: " in seen.stdout) == (1, False)


@pytest.mark.parametrize(
    "asked",
    [
        (),
        ("--at", 3),
        ("--against", 3),
        ("--at", 3, "--against", 10**9),
        ("--at", 0, "--against", 1),
    ],
)
def test_what_cannot_be_compared_is_refused(
    asked: tuple[object, ...], rooms: dict[str, Kept]
) -> None:
    done = run("diff", rooms["bang"].path, *asked)
    assert (done.exit_code, done.stdout) == (2, "")
    assert run("diff", rooms["bang"].path, "no-such-file").exit_code == 2


def by_matches(tmp_path: Path) -> tuple[Path, list[Path], list[int]]:
    """A room's whole log, its matches one by one, and the number of each one's first entry."""
    plan = replace(Plan.of(SUBJECTS["buckshot"].game, Random("plan 5")), matches=3)
    log = Life(SUBJECTS["buckshot"], 5, plan=plan).live().log
    room, found = tmp_path / "room.jsonl", stretches(log)
    stored.write(room, whole(log, {}), log)
    paths = [tmp_path / f"{each.match}.jsonl" for each in found]
    for path, each in zip(paths, found, strict=True):
        stored.write(path, each.head(AUDITOR, {}), each.entries)
    return room, paths, [each.first_seq for each in found]


def test_entries_are_compared_by_their_numbers(tmp_path: Path) -> None:
    room, (first, second, *_), (_, since, *_) = by_matches(tmp_path)
    lines = second.read_bytes().splitlines()
    told = json.loads(run("diff", second, second, "--json").stdout)
    assert (told["same"], told["since"], told["entries"]) == (True, since, len(lines) - 1)
    for asked in ((second, room), (room, second)):
        done = run("diff", *asked)
        assert f"Compared from entry {since} on, the first that both have." in done.stdout
        assert f"Entry {since + len(lines) - 1} is not in log" in done.stdout, done.stdout
    lines[5] = re.sub(rb'"at_ms":(\d+)', rb'"at_ms":1\1', lines[5])
    second.write_bytes(b"\n".join(lines) + b"\n")
    said = run("diff", second, room).stdout
    assert said.startswith(f"Entry {since + 4} is the first that differs, in its header, at_ms: ")
    done = run("diff", first, second)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"no entry in common: one has 1 to {since - 1}, the other {since} to " in done.stderr


def test_a_log_that_begins_in_mid_match_is_named_by_its_own_entry(tmp_path: Path) -> None:
    _, (_, second, *_), (_, since, *_) = by_matches(tmp_path)
    lines = second.read_bytes().splitlines()
    second.write_bytes(b"\n".join([lines[0], *lines[3:]]) + b"\n")
    done = run("show", second)
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"Entry {since + 2} is the first that does not hold" in done.stderr
    done = run("export", second, "--out", tmp_path / "again.jsonl")
    assert (done.exit_code, f"entry {since + 2} prepares no match" in done.stderr) == (2, True)


@pytest.mark.parametrize("verb", [("show",), ("verify",), ("stats",), ("branch", "--at", 3)])
def test_where_nothing_is_named_it_says_so(verb: tuple[object, ...]) -> None:
    done = run(*verb, "")
    assert (done.exit_code, "no room and no file is named" in done.stderr) == (2, True)
