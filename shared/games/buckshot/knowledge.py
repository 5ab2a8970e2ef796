"""What somebody can know of a match who heard his part of its events and forgot nothing: the shells
that were counted, and the one he has looked at.
"""

from typing import Literal

from msgspec import Struct

from ...contracts.buckshot import BLANK_SHELL, LIVE
from ...engine.events import Event
from .events import Loaded, MatchEnded, ShellEjected, ShellSeen, ShotFired
from .state import State

How = Literal["shown", "seen", "counted", ""]
"""`shown`: told to all. `seen`: he looked at it. `counted`: none of the other kind is left."""


class ShellFact(Struct, frozen=True):
    """A shell in the gun; all but `shell` are empty and 0 while it is open what it is."""

    shell: str
    """live or blank, empty while it may be either."""
    how: How
    since: int
    """The entry from which on it was certain."""


class Knowledge(Struct, frozen=True):
    """`seat` is `None` for a spectator."""

    seat: int | None
    load: int
    live: int
    """Live shells of this load as it was announced; likewise `blank`."""
    blank: int
    spent: tuple[str, ...]
    """In order."""
    live_left: int
    blank_left: int
    shells: tuple[ShellFact, ...]
    """The next one first."""
    looked: tuple[int, ...]
    """Seats that have looked at the next one."""


class Memory:
    """Takes what one viewer hears, event by event from the deal on."""

    def __init__(self, state: State) -> None:
        self._shells: list[ShellFact] = []

    def hear(self, event: Event, state: State, seq: int) -> None:
        """`event` as it was heard with entry `seq`; `state` as it is seen after it."""
        match event:
            case Loaded():
                self._shells = [_OPEN] * len(event.shells)
            case ShellSeen() if event.shell[0] and not self._shells[0].shell:
                self._shells[0] = ShellFact(event.shell[0], "seen", seq)
            case ShotFired() | ShellEjected():
                del self._shells[0]
            case MatchEnded():
                told = zip(self._shells, event.chamber, strict=True)
                self._shells = [k if k.shell else ShellFact(s, "shown", seq) for k, s in told]
            case _:
                return
        self._count(state, seq)

    def _count(self, state: State, seq: int) -> None:
        """If none of one kind can be among those that are open, they are all of the other."""
        known = [fact.shell for fact in self._shells]
        left = _left(state)
        for kind, other in ((LIVE, BLANK_SHELL), (BLANK_SHELL, LIVE)):
            if left[kind] == known.count(kind):
                fact = ShellFact(other, "counted", seq)
                self._shells = [own if own.shell else fact for own in self._shells]

    def tell(self, state: State, seat: int | None) -> Knowledge:
        """What he knows now, who sees `state` from `seat`; the gun must have been loaded."""
        gun, left = state.gun, _left(state)
        return Knowledge(
            seat,
            state.load,
            gun.live,
            gun.blank,
            tuple(gun.spent),
            left[LIVE],
            left[BLANK_SHELL],
            tuple(self._shells),
            tuple(of for of, player in enumerate(state.players) if player.knows),
        )


_OPEN = ShellFact("", "", 0)


def _left(state: State) -> dict[str, int]:
    """Shells of each kind in the gun, which all can count."""
    gun = state.gun
    return {
        LIVE: gun.live - gun.spent.count(LIVE),
        BLANK_SHELL: gun.blank - gun.spent.count(BLANK_SHELL),
    }
