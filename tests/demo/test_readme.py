"""The program that the README shows, run as it stands there against everything that serves."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from services.cli.match.source import open_source
from services.cli.parts import GAMES
from services.cli.tree import ROOT
from shared.room.verify import verify
from tests.services.processes.running import Up, command, environ

ADDRESS = "http://127.0.0.1:8080"
"""Where `saloon up` serves when nothing else is said."""


def test_the_readmes_client_plays_a_match_to_its_end(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert program.count(ADDRESS) == 1
    data = tmp_path / "data"
    with Up(data, "--pace", "0", "0") as up:
        path = tmp_path / "player.py"
        path.write_text(program.replace(ADDRESS, up.url), "utf-8")
        played = run(sys.executable, str(path))
        assert played.returncode == 0, played.stderr
        code, winners = played.stdout.splitlines()
        shown = run(*command("match", "show", code, "--data", str(data)))
        assert shown.returncode == 0, shown.stderr
        assert up.stop()[0] == 0
    assert shown.stdout.startswith("Bori opened the room.")
    assert 1 <= len(ast.literal_eval(winners)) <= 4
    report = verify(open_source(code, data).entries, GAMES)
    assert (report.first_bad, report.matches, report.test_seeds) == (None, 1, 0)


def run(*line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line, env=environ(), capture_output=True, text=True, timeout=120, check=False
    )
