"""The row of the table that is about operators alone: who takes an installation's data away whole,
and brings it back."""

from .rights import (
    API,
    KEPT_BESIDE,
    MADE_AGAIN,
    READS_ARCHIVE,
    READS_WISHES,
    Rights,
    Use,
    answers,
    each,
    members,
    reads,
)
from .subjects import PROJECTION, PROJECTION_VIEW, REPLAY, RULES, TIMER, WATCH, rules_subject


def operator(streams: tuple[str, ...]) -> Rights:
    kept = (*streams, *KEPT_BESIDE)
    return Rights(
        "operator",
        (
            Use(
                "takes whole streams out, for a backup, and brings them back where there are none",
                asks=(
                    *each((*kept, *MADE_AGAIN), "STREAM.INFO.{}"),
                    *each(kept, "STREAM.SNAPSHOT.{}"),
                    *each(kept, "STREAM.RESTORE.{}"),
                    *(f"$JS.SNAPSHOT.RESTORE.{stream}.*" for stream in kept),
                ),
                tells=tuple(f"$JS.SNAPSHOT.ACK.{stream}.>" for stream in kept),
            ),
            Use(
                "says what it wants of services, and makes the bucket for that after a restore",
                asks=(
                    "$KV.WISHES.>",
                    *(f"{API}.STREAM.{x}.KV_WISHES" for x in ("CREATE", "UPDATE")),
                ),
            ),
            READS_WISHES,
            Use("ends rooms", asks=(rules_subject("*", "operator"),)),
            Use("sees rooms as a watcher does", asks=(PROJECTION_VIEW,)),
            *(members(service) for service in (RULES, PROJECTION, TIMER, REPLAY)),
            Use("hears which gateways there are", hears=(WATCH,)),
            reads(streams),
            READS_ARCHIVE,
            answers("operator"),
        ),
    )
