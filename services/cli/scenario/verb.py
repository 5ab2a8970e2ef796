"""The verb `scenario`."""

import sys
from pathlib import Path

import click

from . import report, runner
from .cases import EXAMPLE, BadFile, load


@click.command(
    help="Play the rule cases in FILES and judge them. Exits 1 if one fails.\n\n"
    f"Every checkout has {EXAMPLE}."
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--only", default="", metavar="ID", help="Only the case with this id.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")
def scenario(*, files: tuple[Path, ...], only: str, is_json: bool) -> None:
    try:
        written = load(files)
    except BadFile as error:
        raise click.ClickException(str(error)) from error
    if only and all(case.head.id != only for case in written):
        raise click.ClickException(f"no case is called {only}")
    total = 1 if only else len(written)
    with click.progressbar(
        runner.run(written, only=only),
        length=total,
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as judged:
        verdicts = list(judged)
    print(report.as_json(verdicts) if is_json else "\n".join(report.lines(verdicts)))
    sys.exit(1 if report.counted(verdicts)["failed"] else 0)
