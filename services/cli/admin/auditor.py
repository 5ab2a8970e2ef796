"""`saloon admin auditor`: what an auditor shows to the gateway."""

from pathlib import Path

import click

from services.cli import data_folder
from services.cli.installation import BrokenInstallation, Installation


class NoInstallation(click.ClickException):
    exit_code = 2


@click.command()
@data_folder.data("The installation.")
def auditor(*, data: Path) -> None:
    """Prints the auditors' credential: a bearer token that lets its holder see everything.

    Players are told of each look at a match that is not over. Hand it on as you would a password.
    """
    installation = Installation(data)
    if not installation.exists:
        raise NoInstallation(f"there is no installation in {data}")
    try:
        print(installation.secrets().auditor)
    except BrokenInstallation as error:
        raise NoInstallation(str(error)) from None
