"""Ed25519 signatures (RFC 8032) of what leaves an installation: matches' ends and checkpoints.

Whoever has the public key can tell that a file's head is one that the holder of the private key
vouched for. A signature stands beside what it signs: entries are the same without it.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from .head import Signature

KEY_BYTES = 32
_VALUE_BYTES = 64


def public_key(private: bytes) -> str:
    """In hex. `private`: any 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw().hex()


def sign(private: bytes, message: bytes) -> Signature:
    key = Ed25519PrivateKey.from_private_bytes(private)
    return Signature(public_key(private), key.sign(message).hex())


def holds(signature: Signature, message: bytes) -> bool:
    """Whether the holder of the key that it names made it over this message."""
    try:
        key, value = bytes.fromhex(signature.key), bytes.fromhex(signature.value)
    except ValueError:
        return False
    is_canonical = (key.hex(), value.hex()) == (signature.key, signature.value)
    if not is_canonical or len(key) != KEY_BYTES or len(value) != _VALUE_BYTES:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(value, message)
    except (InvalidSignature, ValueError):
        return False
    return True
