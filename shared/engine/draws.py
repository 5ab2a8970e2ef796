"""Randomness as a function: draw n of a match depends on its seed and n, and on nothing else.

Salts come from the same secret under another label, so an opened salt tells nothing about a draw.
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import factorial
from typing import TypeVar

T = TypeVar("T")

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

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def salt(self, seq: int, leaf: int) -> bytes:
        """The salt of leaf number `leaf` (0 = the command) of entry `seq`."""
        place = seq.to_bytes(8, "big") + leaf.to_bytes(4, "big")
        return blake2b(place, key=self._secret, person=b"saloon-salt", digest_size=16).digest()
