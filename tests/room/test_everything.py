"""With nothing hidden, each moment of a match of either game shows what its state holds."""

from typing import Any

import msgspec
import pytest

from shared.contracts.ids import RoomId
from shared.room.aggregate import Room
from shared.room.everything import Everything
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count

PLANS = {"bang": Plan(4, 0, {}), "buckshot": Plan(1, 1, {})}
LIVES = 6


def disclosed(game: str, play: Any) -> dict[str, list[Any]]:
    if game == "buckshot":
        return {"chamber": list(play.gun.chamber)}
    return {"hands": [list(player.hand) for player in play.players], "deck": list(play.deck)}


@pytest.mark.parametrize("game", PLANS)
def test_every_moment_of_a_match_is_shown_whole(game: str, count: Count) -> None:
    compared = 0
    for seed in range(LIVES):
        life = Life(SUBJECTS[game], seed, plan=PLANS[game]).live()
        room = Room(RoomId(life.room.state.room), life.games)
        room.apply(life.log[0])
        shown = Everything(room, life.games)
        sections: dict[str, Any] = {}
        for entry in life.log[1:]:
            frame = msgspec.json.decode(shown.frame(room.apply(entry)))
            sections |= frame["sections"]
            play = room.state.play
            if play is None or not play.players:
                continue
            told = sections["disclosed"]
            assert {name: told[name] for name in disclosed(game, play)} == disclosed(game, play)
            assert sections["match"]["over"] == play.over
            assert ("result" in sections and sections["result"] is not None) == play.over
            compared += 1
    count(f"moments with nothing hidden, {game}", compared, minimum=100)
