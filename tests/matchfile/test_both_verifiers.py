"""A match file is proved by this project and by a verifier written from docs/match-format.md alone,
for every match, every viewer; and nothing is in it that its viewer may not have."""

import ast
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.cli import stored
from shared.contracts.entries import read_entry
from shared.contracts.ids import RoomId
from shared.matchfile import checkpoint, signing
from shared.matchfile.checkpoint import RoomHead
from shared.matchfile.head import AUDITOR, WATCHER
from shared.matchfile.opened import whole
from shared.matchfile.proving import Anchors
from shared.room.fair import seed as seed_of
from tests.conformance.lives import Life
from tests.conformance.seeds import named
from tests.conformance.subjects import SUBJECTS
from tests.conformance.test_restated import lives
from tests.conftest import Count
from tests.matchfile.files import TOOL, File, Opened, judged, opened

LIVES = 200 if "SALOON_FULL" in os.environ else 20
HEX = re.compile(rb"[0-9a-f]{32,}")


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_file_of_every_match_is_proved_by_both(name: str, count: Count) -> None:
    files = matches = entries = 0
    for seed in range(LIVES):
        with named(seed):
            life = Life(SUBJECTS[name], seed).live()
            for each in opened(life):
                matches += 1
                for file in each.files():
                    is_proved_by_both(file, life)
                    holds_nothing_else(file, each, life)
                    files += 1
                    entries += len(file.entries)
    assert files >= 3 * matches
    count(f"{name}: matches proved by both verifiers", matches, minimum=LIVES)
    count(f"{name}: files proved by both verifiers", files)
    count(f"{name}: entries proved by both verifiers", entries)


def is_proved_by_both(file: File, life: Life) -> None:
    verdict = file.proved(life.games)
    assert verdict.holds, (file.head.viewer, verdict)
    is_full = file.head.viewer == AUDITOR
    assert ("decisions" in verdict.checks) == is_full == (not verdict.report.is_redacted)
    assert judged(file.lines()) == (0, None, ""), file.head.viewer


def holds_nothing_else(file: File, each: Opened, life: Life) -> None:
    """Of secret, seed, supply and the salts of closed leaves nothing is in a redacted file."""
    if file.head.viewer == AUDITOR:
        return
    secrets = {*life.supplied, life.state.secret}
    if life.state.play is not None:
        secrets.add(seed_of(life.state).hex())
    for opened_, stored_ in zip(each.entries, file.entries, strict=True):
        for open_leaf, leaf in zip(opened_.entry.leaves, read_entry(stored_).leaves, strict=True):
            if isinstance(leaf, str):
                secrets.add(open_leaf[0])
    found = {digits.decode() for line in file.lines() for digits in HEX.findall(line)}
    assert secrets.isdisjoint(found), file.head.viewer


@pytest.mark.parametrize("name", SUBJECTS)
def test_matches_of_one_room_are_proved_together_and_each_alone(name: str) -> None:
    life = lives(SUBJECTS[name], 1)
    matches = opened(life)
    assert [each.stretch.match for each in matches] == [1, 2, 3]
    together = File(whole(life.log, {}), life.log)
    assert judged(together.lines()) == (0, None, "")
    verdict = together.proved(life.games)
    assert (verdict.holds, verdict.report.matches) == (True, 3)
    for each, following in pairwise(matches):
        assert each.file().proved(life.games).report.matches == 1
        assert following.stretch.previous.hex() == each.file().head.head
        kept = RoomHead(each.stretch.room, each.file().head.last_seq, each.file().head.head)
        for head, holds in ((kept, True), (replace(kept, hash="ab" * 32), False)):
            anchors = Anchors(checkpoints=(checkpoint.made([head], 1, bytes(32)),))
            assert following.file().proved(life.games, anchors).holds == holds
            assert (judged(following.file().lines(), anchors)[0] == 0) == holds
    mixed = matches[1].file()._replace(entries=matches[2].file().entries)
    assert mixed.proved(life.games).failed == "chain"
    assert judged(mixed.lines())[0] == 4


def test_the_other_verifier_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(TOOL.read_text("utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module).split(".")[0])
    assert names <= sys.stdlib_module_names
    assert not names & {"importlib", "runpy"}


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The tool as a stranger starts it: alone, with no package at hand."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(TOOL), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_stranger_verifies_files_on_the_command_line(tmp_path: Path) -> None:
    (each, *_) = opened(Life(SUBJECTS["bang"], 1).live())
    full, watched = tmp_path / "full.jsonl.gz", tmp_path / "watched.jsonl"
    stored.write(full, *each.file())
    stored.write(watched, *each.file(WATCHER))
    done = run(full, watched)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("consistent, not anchored") == 2
    assert run(full, "--head", each.file().head.head).returncode == 0
    assert run(full, "--head", "ab" * 32).returncode == 11
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(full.read_bytes()[:-300])
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(watched.read_bytes().replace(b'"seq":7,', b'"seq":8,', 1))
    done = run(full, bad, cut)
    assert (done.returncode, "entry 7 " in done.stdout, "Traceback" in done.stderr) == (
        4,
        True,
        False,
    )
    assert run(cut).returncode == run(tmp_path / "none").returncode == run(TOOL).returncode == 2
    assert run().returncode == run(full, "--key", "ab").returncode == 1
    assert run(full, "--what", "ab").returncode == run(full, "--head").returncode == 1


def test_a_stranger_checks_a_key_and_a_checkpoint(tmp_path: Path) -> None:
    (each, *_) = opened(Life(SUBJECTS["buckshot"], 1).live())
    file = each.file()
    head, private, other = file.head, bytes(range(32)), bytes(32)
    unsigned, path = tmp_path / "unsigned.jsonl.gz", tmp_path / "signed.jsonl.gz"
    stored.write(unsigned, *file)
    stored.write(path, replace(head, signature=signing.sign(private, head.signed)), file.entries)
    known, unknown = map(signing.public_key, (private, other))
    assert run(path, "--key", unknown, "--key", known.upper()).returncode == 0
    assert run(path, "--key", unknown).returncode == run(unsigned, "--key", known).returncode == 6
    heads = [
        RoomHead(head.room, head.last_seq, head.head),
        RoomHead(head.room, head.last_seq, "ab" * 32),
        RoomHead(RoomId("OTHERS"), 7, "ab" * 32),
    ]
    codes, checkpoints = [], []
    for number, each_head in enumerate(heads):
        kept = tmp_path / f"checkpoint-{number}.json"
        kept.write_bytes(checkpoint.write(checkpoint.made([each_head], 1_800_000_000_000, private)))
        done = run(path, "--checkpoint", kept, "--key", known)
        codes.append((done.returncode, "not anchored" in done.stdout))
        checkpoints.append(kept)
    assert codes == [(0, False), (11, False), (0, True)]
    forged = tmp_path / "forged.json"
    forged.write_bytes(checkpoints[1].read_bytes().replace(b"ab" * 32, head.head.encode()))
    for bad in (forged, path, tmp_path / "none"):
        done = run(path, "--checkpoint", bad)
        assert (done.returncode, done.stderr) == (2, "")
    assert run(path, "--checkpoint", checkpoints[0], "--key", unknown).returncode == 2
