"""Deadlines, absence, and who is back in time, at the speed of `SCALE`."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest

from shared.client import Refused
from shared.contracts.entries import Header
from tests.conftest import Count
from tests.integration import deals
from tests.integration.house import BRISK, IS_FULL, Auditor, House
from tests.integration.people import Party, Person, gathered
from tests.integration.rehearsal import perform
from tests.integration.turns import ends_turn, on_turn
from tests.integration.wire import Packet, wired

SECOND_S = BRISK.second / 1_000
TURN_S = 60 * SECOND_S
SKEWED = str(Path(__file__).with_name("skewed.py"))


def now_ms() -> float:
    return time.time() * 1_000


async def test_a_short_drop_while_a_reaction_is_open(brisk: House, brisk_log: Auditor) -> None:
    """S01: who comes back has what is left of his time, and everything to see."""
    rehearsal = deals.shot_at_one_who_dodges()
    options = {"reactionSeconds": 25}
    async with gathered(brisk.url, seed=rehearsal.seed, options=options) as party:
        await party.start()
        await perform(party, rehearsal.script)
        target = party.people[rehearsal.waited_for[0]]
        stayed = next(p for p in party.people if p.id != target.id)
        [wait] = target.view["waits"]
        deadline = wait["deadline_ms"]
        seq = target.seq
        await asyncio.sleep(3 * SECOND_S)
        before = dict(target.view)
        await target.drop()
        await asyncio.sleep(5 * SECOND_S)
        await target.sit()
        assert target.view == before
        public = target.view.keys() & stayed.view.keys() - {"you", "me", "hand", "legal", "hints"}
        assert {n: target.view[n] for n in public} == {n: stayed.view[n] for n in public}
        assert target.view["waits"] == [wait], "the drop answered nothing and changed no deadline"
        assert target.table is not None
        left_s = (deadline - target.table.server_now_ms) / 1_000
        assert left_s == pytest.approx(17 * SECOND_S, abs=max(0.5 * SECOND_S, 0.3))
        assert abs(target.table.server_now_ms - now_ms()) < 500
        assert await brisk_log.log.head(party.room) == seq
        offer = target.offer("respond")
        done = await target.does("respond", wait=offer["wait"], cardIds=offer["cards"][:1])
        assert done == seq + 1
        await stayed.until_seq(done)
        assert len([update for update in stayed.heard if update.seq > seq]) == 1
        await brisk_log.verified(party.room)


async def into_second_turn(party: Party) -> Person:
    """The one who comes after the Sheriff, before anything has been done."""
    await party.start()
    seated = party.seated()
    seat: int = party.host.view["turn"]["seat"]
    return seated[(seat + 1) % len(seated)]


async def test_back_before_the_boundary_nothing_has_changed(
    brisk: House, brisk_log: Auditor
) -> None:
    """S03, 118 s: normal deadlines still hold."""
    async with gathered(brisk.url) as party:
        person = await into_second_turn(party)
        began_s = time.monotonic()
        await person.drop()
        other = next(p for p in party.people if p is not person)
        await other.until(lambda view: view["turn"]["number"] == 2, 2 * TURN_S)
        left_s = began_s + (118 * SECOND_S if IS_FULL else 1.85 * TURN_S) - time.monotonic()
        await asyncio.sleep(left_s)
        await person.sit()
        assert on_turn(party) is person, "his turn waits for him to its deadline"
        seat = person.view["turn"]["seat"]
        assert not person.view[f"seat/{seat}"].get("away")
        seq = await person.does("draw", turn=2)
        headers = await brisk_log.headers(party.room)
        assert headers[seq - 1].actor == person.id
        assert not any("absent" in h.command_id for h in headers)
        await brisk_log.verified(party.room)


async def test_back_behind_the_boundary_autopilot_has_played(
    brisk: House, brisk_log: Auditor
) -> None:
    """S03, 125 s: what is due happens without waiting; whoever is back plays on himself."""
    async with gathered(brisk.url) as party:
        person = await into_second_turn(party)
        await person.drop()
        others = [p for p in party.people if p is not person]
        await others[0].until(lambda view: _is_away(view, person), 3 * BRISK.absence / 1_000)
        while on_turn(party) is not person:
            await ends_turn(Party(others, party.room), on_turn(party))
        number = others[0].view["turn"]["number"]
        began_s = time.monotonic()
        await others[0].until(lambda view: view["turn"]["number"] > number)
        took_s = time.monotonic() - began_s
        click.echo(f"a turn of somebody away took {took_s:.2f} s of {TURN_S:.0f} s")
        assert took_s < TURN_S / 2 + 2
        while on_turn(party) is not person:
            await ends_turn(Party(others, party.room), on_turn(party))
        number = others[0].view["turn"]["number"]
        sitting = asyncio.create_task(person.sit())
        told: Refused | int
        try:
            told = await person.asks("draw", turn=number)
        except Refused as refused:
            told = refused
        await sitting
        view = await person.until(lambda view: not _is_away(view, person))
        assert view["room"]["phase"] == "match"
        headers = await brisk_log.headers(party.room)
        if isinstance(told, int):
            assert headers[told - 1].actor == person.id
        else:
            assert told.why.code in (
                "not_your_turn",
                "stale_turn",
                "wrong_phase",
                "reactions_pending",
            ), told.why
        timeouts = [h for h in headers if h.command_id.startswith("timeout:")]
        assert timeouts, "what was due was decided as time-outs"
        await brisk_log.verified(party.room)


def _is_away(view: dict[str, Any], person: Person) -> bool:
    return any(m["player"] == person.id and m["away"] for m in view["members"])


TRIES = 200 if IS_FULL else 8
AT_ONCE = 8


async def test_answer_and_time_out_meet(brisk: House, brisk_log: Auditor, count: Count) -> None:
    """S11: three answers in each room, before, at and behind the deadline, and as many around the
    moment at which the timer acts. Whichever is stored first counts, and only that."""
    rehearsal = deals.shot_at_all()
    chance = Random(11)
    won = lost = 0
    for _ in range(TRIES // AT_ONCE):
        async with asyncio.TaskGroup() as group:
            trials = [
                group.create_task(_meet(brisk.url, brisk_log, rehearsal, chance, is_late))
                for is_late in [False, True] * (AT_ONCE // 2)
            ]
        for trial in trials:
            won += trial.result()
            lost += 3 - trial.result()
    click.echo(f"answers that met their time-out: {won} in time, {lost} too late")
    count("answers at their deadline", won + lost)


async def _meet(url: str, log: Auditor, rehearsal: Any, chance: Random, is_late: bool) -> int:
    """How many of the three answers were stored."""
    options = {"reactionSeconds": 8}
    async with gathered(url, seed=rehearsal.seed, options=options) as party:
        await party.start()
        seq = await perform(party, rehearsal.script)
        targets = [party.people[number] for number in rehearsal.waited_for]
        waits = {wait["seat"]: wait for wait in party.host.view["waits"]}
        deadline = next(iter(waits.values()))["deadline_ms"]
        around_ms = BRISK.grace + 125 if is_late else 0
        spread_ms = 125 if is_late else 5
        offsets = [around_ms + spread_ms * side for side in (-1, 0, 1)]
        replies = await asyncio.gather(
            *(
                _answers_at(person, deadline + offset + chance.random())
                for person, offset in zip(targets, offsets, strict=True)
            )
        )
        await party.host.until(lambda view: not view["waits"], within_s=20)
        entries = (await log.headers(party.room))[seq:]
        answered = {h.actor: h.seq for h in entries if h.actor}
        for person, reply in zip(targets, replies, strict=True):
            if isinstance(reply, int):
                assert answered[person.id] == reply
            else:
                assert person.id not in answered
                assert reply.why.code in ("not_reaction_target", "not_your_turn", "stale_turn"), (
                    reply.why
                )
        is_out = any(h.command_id.startswith("timeout:") for h in entries)
        assert is_out or len(answered) == 3, "what was not answered timed out"
        await log.verified(party.room)
        return sum(isinstance(reply, int) for reply in replies)


async def _answers_at(person: Person, at_ms: float) -> int | Refused:
    wait = person.offer("takeHit")["wait"]
    await asyncio.sleep((at_ms - now_ms()) / 1_000)
    try:
        return await person.does("takeHit", wait=wait)
    except Refused as refused:
        return refused


async def test_an_answer_that_is_long_on_its_way(brisk: House, brisk_log: Auditor) -> None:
    """S11, second run: what counts is what reaches the log first, however early it was sent."""
    rehearsal = deals.shot_at_one_who_dodges()
    delay_s = 2.0 if IS_FULL else 1.0
    async with wired(brisk.broker.url) as wire:
        gateway = brisk.add("gateway", broker_url=wire.url)
        try:
            await gateway.until_ready()
            options = {"reactionSeconds": 8}
            async with gathered(gateway.address, seed=rehearsal.seed, options=options) as party:
                await party.start()
                seq = await perform(party, rehearsal.script)
                target = party.people[rehearsal.waited_for[0]]
                [wait] = target.view["waits"]
                free_ms = wait["deadline_ms"] - 50 + 1_000 * delay_s

                def stalled(packet: Packet) -> float:
                    is_held = packet.way == "out" and packet.subject.startswith("rules.")
                    return max(0.0, (free_ms - now_ms()) / 1_000) if is_held else 0.0

                wire.judge = stalled
                reply = await _answers_at(target, wait["deadline_ms"] - 50)
                assert isinstance(reply, Refused)
                assert reply.why.code == "not_reaction_target"
                [entry] = (await brisk_log.headers(party.room))[seq : seq + 1]
                assert entry.command_id.startswith("timeout:")
                await brisk_log.verified(party.room)
        finally:
            brisk.remove(gateway)


async def test_the_timer_is_down_across_deadlines(brisk: House, brisk_log: Auditor) -> None:
    """S13: what is a little overdue takes its default, what is long overdue is extended once."""
    [timer] = brisk.all("timer")
    seed = deals.shot_at_all().seed
    async with (
        gathered(brisk.url, seed=seed) as early,
        gathered(brisk.url, seed=seed) as late,
        gathered(brisk.url, seed=seed) as moving,
    ):
        assert timer.stop() == 0
        try:
            long_seq = await early.start()
            await asyncio.sleep(BRISK.late / 1_000 + 1)
            short_seq = await late.start()
            await moving.start()
            moved = await ends_turn(moving, on_turn(moving))
            short_due = (await brisk_log.headers(late.room))[-1].deadline_ms
            await asyncio.sleep(max(0.0, short_due - now_ms()) / 1_000)
        finally:
            began_s = time.monotonic()
            timer.start()
        await timer.until_ready()
        ready_s = time.monotonic()
        await early.host.until_seq(long_seq + 1, 20)
        await late.host.until_seq(short_seq + 1, 20)
        done_s = time.monotonic()
        click.echo(
            f"overdue deadlines handled {done_s - ready_s:.2f} s after the timer was ready, "
            f"{done_s - began_s:.2f} s after its start"
        )
        assert done_s - ready_s <= 5
        long = (await brisk_log.headers(early.room))[long_seq]
        short = (await brisk_log.headers(late.room))[short_seq]
        assert long.command_id.startswith("timeout:")
        assert short.command_id.startswith("timeout:")
        assert early.host.view["turn"]["number"] == 1, "extended, not ended"
        assert early.host.view["clock"] - long.at_ms == pytest.approx(TURN_S * 1_000, abs=100)
        assert late.host.view["turn"]["phase"] != "draw", "the default, not more time"
        await late.host.until(lambda view: view["turn"]["number"] == 2, TURN_S / 2)
        assert early.host.view["turn"]["phase"] == "draw"
        before = (await brisk_log.headers(moving.room))[:moved]
        assert not any(h.command_id.startswith("timeout:") for h in before)
        await early.host.until(lambda view: view["turn"]["number"] == 2, 2 * TURN_S + 5)
        for party in (early, late, moving):
            await brisk_log.verified(party.room)


async def test_machines_with_wrong_clocks(brisk: House, brisk_log: Auditor) -> None:
    """S47: a member, a timer and a gateway whose machine is 30 s ahead, beside right ones."""
    skewed = [brisk.add(name, script=[SKEWED, "30"]) for name in ("rules", "timer", "gateway")]
    try:
        for process in skewed:
            await process.until_ready()
        urls = [brisk.url, skewed[2].address]
        await asyncio.gather(*(_plays_in_time(urls, brisk_log) for _ in range(4)))
    finally:
        for process in skewed:
            brisk.remove(process)


async def _plays_in_time(urls: list[str], log: Auditor) -> None:
    """One turn that runs out neither early nor late, whoever decides it."""
    async with gathered(urls) as party:
        seq = await party.start()
        for person in party.people:
            assert person.table is not None
            assert abs(person.table.server_now_ms - now_ms()) < 500, "of either gateway"
        header = (await log.headers(party.room))[-1]
        assert abs(header.at_ms - now_ms()) < 2_000
        forged = await on_turn(party).refused("draw", turn=1, atMs=int(now_ms()) + 600_000)
        assert forged.code == "malformed"
        await party.host.until_seq(seq + 1, TURN_S + 10)
        timeout = (await log.headers(party.room))[seq]
        assert timeout.command_id.startswith("timeout:")
        assert 0 <= timeout.at_ms - header.deadline_ms <= BRISK.grace + 2_000


async def test_when_everybody_leaves_the_match_is_abandoned(
    brisk: House, brisk_log: Auditor
) -> None:
    """S49: by an event of its own, and with everything shown to whoever comes back."""
    async with gathered(brisk.url, 7) as seven, gathered(brisk.url, 1) as alone:
        await seven.start()
        for _ in range(3):
            await alone.host.does("addAutomatic")
        await alone.host.does("ready", ready=True)
        await alone.host.does("start")
        for party in (seven, alone):
            for person in party.people:
                await person.drop()
        await asyncio.sleep(BRISK.abandon / 1_000)
        for party in (seven, alone):
            last = await _last(brisk_log, party, "abandon")
            person = party.people[-1]
            await person.sit()
            view = await person.until(lambda view: view["room"]["phase"] == "closed")
            assert view["match"]["abandoned"] is True
            assert all(view[f"seat/{n}"]["role"] for n in range(len(view["seats"])))
            assert view["disclosed"]["deck"]
            assert view["room"]["revealed_secret"]
            assert view["result"]["abandoned"] is True
            assert last.actor == ""
            assert last.due_id == ""
            assert (await person.refused("draw", turn=1)).code == "game_over"
            await brisk_log.verified(party.room)


async def _last(log: Auditor, party: Party, kind: str) -> Header:
    """The room's last entry, once that is a command of the system of this kind."""
    async with asyncio.timeout(30):
        while True:
            last = (await log.headers(party.room))[-1]
            if last.command_id.startswith(kind):
                return last
            await asyncio.sleep(0.2)
