"""`saloon rights`: prints who may do what, for people and for the broker."""

import click

from services.cli.broker import accounts_file, broker_file, cluster_file, rights_of
from shared.contracts.rights import table
from shared.contracts.rights_document import document
from shared.eventstore.layout import MAIN, Layout


def rendered() -> str:
    return document(table(["EV<n>"]))


@click.command()
@click.option(
    "--nats",
    is_flag=False,
    flag_value="alone",
    type=click.Choice(["alone", "cluster", "accounts"]),
    help="As a broker's configuration (a file of deploy/nats), no secrets: of a broker that is "
    "alone, of each of several, or users and accounts, which those include.",
)
@click.option(
    "--streams",
    type=click.IntRange(1, 64),
    default=MAIN.stream_count,
    show_default=True,
    help="In how many streams the log lies, with --nats.",
)
def rights(*, nats: str | None, streams: int) -> None:
    """Prints which service may use which subject and key (docs/rights.md)."""
    match nats:
        case None:
            text = rendered()
        case "cluster":
            text = cluster_file()
        case "accounts":
            text = accounts_file(rights_of(Layout(streams)))
        case _:
            text = broker_file(rights_of(Layout(streams)))
    click.echo(text, nl=False)
