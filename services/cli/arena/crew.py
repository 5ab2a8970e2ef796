"""All matches on all cores. Which process plays a match changes nothing about it."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context

from msgspec import Struct

from services.bots.minds import MindMaker
from services.cli.arena.broken import Broken
from services.cli.arena.match import Match
from services.cli.arena.request import Request
from services.cli.arena.tally import Tally

CHUNK_LIMIT = 25
"""Matches that a process plays before it tells of them."""
_CHUNKS_EACH = 8

LAST_ONLY = 0
"""In place of a step between logs that are verified."""


class Order(Struct, frozen=True):
    """What to play and what to look at; `verify_every` n-th match, or the last alone."""

    request: Request
    makers: Mapping[str, MindMaker]
    verify_every: int

    def is_verified(self, number: int) -> bool:
        if self.verify_every == LAST_ONLY:
            return number == self.request.total
        return number % self.verify_every == 0


class Finding(Struct):
    """Everything that was played; up to the first match that broke, by its number, if one did."""

    tally: Tally
    digest: str
    """sha256 over the last hash of each match's log in their order, in hex: equal for two runs that
    played the same matches, byte for byte."""
    broken: Broken | None


class _Part(Struct):
    tally: Tally
    heads: bytes
    broken: Broken | None


def play_all(
    order: Order, numbers: Sequence[int], jobs: int, tell: Callable[[int], None]
) -> Finding:
    """Plays these matches in `jobs` processes; `tell` gets how many more are done.

    Raises `BrokenProcessPool` where one of them was killed.
    """
    tally, heads = Tally(), sha256()
    for part in _parts(order, numbers, jobs):
        tally.add(part.tally)
        heads.update(part.heads)
        tell(part.tally.matches)
        if part.broken is not None:
            return Finding(tally, heads.hexdigest(), part.broken)
    return Finding(tally, heads.hexdigest(), None)


def _parts(order: Order, numbers: Sequence[int], jobs: int) -> Iterator[_Part]:
    """In the order of the numbers."""
    size = max(1, min(CHUNK_LIMIT, len(numbers) // (jobs * _CHUNKS_EACH)))
    chunks = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    if jobs == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield _play(order, chunk)
        return
    # Spawned: a forked process would share whatever its parent has open.
    # An interruption is the parent's to deal with; it lets the parts that run come to their end.
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    try:
        yield from pool.map(_play, [order] * len(chunks), chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _play(order: Order, numbers: Sequence[int]) -> _Part:
    part = _Part(Tally(), b"", None)
    for number in numbers:
        played = Match(order.request, number, order.makers).play(
            is_verified=order.is_verified(number)
        )
        if isinstance(played, Broken):
            part.broken = played
            break
        part.tally.count(played)
        part.heads += played.head
    return part
