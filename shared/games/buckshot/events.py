"""Everything that can happen in a match, as facts with their effect. `on` consults no rule.

Events carry outcomes, random ones included: `draw` is the number of the first draw used and `draws`
how many, so that anybody with the seed can recompute them.
"""

from typing import ClassVar

from ...engine.events import Event, SealedEvent, Seating
from .state import Clock, Gun, Player, State, Turn


class Seated(Seating, frozen=True, tag="seated"):
    """Who sits where, the player's side first, and with how much health both begin."""

    health: int

    def on(self, state: State) -> None:
        state.players = [Player(id=p, health=self.health, items=[]) for p in self.order]  # type: ignore[arg-type]


class Loaded(SealedEvent, frozen=True, tag="loaded"):
    """The gun was loaded anew: how many shells is told to all, their order to nobody (§2)."""

    shells: tuple[str, ...]
    """The next one first."""
    load: int
    live_count: int
    blank_count: int
    draw: int
    """Decides how many are live, the next one how many are blank; the others shuffle."""
    draws: int
    before: tuple[str, ...]
    """The shells before they were shuffled, the live ones first."""
    SEALED: ClassVar[str] = "shells"

    def on(self, state: State) -> None:
        state.gun = Gun(self.live_count, self.blank_count, chamber=list(self.shells), spent=[])
        state.load = self.load
        state.next_draw = self.draw + self.draws
        state.course.append(tuple(player.health for player in state.players))


class ItemsDealt(Event, frozen=True, tag="items_dealt"):
    """A side got items; `lost` more found no slot."""

    seat: int
    items: tuple[str, ...]
    lost: int
    draw: int
    draws: int

    def on(self, state: State) -> None:
        state.players[self.seat].items.extend(self.items)
        state.next_draw = self.draw + self.draws


class ItemUsed(Event, frozen=True, tag="item_used"):
    """One item is used up; what it does follows as events of its own."""

    seat: int
    item: str

    def on(self, state: State) -> None:
        state.players[self.seat].items.remove(self.item)


class ShellSeen(SealedEvent, frozen=True, tag="shell_seen"):
    """A side looked at the shell in the chamber; what it is, it alone knows (§4)."""

    seat: int
    shell: tuple[str, ...]
    """One shell."""
    SEALED: ClassVar[str] = "shell"

    def on(self, state: State) -> None:
        state.players[self.seat].knows = True
        state.gun.chamber[0] = self.shell[0]


class BarrelSawn(Event, frozen=True, tag="barrel_sawn"):
    """The shell in the chamber does twice the damage if it is live (§4)."""

    seat: int

    def on(self, state: State) -> None:
        state.gun.sawn = True


class Cuffed(Event, frozen=True, tag="cuffed"):
    """The next turn of `seat` will be skipped (§4)."""

    seat: int

    def on(self, state: State) -> None:
        state.players[self.seat].cuffed = True


class ShotFired(Event, frozen=True, tag="shot_fired"):
    """A side fired the shell in the chamber; damage follows as an event of its own."""

    seat: int
    target: int
    shell: str

    def on(self, state: State) -> None:
        _spend(state, self.shell)


class ShellEjected(Event, frozen=True, tag="shell_ejected"):
    """The shell in the chamber was thrown out, for all to see (§4)."""

    seat: int
    shell: str

    def on(self, state: State) -> None:
        _spend(state, self.shell)


class HealthChanged(Event, frozen=True, tag="health_changed"):
    seat: int
    amount: int
    """Positive for healing; what a shot did, also where that was more than was left."""
    health: int
    """Afterwards; never below 0."""

    def on(self, state: State) -> None:
        state.players[self.seat].health = self.health


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: int
    number: int

    def on(self, state: State) -> None:
        state.turn = Turn(self.seat, self.number, Clock())
        state.players[self.seat].immune = False


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """A cuffed side's turn passed by, and the cuffs came off (§4)."""

    seat: int
    immune: bool
    """It may not be cuffed again before it has had a turn."""

    def on(self, state: State) -> None:
        player = state.players[self.seat]
        player.cuffed = False
        player.immune = self.immune


class ClockSet(Event, frozen=True, tag="clock_set"):
    """The turn's clock was started, shortened or extended, or ran out."""

    id: int
    deadline_ms: int
    extended: bool = False
    expired: bool = False
    """Nobody acted in time, and what a silent turn does follows."""

    def on(self, state: State) -> None:
        state.turn.clock = Clock(self.id, self.deadline_ms, self.extended)
        state.next_clock = max(state.next_clock, self.id + 1)


class AutopilotChanged(Event, frozen=True, tag="autopilot_changed"):
    seat: int
    away: bool

    def on(self, state: State) -> None:
        state.players[self.seat].away = self.away


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match is over, and everybody is told what was left in the gun."""

    winner: int
    """The seat; -1 when it was abandoned."""
    chamber: tuple[str, ...]

    def on(self, state: State) -> None:
        state.winner = self.winner
        state.over = True
        state.abandoned = self.winner < 0
        state.gun.chamber = list(self.chamber)
        state.turn.clock = Clock()


def _spend(state: State, shell: str) -> None:
    """The shell in the chamber is gone, and with it what was sawn and what was seen."""
    del state.gun.chamber[0]
    state.gun.spent.append(shell)
    state.gun.sawn = False
    for player in state.players:
        player.knows = False


BuckshotEvent = (
    Seated
    | Loaded
    | ItemsDealt
    | ItemUsed
    | ShellSeen
    | BarrelSawn
    | Cuffed
    | ShotFired
    | ShellEjected
    | HealthChanged
    | TurnBegan
    | TurnSkipped
    | ClockSet
    | AutopilotChanged
    | MatchEnded
)
