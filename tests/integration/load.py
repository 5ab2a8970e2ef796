"""Rooms in which matches are played without a pause, and what became of each command."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from uuid import uuid4

import msgspec

from shared.contracts.bang_offers import Offer, complete
from shared.contracts.ids import RoomId
from shared.runtime.tasks import end
from tests.integration.house import Auditor
from tests.integration.people import Party, Person, eventually, gathered


class PartyAtPlay:
    """One room: one command after the other, each when everybody has seen the one before."""

    def __init__(self, party: Party, chance: Random) -> None:
        self.party = party
        self.accepted: list[tuple[int, str, str]] = []
        """Entry, actor and command id."""
        self._chance = chance

    @property
    def room(self) -> RoomId:
        return self.party.room

    async def step(self) -> float:
        """One command, or those that begin the next match; the seconds that the longest took."""
        host = self.party.host
        phase = host.view["room"]["phase"]
        if phase == "over":
            return await self._says(host, "again")
        if phase == "lobby":
            members = host.view["members"]
            unready = [p for p, m in zip(self.party.people, members, strict=True) if not m["ready"]]
            if unready:
                return await self._says(unready[0], "ready", ready=True)
            return await self._says(host, "start")
        able = [person for person in self.party.people if person.offers]
        person = self._chance.choice(able)
        offer = msgspec.convert(self._chance.choice(person.offers), Offer)
        command = msgspec.to_builtins(complete(offer, self._chance.randrange))
        return await self._says(person, command.pop("type"), **command)

    async def _says(self, person: Person, type_: str, **fields: object) -> float:
        command_id = uuid4().hex
        began_s = time.monotonic()
        seq = await person.does(type_, command_id, **fields)
        took_s = time.monotonic() - began_s
        self.accepted.append((seq, person.id, command_id))
        for each in self.party.people:
            await each.until_seq(seq, within_s=30)
        return took_s


class Load:
    def __init__(self, parties: Sequence[PartyAtPlay]) -> None:
        self.parties = parties
        self.slowest_s = 0.0
        self._is_over = False
        self._tasks = [asyncio.create_task(self._play(party)) for party in parties]

    async def _play(self, party: PartyAtPlay) -> None:
        while not self._is_over:
            took_s = await party.step()
            self.slowest_s = max(self.slowest_s, took_s)

    async def goes_on(self, commands: int = 3) -> float:
        """Seconds until every room has had so many more commands accepted and seen by all, but for
        the last of them."""
        before = [len(party.accepted) for party in self.parties]

        def all_did() -> bool:
            failed = [task for task in self._tasks if task.done()]
            assert not failed, failed
            return all(
                len(party.accepted) >= number + commands
                for party, number in zip(self.parties, before, strict=True)
            )

        return await eventually(all_did, within_s=30)

    async def end(self, auditor: Auditor) -> int:
        """How many commands were accepted in all. The logs hold each of them once, in the order in
        which they were accepted, and nothing else of a player's; everybody saw all of it."""
        self._is_over = True
        async with asyncio.timeout(30):
            await asyncio.gather(*self._tasks)
        for party in self.parties:
            headers = await auditor.headers(party.room)
            stored = [(h.seq, h.actor, h.command_id) for h in headers if h.actor]
            first = party.accepted[0][0]
            assert [each for each in stored if each[0] >= first] == party.accepted
            assert [h.seq for h in headers] == list(range(1, len(headers) + 1))
            report = await auditor.verified(party.room)
            for person in party.party.people:
                assert person.seq == headers[-1].seq
                assert person.heard[-1].hash == report.head.hex()
                seqs = [update.seq for update in person.heard]
                assert seqs == sorted(set(seqs)), "nothing is shown twice or backwards"
        return sum(len(party.accepted) for party in self.parties)


@asynccontextmanager
async def loaded(urls: Sequence[str], rooms: int, seats: int = 4) -> AsyncIterator[Load]:
    async with AsyncExitStack() as opened:
        parties = [
            PartyAtPlay(await opened.enter_async_context(gathered(urls, seats)), Random(number))
            for number in range(rooms)
        ]
        load = Load(parties)
        try:
            yield load
        finally:
            await end(*load._tasks)
