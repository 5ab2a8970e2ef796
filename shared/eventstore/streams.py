"""Makes the streams that log and snapshots lie in: done once, by a user no running service has."""

from msgspec import Struct
from nats.aio.client import Client

from .layout import MAIN, SHARD_COUNT, SNAPSHOT_STREAM, Layout
from .log import LogError
from .wire import NO_STREAM, Answer, StreamInfo, ask, refuse_fault

NANOSECONDS = 1_000_000_000


class LaidOutOtherwise(LogError):
    """A stream exists with other subjects: their number is fixed when they are made."""


class StreamSettings(Struct, frozen=True):
    replica_count: int = 1
    duplicate_window_s: int = 120
    timeout_s: float = 10.0
    """Making a replicated stream takes an election."""


DEFAULTS = StreamSettings()


class _StreamWanted(Struct, frozen=True):
    """A stream in the broker's own words."""

    name: str
    subjects: list[str]
    num_replicas: int
    duplicate_window: int
    discard: str = "new"
    deny_delete: bool = True
    max_msgs_per_subject: int = -1
    retention: str = "limits"
    storage: str = "file"
    allow_direct: bool = True


async def ensure_streams(
    connection: Client,
    layout: Layout = MAIN,
    settings: StreamSettings = DEFAULTS,
) -> None:
    """Makes the streams that are missing and brings the number of replicas up to date.

    A full log takes nothing more; a full stream of snapshots forgets the oldest. Two callers at
    once do no harm. Raises `LaidOutOtherwise` and `Away`.
    """
    window = settings.duplicate_window_s * NANOSECONDS
    wanted = [
        _StreamWanted(stream, [f"ev.{x}.>" for x in shards], settings.replica_count, window)
        for stream, shards in layout.shards_by_stream(range(SHARD_COUNT)).items()
    ]
    snapshots = _StreamWanted(
        SNAPSHOT_STREAM,
        ["snap.>"],
        settings.replica_count,
        window,
        discard="old",
        deny_delete=False,
        max_msgs_per_subject=1,
    )
    for stream in [*wanted, snapshots]:
        await _ensure(connection, stream, settings.timeout_s)


async def _ensure(connection: Client, wanted: _StreamWanted, timeout_s: float) -> None:
    name = wanted.name
    info = await ask(connection, f"STREAM.INFO.{name}", {}, StreamInfo, timeout_s)
    verb = f"STREAM.UPDATE.{name}"
    if info.error is not None and info.error.err_code == NO_STREAM:
        verb = f"STREAM.CREATE.{name}"
    else:
        refuse_fault(info, name)
        if sorted(info.config.subjects) != sorted(wanted.subjects):
            raise LaidOutOtherwise(f"{name} holds {len(info.config.subjects)} subjects")
        if info.config.num_replicas == wanted.num_replicas:
            return
    refuse_fault(await ask(connection, verb, wanted, Answer, timeout_s), name)
