"""Dealers over HTTP and websockets: a person alone at the table, and the dealer's beat."""

import asyncio
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from services.bots.buckshot.novice import Novice
from services.bots.buckshot.sharp import Sharp
from services.bots.minds import MINDS
from services.bots.settings import BotsSettings
from shared.client import Client, Table
from shared.contracts.commands import Ready, Start
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.room.verify import verify
from tests.runtime.waiting import until
from tests.services.bots.conftest import AT_ONCE, StartBots
from tests.services.gateway.house import House
from tests.services.worlds import GAMES

LEVELS = tuple(MINDS["buckshot"])


async def plays_against(host: Client, dealer: str, health: int = 4) -> RoomId:
    """A whole match; the host does anything that is allowed."""
    room = (await host.open_room("buckshot", {"dealer": dealer, "maxHealth": health})).code
    async with host.socket(room) as table:
        await host.command(room, Ready(ready=True))
        await host.command(room, Start())
        await _plays(table, Novice(host.player, Random(2)))
    return room


async def _plays(table: Table, mind: Novice) -> None:
    acted = 0
    while True:
        await table.update()
        if table.is_behind or table.seq < acted:
            continue
        if table.view["room"]["phase"] == "over":
            return
        move = mind.choose(table.view)
        if move is not None:
            acted = await table.command(move)


async def moves_at_ms(house: House, room: RoomId) -> list[tuple[bool, int]]:
    """Whether the dealer did it, and when, from the first of the dealer's moves on."""
    log = await (await house.world.log()).read(room)
    headers = [read_header(read_entry(each.entry)) for each in log]
    moves = [(header.actor.startswith("auto-"), header.at_ms) for header in headers]
    return moves[[is_dealer for is_dealer, _ in moves].index(True) :]


async def test_every_dealer_plays_a_match_that_verifies(
    house: House, host: Client, start_bots: StartBots
) -> None:
    bots = await start_bots()
    async with asyncio.timeout(60):
        for dealer in LEVELS:
            room = await plays_against(host, dealer)
            log = await (await house.world.log()).read(room)
            report = verify([each.entry for each in log], GAMES)
            assert (report.first_bad, report.matches) == (None, 1)
    assert bots.metrics.moved() >= len(LEVELS)
    assert bots.metrics.moved("unreadable") == 0
    assert not house.world.failures


@pytest.mark.parametrize("dealer", ["house", "sharp"])
async def test_a_dealer_takes_his_beat_for_every_move(
    house: House, host: Client, start_bots: StartBots, dealer: str
) -> None:
    least_ms = 120
    beat = replace(AT_ONCE, dealer_pace_least_ms=least_ms, dealer_pace_most_ms=least_ms + 20)
    await start_bots(beat)
    async with asyncio.timeout(60):
        room = await plays_against(host, dealer)
    moves = await moves_at_ms(house, room)
    paces = [after - before for (_, before), (is_dealer, after) in pairwise(moves) if is_dealer]
    assert paces
    assert min(paces) >= least_ms - 5


def test_the_beat_is_the_documents() -> None:
    pace = BotsSettings().pace_ms("buckshot")
    assert (pace[0], pace[-1]) == (700, 900)
    assert BotsSettings().pace_ms("bang") != pace


async def test_searches_that_are_cut_short_are_counted(
    host: Client, start_bots: StartBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = partial(Sharp, node_limit=1, near_limit=100)
    monkeypatch.setitem(MINDS["buckshot"], "sharp", hasty)
    bots = await start_bots()
    async with asyncio.timeout(60):
        await plays_against(host, "sharp", health=6)
    await until(lambda: bots.metrics.searches_cut_short() > 0)
    assert bots.metrics.searches_cut_short() <= bots.metrics.moved()
