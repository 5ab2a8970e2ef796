"""Randomness as a function: draw n of a match depends on its seed and n, and on nothing else.

Salts come from the same secret under another label, so an opened salt tells nothing about a draw.
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import factorial
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_place = Struct(">QI").pack
"""Of a leaf: 8 bytes of its entry's number, 4 of its own."""

WORD_BITS = 512
_SPARE_BITS = 100
"""Bits beyond log2(k!) that keep a shuffle's bias under 2^-100."""


class Draws:
    """The numbered draws of one match. `seed`: 32 bytes; holds no position, so it cannot drift."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def word(self, number: int) -> int:
        """Draw `number` (from 0): 512 uniform bits."""
        block = blake2b(number.to_bytes(8, "big"), key=self._seed, person=b"saloon-draw")
        return int.from_bytes(block.digest(), "big")

    def below(self, number: int, bound: int) -> int:
        """Draw `number` as an integer in [0, bound); `bound` ≥ 1."""
        assert bound >= 1, bound
        return self.word(number) % bound

    def shuffled(self, first: int, cards: Sequence[T]) -> list[T]:
        """`cards` in random order, by `shuffle_words(len(cards))` draws from number `first` on."""
        number = 0
        for offset in range(shuffle_words(len(cards))):
            number = number << WORD_BITS | self.word(first + offset)
        left, order = list(cards), []
        for size in range(len(left), 0, -1):
            number, index = divmod(number, size)
            order.append(left.pop(index))
        return order


def shuffle_words(size: int) -> int:
    """How many draws a shuffle of `size` cards uses; at least one."""
    return -(-(factorial(size).bit_length() + _SPARE_BITS) // WORD_BITS)


class Salts:
    """Salts of one match's leaves, 16 bytes each, from the match's secret (32 bytes)."""

    __slots__ = ("_keyed",)

    def __init__(self, secret: bytes) -> None:
        self._keyed = blake2b(key=secret, person=b"saloon-salt", digest_size=16)

    def of(self, seq: int, leaves: int) -> list[bytes]:
        """The salts of all leaves of entry `seq`, of which it has so many: each the keyed hash of
        `seq` and the leaf's number (0 = the command)."""
        found = []
        for leaf in range(leaves):
            keyed = self._keyed.copy()
            keyed.update(_place(seq, leaf))
            found.append(keyed.digest())
        return found
