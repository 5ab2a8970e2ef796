"""Fair by construction: what comes of a room's one source of entropy, and how a seed is made.

Everything random in a room derives, under labels of its own, from the 32 bytes that the rules
service supplies with a command, so deciding a stored command again gives the same.
"""

import hmac
from hashlib import blake2b, sha256

from ..contracts.ids import AUTOMATIC, PlayerId
from ..engine.draws import Draws, Salts
from .state import RoomState

SECRET_BYTES = 32


def match_secret(fresh: str) -> str:
    """The secret of the match that a command with this supply prepares; 32 bytes in hex."""
    return _derived(fresh, b"match-secret", SECRET_BYTES)


def invitation_key(fresh: str) -> str:
    """The key of the room that a command with this supply opens; 16 bytes in hex."""
    return _derived(fresh, b"invitation", 16)


def automatic_player(fresh: str, number: int = 0) -> PlayerId:
    """The id of an automatic player whom a command with this supply seats; `number`: which of
    several, from 0."""
    label = f"auto-player{number or ''}".encode()
    return PlayerId(AUTOMATIC + _derived(fresh, label, 12))


def commitment_to(entropy: str) -> str:
    """sha256 of a secret or of a player's entropy; both in hex. Empty if it is not 32 bytes."""
    raw = read_hex(entropy, SECRET_BYTES)
    return sha256(raw).hexdigest() if raw else ""


def read_hex(text: str, size: int) -> bytes:
    """The bytes of `text` if it is exactly `size` bytes in lower-case hex, else none."""
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return b""
    return raw if len(raw) == size and raw.hex() == text else b""


def seed(state: RoomState) -> bytes:
    """The seed of the match that was dealt: HMAC-SHA256(secret, entropy in seat order), 32 bytes.

    Seat order is the order in which the players took their seats in the room. A test seed stands in
    for all of it.
    """
    if state.fixed_seed:
        return bytes.fromhex(state.fixed_seed)
    message = b"".join(bytes.fromhex(entropy) for entropy in state.entropy)
    return hmac.digest(bytes.fromhex(state.secret), message, "sha256")


class Chance:
    """Salts and draws of the match that a room is in, made once for each secret and seed."""

    __slots__ = ("_draws", "_entropy", "_salts", "_secret")

    def __init__(self) -> None:
        self._secret: str | None = None
        self._entropy: tuple[str, ...] | None = None
        self._salts: Salts
        self._draws: Draws

    def salts(self, state: RoomState) -> Salts:
        """Of a room that has no secret, because nothing of it is hidden, anybody can tell them."""
        if self._secret != state.secret:
            self._secret = state.secret
            self._entropy = None
            self._salts = Salts(bytes.fromhex(state.secret))
        return self._salts

    def draws(self, state: RoomState) -> Draws:
        """Of a match that was dealt."""
        self.salts(state)
        if self._entropy != state.entropy:
            self._entropy = state.entropy
            self._draws = Draws(seed(state))
        return self._draws


def _derived(fresh: str, label: bytes, size: int) -> str:
    key = bytes.fromhex(fresh)
    assert len(key) == SECRET_BYTES, "a supply is 32 bytes"
    return blake2b(key=key, person=label, digest_size=size).hexdigest()
