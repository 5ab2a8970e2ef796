"""`saloon admin keys`: an installation's secrets as files, for services in containers.

A container is given a file as it is on the host, with its mode, and runs as a user of its own. So
the files can be read by everybody and the folder by its owner only.
"""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import click

from services.cli.admin.certificate import self_signed
from services.cli.broker import route_variables, secret_variables
from services.cli.installation import BrokenInstallation, Installation, Secrets, write_secret
from shared.contracts.rights_store import store_users

FOLDER_MODE = 0o700
FILE_MODE = 0o444
PASSWORDS = "passwords.conf"
"""What the broker is given; where it is, so are all other files."""
NODES = tuple(f"nats-{number}.nats-headless" for number in range(3))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--host",
    default="localhost",
    show_default=True,
    help="Whose name the certificate bears that is made where there is none.",
)
@click.option(
    "--node",
    "nodes",
    multiple=True,
    help="Where one of several brokers is for the others; again for each. Without, those of "
    "deploy/kubernetes.",
)
def keys(*, folder: Path, host: str, nodes: tuple[str, ...]) -> None:
    """Writes an installation's secrets to FOLDER, one file for each.

    Again it keeps all that is there and adds what is new, such as the password of a service that
    an upgrade brings. Whoever has the folder has the installation: keep a copy of it apart from
    that of the log, which cannot be read without its store_key.
    """
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        folder.chmod(FOLDER_MODE)
        for name in _written(folder, host, nodes):
            click.echo(folder / name)
    except BrokenInstallation as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(
            f"{folder} cannot be written ({error.strerror}); whoever owns it has to do this"
        ) from None


def _written(folder: Path, host: str, nodes: tuple[str, ...]) -> Iterator[str]:
    """Names of the files that are new or were changed."""
    installation = Installation(folder)
    secrets = installation.secrets()
    wanted = {
        "store_key": _kept(folder / "store_key") or token_hex(32),
        "route_key": _kept(folder / "route_key") or token_hex(32),
        **files(installation, secrets),
    }
    wanted[PASSWORDS] = secret_variables(secrets.passwords, wanted["store_key"])
    if nodes or not (folder / "routes.conf").exists():
        wanted["routes.conf"] = route_variables(wanted["route_key"], nodes or NODES)
    if not (folder / "edge_certificate").exists():
        wanted |= self_signed(host)
    for name, text in wanted.items():
        if _kept(folder / name) != text:
            write_secret(folder / name, text.encode(), mode=FILE_MODE)
            yield name


def files(installation: Installation, secrets: Secrets) -> dict[str, str]:
    """What follows from the installation's secrets: a file's name and its text."""
    return {
        **{f"{service}_password": word for service, word in secrets.passwords.items()},
        "token_key": secrets.token_key.decode(),
        "credential": secrets.credential,
        "auditor_credential": secrets.auditor,
        "signing_key": secrets.signing_key,
        "backup_key": secrets.backup_key,
        "public_keys": ",".join(secrets.public_keys),
        "users.acl": store_users(installation.rights, secrets.passwords),
    }


def _kept(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None
