"""What services tell each other about themselves and about rooms, for whoever operates them.

Nothing here is hidden from a watcher: no role, hand, seed or nickname.
"""

from typing import Literal

from msgspec import Struct

from .ids import RoomId

RoomStage = Literal["lobby", "running", "over"]
"""`lobby`: a match is prepared; `over`: one has ended and the next is not prepared."""


class Figures(Struct, frozen=True):
    """What a process has counted so far, by the names of its metrics without the service's prefix;
    a metric's labels follow its name after a dot. What stands at 0 may be left out."""

    values: dict[str, float] = {}
    """Counters (`…_total`) and gauges."""
    spreads: dict[str, tuple[int, ...]] = {}
    """Histograms in milliseconds: how many values lay up to each of `metrics.LATENCY_MS`, and how
    many there were."""


class RoomsRequest(Struct, frozen=True):
    """Gateway to timer: which rooms there are. Stuck ones come first, then by code."""

    skip: int = 0
    limit: int = 0


class RoomLine(Struct, frozen=True):
    room: RoomId
    stage: RoomStage
    seq: int
    """Of its last entry."""
    overdue_ms: int = 0
    """By how much a deadline and its grace are past; 0: none is."""
    is_stuck: bool = False
    """That is so long ago that nobody will do anything about it by himself."""


class RoomsKnown(Struct, frozen=True):
    """The timer's answer, about all rooms that are not closed; `rooms`: those that were asked for.
    `stuck` ones are counted by their stage, too."""

    lobby: int
    running: int
    over: int
    stuck: int
    overdue_ms: int
    """Of the room that waits longest."""
    rooms: list[RoomLine]
