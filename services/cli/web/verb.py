"""The verb `web`."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from services.cli.web import node, schema
from services.cli.web.sizes import measure

SOURCES = node.FOLDER / "src"
TYPES = "api.d.ts"
PLACES = "events.gen.ts"
BUNDLE = node.FOLDER / "dist"

_TYPESCRIPT = "openapi-typescript/bin/cli.js"
_VITE = "vite/bin/vite.js"


@click.group()
def web() -> None:
    """Build the browser client, or work on it. Needs Node, which the environment brings."""


@web.command()
def install() -> None:
    """Brings the client's packages to what its lock file says."""
    _ready()


@web.command()
def types() -> None:
    """Makes the client's types anew of the served documents."""
    write_types(_ready(), SOURCES)


@web.command()
def build() -> None:
    """Makes types and bundle anew; the bundle is part of the repository and of the image.

    What is too large for a phone on a slow line is not written: the sizes by gzip are told.
    """
    found = _ready()
    write_types(found, SOURCES)
    with TemporaryDirectory() as desk:
        made = Path(desk) / "dist"
        write_bundle(found, made)
        sizes = measure(made)
        for line in sizes.lines():
            click.echo(line)
        if not sizes.fits:
            raise click.ClickException("the client is too large, so nothing was written; cut it")
        shutil.rmtree(BUNDLE, ignore_errors=True)
        shutil.copytree(made, BUNDLE)


@web.command()
@click.option("--url", default="http://127.0.0.1:8080", help="Where `saloon up` serves.")
def dev(url: str) -> None:
    """Serves the sources, a change at once; all else comes from a server that runs."""
    found = _ready()
    try:
        found.run(_VITE, environment={"SALOON_URL": url}, quiet=False)
    except node.Failed as failure:
        raise click.ClickException(str(failure)) from None


def write_types(found: node.Node, folder: Path) -> None:
    """Raises `node.Failed`."""
    with TemporaryDirectory() as desk:
        described = Path(desk) / "openapi.json"
        described.write_bytes(schema.document())
        made = ("--output", str(folder / TYPES), "--default-non-nullable=false")
        found.run(_TYPESCRIPT, str(described), *made)
    (folder / PLACES).write_bytes(schema.places())


def write_bundle(found: node.Node, folder: Path) -> None:
    """Raises `node.Failed`."""
    found.run(_VITE, "build", "--outDir", str(folder), "--emptyOutDir", "--logLevel", "warn")


def _ready() -> node.Node:
    try:
        found = node.find()
        found.install()
    except (node.NoNode, node.Failed) as failure:
        raise click.ClickException(str(failure)) from None
    return found
