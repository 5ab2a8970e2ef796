"""The rules service as one member of many: takes commands off the bus and answers each."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

import msgspec
from msgspec import Struct

from services.rules.agreeing import Agreed
from services.rules.deciding import Deciding
from services.rules.heads import Heads
from services.rules.metrics import RulesMetrics
from services.rules.outages import Outages
from services.rules.rooms import Rooms
from services.rules.settings import RulesSettings
from services.rules.snapshotting import Snapshotter
from shared.contracts.commands import AUDIT_COMMANDS
from shared.contracts.ids import RoomId
from shared.contracts.messages import CommandRequest, MemberReply, Refused, Retry
from shared.contracts.refusals import refuse
from shared.contracts.subjects import INBOX, OUTER_INBOX, RULES, Path, rules_any, rules_subject
from shared.eventstore.log import Log, Snapshots
from shared.folding.loader import Loader
from shared.room.rules import Games, held
from shared.runtime.bus import Bus, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.dispatch import told
from shared.runtime.health import Check
from shared.runtime.members import MemberId, Members
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.tracing import OFF, Tracing

_NO_ROOM = RoomId("_readyz")
"""No room's code looks like this."""

HANDLERS = 1_024
"""Commands under way on one subject; the bus holds back more."""

_requests = msgspec.json.Decoder(CommandRequest)
_encode = msgspec.json.Encoder().encode


class RulesService:
    """One member. `member`: its name in this life; `fresh`: 32 random bytes at each call;
    `is_clock_trusted`: while it is not, nothing is decided; `fail` is told what ended a part of the
    service, which then has to be started anew; `readers`: members of other services that fold
    rooms, so that none opens under rules that they do not hold."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        member: MemberId,
        log: Log,
        snapshots: Snapshots,
        games: Games,
        clock: Clock,
        is_clock_trusted: Callable[[], bool],
        settings: RulesSettings,
        metrics: RulesMetrics,
        fresh: Callable[[], bytes],
        fail: Fail,
        readers: Sequence[Members] = (),
        tracing: Tracing = OFF,
    ) -> None:
        self.rooms = Rooms(settings, metrics)
        self._outages = Outages(clock)
        self._snapshotter = Snapshotter(self.rooms, snapshots, settings, metrics)
        self._deciding = Deciding(
            rooms=self.rooms,
            loader=Loader(log, snapshots, Agreed(games, (members, *readers)), metrics.folding),
            heads=Heads(log),
            log=log,
            snapshotter=self._snapshotter,
            clock=clock,
            outages=self._outages,
            settings=settings,
            metrics=metrics,
            fresh=fresh,
            tracing=tracing,
        )
        self._tracing = tracing
        self._bus = bus
        self._log = log
        self._members = members
        self._readers = readers
        self._member = member
        self._rulesets = held(games)
        self._clock = clock
        self._is_clock_trusted = is_clock_trusted
        self._settings = settings
        self._metrics = metrics
        self._fail = fail
        self._subscriptions: list[Subscription] = []
        self._snapshotting: asyncio.Task[None] | None = None
        self._under_way = 0

    async def start(self) -> None:
        """Takes commands from here on."""
        for members in (*self._readers, self._members):
            await members.watch()
        self._snapshotting = watched(self._snapshotter.run(), self._fail)
        for path in get_args(Path):
            take = partial(self._take, path)
            own, anybody = rules_subject(self._member, path), rules_any(path)
            self._subscriptions += [
                await self._bus.subscribe(own, take, limit=HANDLERS),
                await self._bus.subscribe(anybody, take, queue=RULES, limit=HANDLERS),
            ]
        await self._members.join(
            self._member, self._rulesets, self._fail, figures=self._metrics.figures
        )

    async def stop(self) -> None:
        """Says that it goes, takes nothing more, and ends what has begun within `drain_ms`."""
        clock, settings = self._clock, self._settings
        await self._members.leave()
        await clock.sleep_ms(settings.leave_ms)
        for subscription in self._subscriptions:
            await subscription.unsubscribe()
        give_up_ms = clock.now_ms() + settings.drain_ms
        while self._under_way and clock.now_ms() < give_up_ms:
            await clock.sleep_ms(10)
        if self._snapshotting is not None:
            await end(self._snapshotting)
        for members in (self._members, *self._readers):
            await members.close()

    def readiness(self) -> dict[str, Check]:
        """Each has to hold before senders are to rely on this member."""
        return {
            "bus": lambda: self._bus.is_connected,
            "clock": self._is_clock_trusted,
            "log": self._is_log_there,
            "room": self._outages.has_room,
            "members": lambda: self._member in self._members.alive(),
        }

    async def _is_log_there(self) -> bool:
        """Raises what the log raises when it is not."""
        return await self._log.head(_NO_ROOM) == 0

    async def _take(self, path: Path, message: Message) -> None:
        if message.reply is None or not message.reply.startswith((INBOX, OUTER_INBOX)):
            # An answer published for somebody else, on a subject that he may not use himself.
            self._metrics.guard("foreign_reply")
            return
        began_ms = self._clock.now_ms()
        self._under_way += 1
        try:
            with self._tracing.follow(message.headers, "decide", member=self._member) as span:
                reply = await self._answer(path, message.data)
                span.note(outcome=told(reply))
        finally:
            self._under_way -= 1
        self._metrics.latency_ms.observe(self._clock.now_ms() - began_ms)
        self._metrics.commands.add(outcome=told(reply))
        await message.respond(_encode(reply))

    async def _answer(self, path: Path, data: bytes) -> MemberReply:
        try:
            request = _requests.decode(data)
        except (msgspec.DecodeError, RecursionError):
            self._metrics.guard("unreadable_request")
            return Refused(refuse("malformed"))
        if bool(request.actor) != (path == "cmd") or path != _path_of(path, request.command):
            self._metrics.guard("wrong_path")
            return Refused(refuse("malformed"))
        if not self._is_clock_trusted():
            return Retry(self._settings.retry_after_ms)
        return await self._deciding.decide(request)


class _Tagged(Struct):
    type: str = ""
    tenant: str = ""


_tags = msgspec.json.Decoder(_Tagged)


def _path_of(path: Path, sent: msgspec.Raw) -> Path:
    """Where a command that came on `path` belongs; players' all come on the same."""
    if path == "cmd":
        return path
    try:
        command = _tags.decode(sent)
    except (ValueError, RecursionError):
        return "sys"
    if command.type in AUDIT_COMMANDS:
        return "audit"
    if command.type == "end":
        return "tenant" if command.tenant else "operator"
    return "sys"
