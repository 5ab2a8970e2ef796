"""The row of the table that is about operators alone: who takes an installation's data away whole,
and brings it back."""

from .rights import (
    KEPT_BESIDE,
    MADE_AGAIN,
    READS_ARCHIVE,
    READS_WISHES,
    Rights,
    Use,
    answers,
    each,
    reads,
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
                "has the views made anew, and makes the bucket that says so after a restore",
                asks=(
                    "$KV.WISHES.>",
                    *each(("KV_WISHES",), "STREAM.CREATE.{}"),
                    *each(("KV_WISHES",), "STREAM.UPDATE.{}"),
                ),
            ),
            READS_WISHES,
            reads(streams),
            READS_ARCHIVE,
            answers("operator"),
        ),
    )
