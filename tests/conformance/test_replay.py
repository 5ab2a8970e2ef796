"""L1: folding a room's entries gives the live state; deciding its commands again gives the same
entries, byte for byte, on any machine, with any locale, time zone and hash seed."""

import os
import subprocess
import sys
from random import Random

import pytest

from services.cli.tree import ROOT
from shared.room.aggregate import Room
from shared.room.verify import verify
from tests.conftest import Count

from .lives import ROOM, Life, heads
from .seeds import named, over
from .subjects import SUBJECTS, Subject


@over(matches=2_000)
def test_folding_gives_the_live_room_and_deciding_again_the_same_bytes(
    subject: Subject, seeds: range, count: Count
) -> None:
    """Also where a room or its fold went on from a snapshot."""
    entries = matches = snapshots = 0
    for seed in seeds:
        with named(seed):
            life, folded, dice = Life(subject, seed), Room(ROOM, subject.games), Random(seed)
            for sent in life.sends():
                folded.apply(life.take(sent).stored)
                if dice.random() < 0.02:
                    folded, life.room = restored(folded, subject), restored(life.room, subject)
                    assert folded.snapshot() == life.room.snapshot()
                    snapshots += 1
            assert folded.snapshot() == life.room.snapshot()
            assert folded.digest() == life.room.digest()
            report = verify(life.log, subject.games)
            assert report.first_bad is None, report.first_bad
            assert (report.entries, report.head) == (len(life.log), life.room.hash)
            entries += report.entries
            matches += report.matches
    count("L1 matches", matches, minimum=len(seeds))
    count("L1 entries", entries, minimum=0)
    count("L1 snapshots", snapshots, minimum=0)


def restored(room: Room, subject: Subject) -> Room:
    stored = room.snapshot()
    again = Room.restore(stored, subject.games)
    assert again.snapshot() == stored
    assert again.due == room.due
    return again


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
        {"PYTHONHASHSEED": "random", "LC_ALL": "ko_KR.UTF-8", "PYTHONUTF8": "0"},
    ],
    ids=["plain", "elsewhere", "by-chance"],
)
def test_no_locale_time_zone_or_hash_seed_changes_a_byte(
    name: str, surroundings: dict[str, str], count: Count
) -> None:
    seeds = range(20)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    other = subprocess.run(
        [
            *(sys.executable, "-P", "-c"),
            f"from tests.conformance.lives import heads; print(*heads({name!r}, {seeds!r}))",
        ],
        env={**kept, "PYTHONPATH": str(ROOT), **surroundings},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.split() == heads(name, seeds)
    count("L1 matches in other surroundings", len(seeds), minimum=0)
