"""Pictures of every screen, on a phone and on a desk, in Korean and in English.

.venv/bin/python -m tests.e2e.pictures [--out FOLDER] [--only WORD] [--kids]
"""

import asyncio
import re
import tempfile
from pathlib import Path

import click
from playwright.async_api import Browser

from services.cli.tree import ROOT
from tests.e2e.checks import touching
from tests.e2e.chromium import DESK, PHONE, Screen, chromium
from tests.e2e.every_scene import SCENES
from tests.e2e.person import Language
from tests.e2e.planted import frames_passed
from tests.e2e.scenes import Scene
from tests.services.processes.running import Up

OUT = ROOT / ".saloon" / "pictures"
LANGUAGES: tuple[Language, ...] = ("ko", "en")
SCREENS = (PHONE, DESK)


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=OUT,
    show_default=True,
    help="The folder; made if there is none.",
)
@click.option("--only", default="", metavar="WORD", help="Screens whose name holds it.")
@click.option("--kids", is_flag=True, help="In the children's words.")
def main(*, out: Path, only: str, kids: bool) -> None:
    """Takes a picture of every screen, and says beside it what is out of reach or cut off there."""
    chosen = [scene for name, scene in SCENES.items() if only in name]
    if not chosen:
        names = "; ".join(SCENES)
        raise click.BadParameter(f"no screen is called so; there are: {names}", param_hint="--only")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Up(Path(data), "--test-seeds") as up:
        failed = asyncio.run(_take_all(up.url, chosen, out, kids=kids))
        up.stop()
    if failed:
        raise click.ClickException(f"{failed} pictures could not be taken")


async def _take_all(url: str, chosen: list[Scene], out: Path, *, kids: bool) -> int:
    failed = 0
    async with chromium() as browser:
        for scene in chosen:
            for screen in SCREENS:
                for language in LANGUAGES:
                    path = out / _name(scene, screen, language, kids=kids)
                    try:
                        told = await _take(browser, url, scene, screen, language, path, kids=kids)
                    except Exception as error:  # noqa: BLE001 - the other pictures are wanted too
                        told = [f"NOT TAKEN: {' '.join(str(error).split())[:300]}"]
                        failed += 1
                    click.echo("\n  ".join((str(path), *told)))
    return failed


async def _take(
    browser: Browser,
    url: str,
    scene: Scene,
    screen: Screen,
    language: Language,
    path: Path,
    *,
    kids: bool,
) -> list[str]:
    async with scene.shown(browser, url, language, screen, kids=kids) as person:
        await person.page.evaluate("document.fonts.ready")
        await frames_passed(person.page)
        await person.page.screenshot(path=path, animations="disabled")
        person.complaints.forgive(scene.forgiven or "^$")
        return [*(await touching.hits(person.page)).faults, *person.complaints.take()]


def _name(scene: Scene, screen: Screen, language: Language, *, kids: bool) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", scene.name.lower()).strip("-")
    size = f"{screen.size['width']}x{screen.size['height']}"
    return f"{plain}-{size}-{language}{'-kids' if kids else ''}.png"


if __name__ == "__main__":
    main()
