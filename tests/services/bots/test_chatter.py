"""What automatic players say at the table: fitting, and no tell."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bots.chatter import Chatter, Remark
from shared.client import Client
from shared.contracts.commands import AddAutomatic, Ready, Start
from shared.contracts.ids import PlayerId
from shared.contracts.talk import PHRASES
from shared.room.aggregate import Room
from shared.room.frames import Views
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.bots.conftest import AT_ONCE, StartBots

ME, OTHER, SHERIFF = PlayerId("me"), PlayerId("other"), PlayerId("sheriff")


def table(**changed: Any) -> dict[str, Any]:
    seats = [{"id": ME}, {"id": OTHER}, {"id": SHERIFF}]
    lives = {"seat/0": {"life": 3}, "seat/1": {"life": 3}, "seat/2": {"role": "sheriff"}}
    return {"room": {"talk": "phrases"}, "seats": seats, **lives, **changed}


def heard(*events: list[Any], **changed: Any) -> Remark | None:
    """By somebody who takes every occasion."""
    return Chatter(ME, Random(1), 1.0).hear(events, table(**changed))


def test_a_hit_a_last_life_and_a_match_have_their_words() -> None:
    assert heard(["life_changed", 0, -1, 2, "shot", 1]) == Remark("wellShot", OTHER)
    assert heard(["life_changed", 0, -1, 2, "explosion", -1]) == Remark("ouch")
    assert heard(["life_changed", 0, -1, 1, "shot", 1]) == Remark("help")
    assert heard(["life_changed", 0, 1, 2, "healed", -1]) is None
    assert heard(["life_changed", 1, -1, 2, "shot", 0]) is None
    assert heard(["match_dealt", 1]) == Remark("goodLuck")
    assert heard(["match_closed", 1, [OTHER]]) == Remark("wellPlayed")
    assert heard(["match_closed", 1, []]) is None


def test_whoever_attacks_the_sheriff_again_and_again_is_suspect() -> None:
    chatter = Chatter(ME, Random(1), 1.0)
    at_sheriff, mine = ["card_played", 1, 7, "bang", 2], ["card_played", 0, 8, "bang", 2]
    for event in (at_sheriff, mine, mine):
        assert chatter.hear([event, ["turn_began", 0]], table()) is None
    assert chatter.hear([at_sheriff, ["turn_began", 1]], table()) is None
    dead = table(**{"seat/1": {"life": 0, "alive": False}})
    assert chatter.hear([["turn_began", 0]], dead) is None
    assert chatter.hear([["turn_began", 0]], table()) == Remark("suspectOutlaw", OTHER)


def test_it_is_silent_where_talk_is_off_and_says_manners_alone_when_it_is_out() -> None:
    assert heard(["match_dealt", 1], room={"talk": "off"}) is None
    out = {"seat/0": {"life": 0, "alive": False}}
    assert heard(["life_changed", 0, -1, 0, "shot", 1], **out) is None
    assert heard(["match_closed", 1, [ME]], **out) == Remark("wellPlayed")
    assert Chatter(ME, Random(1), 0.0).hear([["match_dealt", 1]], table()) is None


@pytest.mark.parametrize(("game", "plan"), [("bang", Plan(5, 0, {})), ("buckshot", Plan(1, 1, {}))])
def test_a_seat_says_what_a_watcher_would_say_for_it(game: str, plan: Plan, count: Count) -> None:
    """Its remarks are a function of what everybody hears: no hand and no role shows in them."""
    said = 0
    for seed in range(6):
        life = Life(SUBJECTS[game], seed=seed, plan=plan).live()
        room, views = Room(life.room.state.room, life.games), None
        minds: dict[PlayerId, tuple[Chatter, Chatter]] = {}
        for stored in life.log:
            applied = room.apply(stored)
            if views is None:
                views = Views(room)
                continue
            frames = views.frames(applied)
            for player in room.state.players:
                pair = minds.setdefault(player, (_eager(player, seed), _eager(player, seed)))
                if player not in frames:
                    continue
                own, watcher = (
                    _hears(mind, views, viewer, frames)
                    for mind, viewer in zip(pair, (player, None), strict=True)
                )
                assert own == watcher
                if own is not None:
                    said += 1
                    known = {phrase.id: phrase for phrase in PHRASES[game]}
                    assert known[own.phrase].points != ("no" if own.target else "must")
                    assert own.target != player
    assert said
    count("remarks compared with a watcher's", said)


def _eager(player: PlayerId, seed: int) -> Chatter:
    return Chatter(player, Random(f"{seed}-{player}"), 0.8)


def _hears(mind: Chatter, views: Views, viewer: PlayerId | None, frames: Any) -> Remark | None:
    view = {name: msgspec.json.decode(v) for name, v in views.sections(viewer).items()}
    return mind.hear(msgspec.json.decode(frames[viewer].data)["events"], view)


async def test_automatic_players_are_heard_at_the_table(
    host: Client, start_bots: StartBots
) -> None:
    bots = await start_bots(replace(AT_ONCE, talk_share=1.0, talk_gap_ms=0))
    room = (await host.open_room("bang")).code
    for _ in range(3):
        await host.command(room, AddAutomatic("random"))
    await until(lambda: bots.service.seats == 3, within_s=10)
    async with host.socket(room) as table:
        await host.command(room, Ready(ready=True))
        await host.command(room, Start())
        line = await table.talk.next(within_s=20)
        assert line is not None
        assert line.player.startswith("auto-")
        assert line.phrase in {phrase.id for phrase in PHRASES["bang"]}
        await until(lambda: bots.metrics.remarked() > 0, within_s=10)


async def test_they_can_be_told_to_say_nothing(host: Client, start_bots: StartBots) -> None:
    bots = await start_bots(replace(AT_ONCE, talk_share=0.0))
    room = (await host.open_room("buckshot")).code
    await until(lambda: bots.service.seats == 1, within_s=10)
    await host.command(room, Ready(ready=True))
    await host.command(room, Start())
    async with asyncio.timeout(20), host.socket(room) as table:
        while table.view.get("room", {}).get("phase") != "match":
            await table.update()
    assert (await host.talk(room)).lines == []
    assert bots.metrics.remarked() == 0
