"""L1 from the middle: every fold and every verification may begin with an entry that restates its
room, and needs nothing but the number and the hash of the entry before."""

from random import Random

import pytest
from msgspec.structs import replace

from shared.contracts.entries import GENESIS, read_entry
from shared.room.aggregate import Room
from shared.room.frames import Views
from shared.room.verify import verify
from tests.conftest import Count

from .lives import ROOM, Life, Plan
from .seeds import named
from .subjects import SUBJECTS, Subject

LIVES = 12
MATCHES = 3


def lives(subject: Subject, seed: int) -> Life:
    """A room with several matches, who comes and goes between them and a score. Where all have left
    in the end, it lets go of the last match."""
    drawn = Plan.of(subject.game, Random(seed))
    plan = replace(drawn, matches=MATCHES, abandoned_at=0, gossip=0.5, restated=True)
    return Life(subject, seed, plan=plan).live()


def restating(log: list[bytes]) -> list[int]:
    """Places in the log."""
    return [n for n, stored in enumerate(log) if b'["restated",' in stored]


@pytest.mark.parametrize("name", SUBJECTS)
def test_folding_and_verifying_from_a_restating_entry_give_what_they_give_from_the_first(
    name: str, count: Count
) -> None:
    subject, begun, entries = SUBJECTS[name], 0, 0
    for seed in range(LIVES):
        with named(seed):
            log = lives(subject, seed).log
            for place in restating(log):
                entries += follow(subject, log, place)
                begun += 1
    count("L1 folds from a restating entry", begun, minimum=LIVES)
    count("L1 entries folded from a restating entry", entries)


def follow(subject: Subject, log: list[bytes], place: int) -> int:
    """Two folds of everything from `place` on, the one from the first entry, and their frames."""
    whole = Room(ROOM, subject.games)
    for stored in log[:place]:
        whole.apply(stored)
    late = Room(ROOM, subject.games, place, bytes.fromhex(read_entry(log[place]).prev))
    views: tuple[Views, Views] | None = None
    for stored in log[place:]:
        applied = whole.apply(stored), late.apply(stored)
        assert whole.digest() == late.digest()
        assert (whole.seq, whole.hash, whole.due) == (late.seq, late.hash, late.due)
        assert whole.waited_for() == late.waited_for()
        if views is None:
            views = Views(whole), Views(late)
        else:
            assert views[0].frames(applied[0]) == views[1].frames(applied[1])
        for viewer in views[0].viewers():
            assert views[0].sections(viewer) == views[1].sections(viewer)
    report = verify(log[place:], subject.games, place, bytes.fromhex(read_entry(log[place]).prev))
    assert report.first_bad is None, report.first_bad
    assert (report.entries, report.head) == (len(log) - place, whole.hash)
    return report.entries


def test_nothing_begins_with_an_entry_that_does_not_restate_the_room() -> None:
    subject = SUBJECTS["bang"]
    log = lives(subject, 0).log
    (place, *_) = restating(log)
    for begin in (1, place - 1, place + 1):
        report = verify(
            log[begin:], subject.games, begin, bytes.fromhex(read_entry(log[begin]).prev)
        )
        bad = report.first_bad
        assert bad is not None
        assert bad.seq == begin + 1
        if begin == 1:  # of the lobby; those of a game cannot even be read
            assert bad.why == "does not restate the room, so nothing can begin with it"
    report = verify(log[place:], subject.games, place, GENESIS)
    assert report.first_bad is not None
    assert (report.first_bad.seq, report.first_bad.check) == (place + 1, "chain")
