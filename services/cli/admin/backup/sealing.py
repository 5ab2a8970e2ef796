"""Files that only whoever has the installation's backup key can read or make.

A file is a mark, a salt, and pieces: four bytes of length, then the piece under AES-256-GCM. Each
file has a key of its own, from the backup key, its salt and its name; the nonce counts the pieces
and marks the last one. So a piece that was changed, moved, left out or taken from another file does
not open, and a file that was cut off has no end.
"""

import os
from collections.abc import Iterator
from hashlib import sha256
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32
PIECE_LIMIT = 1 << 20
"""Bytes of a piece, at most."""

_MARK = b"saloon-1"
_SALT_BYTES = 32
_LENGTH_BYTES = 4
_TAG_BYTES = 16


class Unsealable(Exception):
    """The file is not what was written; the text is what follows its name in a sentence."""


def key_id(key: bytes) -> str:
    """Tells keys apart, and nothing of what they are."""
    return sha256(b"saloon backup key\0" + key).hexdigest()[:16]


class SealedWriter:
    """Writes `name` into `stream`, and knows what it has written."""

    def __init__(self, stream: IO[bytes], key: bytes, name: str) -> None:
        salt = os.urandom(_SALT_BYTES)
        self._stream = stream
        self._cipher = _cipher(key, salt, name)
        self._pieces = 0
        self._digest = sha256()
        self.size_bytes = 0
        self._write(_MARK + salt)

    @property
    def sha256(self) -> str:
        """Of all bytes of the file so far."""
        return self._digest.hexdigest()

    def add(self, piece: bytes) -> None:
        """Raises `OSError`."""
        assert 0 < len(piece) <= PIECE_LIMIT, len(piece)
        self._seal(piece, is_last=False)

    def end(self) -> None:
        """Nothing can follow."""
        self._seal(b"", is_last=True)

    def _seal(self, piece: bytes, *, is_last: bool) -> None:
        sealed = self._cipher.encrypt(_nonce(self._pieces, is_last=is_last), piece, None)
        self._pieces += 1
        self._write(len(sealed).to_bytes(_LENGTH_BYTES) + sealed)

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._digest.update(data)
        self.size_bytes += len(data)


def pieces(stream: IO[bytes], key: bytes, name: str) -> Iterator[bytes]:
    """What was added to `name`, piece by piece. Raises `Unsealable` and `OSError`."""
    head = stream.read(len(_MARK) + _SALT_BYTES)
    if len(head) < len(_MARK) + _SALT_BYTES or not head.startswith(_MARK):
        raise Unsealable("is no file of a backup that this release can read")
    cipher = _cipher(key, head[len(_MARK) :], name)
    number = 0
    while True:
        length = int.from_bytes(_whole(stream, _LENGTH_BYTES))
        if not _TAG_BYTES <= length <= PIECE_LIMIT + _TAG_BYTES:
            raise Unsealable("is damaged")
        is_last = length == _TAG_BYTES
        try:
            piece = cipher.decrypt(_nonce(number, is_last=is_last), _whole(stream, length), None)
        except InvalidTag:
            raise Unsealable("is damaged, or was made with another key") from None
        if is_last:
            break
        number += 1
        yield piece
    if stream.read(1):
        raise Unsealable("goes on behind its end")


def _whole(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise Unsealable("is cut off")
    return data


def _cipher(key: bytes, salt: bytes, name: str) -> AESGCM:
    assert len(key) == KEY_BYTES, len(key)
    info = b"saloon backup " + name.encode()
    return AESGCM(HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=salt, info=info).derive(key))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11) + bytes([is_last])
