"""What an operator may set for the webhooks service."""

from typing import Annotated

from msgspec import Meta, Struct

Duration = Annotated[int, Meta(ge=50, le=86_400_000)]


class WebhooksSettings(Struct, frozen=True):
    give_up_hours: Annotated[int, Meta(ge=1, le=144)] = 72
    """How long something is tried to be told."""
    first_retry_ms: Duration = 5_000
    """When it is tried again at first; then four times as long, and so on, a fifth more or less."""
    longest_retry_ms: Duration = 3_600_000
    """The longest time until it is tried again."""
    timeout_ms: Annotated[int, Meta(ge=100, le=15_000)] = 10_000
    """How long a host may take to answer, all in all."""
    at_once: Annotated[int, Meta(ge=1, le=1_000)] = 64
    """Deliveries under way in one process."""
    at_once_per_host: Annotated[int, Meta(ge=1, le=100)] = 4
    """Those of one host, so that a slow one does not hold up others."""
    allow_private: bool = False
    """Deliver also to private addresses, and without TLS: for hosts in one's own network."""
    hosts_ms: Duration = 3_000
    """How soon a host that was added, changed or removed is so here."""
