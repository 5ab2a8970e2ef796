"""What is committed of the browser client is what its sources and the served documents make."""

import random
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from msgspec import json

from services.cli.tree import ROOT
from services.cli.web import node as on_disk
from services.cli.web.node import FOLDER, MODULES, Failed, Node
from services.cli.web.sizes import ENTRY_MOST, WHOLE_MOST, measure
from services.cli.web.verb import BUNDLE, PLACES, SOURCES, TYPES, write_bundle, write_types
from shared.text.catalogue import LANGUAGES, sources

from ..conftest import Count
from . import said

STALE = "run `./saloon web build` and commit what it writes"


def test_types_are_those_of_the_served_documents(node: Node, tmp_path: Path) -> None:
    write_types(node, tmp_path)
    for name in (TYPES, PLACES):
        assert (tmp_path / name).read_bytes() == (SOURCES / name).read_bytes(), (name, STALE)


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_the_bundle_is_made_of_the_sources_wherever_they_lie(
    node: Node, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (copy / "node_modules").symlink_to(MODULES)
    monkeypatch.setattr(on_disk, "FOLDER", copy)
    write_bundle(node, tmp_path / "made")
    made, committed = files(tmp_path / "made"), files(BUNDLE)
    assert made.keys() == committed.keys(), STALE
    assert [name for name in made if made[name] != committed[name]] == [], STALE


def test_the_page_names_nothing_from_elsewhere() -> None:
    page = (BUNDLE / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(name.startswith("/assets/") for name in re.findall(r'(?:src|href)="([^"]*)"', page))
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page)


def test_the_client_is_small() -> None:
    sizes = measure(BUNDLE)
    assert sizes.fits, "\n".join(sizes.lines())
    assert {name.partition("-")[0] for name in sizes.entry} == {"index"}
    assert {Path(name).suffix for name in sizes.entry} == {".js", ".css"}
    assert sizes.entry < sizes.files.keys()
    assert all(size > 500 for size in sizes.words.values())


def test_what_is_too_large_is_no_bundle(tmp_path: Path) -> None:
    grown = tmp_path / "dist"
    shutil.copytree(BUNDLE, grown)
    (grown / "assets" / "later-0.css").write_bytes(random.Random(0).randbytes(WHOLE_MOST))
    assert measure(grown).entry_size == measure(BUNDLE).entry_size
    assert not measure(grown).fits
    page = grown / "index.html"
    page.write_text(page.read_text("utf-8") + '<link href="/assets/later-0.css">', "utf-8")
    assert measure(grown).entry_size > ENTRY_MOST


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(("typescript/bin/tsc",), id="types"),
        pytest.param(("@biomejs/biome/bin/biome", "ci", "--colors=off"), id="format"),
    ],
)
def test_the_sources_hold(node: Node, script: tuple[str, ...]) -> None:
    try:
        node.run(*script)
    except Failed as failure:
        pytest.fail(str(failure))


def test_the_units_hold(node: Node, tmp_path: Path, count: Count) -> None:
    told, spoken = tmp_path / "told.json", tmp_path / "said.json"
    spoken.write_bytes(said.document())
    command = ("vitest/vitest.mjs", "run", "--reporter=json", f"--outputFile={told}")
    try:
        node.run(*command, environment={"SALOON_SAID": str(spoken)})
    except Failed as failure:
        pytest.fail(str(failure))
    result = json.decode(told.read_bytes())
    assert result["success"]
    assert result["numPassedTests"] == result["numTotalTests"]
    count("unit tests of the client", result["numPassedTests"])


def test_the_lock_file_holds_a_hash_and_no_address_of_each_package() -> None:
    lock = json.decode((FOLDER / "package-lock.json").read_bytes())
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert all("integrity" in each and "resolved" not in each for each in packages.values())
    wanted = json.decode((FOLDER / "package.json").read_bytes())
    pinned = {**wanted["dependencies"], **wanted["devDependencies"]}
    for name, version in pinned.items():
        assert packages[f"node_modules/{name}"]["version"] == version


def test_the_package_has_the_bundle_and_the_words() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folders = {"services.web": FOLDER, "shared.text": ROOT / "shared" / "text"}
    taken = {
        path
        for package, patterns in setuptools["package-data"].items()
        for pattern in patterns
        for path in folders[package].glob(pattern)
        if path.is_file()
    }
    wanted = {path for path in BUNDLE.rglob("*") if path.is_file()}
    assert wanted | {path for each in LANGUAGES for path in sources(each, kids=True)} <= taken
    assert not [path for path in taken if "node_modules" in path.parts or "src" in path.parts]
