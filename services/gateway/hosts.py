"""Hosts, and the users they send: who shows a host's key, and whose token a host has signed.

A key is known by its hash alone. To whoever shows none of a host that there is, it is not told
whether there is one of that name.
"""

import base64
import hmac
from collections.abc import Mapping
from hashlib import blake2b, sha256
from typing import Any, NoReturn

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from jwt.types import Options
from msgspec import Struct

from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import stop
from services.gateway.rooms import read_code
from services.gateway.sessions import check_nickname
from shared.contracts.hosting import AUDIENCE, USER_MOST, Tenant
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.tenancy import TENANT_MARK
from shared.runtime.tenants import Directory

KEY_LIMIT = 200
TOKEN_LIMIT = 4_000
LEEWAY_S = 10
"""By which clocks may differ."""
LIFE_MOST_S = 600
"""A token that is good for longer is none: it would be worth stealing."""
_LATEST_S = 1 << 53
"""Past it a number is not exact, and far past it no sum can be made of it."""

_NOBODY = ("0" * 64,)
_NOT_NOW = 2_000
_UNCHECKED: Options = {"verify_signature": False}
_CHECKED: Options = {
    "require": ["aud", "exp", "iat", "iss", "sub"],
    # By the broker's time, as everything here; the library knows the machine's alone.
    "verify_exp": False,
    "verify_iat": False,
    "verify_nbf": False,
}


class Visitor(Struct, frozen=True):
    """A user whom his host vouches for."""

    tenant: Tenant
    player: PlayerId
    nickname: str
    room: RoomId | None


class Hosts:
    """`directory`: `None` where there are no hosts."""

    def __init__(self, directory: Directory[Tenant] | None, metrics: GatewayMetrics) -> None:
        self._directory = directory
        if directory is not None:
            directory.on_read = metrics.know_hosts

    def get(self, name: str) -> Tenant | None:
        return None if self._directory is None else self._directory.get(name)

    def exists(self, name: str) -> bool:
        """Also while that is not known yet: sessions are signed, and a moment does no harm."""
        is_unknown = self._directory is not None and not self._directory.is_read
        return is_unknown or self.get(name) is not None

    def by_key(self, bearer: str | None) -> Tenant:
        """Whose key that is. Refuses with `unauthenticated`."""
        given = (bearer or "")[: KEY_LIMIT + 1]
        tenant = self._known(given.partition(".")[0])
        digest = sha256(given.encode()).hexdigest()
        keys = _NOBODY if tenant is None else tenant.api_keys
        found = [hmac.compare_digest(digest, key) for key in keys]
        if tenant is None or not any(found):
            stop("unauthenticated")
        return tenant

    def visitor(self, token: str, now_ms: int) -> Visitor:
        """Refuses with `bad_host_token`, and `nickname`."""
        tenant = self._known(_issuer(token))
        # Also where there is none, so that it takes as long.
        claims = _proved(token, _NOBODY if tenant is None else tenant.player_keys)
        if tenant is None or claims.get("iss") != tenant.name:
            _refuse("signature")
        _check_times(claims, now_ms)
        user, nickname, room = claims["sub"], claims.get("name"), claims.get("room")
        if not (isinstance(user, str) and isinstance(nickname, str)):
            _refuse("claims")
        if room is not None and not isinstance(room, str):
            _refuse("claims")
        return Visitor(
            tenant,
            player_of(tenant, user),
            check_nickname(nickname),
            None if room is None else read_code(room),
        )

    def _known(self, name: str) -> Tenant | None:
        if self._directory is not None and not self._directory.is_read:
            stop("unavailable", retry_after_ms=_NOT_NOW)
        return self.get(name)


def player_of(tenant: Tenant, user: str) -> PlayerId:
    """What a host's user is called here: always the same, and nobody without the tenant's key can
    tell whose it is. Refuses with `malformed` what can be no user."""
    try:
        given = user.encode()
    except UnicodeEncodeError:
        stop("malformed")
    if not 1 <= len(user) <= USER_MOST:
        stop("malformed")
    digest = blake2b(given, digest_size=16, key=bytes.fromhex(tenant.id_key)).digest()
    rest = base64.b32encode(digest).decode().rstrip("=").lower()
    return PlayerId(f"{tenant.name}{TENANT_MARK}{rest}")


def _refuse(reason: str) -> NoReturn:
    stop("bad_host_token", reason=reason)


def _issuer(token: str) -> str:
    """Who is said to have signed it."""
    if len(token) > TOKEN_LIMIT:
        _refuse("unreadable")
    try:
        issuer = jwt.decode(token, options=_UNCHECKED).get("iss")
    except (jwt.PyJWTError, RecursionError, ValueError):
        _refuse("unreadable")
    return issuer if isinstance(issuer, str) else ""


def _proved(token: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """What a holder of one of the keys has signed."""
    for key in keys:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        try:
            claims: Mapping[str, Any] = jwt.decode(
                token, public, algorithms=["EdDSA"], audience=AUDIENCE, options=_CHECKED
            )
        except jwt.InvalidSignatureError:
            continue
        except (jwt.InvalidAlgorithmError, jwt.DecodeError):
            break
        except jwt.InvalidAudienceError:
            _refuse("audience")
        except (jwt.PyJWTError, RecursionError, ValueError):
            _refuse("claims")
        return claims
    _refuse("signature")


def _check_times(claims: Mapping[str, Any], now_ms: int) -> None:
    now_s = now_ms / 1000
    times = [claims["iat"], claims["exp"], claims.get("nbf", claims["iat"])]
    if not all(type(each) in (int, float) and 0 <= each <= _LATEST_S for each in times):
        _refuse("claims")
    issued, expires, begins = times
    if not now_s < expires + LEEWAY_S:
        _refuse("expired")
    if not max(issued, begins) <= now_s + LEEWAY_S:
        _refuse("too_early")
    if not 0 < expires - issued <= LIFE_MOST_S:
        _refuse("too_long")
