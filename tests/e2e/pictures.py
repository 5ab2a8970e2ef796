"""Pictures of every screen, on a phone and on a desk, in Korean and in English.

.venv/bin/python -m tests.e2e.pictures [--out FOLDER] [--only WORD] [--kids] [--docs]
"""

import asyncio
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import click
from msgspec import Struct
from PIL import Image
from playwright.async_api import Browser, Page
from playwright.async_api import TimeoutError as Late

from services.cli.tree import ROOT
from tests.e2e.checks import touching
from tests.e2e.chromium import DESK, PHONE, Screen, chromium
from tests.e2e.every_scene import SCENES
from tests.e2e.person import Language
from tests.e2e.planted import frames_passed
from tests.e2e.scenes import FOLDERS, Scene
from tests.services.processes.running import Up

OUT = ROOT / ".saloon" / "pictures"
DOCS = ROOT / "docs" / "pictures"
LANGUAGES: tuple[Language, ...] = ("ko", "en")
SCREENS = (PHONE, DESK)
LOADED_MS = 3_000.0
QUALITY = 88
"""Of a picture in the documents, in per cent."""


class Shot(Struct, frozen=True):
    """Pictures of one visit to a screen: one for each size of window, with its path."""

    scene: Scene
    language: Language
    paths: list[tuple[Screen, Path]]
    is_kids: bool = False
    is_small: bool = False


CHOSEN: dict[str, tuple[str, Screen, Language]] = {
    "lobby": ("lobby", DESK, "en"),
    "room": ("room of the host", DESK, "en"),
    "table": ("table: a card is chosen", DESK, "en"),
    "table-phone": ("table: a card is chosen", PHONE, "ko"),
    "shot": ("table: a shot that can be dodged", PHONE, "en"),
    "duel": ("table: a duel", PHONE, "ko"),
    "check": ("table: a check", PHONE, "en"),
    "talk": ("sheet: talk", PHONE, "ko"),
    "over": ("table: the end", DESK, "en"),
    "loaded-odds": ("shotgun: a later load", PHONE, "ko"),
    "loaded-odds-desk": ("shotgun: somebody takes aim", DESK, "en"),
    "replay": ("replay: in the middle", DESK, "en"),
}
"""What the documents show."""


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
@click.option("--docs", is_flag=True, help="Those that the documents show, small, into docs.")
def main(*, out: Path, only: str, kids: bool, docs: bool) -> None:
    """Takes a picture of every screen, and says beside it what is out of reach or cut off there.

    Where there is more than the window holds, a second one (`-long`) shows all of it.
    """
    chosen = [*(_chosen(only) if docs else _every(out, only, is_kids=kids))]
    if not chosen:
        names = "; ".join(SCENES)
        raise click.BadParameter(f"no screen is called so; there are: {names}", param_hint="--only")
    for shot in chosen:
        for _, path in shot.paths:
            path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Up(Path(data), "--test-seeds") as up:
        FOLDERS[up.url] = Path(data)
        failed = asyncio.run(_take_all(up.url, chosen))
        up.stop()
    if failed:
        raise click.ClickException(f"{failed} visits failed")


def _every(out: Path, only: str, *, is_kids: bool) -> Iterator[Shot]:
    for scene in (scene for name, scene in SCENES.items() if only in name):
        for language in LANGUAGES:
            names = [_name(scene, screen, language, kids=is_kids) for screen in SCREENS]
            paths = [(screen, out / name) for screen, name in zip(SCREENS, names, strict=True)]
            yield Shot(scene, language, paths, is_kids)


def _chosen(only: str) -> Iterator[Shot]:
    for name, (scene, screen, language) in CHOSEN.items():
        if only in scene:
            yield Shot(SCENES[scene], language, [(screen, DOCS / f"{name}.webp")], is_small=True)


async def _take_all(url: str, chosen: list[Shot]) -> int:
    failed = 0
    async with chromium() as browser:
        for shot in chosen:
            try:
                await _take(browser, url, shot)
            except Exception as error:  # noqa: BLE001 - the other pictures are wanted too
                told = " ".join(str(error).split())[:300]
                click.echo(f"{shot.scene.name}, {shot.language}: NOT TAKEN: {told}")
                failed += 1
    return failed


async def _take(browser: Browser, url: str, shot: Shot) -> None:
    """Comes with the first window, and goes on in the others."""
    first, _ = shot.paths[0]
    scene = shot.scene
    async with scene.shown(browser, url, shot.language, first, kids=shot.is_kids) as person:
        person.complaints.forgive(scene.forgiven or "^$")
        with suppress(Late):  # something is never answered there
            await person.page.wait_for_load_state("networkidle", timeout=LOADED_MS)
        for screen, path in shot.paths:
            await person.page.set_viewport_size(screen.size)
            await person.page.evaluate("scrollTo(0, 0), document.fonts.ready")
            await frames_passed(person.page)
            await _keep(person.page, path, is_small=shot.is_small)
            if not shot.is_small and not scene.is_whole and await touching.taller(person.page):
                await _keep(person.page, path.with_stem(f"{path.stem}-long"), is_long=True)
        for screen, path in shot.paths:
            await person.page.set_viewport_size(screen.size)
            await frames_passed(person.page)
            told = [*(await touching.hits(person.page)).faults, *person.complaints.take()]
            click.echo("\n  ".join((str(path), *told)))


async def _keep(page: Page, path: Path, *, is_small: bool = False, is_long: bool = False) -> None:
    _write(await page.screenshot(animations="disabled", full_page=is_long), path, is_small=is_small)


def _write(taken: bytes, path: Path, *, is_small: bool) -> None:
    if is_small:
        Image.open(BytesIO(taken)).save(path, quality=QUALITY, method=6)
    else:
        path.write_bytes(taken)


def _name(scene: Scene, screen: Screen, language: Language, *, kids: bool) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", scene.name.lower()).strip("-")
    size = f"{screen.size['width']}x{screen.size['height']}"
    return f"{plain}-{size}-{language}{'-kids' if kids else ''}.png"


if __name__ == "__main__":
    main()
