"""What an operator may set for the replay service."""

from typing import Annotated

from msgspec import Meta, Struct

from shared.archive.opening import Place
from shared.runtime.secret import Secret
from shared.runtime.setting_fields import INLINE

ARCHIVE_FLOOR_S = 600
"""Nobody asks again for a command of a match so long after the next one was prepared."""


class ArchiveSettings(Struct, frozen=True):
    place: Annotated[Place, INLINE] = Place()
    after_s: Annotated[int, Meta(ge=0)] = 86_400
    """How long after the next match is prepared, or the room closed, a match leaves the log; 600 at
    least, 0: never."""
    keep_days: Annotated[int, Meta(ge=0)] = 0
    """How long matches stay in the archive; 0: for ever."""
    look_ms: Annotated[int, Meta(ge=100)] = 10_000
    """How often it is looked what is due."""

    @property
    def after_ms(self) -> int:
        return max(self.after_s, ARCHIVE_FLOOR_S) * 1000 if self.after_s else 0


class ReplaySettings(Struct, frozen=True):
    answers_at_once: Annotated[int, Meta(ge=1)] = 4
    """Questions that are worked on side by side."""
    waiting_limit: Annotated[int, Meta(ge=0)] = 64
    """Questions that may wait for that; more are told to come again."""
    look_wait_ms: Annotated[int, Meta(ge=100, le=60_000)] = 5_000
    """How long somebody is looked for who records an auditor's look."""
    kept_bytes_limit: Annotated[int, Meta(ge=0)] = 64 * 1024 * 1024
    """What answers about matches that are over may take, so as not to be made again."""
    public_keys: tuple[str, ...] = ()
    """Ed25519 keys, in hex, that archived matches may be signed with beside the present one: those
    that the installation had before."""
    anchors: str = ""
    """Where a signed checkpoint of all rooms goes: a folder, a URL below which files are PUT, or
    `archive`, where matches go."""
    anchors_token: Secret | None = None
    """Sent to that URL as a bearer token."""
    anchor_ms: Annotated[int, Meta(ge=1_000, le=86_400_000)] = 60_000
    """How often."""
    archive: ArchiveSettings = ArchiveSettings()
