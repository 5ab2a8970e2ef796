"""An installation's folder: the broker's data, and the secrets that outlive a start."""

import os
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from secrets import token_bytes, token_urlsafe

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from services.cli.broker import broker_settings, new_passwords, rights_of
from shared.archive.opening import Place
from shared.contracts.rights import Rights
from shared.matchfile.signing import KEY_BYTES, public_key
from shared.runtime.nats_server import ServerSettings

DEFAULT = Path(".saloon")
"""Where an installation is when nothing else is said; relative to the current folder."""


class Secrets(Struct, frozen=True):
    """Kept with mode 0600. None of it may reach a log line."""

    passwords: dict[str, str]
    """Of the services at broker and store."""
    token_key: bytes
    """What sessions are signed with."""
    credential: str
    """What automatic players show to the gateway."""
    signing_key: str = ""
    """What matches' ends and checkpoints are signed with: a private key, 32 bytes in hex."""
    auditor: str = ""
    """What auditors show to the gateway."""
    old_keys: tuple[str, ...] = ()
    """Public keys of those before it, the newest first, in hex."""
    backup_key: str = ""
    """What backups are sealed with: 32 bytes in hex."""

    @property
    def public_keys(self) -> tuple[str, ...]:
        """Every key that this installation has signed with, the present one first."""
        return (public_key(bytes.fromhex(self.signing_key)), *self.old_keys)

    def __repr__(self) -> str:
        return "Secrets(***)"


class _Known(Struct, frozen=True):
    """What an installation remembers of its archive's `Place`."""

    at: str
    endpoint: str
    region: str


class BrokenInstallation(Exception):
    """Its secrets cannot be read, and without them nothing of it can."""


class Installation:
    """One folder, made at the first start. Only one process may run its broker at a time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.rights: tuple[Rights, ...] = rights_of()

    @property
    def exists(self) -> bool:
        return self._secrets_path.exists()

    @property
    def broker_directory(self) -> Path:
        return self.directory / "broker"

    def secrets(self) -> Secrets:
        """Those of the folder, made if there are none. A service that is new gets a password.

        Raises `BrokenInstallation`.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = self.kept_secrets()
        wanted = {rights.service for rights in self.rights}
        is_whole = kept is not None and kept.signing_key and kept.auditor and kept.backup_key
        if kept is not None and is_whole and wanted <= kept.passwords.keys():
            return kept
        made = _made(self.rights, kept)
        write_secret(self._secrets_path, msgspec.json.encode(made))
        return made

    def change_signing_key(self) -> Secrets:
        """A new one from now on; the public one before it stays known. Raises
        `BrokenInstallation`."""
        kept = self.secrets()
        new = token_bytes(KEY_BYTES).hex()
        changed = replace(kept, signing_key=new, old_keys=kept.public_keys)
        write_secret(self._secrets_path, msgspec.json.encode(changed))
        return changed

    def broker(self, secrets: Secrets) -> ServerSettings:
        return broker_settings(self.broker_directory, self.rights, secrets.passwords)

    def running_broker(self) -> str | None:
        """Where a broker that runs on this folder listens, as it says itself; `None`: no word."""
        for path in self.broker_directory.glob("*.ports"):
            ports = msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])
            if ports.get("nats"):
                return ports["nats"][0]
        return None

    def keep_archive(self, place: Place) -> None:
        """Remembers where matches go, for whoever looks for one later; not what opens it."""
        known = _Known(place.at, place.endpoint, place.region)
        write_secret(self._archive_path, msgspec.json.encode(known))

    def archive(self) -> Place:
        """Raises `BrokenInstallation`."""
        try:
            known = msgspec.json.decode(self._archive_path.read_bytes(), type=_Known)
            return Place(known.at, known.endpoint, known.region)
        except FileNotFoundError:
            return Place()
        except (OSError, msgspec.DecodeError) as error:
            raise BrokenInstallation(
                f"{self._archive_path} cannot be read ({type(error).__name__})"
            ) from None

    @property
    def remembers_archive(self) -> bool:
        return self._archive_path.exists()

    @property
    def _archive_path(self) -> Path:
        return self.directory / "archive.json"

    @property
    def _secrets_path(self) -> Path:
        return self.directory / "secrets.json"

    def kept_secrets(self) -> Secrets | None:
        """Those of the folder as they are; `None`: there are none. Raises `BrokenInstallation`."""
        try:
            return msgspec.json.decode(self._secrets_path.read_bytes(), type=Secrets)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise BrokenInstallation(
                f"{self._secrets_path} cannot be read ({type(error).__name__})"
            ) from None


def _made(rights: Iterable[Rights], kept: Secrets | None) -> Secrets:
    passwords = new_passwords(rights)
    if kept is None:
        kept = Secrets({}, b64encode(token_bytes(32)), token_urlsafe(24))
    return replace(
        kept,
        passwords={**passwords, **kept.passwords},
        signing_key=kept.signing_key or token_bytes(KEY_BYTES).hex(),
        auditor=kept.auditor or token_urlsafe(24),
        backup_key=kept.backup_key or token_bytes(32).hex(),
    )


def write_secret(path: Path, data: bytes, *, mode: int = 0o600) -> None:
    """Never half there, and from its first byte on for nobody but those of `mode`."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())
    draft.replace(path)
