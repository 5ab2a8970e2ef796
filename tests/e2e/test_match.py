"""Whole matches, played through the page to the verified result."""

import asyncio
from pathlib import Path
from random import Random

from tests.conftest import Count
from tests.demo.test_demo import saloon
from tests.e2e import steps
from tests.e2e.checks import leaks
from tests.e2e.conftest import Invite
from tests.e2e.person import Person
from tests.e2e.playing import Player
from tests.e2e.truth import exported, truth_of
from tests.services.processes.running import Up


async def player_of(person: Person) -> str:
    """Whose session it is."""
    answer = await person.context.request.get(f"{person.way.url}/api/session")
    player: str = (await answer.json())["player"]
    return player


async def test_three_people_and_a_bot_play_a_match_and_nobody_is_told_too_much(
    invite: Invite, house: Up, data: Path, tmp_path: Path, count: Count
) -> None:
    people = [await invite(language=language) for language in ("ko", "en", "ko")]
    host, *guests = people
    for person, name in zip(people, ("보리", "Ann", "Yun"), strict=True):
        await steps.come_in(person, name)
    await steps.deal_by(host, 5)
    code = await steps.open_room(host)
    for guest in guests:
        await steps.join(guest, code)
    await steps.add_bot(host)
    for person in people:
        await steps.get_ready(person)
    await steps.start(host)
    players = [Player(person, Random(number)) for number, person in enumerate(people)]
    await asyncio.gather(*(player.play() for player in players))
    saloon("match", "verify", code, "--data", str(data))
    truth = truth_of(exported(data, code, tmp_path))
    for person in people:
        sent = [*person.received, *person.answered]
        assert not leaks.faults(truth, await player_of(person), sent)
        count("views and frames held against the truth", leaks.looked_at(sent), minimum=20)
    other = await player_of(guests[0])
    assert leaks.faults(truth, other, host.received), "what another one was told is not found"
    count("moves made on pages", sum(player.moves for player in players))
