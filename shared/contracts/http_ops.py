"""What an operator is shown over HTTP: figures of the whole installation, and its rooms."""

from typing import Literal

from .http import Answer
from .ids import RoomId
from .operating import RoomStage

Unit = Literal["count", "ms", "perSecond"]


class OpsFigure(Answer, frozen=True):
    """One figure over the last 15 minutes, the oldest first; `null` where it was not known."""

    name: str
    unit: Unit
    points: list[float | None]


class OpsRefusals(Answer, frozen=True):
    """How often something was refused with `code` within the time that the figures cover."""

    code: str
    count: int


class OpsService(Answer, frozen=True):
    """Processes of one service that say that they are alive."""

    name: str
    members: int
    releases: list[str]
    behind_ms: int | None = None
    """How long ago the last of them had dealt with all of the log; `null`: it follows none."""


class OpsReply(Answer, frozen=True):
    """Figures of all processes together, as this gateway has heard of them."""

    at_ms: int
    """Unix time of the last point."""
    every_ms: int
    """Between two points."""
    figures: list[OpsFigure]
    refusals: list[OpsRefusals]
    """The most frequent first."""
    services: list[OpsService]
    checkpoint_ms: int = 0
    """When the last signed checkpoint of all rooms was stored, Unix time; 0: none since the replay
    service was started."""
    checkpoint_rooms: int = 0
    broker_away: bool = False
    """This gateway does not reach the broker: what it has heard is from before."""


class OpsRoom(Answer, frozen=True):
    """A room that is not closed. Game and match are empty and 0 where its view is not at hand."""

    code: RoomId
    stage: RoomStage
    seq: int
    overdue_ms: int = 0
    """By how much a deadline and its grace are past."""
    is_stuck: bool = False
    game: str = ""
    match: int = 0
    """The number of the match that is prepared, runs, or was the last."""


class OpsRoomsReply(Answer, frozen=True):
    """A page of rooms, those first that are stuck."""

    rooms: list[OpsRoom]
    total: int
