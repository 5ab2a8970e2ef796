"""Playing at a table without a script: any legal command, chosen by numbered draws."""

from hashlib import blake2b

from shared.contracts.bang import BangCommand
from shared.engine.draws import WORD_BITS, Draws

from .table import Table

SPARE_BITS = 64
"""Bits of a word that no choice is made of, so that all choices are all but equally likely."""

COMMAND_LIMIT = 20_000
"""A match is over long before; passing it is a bug."""


class Choices:
    """A source of choices that is not the match's own: `choices(n)` gives 0 .. n-1."""

    __slots__ = ("_draws", "_left", "_number", "_range")

    def __init__(self, seed: str) -> None:
        self._draws = Draws(blake2b(seed.encode(), digest_size=32).digest())
        self._number = 0
        self._left = 0
        self._range = 1
        """What is left of the latest word lies in [0, `_range`)."""

    def __call__(self, bound: int, /) -> int:
        if self._range < bound << SPARE_BITS:
            self._left = self._draws.word(self._number)
            self._range = 1 << WORD_BITS
            self._number += 1
        self._range //= bound
        self._left, choice = divmod(self._left, bound)
        return choice


def legal_command(table: Table, choose: Choices) -> tuple[int, BangCommand]:
    """Somebody who is waited for, and something he may do."""
    seats = table.game.waited_for(table.state)
    seat = seats[choose(len(seats))]
    offers = table.game.legal(table.state, seat)
    return seat, table.game.complete(offers[choose(len(offers))], choose)


def play_out(table: Table, seed: int) -> None:
    """Plays the match to its end."""
    choose = Choices(f"autoplay/{seed}")
    for _ in range(COMMAND_LIMIT):
        if table.game.is_over(table.state):
            return
        seat, command = legal_command(table, choose)
        result = table.send(seat, command)
        assert isinstance(result, list), (command, result)
    raise AssertionError("a match does not end")
