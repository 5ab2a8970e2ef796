"""Chance that hangs on the seed and on what it is asked about, never on who asked before.

Two messages that leave at the same moment may be put on the wire in either order: each still meets
the same fate.
"""

import contextvars
import math
from collections import Counter
from hashlib import blake2b
from random import Random

_DRAWS = 8
_BYTES = 8
on_behalf: contextvars.ContextVar[str] = contextvars.ContextVar("on_behalf", default="")
"""Whom a service's task works for: part of what chance is asked about."""

_SCALE = 1 / (1 << (8 * _BYTES))


class Roll:
    """A few numbers in [0, 1)."""

    __slots__ = ("_digest", "_next")

    def __init__(self, digest: bytes) -> None:
        self._digest = digest
        self._next = 0

    def __call__(self) -> float:
        start = self._next
        assert start < _DRAWS * _BYTES, "a roll has eight numbers"
        self._next = start + _BYTES
        return int.from_bytes(self._digest[start : self._next]) * _SCALE


class Chance:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = blake2b(b"%d" % seed, digest_size=16).digest()
        self._times: Counter[bytes] = Counter()

    def roll(self, about: str, data: bytes = b"") -> Roll:
        """The numbers for the n-th time that this is asked about."""
        what = f"{about}\0{on_behalf.get()}\0".encode()
        asked = blake2b(what + data, key=self._key, digest_size=16).digest()
        times = self._times[asked]
        self._times[asked] = times + 1
        return Roll(blake2b(b"%d" % times, key=asked, digest_size=64).digest())

    def stream(self, name: str) -> Random:
        """Numbers for somebody who asks one after the other."""
        return Random(f"{self.seed} {name}")


def between(low: float, high: float, share: float) -> float:
    """From `low` to `high`, evenly by order of magnitude; `share` in [0, 1)."""
    return low * math.exp(share * math.log(high / low))
