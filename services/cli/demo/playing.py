"""One match, on a stack of its own or at a gateway: who does what in which order, and what a
watcher hears."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct

from services.cli.broker import dial
from services.cli.demo.people import Ids, names, play
from services.cli.installation import Installation
from services.cli.parts import GAMES
from services.cli.stack import StackSettings, stack
from services.gateway.results import DETAILS
from services.gateway.settings import GatewaySettings
from services.rules.settings import RulesSettings
from services.timer.settings import TimerSettings
from shared.client import Away, Client, Refused, Table
from shared.contracts.commands import Join, Ready, Start
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import Frame
from shared.engine.events import Event
from shared.engine.game import Pace
from shared.eventstore.jetstream import JetStreamLog
from shared.room.codec import codec
from shared.runtime.tasks import end
from shared.text.catalogue import Language

OPTIONS: dict[str, dict[str, str | int | bool]] = {"bang": {}, "buckshot": {"opponent": "person"}}
"""By game, what a demo of it is played with: all its players are people."""

_LIMIT_S = 300.0
_HOUR_MS = 3_600_000
_PLENTY = 1_000_000

UNHURRIED = StackSettings(
    gateway=GatewaySettings(
        port=0,
        allow_test_seeds=True,
        queue_frames=_PLENTY,
        command_burst=_PLENTY,
        opening_burst=_PLENTY,
        lookup_burst=_PLENTY,
    ),
    rules=RulesSettings(
        pace=Pace(second_ms=60_000, reveal_ms=_HOUR_MS),
        allow_test_seeds=True,
        leave_ms=0,
    ),
    timer=TimerSettings(absence_ms=_HOUR_MS, abandon_ms=_HOUR_MS),
    bots=None,
)
"""Nothing is limited, and no time-out comes to be, however slow the machine."""


class DemoError(Exception):
    """Why there is no match to show; a sentence."""


class Outcome(Struct, frozen=True):
    """How the match ended, as the texts read it."""

    winners: tuple[PlayerId, ...]
    ranking: tuple[PlayerId, ...]
    abandoned: bool
    detail: Any
    """The game's own result."""


class Plan(Struct, frozen=True):
    """What is to be played, and in whose language."""

    game: str
    seed: bytes
    seats: int
    language: Language


class Played(Struct, frozen=True):
    """A match that is over, with the whole log of its room."""

    game: str
    room: RoomId
    names: dict[str, str]
    """Player id -> nickname, as they sit down."""
    outcome: Outcome
    standings: dict[PlayerId, int]
    entries: list[bytes]
    """None of a match that was played at a gateway: no player gets at the log."""


Hear = Callable[[Event, dict[str, str]], None]
"""Is told each event as a watcher hears it, with the names of everybody so far."""


async def play_match(plan: Plan, hear: Hear) -> Played:
    """Plays it on a broker, and in a folder, that are gone afterwards. Raises `DemoError`."""
    with TemporaryDirectory(prefix="saloon-demo-") as folder:
        installation = Installation(Path(folder) / "data")
        async with stack(installation, UNHURRIED, gateway_fresh=Ids(plan.seed)) as serving:
            visit = asyncio.create_task(_visit(serving.url, plan, hear, plan.seed.hex()))
            ending = asyncio.create_task(serving.life.ended())
            try:
                await asyncio.wait(
                    {visit, ending}, timeout=_LIMIT_S, return_when=asyncio.FIRST_COMPLETED
                )
                if not visit.done():
                    raise DemoError("a service has failed" if ending.done() else "it takes forever")
                seen = visit.result()
            finally:
                await end(visit, ending)
            auditor = await dial(
                serving.broker_url, "auditor", installation.secrets().passwords["auditor"]
            )
            try:
                stored = await JetStreamLog(auditor.nc).read(seen.room)
            finally:
                await auditor.close()
    return _played(plan, seen, [each.entry for each in stored])


async def play_at(url: str, plan: Plan, hear: Hear) -> Played:
    """Plays it at the gateway that is there, which deals from a seed of its own. Of what a watcher
    misses nothing is heard. Raises `DemoError`."""
    try:
        async with asyncio.timeout(_LIMIT_S):
            return _played(plan, await _visit(url, plan, hear, ""), [])
    except TimeoutError:
        raise DemoError("it takes forever") from None
    except (Away, Refused, ExceptionGroup) as error:
        raise DemoError(f"{url}: {_cause(error)}") from error


def _cause(error: Exception) -> Exception:
    """What happened, of several things the first."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def _played(plan: Plan, seen: "_Seen", entries: list[bytes]) -> Played:
    outcome = msgspec.convert(seen.view["result"], Outcome)
    detail = msgspec.convert(outcome.detail, DETAILS[plan.game])
    outcome = msgspec.structs.replace(outcome, detail=detail)
    standings = {row["player"]: row["points"] for row in seen.view["standings"]}
    return Played(plan.game, seen.room, seen.names, outcome, standings, entries)


class _Seen(Struct, frozen=True):
    room: RoomId
    names: dict[str, str]
    view: dict[str, Any]
    """What a watcher saw in the end."""


async def _visit(url: str, plan: Plan, hear: Hear, test_seed: str) -> _Seen:
    """`test_seed`: of a match that is to be the same again; empty: the server has its own."""
    known: dict[str, str] = {}
    is_live = not test_seed
    async with AsyncExitStack() as opened:

        async def client(nickname: str) -> Client:
            made = await opened.enter_async_context(Client(url))
            await made.open_session(nickname, plan.language)
            return made

        nicknames = names(plan.language, plan.seed, plan.seats)
        people = [await client(name) for name in nicknames]
        known |= {each.player: name for each, name in zip(people, nicknames, strict=True)}
        opening = await people[0].open_room(
            plan.game,
            OPTIONS[plan.game],
            visibility="link",
            test_seed=test_seed,
        )
        room = opening.code
        watcher = await client("watcher")
        seen = await opened.enter_async_context(watcher.socket(room))
        await seen.update()
        tables = await _take_seats(opened, room, people)
        async with asyncio.TaskGroup() as playing:
            watching = playing.create_task(_watch(seen, plan.game, known, hear, misses=is_live))
            for place, (person, table) in enumerate(zip(people, tables, strict=True)):
                playing.create_task(
                    play(plan.game, table, person.player, plan.seed, place, is_live=is_live)
                )
        return _Seen(room, known, watching.result())


async def _take_seats(opened: AsyncExitStack, room: RoomId, people: list[Client]) -> list[Table]:
    """Everybody sits down, connects and is ready, one after the other; then the host starts."""
    for guest in people[1:]:
        await guest.command(room, Join())
    tables = [await opened.enter_async_context(each.socket(room)) for each in people]
    for each in people:
        await each.command(room, Ready(ready=True))
    await people[0].command(room, Start())
    return tables


async def _watch(
    table: Table, game: str, known: dict[str, str], hear: Hear, *, misses: bool
) -> dict[str, Any]:
    """Hears the match to its end; the view then. `misses`: it may miss a part."""
    events = codec(GAMES[game]).events
    async for update in table:
        if isinstance(update, Frame):
            for event in update.events:
                hear(events.decode(event), known)
        elif not misses:
            raise DemoError("the watcher has missed a part of the match")
        if table.view["room"]["phase"] == "over":
            return table.view
    raise DemoError("the room has gone")
