"""What a host is given once, and what of it is kept."""

from base64 import b64encode
from hashlib import sha256
from secrets import token_bytes, token_urlsafe
from typing import Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec import Struct
from msgspec.structs import replace

from shared.contracts.hosting import LIVE, Hook, Quotas, Tenant

Kind = Literal["api-key", "player-key", "webhook-secret"]


class Given(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What the host is given; none of it can be shown again."""

    name: str
    api_key: str = ""
    """Its bearer token."""
    player_key: str = ""
    """Signs its users' tokens: an Ed25519 private key, PEM."""
    webhook_secret: str = ""
    """Proves to it that a delivery is ours: `whsec_` and base64."""

    def __repr__(self) -> str:
        return f"Given({self.name})"


class Host(Struct, frozen=True):
    """Both halves of what is kept."""

    tenant: Tenant
    hook: Hook | None = None


def made(name: str, url: str, quotas: Quotas) -> tuple[Host, Given]:
    """A host that is new. `url`: where results go; empty: nowhere."""
    api_key, api_hash = _api_key(name)
    player_key, public = _player_key()
    secret = token_bytes(32)
    tenant = Tenant(name, (api_hash,), (public,), token_bytes(32).hex(), quotas)
    hook = Hook(name, url, (secret.hex(),)) if url else None
    return Host(tenant, hook), Given(name, api_key, player_key, told(secret) if url else "")


def rotated(host: Host, kind: Kind) -> tuple[Host, Given]:
    """With one more of a kind, beside the newest before it; older ones are good no more."""
    tenant, hook, name = host.tenant, host.hook, host.tenant.name
    if kind == "api-key":
        key, digest = _api_key(name)
        changed = replace(tenant, api_keys=(digest, *tenant.api_keys)[:LIVE])
        return Host(changed, hook), Given(name, api_key=key)
    if kind == "player-key":
        key, public = _player_key()
        changed = replace(tenant, player_keys=(public, *tenant.player_keys)[:LIVE])
        return Host(changed, hook), Given(name, player_key=key)
    assert hook is not None, "looked at before"
    secret = token_bytes(32)
    secrets = (secret.hex(), *hook.secrets)[:LIVE]
    return Host(tenant, replace(hook, secrets=secrets)), Given(name, webhook_secret=told(secret))


def finished(host: Host, kind: Kind) -> Host:
    """With the newest of a kind alone."""
    tenant, hook = host.tenant, host.hook
    if kind == "api-key":
        return Host(replace(tenant, api_keys=tenant.api_keys[:1]), hook)
    if kind == "player-key":
        return Host(replace(tenant, player_keys=tenant.player_keys[:1]), hook)
    assert hook is not None, "looked at before"
    return Host(tenant, replace(hook, secrets=hook.secrets[:1]))


def pointed(host: Host, url: str) -> tuple[Host, Given]:
    """With another place for results, and a secret if it had none; empty: they go nowhere."""
    name = host.tenant.name
    if not url:
        return Host(host.tenant), Given(name)
    if host.hook is not None:
        return Host(host.tenant, replace(host.hook, url=url)), Given(name)
    secret = token_bytes(32)
    hook = Hook(name, url, (secret.hex(),))
    return Host(host.tenant, hook), Given(name, webhook_secret=told(secret))


def told(secret: bytes) -> str:
    return f"whsec_{b64encode(secret).decode()}"


def _api_key(name: str) -> tuple[str, str]:
    key = f"{name}.{token_urlsafe(32)}"
    return key, sha256(key.encode()).hexdigest()


def _player_key() -> tuple[str, str]:
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return pem.decode(), private.public_key().public_bytes_raw().hex()
