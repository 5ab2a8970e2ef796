"""Every stream of an installation, as it chose them: the one list of what is kept at the broker.

Who adds a stream declares it beside what uses it and adds it to `streams`: planning, `setup` and
the doctor follow. Its name in the table of rights says whether a backup has it; a test compares.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.archive.jetstream import archive_stream
from shared.contracts.rights import API, OUTER_API, Rights
from shared.eventstore.layout import MAIN, Layout
from shared.eventstore.streams import LogStreamSettings, Stream, log_streams
from shared.runtime.keeping import keeping_stream
from shared.runtime.members import members_stream
from shared.runtime.names import names_stream
from shared.runtime.outbox import outbox_streams
from shared.runtime.schedules_nats import timers_stream
from shared.runtime.talk import REPORT_DAYS, TALK_MINUTES, reports_stream, talk_stream
from shared.runtime.tenants import tenant_streams
from shared.runtime.wishes import wishes_stream

_Bytes = Annotated[int, Meta(ge=0)]
_INFO = ".STREAM.INFO."


class StreamsSettings(Struct, frozen=True, kw_only=True):
    """What an installation chooses about its streams, apart from how many hold the log."""

    replicas: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many servers keep each stream."""
    storage: Literal["file", "memory"] = "file"
    """Where streams are kept; in memory all is lost when the broker ends: for trials only."""
    log_bytes_limit: _Bytes = 0
    """The most that each stream of the log holds; then no move is taken any more; 0: no limit."""
    snapshots_bytes_limit: _Bytes = 0
    """The most that snapshots take; then the oldest are forgotten; 0: no limit."""
    archive_bytes_limit: _Bytes = 0
    """The most that the broker's own archive takes; then matches stay in the log; 0: no limit."""
    nickname_days: Annotated[int, Meta(ge=1)] = 90
    """How long a nickname is kept after it was last given."""
    duplicate_window_s: Annotated[int, Meta(ge=1)] = 120
    """How long the broker knows a message again that was sent twice."""
    talk_minutes: Annotated[int, Meta(ge=1, le=10_080)] = TALK_MINUTES
    """How long what is said at tables is kept."""
    report_days: Annotated[int, Meta(ge=1, le=3_650)] = REPORT_DAYS
    """How long lines are kept that somebody has reported."""
    alarm_ack_s: Annotated[int, Meta(ge=1, le=60)] = 5
    """When an alarm is handed out again that nobody acted on."""


DEFAULTS = StreamsSettings()


def streams(layout: Layout = MAIN, settings: StreamsSettings = DEFAULTS) -> tuple[Stream, ...]:
    """All that is made at the broker."""
    replicas, storage = settings.replicas, settings.storage
    log = LogStreamSettings(
        replicas,
        storage,
        settings.duplicate_window_s,
        settings.log_bytes_limit,
        settings.snapshots_bytes_limit,
    )
    return (
        *log_streams(layout, log),
        timers_stream(replicas=replicas, storage=storage, ack_wait_s=settings.alarm_ack_s),
        members_stream(replicas=replicas, storage=storage),
        names_stream(replicas=replicas, storage=storage, retention_days=settings.nickname_days),
        keeping_stream(replicas=replicas, storage=storage),
        archive_stream(
            replicas=replicas, storage=storage, bytes_limit=settings.archive_bytes_limit
        ),
        talk_stream(replicas=replicas, storage=storage, retention_minutes=settings.talk_minutes),
        reports_stream(replicas=replicas, storage=storage, retention_days=settings.report_days),
        wishes_stream(replicas=replicas, storage=storage),
        *tenant_streams(replicas=replicas, storage=storage),
        *outbox_streams(replicas=replicas, storage=storage),
    )


def used(rights: Rights, layout: Layout) -> tuple[Stream, ...]:
    """Those that a service looks at before it is at work: the ones that it has the right to."""
    api = OUTER_API if rights.is_outer else API
    prefix = f"{api}{_INFO}"
    names = {each.removeprefix(prefix) for each in rights.publish if each.startswith(prefix)}
    consumers = {each.rpartition(".INFO.")[2] for each in rights.publish if ".CONSUMER." in each}
    found = []
    for stream in streams(layout):
        if stream.name in names:
            known = {n: c for n, c in stream.consumers.items() if f"{stream.name}.{n}" in consumers}
            found.append(replace(stream, consumers=known))
    return tuple(found)
