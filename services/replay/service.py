"""The replay service as one member of many: answers questions about matches."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec
import structlog

from services.replay.metrics import ReplayMetrics
from services.replay.settings import ReplaySettings
from shared.contracts.ids import RoomId
from shared.contracts.messages import Refused
from shared.contracts.refusals import refuse
from shared.contracts.subjects import REPLAY, REPLAY_ASK
from shared.eventstore.log import Log
from shared.room.rules import Games, held
from shared.runtime.bus import Bus, BusError, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.health import Check
from shared.runtime.members import MemberId, Members
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

_NO_ROOM = RoomId("_readyz")
"""No room's code looks like this."""

_encode = msgspec.json.Encoder().encode


class ReplayService:
    """One member. `member`: its name in this life; shards are shared out among all members.
    `beside`: what it does beside answering, each until it is cancelled; `fail` is told what ended
    one of these, and the service then has to be started anew."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        member: MemberId,
        log: Log,
        games: Games,
        clock: Clock,
        settings: ReplaySettings,
        metrics: ReplayMetrics,
        fail: Callable[[BaseException], None],
        beside: Sequence[Callable[[], Awaitable[None]]] = (),
    ) -> None:
        self._bus = bus
        self._members = members
        self._member = member
        self._log = log
        self._rulesets = held(games)
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._fail = fail
        self._beside = beside
        self._subscription: Subscription | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._subscription = await self._bus.subscribe(REPLAY_ASK, self._take, queue=REPLAY)
        await self._members.watch()
        await self._members.join(self._member, self._rulesets)
        self._tasks = [asyncio.create_task(self._run(each)) for each in self._beside]

    async def stop(self) -> None:
        await self._members.leave()
        if self._subscription is not None:
            await self._subscription.unsubscribe()
        await end(*self._tasks)
        await self._members.close()

    def readiness(self) -> dict[str, Check]:
        """Each has to hold before anybody is to rely on this member."""
        return {
            "bus": lambda: self._bus.is_connected,
            "log": self._is_log_there,
            "members": lambda: self._member in self._members.alive(),
        }

    async def _is_log_there(self) -> bool:
        """Raises what the log raises when it is not."""
        return await self._log.head(_NO_ROOM) == 0

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - whatever it is, this member is no good
            self._fail(error)

    async def _take(self, message: Message) -> None:
        reply = Refused(refuse("malformed"))
        self._metrics.requests.add(outcome=reply.why.code)
        try:
            await message.respond(_encode(reply))
        except BusError as error:  # the sender asks again
            _log.info("reply_lost", kind=type(error).__name__)
