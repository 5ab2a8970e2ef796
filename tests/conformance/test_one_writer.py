"""L6 and L7, as far as they need no service: of two who write after the same entry one wins, the
other drops his room and decides again; what was accepted stands in the log under its number.

The log is the in-memory reference that the broker's adapter is held to.
"""

import asyncio
from collections.abc import Coroutine
from random import Random

import pytest
from msgspec.structs import replace

from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import CommandId
from shared.contracts.refusals import Refusal
from shared.engine.chain import BadEntry
from shared.eventstore.log import Conflict
from shared.eventstore.memory import MemoryLog
from shared.room.aggregate import Accepted, Repeated, Room
from tests.conftest import Count

from .lives import ROOM, Life, Sent
from .seeds import named, over
from .subjects import Subject

ATTEMPTS = 20
SNAPSHOT_EVERY = 10


class Writer:
    """Holds a room, perhaps behind the log's head, and writes to the log."""

    def __init__(self, life: Life, log: MemoryLog, dice: Random) -> None:
        self.room = Room(ROOM, life.games)
        self.drops = 0
        self._games = life.games
        self._log = log
        self._dice = dice
        self._snapshot = self.room.snapshot()
        """Of a room that held nothing but what the log holds."""

    async def carry_out(self, sent: Sent) -> int:
        """The entry's number, once the log has it."""
        for _ in range(ATTEMPTS):
            decided = self.room.decide(*sent)
            if isinstance(decided, Repeated):
                return decided.seq
            if isinstance(decided, Refusal):
                # What was decided behind the head is no answer.
                assert await self._log.head(ROOM) != self.room.seq, (decided, sent)
                await self.catch_up()
                continue
            if await self._append(decided):
                if decided.seq % SNAPSHOT_EVERY == 0:
                    self._snapshot = self.room.snapshot()
                return decided.seq
            await self._drop()
        raise AssertionError(f"no end of conflicts over {sent}")

    async def _append(self, decided: Accepted) -> bool:
        """Whether the log has acknowledged it; now and then the call ends without a word."""
        message_id = f"{self._dice.getrandbits(60)}"
        append = self._log.append(ROOM, decided.seq, decided.stored, message_id=message_id)
        try:
            await (append if self._dice.random() < 0.98 else self._cut_off(append))
        except (Conflict, asyncio.CancelledError):
            return False
        return True

    async def _cut_off(self, append: Coroutine[None, None, None]) -> None:
        """Cancels the call before the entry is stored, after it, or too late."""
        call = asyncio.create_task(append)
        for _ in range(self._dice.randint(1, 3)):
            await asyncio.sleep(0)
        call.cancel()
        await call

    async def _drop(self) -> None:
        self.room = Room.restore(self._snapshot, self._games)
        self.drops += 1
        await self.catch_up()

    async def catch_up(self) -> None:
        for stored in await self._log.read(ROOM, self.room.seq):
            self.room.apply(stored.entry)


@over(matches=2_000)
async def test_two_writers_write_what_one_would_have_written(
    subject: Subject, seeds: range, count: Count
) -> None:
    """Whoever of them is asked, both at once too, with calls that end before or after the entry is
    stored: one entry for each command, its number told to everybody who asked."""
    drops = entries = 0
    for seed in seeds:
        with named(seed):
            life, dice, log = Life(subject, seed), Random(seed), MemoryLog()
            writers = Writer(life, log, dice), Writer(life, log, dice)
            told: list[tuple[int, Sent]] = []
            owner = writers[0]
            for sent in life.sends():
                if dice.random() < 0.05:
                    owner = dice.choice(writers)
                if dice.random() < 0.05:
                    numbers = await asyncio.gather(*(each.carry_out(sent) for each in writers))
                    assert len(set(numbers)) == 1, (numbers, sent)
                    told.append((numbers[0], sent))
                else:
                    told.append((await owner.carry_out(sent), sent))
                for stored in await log.read(ROOM, life.room.seq):
                    life.room.apply(stored.entry)
            written = [stored.entry for stored in await log.read(ROOM)]
            if seed % 4 == 0:
                assert written == Life(subject, seed).live().log
            stands_in_the_log(written, told)
            drops += sum(writer.drops for writer in writers)
            entries += len(written)
    count("L6 L7 matches", len(seeds), minimum=len(seeds))
    count("L7 entries told", entries, minimum=0)
    count("L6 rooms dropped", drops, minimum=0)


def stands_in_the_log(written: list[bytes], told: list[tuple[int, Sent]]) -> None:
    """Each number that somebody was told is that of his command's one entry (L7)."""
    assert [number for number, _ in told] == list(range(1, len(written) + 1))
    for (number, sent), stored in zip(told, written, strict=True):
        header = read_header(read_entry(stored))
        said = (header.seq, header.actor, header.command_id)
        assert said == (number, sent.envelope.actor, sent.envelope.command_id)


@over(matches=300)
async def test_an_entry_that_is_illegal_after_its_predecessor_never_exists(
    subject: Subject, seeds: range, count: Count
) -> None:
    """What was decided behind the head is taken by no log, and by no room that is at the head."""
    late = 0
    for seed in seeds:
        with named(seed):
            life, dice, log = Life(subject, seed), Random(seed), MemoryLog()
            behind = Room(ROOM, life.games).snapshot(), next(Life(subject, seed).sends())
            for sent in life.sends():
                snapshot = life.room.snapshot()
                accepted = life.take(sent)
                await log.append(ROOM, accepted.seq, accepted.stored, message_id=f"{accepted.seq}")
                if dice.random() < 0.1:
                    await is_too_late(life, log, *behind)
                    behind = snapshot, sent
                    late += 1
            assert [stored.entry for stored in await log.read(ROOM)] == life.log
    count("L6 entries decided behind the head", late, minimum=0)


async def is_too_late(life: Life, log: MemoryLog, snapshot: bytes, sent: Sent) -> None:
    room = restored(snapshot, life)
    envelope = replace(sent.envelope, command_id=CommandId("another"))
    decided = room.decide(envelope, sent.now_ms)
    assert isinstance(decided, Accepted), decided
    with pytest.raises(Conflict):
        await log.append(ROOM, decided.seq, decided.stored, message_id="late")
    with pytest.raises(BadEntry) as bad:
        restored(life.room.snapshot(), life).apply(decided.stored)
    assert bad.value.seq == life.room.seq + 1


def restored(snapshot: bytes, life: Life) -> Room:
    return Room.restore(snapshot, life.games)


@over(matches=300)
def test_what_was_accepted_and_never_stored_has_not_been(
    subject: Subject, seeds: range, count: Count
) -> None:
    """The room read back from the log does not know the command, and decides it as before (L7)."""
    lost = 0
    for seed in seeds:
        with named(seed):
            life, folded, dice = Life(subject, seed), Room(ROOM, subject.games), Random(seed)
            for sent in life.sends():
                if life.room.seq and dice.random() < 0.1:
                    before = life.room.snapshot()
                    never = life.room.decide(*sent)
                    assert isinstance(never, Accepted)
                    assert life.room.decide(*sent) == Repeated(never.seq)
                    life.room = restored(folded.snapshot(), life)
                    assert life.room.snapshot() == before
                    assert life.take(sent) == never
                    lost += 1
                else:
                    life.take(sent)
                folded.apply(life.log[-1])
    count("L7 entries lost and decided again", lost, minimum=0)
