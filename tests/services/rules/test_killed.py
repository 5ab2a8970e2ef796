"""Members and brokers that are killed or hang under load, as processes with users of their own:
nothing accepted is lost, nothing is doubled, and everybody goes on soon. The times are told
(`pytest -s`)."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import click
import pytest

from shared.contracts.entries import read_entry, read_header
from shared.contracts.messages import Accepted, CommandReply, Refused
from shared.contracts.refusals import refuse
from shared.runtime.dispatch import DispatchSettings
from shared.runtime.nats_server import NatsServer
from shared.runtime.tasks import end
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.processes.running import command, environ
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import PASSWORDS, World, nats_world

PATIENT = DispatchSettings(budget_ms=15_000)
SOON_S = 5
"""Far below what a command may take (`PATIENT`), far above what it takes on a quiet machine: the
times that are told are for the reader, a crowded machine must not fail the suite."""
MEMBER = Path(__file__).with_name("deadly_member.py")


class Members:
    """Rules processes of one test."""

    def __init__(self, broker: NatsServer) -> None:
        self._broker = broker
        self.processes: list[subprocess.Popen[str]] = []

    def start(self) -> subprocess.Popen[str]:
        """One that an operator would start."""
        given = environ(
            SALOON_RULES_BROKER_URL=self._broker.url,
            SALOON_RULES_PASSWORD=PASSWORDS["rules"],
            SALOON_RULES_LOG_LEVEL="error",
        )
        return self._spawn(command("rules"), given)

    def start_deadly(self, when: str, command_id: str) -> subprocess.Popen[str]:
        arguments = [str(MEMBER), self._broker.url, PASSWORDS["rules"], when, command_id]
        process = self._spawn([sys.executable, "-P", *arguments], environ())
        assert process.stdout is not None
        assert process.stdout.readline() == "joined\n"
        return process

    def _spawn(self, arguments: list[str], given: dict[str, str]) -> subprocess.Popen[str]:
        process = subprocess.Popen(arguments, env=given, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process


@pytest.fixture
def members(own_broker: NatsServer) -> Iterator[Members]:
    made = Members(own_broker)
    yield made
    for process in made.processes:
        process.kill()
        process.communicate()


@pytest.fixture
async def own_world(own_broker: NatsServer) -> AsyncIterator[World]:
    async with nats_world(own_broker) as world:
        yield world


async def table_of(world: World, members: int) -> Table:
    dispatch = await world.dispatch("cmd", PATIENT)
    await until(lambda: len(dispatch._members.alive()) == members, within_s=15)
    return Table(dispatch, await world.log())


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_member_killed_around_its_append_is_answered_for_by_the_next(
    own_world: World, members: Members, when: str
) -> None:  # S15
    deadly = members.start_deadly(when, "deadly")
    table = await (await table_of(own_world, 1)).open()
    members.start()
    await until(lambda: len(table.dispatch._members.alive()) == 2, within_s=15)
    # Where the deadly one is not the owner, it has to be asked all the same.
    while table.dispatch._members.owner(table.room, None) != _name_of(table, deadly):
        table = await Table(table.dispatch, table.log).open()
    began_s = time.monotonic()
    reply = await table.say(GUESTS[0], "join", "deadly")
    took_s = time.monotonic() - began_s
    assert reply == Accepted(2), "it was said once"
    assert took_s <= SOON_S
    assert deadly.wait(5) == -signal.SIGKILL
    assert await table.say(GUESTS[0], "join", "deadly") == Accepted(2, repeated=True)
    await table.verified()


def _name_of(table: Table, process: subprocess.Popen[str]) -> str:
    """The member that was there first."""
    assert process.poll() is None
    return next(iter(table.dispatch._members.alive()))


async def test_a_command_that_kills_is_set_aside_by_the_third_process(
    own_world: World, members: Members, count: Count
) -> None:  # S31
    for _ in range(3):
        members.start_deadly("before", "deadly")
    table = await (await table_of(own_world, 3)).open()
    other = await Table(table.dispatch, table.log).open()
    reply = await table.say(GUESTS[0], "join", "deadly")
    assert reply == Refused(refuse("unprocessable"), 1)
    ended = [process.poll() for process in members.processes]
    assert sorted(map(str, ended)) == ["-9", "-9", "None"]
    assert await other.does(GUESTS[0], "join") == 2
    count("deadly commands set aside", 1)


class Load:
    """Hosts that get ready and unready at several tables as fast as they are answered."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self.accepted: dict[str, list[str]] = {table.room: [] for table in tables}
        """Command ids by room, in the order in which they were accepted."""
        self.slowest_s = 0.0
        self.last_answer_s = time.monotonic()
        self._is_over = False
        self._tasks = [asyncio.create_task(self._talk(table)) for table in tables]

    async def _talk(self, table: Table) -> None:
        number = 0
        while not self._is_over:
            number += 1
            began_s = time.monotonic()
            command_id = f"n{number}"
            reply: CommandReply = await table.say(HOST, "ready", command_id, ready=number % 2 == 1)
            assert isinstance(reply, Accepted), reply
            self.accepted[table.room].append(command_id)
            self.last_answer_s = time.monotonic()
            self.slowest_s = max(self.slowest_s, self.last_answer_s - began_s)

    async def end(self) -> int:
        """How many were accepted in all; the logs hold each of them once, and nothing else."""
        self._is_over = True
        await asyncio.gather(*self._tasks)
        for table in self.tables:
            headers = [read_header(read_entry(entry)) for entry in await table.entries()]
            assert [h.command_id for h in headers[1:]] == self.accepted[table.room]
            await table.verified()
        return sum(map(len, self.accepted.values()))

    async def answers_again(self) -> float:
        """Seconds until every table has been answered from now on."""
        began_s = time.monotonic()
        before = {room: len(ids) for room, ids in self.accepted.items()}
        await until(
            lambda: all(len(ids) > before[room] + 1 for room, ids in self.accepted.items()),
            within_s=20,
        )
        return time.monotonic() - began_s


