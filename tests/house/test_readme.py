"""The player that the README shows is one that can play."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from msgspec import json

from services.cli.check import STEPS
from services.cli.tree import ROOT, files
from shared.contracts.commands import LobbyCommand, Ready
from shared.contracts.http import CommandBody, RoomRequest, SessionRequest
from shared.games.bang import Bang
from tests.room.table import HOST, Table

README = (ROOT / "README.md").read_text("utf-8")
(PLAYER,) = re.findall(r"```python\n(.*?)```", README, re.S)


def test_what_the_readme_leaves_in_the_checkout_is_none_of_ours(tmp_path: Path) -> None:
    """The player, and the file that `match export` writes where nothing else is said."""
    assert "`player.py` in the checkout" in README
    settings = ("pyproject.toml", ".gitignore")
    for name in settings:
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "player.py").write_text(PLAYER + "import unused\n")
    (tmp_path / "BANDIT-1.jsonl.gz").touch()
    for step in ("lint", "format"):  # without a git folder, as in an unpacked archive, too
        subprocess.run([sys.executable, "-m", *STEPS[step]], cwd=tmp_path, check=True)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert {str(path) for path in files(tmp_path)} == set(settings)


def test_the_readmes_requests_are_such_as_the_gateway_reads() -> None:
    (shown,) = re.findall(r"```sh\n(post\(\).*?)```", README, re.S)
    bodies = re.findall(r"""^.*post "?(\S+?)"? '(\{.*\})'""", shown, re.M)
    kinds = {"sessions": SessionRequest, "rooms": RoomRequest, "rooms/$ROOM/commands": CommandBody}
    assert [path for path, _ in bodies] == list(kinds)
    read = [json.decode(body, type=kinds[path]) for path, body in bodies]
    assert isinstance(read[-1], CommandBody)
    assert json.decode(read[-1].command, type=LobbyCommand) == Ready(ready=True)


def test_the_readmes_player_is_never_refused() -> None:
    shown: dict[str, Any] = {}
    exec(PLAYER.removesuffix("asyncio.run(main())\n"), shown)
    game = Bang()
    for seed in range(5):
        table = Table({"bang": game}, seed=seed)
        table.do(HOST, {"type": "create", "game": "bang"})
        for guest in ("ben", "cho", "dag"):
            table.do(guest, "join")
        table.ready().do(HOST, "start")
        for _ in range(2_000):
            if table.state.phase == "over":
                break
            player = table.room.waited_for()[0]
            seat = game.seating(table.state.play).index(player)
            offers = json.decode(json.encode(game.legal(table.state.play, seat)))
            table.do(player, shown["choose"](offers))
        assert table.state.phase == "over"
