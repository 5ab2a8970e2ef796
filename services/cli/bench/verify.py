"""`saloon bench verify`: match files of seven players, proved on one core."""

import io
from collections.abc import Callable, Sequence
from statistics import mean, median
from time import process_time

import click

from services.cli.parts import GAMES
from shared.matchfile.container import pack, unpack
from shared.matchfile.head import AUDITOR, WATCHER
from shared.matchfile.opened import Stretch, players, read, redacted, stretches
from shared.matchfile.proving import Anchors, prove
from shared.matchfile.signing import sign

from . import asked
from .recording import record
from .table import Row, report

_KEY = bytes(range(32))


@click.command()
@asked.rounds
@click.option(
    "--matches",
    default=8,
    type=click.IntRange(1, 1_000),
    show_default=True,
    help="Matches in a sample.",
)
@click.option("--seed", default=1, show_default=True, help="Of the first match.")
@asked.as_json
def verify(*, rounds: int, matches: int, seed: int, as_json: bool) -> None:
    """Match files as `match export` writes them, packed and signed, and how fast they are proved.

    By the time that the processor spends on it, so that other work on the machine does not count.
    """
    played = [_match(seed + number) for number in range(matches)]
    full = [_file(each, AUDITOR) for each in played]
    watched = [_file(each, WATCHER) for each in played]
    own = [_file(each, _first_seat(each)) for each in played]
    works: dict[str, Callable[[], object]] = {
        "full": lambda: _prove(full),
        "watched": lambda: _prove(watched),
        "reading": lambda: [list(unpack(io.BytesIO(data))[1]) for data in full],
    }
    times = {name: median(_busy_s(work) for _ in range(rounds)) for name, work in works.items()}
    entries = sum(len(each.entries) for each in played)
    rows = [
        Row("matches of 7 verified, one core", matches / times["full"], "/s", 50),
        Row("  microseconds an entry", times["full"] / entries * 1e6, "µs"),
        Row("  of these to unpack it", times["reading"] / entries * 1e6, "µs"),
        Row("matches verified as a watcher has them", matches / times["watched"], "/s"),
        Row("entries a match", entries / matches, ""),
        Row("bytes of a match file, for an auditor", mean(map(len, full)), "bytes"),
        Row("  for a seat", mean(map(len, own)), "bytes"),
        Row("  for a watcher", mean(map(len, watched)), "bytes"),
    ]
    report("verify", rows, as_json=as_json)


def _busy_s(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def _match(seed: int) -> Stretch:
    recording = record(seed)
    steps = (*recording.lobby, *recording.play)
    (stretch,) = stretches([step.accepted.stored for step in steps])
    return stretch


def _first_seat(stretch: Stretch) -> str:
    return players(read(stretch.entries, GAMES))[0]


def _file(stretch: Stretch, viewer: str) -> bytes:
    head = stretch.head(viewer, {})
    signature = sign(_KEY, head.signed)
    entries = redacted(read(stretch.entries, GAMES), viewer)
    return pack(stretch.head(viewer, {}, signature), entries)


def _prove(files: Sequence[bytes]) -> None:
    for data in files:
        head, entries = unpack(io.BytesIO(data))
        verdict = prove(head, entries, GAMES, Anchors())
        assert verdict.holds, verdict
