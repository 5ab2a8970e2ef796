"""Checkpoints: a tree over all heads, signed, from which nothing can be taken."""

from hashlib import sha256

import pytest
from msgspec import json
from msgspec.structs import replace

from shared.contracts.ids import RoomId
from shared.matchfile import checkpoint
from shared.matchfile.checkpoint import Checkpoint, RoomHead, merkle_root
from shared.matchfile.head import BadFile
from shared.matchfile.signing import public_key

KEY = bytes(range(32))


def in_pairs(leaves: list[bytes]) -> bytes:
    """The same root made from below: neighbours are joined, one without a neighbour goes up as it
    is (RFC 9162, 2.1.2)."""
    level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        joined = [
            sha256(b"\x01" + one + other).digest()
            for one, other in zip(level[::2], level[1::2], strict=False)
        ]
        level = joined + level[len(joined) * 2 :]
    return level[0]


def test_the_root_is_that_of_the_published_tree() -> None:
    assert merkle_root([]) == sha256(b"").digest()
    for size in range(1, 40):
        leaves = [bytes([n]) * n for n in range(size)]
        assert merkle_root(leaves) == in_pairs(leaves)


def made(count: int = 5) -> Checkpoint:
    heads = [RoomHead(RoomId(f"ROOM{n}"), n + 1, f"{n:064x}") for n in reversed(range(count))]
    return checkpoint.made(heads, 1_800_000_000_000, KEY)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_checkpoint_is_read_as_it_was_written(count: int) -> None:
    found = checkpoint.read(checkpoint.write(made(count)))
    assert found == made(count)
    assert [head.room for head in found.rooms] == [f"ROOM{n}" for n in range(count)]
    assert found.signature.key == public_key(KEY)


def test_no_byte_of_a_checkpoint_can_be_another() -> None:
    data = checkpoint.write(made())
    for place in range(len(data) - 1):
        changed = bytearray(data)
        changed[place] ^= 1
        with pytest.raises(BadFile):
            checkpoint.read(bytes(changed))


@pytest.mark.parametrize("data", [b"", b"{}", b"[" * 5_000, b"\xff", b'{"file":"saloon-match"}'])
def test_what_is_no_checkpoint_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(BadFile, match="is no checkpoint"):
        checkpoint.read(data)


def test_a_head_cannot_be_left_out_or_be_of_a_newer_format() -> None:
    whole = made()
    for other in (replace(whole, rooms=whole.rooms[1:]), replace(whole, format=2)):
        with pytest.raises(BadFile):
            checkpoint.read(json.encode(other))
