"""Everything that leaves a process while whole matches are played, searched for what it must not
tell (S35)."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from shared.client import Refused
from shared.contracts.ids import PlayerId
from shared.contracts.messages import Frame, View
from tests.conftest import Count
from tests.integration.house import CALM, Auditor, House, auditing
from tests.integration.people import Party, Person, gathered, visiting
from tests.integration.scan import Account

ROLES = re.compile(r"\b(outlaw|renegade|deputy|sheriff)\b")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """That tells everything it ever tells."""
    counts = {"rules": 2, "projection": 1, "timer": 1, "gateway": 1, "bots": 1}
    async with House(tmp_path, counts, CALM, log_level="debug") as made:
        yield made


class Ear:
    """What was said to one viewer by HTTP, at moments of his own choice."""

    def __init__(self, person: Person, *, is_watching: bool) -> None:
        self.person = person
        self.viewer: PlayerId | None = None if is_watching else person.id
        self.views: list[View] = []
        self.answers: list[bytes] = []

    async def asks(self, http: httpx.AsyncClient, chance: Random) -> None:
        headers = {"authorization": f"Bearer {self.person.client.token}"}
        room = self.person.room
        for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/view", f"/api/rooms/{room}/result"):
            answer = await http.get(path, headers=headers)
            self.answers.append(answer.content)
            if path.endswith("view"):
                self.views.append(msgspec.json.decode(answer.content, type=View))
        wrong = {"type": "play", "turn": 1, "cardId": chance.randrange(80)}
        answer = await http.post(
            f"/api/rooms/{room}/commands",
            json={"commandId": f"wrong{chance.random()}", "command": wrong},
            headers=headers,
        )
        assert answer.status_code in (400, 403, 404, 409, 422), answer.text
        self.answers.append(answer.content)

    def heard(self) -> list[View | Frame]:
        return [*self.person.heard, *self.views]


async def played_out(house: House, party: Party, ears: list[Ear], chance: Random) -> None:
    """To the end, with everybody asking for all that can be asked for now and then."""
    async with httpx.AsyncClient(base_url=house.url) as http, asyncio.timeout(120):
        for number in range(10_000):
            if party.host.view["room"]["phase"] == "over":
                break
            able = [person for person in party.people if person.offers]
            if number % 15 == 0:
                for ear in ears:
                    if ear.viewer is None or not ear.person.offers:
                        await ear.asks(http, chance)
            if not able:
                await asyncio.sleep(0.01)
                continue
            person = chance.choice(able)
            try:
                await person.until_seq(await person.move(chance))
            except Refused:
                await asyncio.sleep(0.01)  # an automatic player was faster
        for ear in ears:
            await ear.person.until(lambda view: view["room"]["phase"] == "over")
            await ear.asks(http, chance)


@pytest.mark.parametrize(("people", "automatic"), [(4, 0), (4, 3)])
async def test_nothing_that_leaves_a_process_tells_too_much(
    house: House, count: Count, people: int, automatic: int
) -> None:
    async with (
        auditing(house) as log,
        gathered(house.url, people, nickname="Nickname") as party,
        visiting([house.url], 1, nickname="Watcher") as [watcher],
    ):
        invitation = party.host.view["you"]["invitation"]
        await watcher.sit(party.room)
        for _ in range(automatic):
            await party.host.does("addAutomatic")
        await party.start()
        ears = [Ear(person, is_watching=False) for person in party.people]
        ears.append(Ear(watcher, is_watching=True))
        await played_out(house, party, ears, Random(people + automatic))
        account = Account(party.room, await log.entries(party.room))
        await log.verified(party.room)
        told = [(ear, update) for ear in ears for update in ear.heard()]
        leaks = [leak for ear, update in told for leak in account.leaks(ear.viewer, update)]
        assert not leaks, leaks[:5]
        for other in party.people[1:]:
            foreign = [account.leaks(other.id, update) for update in party.host.heard]
            assert any(leak for found in foreign for leak in found), "a scan that finds nothing"
        for ear, update in told:
            found = account.secrets_in(msgspec.json.encode(update))
            assert not found or update.seq >= account.ended_seq, (ear.viewer, update.seq)
        _holds_no_token(house, ears, party, invitation)
        await _logs_hold_nothing(house, log, party, account, invitation)
        count("updates searched", len(told))


def _holds_no_token(house: House, ears: list[Ear], party: Party, invitation: str) -> None:
    """Nobody is told anybody's token, nor the key of the room, but for its host."""
    tokens = [person.client.token.encode() for person in party.people]
    kept = house.secrets
    own = [*kept.passwords.values(), kept.credential, kept.token_key.decode()]
    for ear in ears:
        said = b"".join([*ear.answers, *map(msgspec.json.encode, ear.heard())])
        assert not any(token in said for token in tokens)
        assert not any(secret.encode() in said for secret in own)
        assert (invitation.encode() in said) == (ear.viewer == party.host.id)


async def _logs_hold_nothing(
    house: House, log: Auditor, party: Party, account: Account, invitation: str
) -> None:
    kept = house.secrets
    secrets = [
        *(person.client.token for person in party.people),
        *(person.client.token.rpartition(".")[2] for person in party.people),
        *kept.passwords.values(),
        *(kept.credential, kept.token_key.decode(), invitation, "Nickname", "Watcher"),
    ]
    for process in house.processes:
        metrics = process.metrics()
        said = process.said()
        assert "ready" in said
        for secret in secrets:
            assert secret not in said, process.name
            assert secret not in metrics, process.name
        assert not account.secrets_in(said.encode() + metrics.encode()), process.name
        assert not ROLES.search(said + metrics), process.name
        for label in (party.room, *(person.id for person in party.people)):
            assert label not in metrics, process.name
        assert "Traceback" not in said, process.name
        assert len(metrics.splitlines()) < 2_000, process.name
