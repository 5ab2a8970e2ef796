"""Which commands have taken effect in this match and in the one before it (L5).

The match before is kept because a match's last command may be doubtful to its member, or its answer
lost on the way, while somebody else prepares the next match; asked again it has to be known.

Kept small, since every live room has one: 16 bytes for who sent which id, 8 for its number, 16 for
what it said.
"""

from hashlib import blake2b

from msgspec import Struct

from ..contracts.ids import CommandId, PlayerId

_KEY = 16
_SEQ = 8
_CONTENT = 16


class Once(Struct):
    """Three columns, one row for each accepted command, oldest first."""

    keys: bytearray
    seqs: bytearray
    contents: bytearray
    before: int = 0
    """So many rows are of the match before."""

    @classmethod
    def empty(cls) -> "Once":
        return cls(bytearray(), bytearray(), bytearray())

    def add(self, key: bytes, seq: int, content: bytes) -> None:
        """Remembers that `content` took effect with entry `seq`."""
        self.keys += key
        self.seqs += seq.to_bytes(_SEQ, "big")
        self.contents += _digest(content)

    def find(self, key: bytes) -> int:
        """The row of this command; -1 = it has not taken effect."""
        place = self.keys.find(key)
        while place > 0 and place % _KEY:
            place = self.keys.find(key, place + 1)
        return place // _KEY if place >= 0 else -1

    def seq(self, row: int) -> int:
        return int.from_bytes(self.seqs[row * _SEQ : (row + 1) * _SEQ], "big")

    def says(self, row: int, content: bytes) -> bool:
        """Whether the command in this row had this content."""
        return self.contents[row * _CONTENT : (row + 1) * _CONTENT] == _digest(content)

    def next_match(self) -> None:
        """From now on rows are of the next match; those of the match before this one go."""
        del self.keys[: self.before * _KEY]
        del self.seqs[: self.before * _SEQ]
        del self.contents[: self.before * _CONTENT]
        self.before = len(self.keys) // _KEY


def key_of(actor: PlayerId, command_id: CommandId) -> bytes:
    """What a command id of one actor is found by."""
    # A length in front, so that no pair of actor and id reads as another pair.
    name = actor.encode()
    text = len(name).to_bytes(2, "big") + name + command_id.encode()
    return blake2b(text, digest_size=_KEY, person=b"command-id").digest()


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=_CONTENT, person=b"command").digest()
