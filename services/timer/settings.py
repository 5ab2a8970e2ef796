"""What an operator may set for the timer service."""

from typing import Annotated

from msgspec import Meta, Struct

Duration = Annotated[int, Meta(ge=1, le=86_400_000)]


class TimerSettings(Struct, frozen=True):
    grace_ms: Annotated[int, Meta(ge=0, le=60_000)] = 500
    "How long an answer may take from its sender to the log after the deadline."
    missed_ms: Duration = 1_000
    "An alarm that is so late is taken for lost, and done without."
    stuck_ms: Duration = 30_000
    "A room whose time-out is so late beyond its grace is shown to operators as stuck."
    absence_ms: Duration = 120_000
    "A person who is away from a running match for so long goes on by autopilot."
    unclaimed_ms: Duration = 10_000
    "The same for the seat of an automatic player that nobody plays."
    abandon_ms: Duration = 600_000
    "A room in which no person was for so long is closed."
    report_ttl_ms: Duration = 3_000
    "What a gateway reported holds for so long; then it is not heard any more."
    tick_ms: Duration = 250
    "How often deadlines are looked through."
    presence_tick_ms: Duration = 1_000
    "How often absences are looked through."
    keep_ms: Duration = 5_000
    "How often it keeps what it knows, so as to begin there when it is started again."
    ask_again_ms: Duration = 5_000
    "When it sends a command again that was not decided or had no effect."
