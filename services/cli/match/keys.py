"""What match files and checkpoints are signed with."""

import sys
from pathlib import Path

import click

from services.cli import data_folder
from services.cli.installation import BrokenInstallation, Installation
from services.cli.match.source import Unreadable
from shared.matchfile.head import key_id
from shared.matchfile.signing import KEY_BYTES

signing_key = click.option(
    "--signing-key",
    "key_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="SALOON_SIGNING_KEY_FILE",
    help="A file with a private key, 64 hex digits; else the installation's own.",
)


def private_key(key_file: Path | None, data: Path) -> bytes | None:
    """The key in the file, else the installation's; `None` where there is neither.

    Raises `Unreadable`; what the file holds is not repeated.
    """
    if key_file is None:
        installation = Installation(data)
        if not installation.exists:
            return None
        try:
            return bytes.fromhex(installation.secrets().signing_key)
        except BrokenInstallation as error:
            raise Unreadable(str(error)) from None
    try:
        key = bytes.fromhex(key_file.read_text("ascii").strip())
    except (OSError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise Unreadable(f"{key_file} holds no key of {2 * KEY_BYTES} hex digits")
    return key


@click.command("new-key")
@data_folder.data("The installation.")
def new_key(*, data: Path) -> None:
    """Makes a new key for signatures, and prints its public part.

    Verbs of `match` sign with it at once; services that run go on with the old key until they are
    started again: `up`, or replay and gateway. The old public key stays among those that /api/keys
    tells then, so what was signed before can still be checked.
    """
    installation = Installation(data)
    if not installation.exists:
        raise Unreadable(f"there is no installation in {data}: name its folder with --data")
    try:
        key = installation.change_signing_key().public_keys[0]
    except BrokenInstallation as error:
        raise Unreadable(str(error)) from None
    print(f"{key_id(key)}  {key}")
    print("services that run sign with the old key until they are started again", file=sys.stderr)
