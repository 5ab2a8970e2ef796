"""What would be applied, and an installation's secrets."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from services.cli.admin.keys import keys
from services.cli.tree import ROOT
from tests.kubernetes.rendering import Document, rendered

DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"


@pytest.fixture(scope="session")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a new installation, as files, with what makes secrets of a cluster of them."""
    folder = tmp_path_factory.mktemp("keys")
    ended = CliRunner().invoke(keys, [str(folder)])
    assert ended.exit_code == 0, ended.output
    shutil.copy(DEPLOY / "keys" / "kustomization.yaml", folder)
    return folder


@pytest.fixture(scope="session")
def folders(secrets: Path) -> tuple[Path, ...]:
    """All that docs/deploy.md has applied."""
    return (secrets, DEPLOY / "nats", KUBERNETES / "example", KUBERNETES / "audit")


@pytest.fixture(scope="session")
def applied(folders: tuple[Path, ...]) -> list[Document]:
    return [each for folder in folders for each in rendered(folder)]
