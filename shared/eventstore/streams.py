"""Streams of the broker as they shall be: one declaration for each, and those of log and snapshots.

What there is to do so that they are so is in `planning`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from .layout import MAIN, SHARD_COUNT, SNAPSHOT_STREAM, Layout

NANOSECONDS = 1_000_000_000
UNBOUNDED = -1

Config = Mapping[str, Any]
"""Settings by the broker's own names."""


class Stream(Struct, frozen=True):
    """A stream as it shall be, in the broker's own words (`config` without its name).

    What `config` and `consumers` do not say is as in a new stream or consumer.
    """

    name: str
    config: Config
    consumers: Mapping[str, Config] = {}
    """Durable consumers by name."""
    chosen: tuple[str, ...] = ()
    """What of it an installation chooses, besides `num_replicas` and `storage`: those who use the
    stream take it as it is."""
    is_remade: bool = False
    """All that is in it is made again by itself: nothing is lost with it."""
    is_laid_out: bool = False
    """Its subjects are fixed when it is made, since others of its kind have the rest of them."""


class LogStreamSettings(Struct, frozen=True):
    """How log and snapshots are kept."""

    replica_count: int = 1
    storage: str = "file"
    duplicate_window_s: int = 120
    log_bytes_limit: int = 0
    """The most that each stream of the log holds; 0: no limit. A full one takes nothing more."""
    snapshots_bytes_limit: int = 0
    """The same of the snapshots, which then forget the oldest."""


DEFAULTS = LogStreamSettings()


def log_streams(
    layout: Layout = MAIN, settings: LogStreamSettings = DEFAULTS
) -> tuple[Stream, ...]:
    """A full log takes nothing more; a full stream of snapshots forgets the oldest."""
    common = {
        "num_replicas": settings.replica_count,
        "storage": settings.storage,
        "duplicate_window": settings.duplicate_window_s * NANOSECONDS,
        "allow_direct": True,
    }
    log = {"discard": "new", "deny_delete": True, "max_bytes": limit(settings.log_bytes_limit)}
    chosen = ("max_bytes", "duplicate_window")
    held = layout.shards_by_stream(range(SHARD_COUNT))
    return (
        *(
            Stream(
                name,
                {**common, **log, "subjects": [f"ev.{shard}.>" for shard in shards]},
                chosen=chosen,
                is_laid_out=True,
            )
            for name, shards in held.items()
        ),
        Stream(
            SNAPSHOT_STREAM,
            {
                **common,
                "subjects": ["snap.>"],
                "max_msgs_per_subject": 1,
                "max_bytes": limit(settings.snapshots_bytes_limit),
            },
            chosen=chosen,
            is_remade=True,
        ),
    )


def limit(number: int) -> int:
    """The broker's word for a limit of which 0 means that there is none."""
    return number or UNBOUNDED
