"""What an operator may set for the projection service."""

from msgspec import Struct


class ProjectionSettings(Struct, frozen=True):
    rooms_limit: int = 2_000
    """Live rooms kept in memory."""
    rooms_at_once: int = 64
    """Rooms of one batch that are worked on side by side."""
    keep_ms: int = 1_000
    """How often the place in the log is kept."""
    ownership_ms: int = 500
    """How often it is looked up which shards are this member's."""
    listing_ms: int = 600_000
    """How often the listings of public rooms are renewed; well within their expiry."""
    request_wait_ms: int = 1_500
    """How long a request for a view waits for the entry that it names."""
