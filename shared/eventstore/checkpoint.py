"""What a checkpoint holds: per stream the broker's last number that was dealt with."""

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from .layout import Layout
from .log import Checkpoint, CheckpointUnusable


class Mark(Struct, frozen=True):
    """A place in one stream."""

    number: int = 0
    """The broker's number of the last message dealt with; 0 = none."""
    made: str = ""
    """When the broker made the stream: numbers of a stream that was made anew mean nothing."""


class Marks(Struct, frozen=True):
    stream_count: int
    tenant: str
    streams: dict[str, Mark]

    def encode(self) -> Checkpoint:
        return Checkpoint(encode(self))


def read_checkpoint(checkpoint: Checkpoint | None, layout: Layout) -> dict[str, Mark]:
    """Place by stream; a stream not named was not followed yet. Raises `CheckpointUnusable`."""
    if checkpoint is None:
        return {}
    try:
        marks = decode(checkpoint, type=Marks)
    except DecodeError as error:  # a value of the wrong type is one of these too
        raise CheckpointUnusable(f"not a checkpoint: {error}") from error
    if (marks.stream_count, marks.tenant) != (layout.stream_count, layout.tenant):
        raise CheckpointUnusable(
            f"made for {marks.stream_count} streams of tenant {marks.tenant}, "
            f"the log has {layout.stream_count} of {layout.tenant}"
        )
    return dict(marks.streams)
