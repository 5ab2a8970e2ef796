"""What an operator may set for the rules service."""

from msgspec import Struct

from shared.engine.game import Pace


class RulesSettings(Struct, frozen=True):
    pace: Pace = Pace()
    """Durations that new rooms get; a room keeps what it was made with."""
    allow_test_seeds: bool = False
    """Take fixed seeds with `create` and `again`. Such matches are not fair, and say so."""
    rooms_limit: int = 5_000
    """Live rooms kept in memory."""
    rooms_bytes_limit: int = 256 * 1024 * 1024
    """What they may take together, estimated."""
    queue_limit: int = 64
    """Commands of one room that may wait; more are told to come again."""
    snapshot_entries: int = 50
    """A snapshot is taken when a room has so many entries since the last."""
    retry_after_ms: int = 200
    """What senders are told while the log is away."""
    bad_room_ms: int = 30_000
    """How long a room whose log is damaged is refused before its log is read again."""
    leave_ms: int = 200
    """Between the announcement that this member stops and its stop."""
    drain_ms: int = 2_000
    """How long commands that have begun may take when it stops."""
