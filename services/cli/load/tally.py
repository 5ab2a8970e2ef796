"""What a load counts. Two tallies, of two processes or of two moments, add up to one."""

from collections import Counter
from collections.abc import Iterable
from math import floor, log

from msgspec import Struct, field

STEP = 1.02
"""A class of times is so much longer than the one before, so what is told is true to 1 %."""
FLOOR_MS = 0.01
_SCALE = 1 / log(STEP)


class Spread(Struct):
    """Milliseconds, counted by class."""

    classes: dict[int, int] = field(default_factory=dict)
    most_ms: float = 0.0

    def add(self, ms: float) -> None:
        class_ = floor(log(ms / FLOOR_MS) * _SCALE) if ms > FLOOR_MS else 0
        self.classes[class_] = self.classes.get(class_, 0) + 1
        self.most_ms = max(self.most_ms, ms)

    def take(self, other: "Spread") -> None:
        for class_, number in other.classes.items():
            self.classes[class_] = self.classes.get(class_, 0) + number
        self.most_ms = max(self.most_ms, other.most_ms)

    def since(self, before: "Spread") -> "Spread":
        """What came after `before`, an earlier state of this one; its longest is not known."""
        found = {
            class_: number - before.classes.get(class_, 0)
            for class_, number in self.classes.items()
            if number > before.classes.get(class_, 0)
        }
        return Spread(found, STEP ** (max(found) + 1) * FLOOR_MS if found else 0.0)

    @property
    def count(self) -> int:
        return sum(self.classes.values())

    def quantile_ms(self, share: float) -> float:
        """0 where nothing was counted."""
        wanted = share * self.count
        for class_ in sorted(self.classes):
            wanted -= self.classes[class_]
            if wanted <= 0:
                return float(min(STEP ** (class_ + 0.5) * FLOOR_MS, self.most_ms))
        return 0.0


class Measured(Struct):
    """What counts only while all rooms play."""

    moves: int = 0
    """Accepted commands that were made of an offer."""
    skipped: int = 0
    """Moves of a rate that nobody could make at their time."""
    frames: int = 0
    bytes: int = 0
    """Of frames, without what TCP, TLS and the websocket add."""
    accept: Spread = field(default_factory=Spread)
    """From a command's sending to its acceptance."""
    frame: Spread = field(default_factory=Spread)
    """From a command's sending to its frame, at each seat of the room."""
    pause: Spread = field(default_factory=Spread)
    """From one entry of a room in a match to its next, or to the end; thought included."""
    lag: Spread = field(default_factory=Spread)
    """How late the generator's own process was at its timers."""


class Tally(Struct):
    """What counts from the first room to the last."""

    sessions: int = 0
    opened: int = 0
    """Rooms with all their seats taken and all sockets open."""
    slowed: dict[str, int] = field(default_factory=dict)
    """Times that the server put an opening off, by the refusal's code."""
    not_opened: dict[str, int] = field(default_factory=dict)
    """Rooms that could not be opened, by the refusal's code."""
    sent: int = 0
    """Commands, each counted once however often it went out."""
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    put_off: int = 0
    """Times that a command was sent again because the server asked for it."""
    repeated: int = 0
    """Accepted commands of which an earlier sending, the gateway's or ours, had been stored."""
    moves: int = 0
    matches: int = 0
    reconnects: int = 0
    unreadable: int = 0
    """Messages that are none of this protocol."""
    gaps: int = 0
    """Frames with one missing before them; what was missing was asked for."""
    told_twice: int = 0
    went_back: int = 0
    """Views that were older than what the seat had been told."""
    disagreements: int = 0
    """Entries of which two seats were told different hashes."""
    shared: int = 0
    """Entries that two commands were told to have become: one of them is lost."""
    stray: int = 0
    """Answers to no question."""
    measured: Measured = field(default_factory=Measured)


class Checked(Struct):
    """What the comparison in the end found."""

    rooms: int = 0
    unchecked: int = 0
    """Rooms that could not be compared: the server did not answer."""
    entries: int = 0
    """Of all rooms that were compared."""
    commands: int = 0
    """Accepted commands that were looked for."""
    unanswered: int = 0
    """Commands without an answer, whether stored or not."""
    unanswered_stored: int = 0
    """Those of them that the log holds; known only where it was read."""
    lost: int = 0
    """Accepted commands that are not there."""
    doubled: int = 0
    """Commands that are there twice."""
    by_clock: int = 0
    """Entries of nobody here: time-outs of the server."""
    differing: int = 0
    """Entries with another hash than was told, and views that their frames do not lead to."""
    asked_again: int = 0
    """Accepted commands that were sent a second time, which may change nothing."""
    logs: int = 0
    """Rooms that were compared with the log itself."""


def total(tallies: Iterable[Tally]) -> Tally:
    found = Tally()
    for tally in tallies:
        add(found, tally)
    return found


def add(into: Struct, other: Struct) -> None:
    """Adds every field, both being of one type."""
    for name in into.__struct_fields__:
        mine, theirs = getattr(into, name), getattr(other, name)
        if isinstance(mine, int):
            setattr(into, name, mine + theirs)
        elif isinstance(mine, dict):
            setattr(into, name, dict(Counter(mine) + Counter(theirs)))
        elif isinstance(mine, Spread):
            mine.take(theirs)
        else:
            add(mine, theirs)
