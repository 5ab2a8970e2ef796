"""`saloon rights`: prints who may do what, as `docs/rights.md` has it."""

import click

from shared.contracts.rights import document, table


def rendered() -> str:
    return document(table(["EV<n>"]))


@click.command()
def rights() -> None:
    """Prints which service may use which subject and key (docs/rights.md)."""
    click.echo(rendered(), nl=False)
