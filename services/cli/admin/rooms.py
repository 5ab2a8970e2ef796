"""`saloon admin rooms`: what there is, and what is to end."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

import click
import msgspec
import structlog
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from services.cli import data_folder
from services.cli.admin import room_list
from services.cli.admin.operating import Ground, Unworkable, operating
from services.cli.admin.room_list import Seen
from services.cli.installation import Installation
from shared.contracts.commands import End
from shared.contracts.ids import SYSTEM, CommandId, Millis, RoomId
from shared.contracts.messages import Accepted, CommandRequest, Refused
from shared.contracts.subjects import RULES
from shared.runtime import logs
from shared.runtime.clock import SystemClock
from shared.runtime.dispatch import Dispatch, DispatchSettings
from shared.runtime.kv import NatsBucket
from shared.runtime.members import STREAM, Members
from shared.runtime.wishes import DRAINED, Asked, Draining, NatsWishes, drained_room

_log = structlog.stdlib.get_logger(__name__)
_Result = TypeVar("_Result")

PHASES = ("lobby", "reveal", "match", "over", "closed")
_OPEN = frozenset(PHASES[:-1])
_WAIT = DispatchSettings(budget_ms=5_000)

_data = data_folder.data("The installation, which is running.")
_json = click.option("--json", "is_json", is_flag=True, help="Print JSON.")
_room = click.argument("room", metavar="ROOM")


@click.group()
def rooms() -> None:
    """What rooms there are, and what is to end. Nothing that is hidden is shown."""
    logs.configure(level="warning")


def _at(data: Path, work: Callable[[Ground], Awaitable[_Result]]) -> _Result:
    """What `work` gives, at the installation while it runs. Raises `Unworkable`."""

    async def run() -> _Result:
        async with operating(Installation(data)) as ground:
            if not ground.runs:
                raise Unworkable(f"nothing runs in {data}: start it, then ask again")
            return await work(ground)

    return asyncio.run(run())


@rooms.command("list")
@click.option("--phase", type=click.Choice(PHASES), help="Only rooms in this phase.")
@click.option("--all", "is_all", is_flag=True, help="Rooms that are closed, too.")
@click.option("--limit", type=click.IntRange(1), default=1_000, show_default=True)
@_data
@_json
def list_(*, phase: str | None, is_all: bool, limit: int, data: Path, is_json: bool) -> None:
    """Every room that is not closed: its game and phase, who is in it, when it last moved."""

    async def work(ground: Ground) -> list[Seen]:
        wants_closed = is_all or phase == "closed"
        found: list[Seen] = []
        async for heads in room_list.heads(ground):
            wanted = [each for each in heads if wants_closed or not each.is_closed]
            some = await room_list.seen(ground, wanted)
            found += [each for each in some if phase in (None, each.phase)]
            if len(found) >= limit:
                break
        return found[:limit]

    found = _at(data, work)
    now_ms = time.time_ns() // 1_000_000
    rows = [_row(each, now_ms) for each in found]
    if is_json:
        _print(rows)
        return
    table = Table(box=SIMPLE_HEAD)
    for name in ("room", "game", "phase", "match", "people", "automatic", "entries", "idle", "due"):
        table.add_column(name)
    for row in rows:
        table.add_row(
            *(str(row[name]) for name in ("room", "game", "phase", "match", "people", "automatic")),
            *(str(row["entries"]), f"{row['idle_s']} s", _due(row["due_in_s"])),
        )
    Console().print(table if rows else _none(phase, is_all=is_all))


def _none(phase: str | None, *, is_all: bool) -> str:
    if phase is not None:
        return f"there is no room in the phase {phase}"
    return "there are no rooms" if is_all else "there are no open rooms"


def _row(each: Seen, now_ms: int) -> dict[str, Any]:
    head = each.head
    automatic = sum(bool(member["automatic"]) for member in each.members)
    return {
        "room": head.room,
        "game": each.about.get("game", "?"),
        "phase": each.phase,
        "match": each.about.get("match", 0),
        "people": len(each.members) - automatic,
        "automatic": automatic,
        "visibility": each.about.get("visibility", "?"),
        "ruleset": head.ruleset,
        "entries": head.seq,
        "idle_s": max(0, now_ms - head.at_ms) // 1_000,
        "due_in_s": (head.deadline_ms - now_ms) // 1_000 if head.deadline_ms else None,
    }


def _due(seconds: int | None) -> str:
    if seconds is None:
        return ""
    return f"in {seconds} s" if seconds >= 0 else f"{-seconds} s ago"


@rooms.command()
@_room
@_data
@_json
def show(*, room: str, data: Path, is_json: bool) -> None:
    """One room as a watcher sees it, and what it waits for."""
    found = _at(data, lambda ground: _one(ground, _code(room)))
    row = _row(found, time.time_ns() // 1_000_000)
    about = found.about
    told = row | {
        "host": about.get("host", ""),
        "tenant": about.get("tenant", ""),
        "options": about.get("options", {}),
        "matches_abandoned": about.get("matches_abandoned", 0),
        "members": [
            {name: member[name] for name in ("player", "automatic", "ready", "away", "left")}
            for member in found.members
        ],
        "standings": (found.sections or {}).get("standings", []),
    }
    if is_json:
        _print(told)
        return
    for name, value in told.items():
        if name == "members":
            for member in value:
                marks = [mark for mark in ("ready", "away", "left") if member[mark]]
                kind = f"automatic ({member['automatic']})" if member["automatic"] else "person"
                print(f"member: {member['player']}  {kind}  {' '.join(marks)}".rstrip())
        elif name == "due_in_s":
            print(f"due: {_due(value) or 'nothing'}")
        elif name not in ("standings", "people", "automatic"):
            print(f"{name}: {value}")
    if found.sections is None:
        print("nobody answers for its view: is a projection running?")


async def _one(ground: Ground, room: RoomId) -> Seen:
    head = await room_list.head(ground, room)
    if head is None:
        raise Unworkable(f"there is no room {room}")
    return (await room_list.seen(ground, [head]))[0]


@rooms.command()
@_room
@_data
@_json
def end(*, room: str, data: Path, is_json: bool) -> None:
    """Ends a room at once: a running match ends without a winner, its secret is revealed, and the
    log says that an operator did it."""
    code = _code(room)
    seq = _at(data, lambda ground: _end(ground, code))
    _log.warning("room_ended_by_operator", room=code, seq=seq)
    _print({"room": code, "seq": seq}) if is_json else print(f"{code} is ended, by entry {seq}")


async def _end(ground: Ground, room: RoomId) -> int:
    clock = SystemClock()
    members = Members(ground.bus, NatsBucket(ground.bus, STREAM), clock, service=RULES)
    await members.watch()
    try:
        name = CommandId(f"end:{token_hex(16)}")
        command = msgspec.Raw(msgspec.json.encode(End()))
        dispatch = Dispatch(ground.bus, members, clock, "operator", _WAIT)
        reply = await dispatch.send(CommandRequest(room, SYSTEM, name, command))
    finally:
        await members.close()
    if isinstance(reply, Accepted):
        return reply.seq
    if isinstance(reply, Refused):
        why = _WHY.get(reply.why.code, f"{{}} is not ended: {reply.why.code}")
        raise Unworkable(why.format(room))
    raise Unworkable(f"{room} is not ended: nobody decides; see `admin members`, then try again")


_WHY = {
    "no_such_room": "there is no room {}",
    "room_closed": "{} is closed already",
    "unprocessable": "{} is damaged, and rules take nothing for it: runbook suspicious-match",
}


@rooms.command()
@click.argument("room", metavar="[ROOM]", required=False)
@click.option("--all", "is_all", is_flag=True, help="The whole installation, before maintenance.")
@click.option("--resume", "is_over", is_flag=True, help="Takes it back.")
@_data
@_json
def drain(*, room: str | None, is_all: bool, is_over: bool, data: Path, is_json: bool) -> None:
    """Lets what runs end, and nothing new begin.

    ROOM: the room is ended as soon as no match runs in it, at once if none does. --all: gateways
    refuse new rooms and new matches from now on (503, `maintenance`), running matches go on to
    their ends; after the maintenance --all --resume.
    """
    if bool(room) == is_all:
        raise click.UsageError("name a room, or --all")
    code = _code(room) if room else None
    told = _at(data, lambda ground: _drain(ground, code, is_over=is_over))
    _log.warning("resumed_by_operator" if is_over else "drained_by_operator", **told)
    if is_json:
        _print(told)
    elif is_over:
        print(f"{told['what']}: goes on as before")
    else:
        print(f"{told['what']}: drains; matches that run now: {told['running']}")


async def _drain(ground: Ground, room: RoomId | None, *, is_over: bool) -> dict[str, Any]:
    wishes = NatsWishes(ground.bus)
    asked = Millis(time.time_ns() // 1_000_000)
    if room is None:
        running = 0
        if is_over:
            await wishes.withdraw(DRAINED)
        else:
            await wishes.put(DRAINED, msgspec.json.encode(Draining(asked)))
            async for heads in room_list.heads(ground):
                there = await room_list.seen(ground, [each for each in heads if not each.is_closed])
                running += sum(each.phase == "match" for each in there)
        return {"what": "every room", "running": running}
    found = await _one(ground, room)
    if found.head.is_closed:
        raise Unworkable(f"{room} is closed already")
    if is_over:
        await wishes.withdraw(drained_room(room))
    else:
        await wishes.put(drained_room(room), msgspec.json.encode(Asked(asked)))
    return {"what": room, "running": int(found.phase == "match")}


def _code(text: str) -> RoomId:
    if len(text) != 6 or not (text.isascii() and text.isalpha()):
        raise Unworkable(f"{text} is no code of a room")
    return RoomId(text.upper())


def _print(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode())