@asynccontextmanager
async def loaded(first: Table, tables: int = 12) -> AsyncIterator[Load]:
    """A load that ends with its test, however that ends."""
    load = Load([await Table(first.dispatch, first.log).open() for _ in range(tables)])
    try:
        yield load
    finally:
        await end(*load._tasks)


async def test_one_of_two_members_killed_under_load(
    own_world: World, members: Members, count: Count
) -> None:
    for _ in range(2):
        members.start()
    first = await table_of(own_world, 2)
    async with loaded(first) as load:
        await asyncio.sleep(1)
        for _ in range(2):
            load.slowest_s = 0
            members.processes[-1].kill()
            members.processes[-1].wait()
            await load.answers_again()
            click.echo(f"longest command while a member was killed: {load.slowest_s * 1000:.0f} ms")
            assert load.slowest_s <= SOON_S
            members.start()
            await until(lambda: len(first.dispatch._members.alive()) >= 2, within_s=15)
            await asyncio.sleep(2.5)
        count("commands while members were killed", await load.end())


async def test_a_member_that_hangs_under_load(own_world: World, members: Members) -> None:
    for _ in range(2):
        members.start()
    first = await table_of(own_world, 2)
    async with loaded(first) as load:
        await asyncio.sleep(0.5)
        load.slowest_s = 0
        os.kill(members.processes[0].pid, signal.SIGSTOP)
        await load.answers_again()
        await asyncio.sleep(3)
        click.echo(f"longest command while a member hung: {load.slowest_s * 1000:.0f} ms")
        assert load.slowest_s <= SOON_S
        os.kill(members.processes[0].pid, signal.SIGCONT)
        await asyncio.sleep(1)
        await load.end()


async def test_a_broker_killed_and_started_again_under_load(
    own_broker: NatsServer, own_world: World, members: Members, count: Count
) -> None:
    for _ in range(2):
        members.start()
    first = await table_of(own_world, 2)
    async with loaded(first) as load:
        for _ in range(3):
            await asyncio.sleep(0.7)
            own_broker.kill()
            await asyncio.sleep(0.3)
            await own_broker.start()
            resumed_s = await load.answers_again()
            click.echo(f"all tables answered {resumed_s:.2f} s after the broker's start")
            assert resumed_s <= 2 * SOON_S
        count("commands while brokers were killed", await load.end())


async def test_a_broker_that_hangs_under_load(
    own_broker: NatsServer, own_world: World, members: Members, count: Count
) -> None:  # S17: appends whose acknowledgement does not come in time
    for _ in range(2):
        members.start()
    first = await table_of(own_world, 2)
    async with loaded(first) as load:
        for pause_s in (0.4, 1.5, 2.5):
            await asyncio.sleep(0.5)
            own_broker.pause()
            await asyncio.sleep(pause_s)
            own_broker.resume()
            await load.answers_again()
        count("commands while the broker hung", await load.end())
