"""kubectl makes of the files what the suite `kubernetes` judges."""

import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from tests.conftest import Count
from tests.kubernetes.conftest import KUBERNETES, folders, secrets
from tests.kubernetes.rendering import Document, rendered

__all__ = ["folders", "secrets"]  # fixtures


def by_kubectl(folder: Path) -> list[Document]:
    done = subprocess.run(
        ["kubectl", "kustomize", folder], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    found = [msgspec.yaml.decode(part) for part in done.stdout.split("\n---\n")]
    for each in found:
        if each["kind"] == "Secret":  # of which it writes long ones in several lines
            each["data"] = {name: "".join(x.split()) for name, x in each["data"].items()}
    return [_unhashed(each) for each in found]


def _unhashed(value: Any) -> Any:
    """Without what a setting's content adds to the name it lies under."""
    if isinstance(value, dict):
        return {key: _unhashed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_unhashed(each) for each in value]
    return (
        re.sub(r"^settings-[a-z0-9]{10}$", "settings", value) if isinstance(value, str) else value
    )


def test_kubectl_makes_of_the_files_what_is_made_of_them_here(
    folders: tuple[Path, ...], count: Count
) -> None:
    compared = 0
    for folder in (*folders, KUBERNETES / "base"):
        ours, theirs = (
            {(x["kind"], x["metadata"]["name"]): x for x in render(folder)}
            for render in (rendered, by_kubectl)
        )
        assert ours == theirs, folder
        compared += len(ours)
    count("objects made alike by kubectl", compared, minimum=80)
