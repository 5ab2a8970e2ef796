"""How a what-if goes on: automatic players and people take turns until the match is over."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Protocol

from services.bots.minds import MINDS, Mind
from services.cli.arena.wire import Heard, SeatView, Telling
from services.cli.match.branching import Branch
from shared.contracts.commands import Command, Timeout
from shared.contracts.ids import SYSTEM
from shared.contracts.refusals import Refusal
from shared.room.aggregate import Accepted

STEP_MS = 200
"""From a move to the next; people may think as long as they like."""

MOVE_LIMIT = 5_000
"""Moves of a what-if; the longest random matches have some hundred."""


class StuckError(Exception):
    """The match does not go on; the text says why."""


class Player(Protocol):
    """Who plays a seat."""

    def hear(self, entry: Accepted) -> None:
        """An entry of the new room, from its first on."""

    def choose(self) -> Command | None: ...

    def refused(self, why: Refusal) -> None:
        """What was chosen last may not be; raises `StuckError` if nothing else will come."""


class Automatic:
    """An automatic player; hears and sees what its seat does, in the form in which it is sent."""

    def __init__(self, branch: Branch, seat: int, kind: str, chance: Random) -> None:
        self._branch = branch
        self._seat = seat
        self._player = branch.seating[seat]
        self._mind: Mind = MINDS[branch.game.id][kind](self._player, chance)

    def hear(self, entry: Accepted) -> None:
        self._mind.hear(Heard(Telling(entry, self._branch.seating), self._player))

    def choose(self) -> Command | None:
        play = self._branch.room.state.play
        return self._mind.choose(SeatView(self._branch.game, play, self._seat))

    def refused(self, why: Refusal) -> None:
        raise StuckError(f"the move of an automatic player is refused ({why.code})")


def go_on(branch: Branch, players: Sequence[Player], tell: Callable[[Accepted], None]) -> None:
    """Plays to the end. `players`: by seat; they hear of the old match first. `tell` gets each new
    entry. Raises `StuckError`, and whatever a player raises."""
    heard = _Hearing(players, branch.log)
    for _ in range(MOVE_LIMIT):
        if branch.room.state.phase != "match":
            return
        branch.now_ms += STEP_MS
        tell(_move(branch, players))
        heard.all_of(branch.log)
    raise StuckError(f"the match does not end after {MOVE_LIMIT} moves")


class _Hearing:
    def __init__(self, players: Iterable[Player], log: Sequence[Accepted]) -> None:
        self._players = tuple(players)
        self._told = 0
        self.all_of(log)

    def all_of(self, log: Sequence[Accepted]) -> None:
        for entry in log[self._told :]:
            for player in self._players:
                player.hear(entry)
        self._told = len(log)


def _move(branch: Branch, players: Sequence[Player]) -> Accepted:
    """The next seat that is waited for moves; where it will not, time passes."""
    seat = branch.game.waited_for(branch.room.state.play)[0]
    while True:
        command = players[seat].choose()
        if command is None:
            return _time_out(branch)
        decided = branch.send(branch.seating[seat], command)
        if isinstance(decided, Accepted):
            return decided
        players[seat].refused(decided)


def _time_out(branch: Branch) -> Accepted:
    due = branch.room.due
    assert due is not None, "a running match waits for nobody (L8)"
    branch.now_ms = max(branch.now_ms, due.at_ms)
    decided = branch.send(SYSTEM, Timeout(due.id))
    assert isinstance(decided, Accepted), decided
    return decided
