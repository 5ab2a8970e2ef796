"""What a seat could know at an entry, asked of the replay service."""

from typing import Any

from tests.conftest import Count
from tests.services.replay.stand import Stand, code
from tests.services.table import GUESTS, HOST

PLAYERS = (HOST, *GUESTS[:3])


async def _told(stand: Stand, asker: str, **further: Any) -> Any:
    return await stand.ask(asker, "knowledge", **further)


async def test_until_the_match_is_over_there_are_only_ones_own_eyes(stand: Stand) -> None:
    await stand.table.start()
    await stand.table.plays(30)
    assert (await _told(stand, HOST))["viewer"] == HOST
    assert (await _told(stand, "stranger"))["viewer"] == "watcher"
    assert (await _told(stand, HOST, viewpoint="watcher"))["knowledge"]["hand"] == []
    assert code(await _told(stand, HOST, viewpoint=GUESTS[0])) == "not_shown_yet"
    assert code(await _told(stand, "stranger", viewpoint=HOST)) == "not_shown_yet"
    assert code(await _told(stand, HOST, viewpoint="auditor")) == "no_such_player"


async def test_a_hand_is_known_as_it_was_and_nothing_of_what_came_later(
    stand: Stand, count: Count
) -> None:
    await stand.table.start()
    await stand.table.plays(40)
    held = await stand.break_off()
    compared = 0
    for viewer in PLAYERS:
        told = await stand.ask("stranger", "frames", viewpoint=viewer)
        hand: list[int] | None = None
        for frame in told["frames"]:
            hand = frame["sections"].get("hand", {"cards": hand})["cards"]
            if frame["seq"] % 9 or frame["seq"] == held:
                continue
            known = await _told(stand, "stranger", viewpoint=viewer, at=frame["seq"])
            assert known["seq"] == frame["seq"]
            if known["knowledge"] is None:
                assert hand is None
                continue
            assert known["knowledge"]["hand"] == hand
            assert all(
                fact["since"] <= frame["seq"]
                for of in ("cards", "roles")
                for fact in known["knowledge"][of]
            )
            compared += 1
    count("moments of which a seat's knowledge was asked", compared, minimum=8)
    first = await _told(stand, "stranger", viewpoint=HOST, at=1)
    assert (first["seq"], first["knowledge"]) == (1, None)
