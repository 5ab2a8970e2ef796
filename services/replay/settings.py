"""What an operator may set for the replay service."""

from typing import Annotated

from msgspec import Meta, Struct

from shared.runtime.secret import Secret


class ReplaySettings(Struct, frozen=True):
    answers_at_once: Annotated[int, Meta(ge=1)] = 4
    """Questions that are worked on side by side."""
    waiting_limit: Annotated[int, Meta(ge=0)] = 64
    """Questions that may wait for that; more are told to come again."""
    look_wait_ms: Annotated[int, Meta(ge=100, le=60_000)] = 5_000
    """How long somebody is looked for who records an auditor's look."""
    kept_bytes_limit: Annotated[int, Meta(ge=0)] = 64 * 1024 * 1024
    """What answers about matches that are over may take, so as not to be made again."""
    anchors: str = ""
    """Where a signed checkpoint of all rooms goes: a folder, or a URL below which files are PUT."""
    anchors_token: Secret | None = None
    """Sent to that URL as a bearer token."""
    anchor_ms: Annotated[int, Meta(ge=1_000, le=86_400_000)] = 60_000
    """How often."""
