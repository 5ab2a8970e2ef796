"""The rows of the table that are about operators alone: who makes streams, and who takes an
installation's data away whole and brings it back."""

from .rights import (
    API,
    CONSUMERS,
    KEPT_BESIDE,
    MADE_AGAIN,
    READS_ARCHIVE,
    READS_WISHES,
    REMADE,
    Rights,
    Use,
    answers,
    each,
    members,
    reads,
)
from .subjects import PROJECTION, PROJECTION_VIEW, REPLAY, RULES, TIMER, WATCH, rules_subject


def setup(streams: tuple[str, ...]) -> Rights:
    kept = (*streams, *MADE_AGAIN, *KEPT_BESIDE)
    made = tuple(
        subject
        for verb in ("INFO", "CREATE", "UPDATE")
        for subject in each(kept, f"STREAM.{verb}.{{}}")
    )
    return Rights(
        "setup",
        (
            Use("plans, makes and changes the streams", asks=made),
            Use(
                "makes anew, when asked to, what nothing is lost with",
                asks=each(REMADE, "STREAM.DELETE.{}"),
            ),
            Use(
                "makes the consumers",
                asks=(
                    *each(CONSUMERS, "CONSUMER.INFO.{}"),
                    *each(CONSUMERS, "CONSUMER.DURABLE.CREATE.{}"),
                ),
            ),
            answers("setup"),
        ),
    )


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
