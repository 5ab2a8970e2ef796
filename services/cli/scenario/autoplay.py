"""Playing at a table without a script: any legal command, chosen by numbered draws."""

from hashlib import blake2b

from shared.contracts.bang import BangCommand
from shared.engine.draws import Draws

from .table import Table

COMMAND_LIMIT = 20_000
"""A match is over long before; passing it is a bug."""


class Choices:
    """A source of choices that is not the match's own: `choices(n)` gives 0 .. n-1."""

    def __init__(self, seed: str) -> None:
        self._draws = Draws(blake2b(seed.encode(), digest_size=32).digest())
        self._number = 0

    def __call__(self, bound: int, /) -> int:
        self._number += 1
        return self._draws.below(self._number, bound)


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
