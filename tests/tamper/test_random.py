"""Whatever is done at random to the lines of a match file, both verifiers find it and name the
entry; what nothing was done to, they prove."""

import io
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from shared.matchfile.container import unpack
from shared.matchfile.head import AUDITOR, WATCHER, BadFile
from shared.matchfile.proving import Anchors, prove
from shared.matchfile.signing import sign
from shared.room.rules import Games
from tests.conformance.lives import Life
from tests.conformance.subjects import SUBJECTS, Subject
from tests.conftest import Count
from tests.matchfile.files import File, judged, opened, tool
from tests.tamper.strokes import KINDS, Lines, Stroke, spliced

PIECES = 8
STROKES = 640
"""For each piece and game: 10,240 in all."""
LIVES = 2
KEY = bytes(range(32))
DIGEST = "ab" * 32
"""Of rules that nobody has; only the signature vouches for it."""


def files(subject: Subject, seed: int) -> list[File]:
    """Of the matches of some rooms: for an auditor, a watcher and a player, some of them signed."""
    found: list[File] = []
    for number in range(LIVES):
        life = Life(subject, 100 * seed + number).live()
        for each in opened(life):
            for viewer in (AUDITOR, WATCHER, each.players[0]):
                file = each.file(viewer)
                if number % 2:
                    head = replace(file.head, ruleset_digest=DIGEST)
                    file = file._replace(head=head)
                    signature = sign(KEY, file.head.signed)
                    file = file._replace(head=replace(file.head, signature=signature))
                found.append(file)
    return found


@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("name", SUBJECTS)
def test_any_stroke_is_found_and_its_entry_named(name: str, piece: int, count: Count) -> None:
    subject, dice = SUBJECTS[name], Random(f"tamper {name} {piece}")
    ours = files(subject, piece)
    for file in ours:
        assert file.proved(subject.games).holds, "a false alarm"
        assert judged(file.lines())[0] == 0, "a false alarm"
    for _ in range(STROKES):
        stroke = drawn(ours, dice)
        is_named(we_say(stroke, subject.games), stroke)
        is_named(they_say(stroke), stroke)
    count("random strokes found", STROKES)
    count("untouched files without an alarm", len(ours))


def drawn(all_files: list[File], dice: Random) -> Stroke:
    file = dice.choice(all_files)
    lines, first = file.lines(), file.head.first_seq
    which = dice.randrange(len(KINDS) + 1)
    if which < len(KINDS):
        return KINDS[which](lines, first, dice)
    others: list[Lines] = [
        other.lines()
        for other in all_files
        if other.head.first_seq == first and other.head.head != file.head.head
    ]
    if not others:
        return KINDS[0](lines, first, dice)
    return spliced(lines, first, dice, dice.choice(others))


Said = tuple[bool, int | None, str]
"""Whether it holds, which entry is named, and why."""


def is_named(said: Said, stroke: Stroke) -> None:
    holds, entry, why = said
    assert not holds, stroke.what
    assert stroke.entry in (None, entry), (stroke.what, entry, why)


def we_say(stroke: Stroke, games: Games) -> Said:
    try:
        head, entries = unpack(io.BytesIO(stroke.text))
        verdict = prove(head, entries, games, Anchors())
    except BadFile as bad:
        return False, None, str(bad)
    return verdict.holds, verdict.seq, verdict.why


def they_say(stroke: Stroke) -> Said:
    code, entry, why = judged(_lines(stroke.text))
    return code == 0, entry, why


def _lines(text: bytes) -> Iterator[bytes]:
    """As the tool's own reader gives them."""
    for line in io.BytesIO(text):
        if not line.endswith(b"\n"):
            raise tool.Bad(tool.UNREADABLE, None, "is cut off")
        yield line[:-1]
