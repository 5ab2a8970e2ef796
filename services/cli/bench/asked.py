"""What several benches may be asked."""

import click

rounds = click.option(
    "--rounds",
    default=9,
    type=click.IntRange(1, 1_000),
    show_default=True,
    help="Samples of each figure.",
)
seed = click.option("--seed", default=1, show_default=True, help="Of the match that is measured.")
as_json = click.option("--json", "as_json", is_flag=True, help="For a script.")
