"""What no file of ours may hold, how long a source may be, and that every suite is run."""

import re
from pathlib import Path

import pytest

from services.cli.testing.stages import STAGES
from services.cli.tree import ROOT, files

SOURCES = {".py", ".js", ".ts", ".css", ".html", ".lua", ".sh", ""}
LONGEST_LINES = 450
ONE_FILE_ON_PURPOSE = {Path("tools/verify_match.py"): 650}
"""Strangers copy it as it is."""
WRITTEN_BY_PROGRAMS = {Path("services/web/src/api.d.ts")}
"""Nobody reads it from top to bottom; a test makes it anew and compares."""

# Put together here so that this file does not hold what it forbids.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        *(("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com")),
        *(("yarnpkg", "com"), ("deb", "debian", "org"), ("security", "debian", "org")),
        *(("ftp", "debian", "org"), ("proxy", "golang", "org"), ("crates", "io")),
        *(("docker", "io"), ("ghcr", "io"), ("quay", "io"), ("gcr", "io"), ("rubygems", "org")),
        *(("maven", "org"), ("anaconda", "org"), ("unpkg", "com"), ("jsdelivr", "net")),
    )
)
MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:work|root|home/\w+|Users/\w+)(?:/|\b)(?!\w)")


def _text(path: Path) -> str | None:
    try:
        return (ROOT / path).read_text("utf-8")
    except UnicodeDecodeError:
        return None


OURS = [(path, text) for path in files(ROOT) if (text := _text(path)) is not None]


def test_no_file_names_the_host_of_a_package_registry() -> None:
    found = [f"{path}: {host}" for path, text in OURS for host in REGISTRIES if host in text]
    assert not found, "\n".join(found)


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{path}:{number}: {match[0]}"
        for path, text in OURS
        for number, line in enumerate(text.splitlines(), 1)
        for match in MACHINE_PATH.finditer(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("folder", ["work", "root", "home/ann", "Users/ann"])
def test_a_path_of_one_machine_is_recognised(folder: str) -> None:
    assert MACHINE_PATH.search(f'open("/{folder}/main/x")')
    assert MACHINE_PATH.search(f"see /{folder}")
    assert not MACHINE_PATH.search(f"rooms/{folder}/x and https://example.test/{folder}/")


def test_no_source_is_longer_than_a_reader_can_hold() -> None:
    found = [
        f"{path}: {count} lines"
        for path, text in OURS
        if path.suffix in SOURCES
        and (count := len(text.splitlines())) > ONE_FILE_ON_PURPOSE.get(path, LONGEST_LINES)
        if path.name != "LICENSE" and path not in WRITTEN_BY_PROGRAMS
    ]
    assert not found, "\n".join(found)


def test_every_suite_is_a_stage_and_every_stage_has_its_suite() -> None:
    suites = {
        path.parts[1]
        for path, _ in OURS
        if path.parts[0] == "tests" and path.name.startswith("test_") and len(path.parts) > 2
    }
    assert suites == {stage.tests for stage in STAGES if stage.tests}


def test_no_installations_secret_is_kept_with_the_sources() -> None:
    """What `admin keys` and `up` write; an added file is kept even where a folder is ignored."""
    listed = {path.name for path, _ in OURS if path.parts[:2] == ("deploy", "keys")}
    assert listed <= {".gitignore", "kustomization.yaml"}
    assert not [path for path, _ in OURS if path.name == "secrets.json"]
