"""Table talk: what is said beside the game, what can be said as a phrase, and reports of lines.

No rule reads any of it and no log holds it. A phrase goes by its id, so that everybody reads it in
his own language; its words are the text `phrase-<id>`, with `phrase-<id>-at` where it points at
somebody (`target`: his name).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .ids import PlayerId, RoomId

TEXT_MOST = 200
"""Characters of a line in one's own words, after cleaning; at least one."""
KEPT_LINES = 64
"""Lines of one room that are kept at the same time, the newest; each for a time that is set."""

Points = Literal["no", "may", "must"]


class Phrase(Struct, frozen=True):
    """`points`: whether it names a player it is meant for, or is about. `is_claim`: it says
    something about the match, so whoever is out of that keeps it to himself until it is over."""

    id: str
    points: Points = "no"
    is_claim: bool = False


_MANNERS = (
    Phrase("hello"),
    Phrase("goodLuck", "may"),
    Phrase("thanks", "may"),
    Phrase("sorry", "may"),
    Phrase("wellShot", "may"),
    Phrase("ouch"),
    Phrase("luck"),
    Phrase("wellPlayed", "may"),
)
_CLAIMS = (
    ("suspectOutlaw", "must"),
    ("suspectRenegade", "must"),
    ("trust", "must"),
    ("imDeputy", "no"),
    ("noOutlaw", "no"),
    ("help", "may"),
    ("allAt", "must"),
    ("leaveAlone", "must"),
    ("withYou", "must"),
    ("hurry", "may"),
)
PHRASES: Mapping[str, tuple[Phrase, ...]] = {
    "bang": (*_MANNERS, *(Phrase(id_, points, True) for id_, points in _CLAIMS)),  # type: ignore[arg-type]
    "buckshot": (*_MANNERS, Phrase("thinking"), Phrase("hurry")),
}
"""By the game's id, in the order in which they are offered."""

LineId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class TalkLine(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What one player said. Either `phrase` or `text` is empty."""

    id: str
    """The same line under the same id; it may be told twice."""
    player: PlayerId
    at_ms: int
    """When it was said, Unix time."""
    phrase: str = ""
    target: PlayerId = PlayerId("")
    """The player at whom the phrase points."""
    text: str = ""
    """In the speaker's own words, in no language that is known; plain text, never markup."""


class Report(Struct, frozen=True, rename="camel"):
    """A line that somebody found wrong, for whoever runs the installation."""

    room: RoomId
    reporter: PlayerId
    at_ms: int
    """When it was reported, Unix time."""
    line: TalkLine
    around: tuple[TalkLine, ...]
    """The lines of the room that were kept then, this one among them; the oldest first."""
    about: Literal["line", "title"] = "line"
    """`title`: what was reported is what the room is called; `line` has it as its host's text."""


def talk_subject(room: RoomId) -> str:
    """Where a room's lines are stored."""
    return f"talk.{room}"


def said_subject(room: RoomId) -> str:
    """Where the broker tells of each line that it has stored, once."""
    return f"said.{room}"


def report_subject(room: RoomId) -> str:
    return f"report.{room}"
