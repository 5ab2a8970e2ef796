"""The player that the README shows is one that can play."""

import re
from typing import Any

from msgspec import json

from services.cli.tree import ROOT
from shared.games.bang import Bang
from tests.room.table import HOST, Table


def test_the_readmes_player_is_never_refused() -> None:
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    shown: dict[str, Any] = {}
    exec(source.removesuffix("asyncio.run(main())\n"), shown)
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
