"""`saloon rights`: prints who may do what, for people and for the broker."""

import click

from services.cli.broker import broker_file, rights_of
from shared.contracts.rights import table
from shared.contracts.rights_document import document


def rendered() -> str:
    return document(table(["EV<n>"]))


@click.command()
@click.option(
    "--nats", is_flag=True, help="As a broker's configuration (deploy/nats/nats.conf), no secrets."
)
def rights(*, nats: bool) -> None:
    """Prints which service may use which subject and key (docs/rights.md)."""
    click.echo(broker_file(rights_of()) if nats else rendered(), nl=False)
