"""The replay service as one member of many: answers questions about matches."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec
import structlog

from services.replay.answering import Answering, tell_damaged
from services.replay.looking import Looking
from services.replay.metrics import ReplayMetrics
from services.replay.reading import Reading
from services.replay.settings import ReplaySettings
from services.replay.turns import Turns
from services.replay.vouching import Vouching, own_keys
from shared.archive.matches import Matches
from shared.contracts.ids import RoomId
from shared.contracts.messages import Refused
from shared.contracts.refusals import Refusal, refuse
from shared.contracts.replay import ReplayRequest
from shared.contracts.subjects import REPLAY, REPLAY_ASK
from shared.eventstore.log import Log
from shared.matchfile.head import Head
from shared.room.rules import Games, held
from shared.runtime import logs
from shared.runtime.bus import Bus, Message, Subscription, TooLarge
from shared.runtime.clock import Clock
from shared.runtime.dispatch import Dispatch, DispatchSettings
from shared.runtime.health import Check
from shared.runtime.members import MemberId, Members
from shared.runtime.names import Names
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.tracing import OFF, Tracing

_log = structlog.stdlib.get_logger(__name__)

_NO_ROOM = RoomId("_readyz")
"""No room's code looks like this."""

HANDLERS = 1_024
"""Questions that are held at once; most of them are told at once that there are too many."""

_requests = msgspec.json.Decoder(ReplayRequest)
_encode = msgspec.json.Encoder().encode


class ReplayService:
    """One member. `member`: its name in this life; shards are shared out among all members.
    `rules`: the members of that service, who record looks. `finished`: see `answering`. `fresh`:
    random bytes at each call. `beside`: what it does beside answering, each until it is cancelled;
    `fail` is told what ended one of these, and the service then has to be started anew."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        rules: Members,
        member: MemberId,
        log: Log,
        matches: Matches,
        names: Names,
        games: Games,
        clock: Clock,
        settings: ReplaySettings,
        metrics: ReplayMetrics,
        finished: Callable[[Head, bool], Head],
        fresh: Callable[[], bytes],
        fail: Fail,
        beside: Sequence[Callable[[], Coroutine[Any, Any, None]]] = (),
        tracing: Tracing = OFF,
    ) -> None:
        turns = Turns(settings.answers_at_once, settings.waiting_limit // 2)
        self._answering = Answering(
            reading=Reading(
                log,
                matches,
                games,
                metrics.folding,
                Vouching(own_keys(finished, settings.public_keys)),
                lambda room, error: tell_damaged(metrics, room, error),
                turns.aside,
            ),
            turns=turns,
            looking=Looking(
                Dispatch(
                    bus,
                    rules,
                    clock,
                    "audit",
                    DispatchSettings(budget_ms=settings.look_wait_ms),
                    tracing=tracing,
                ),
                metrics,
                fresh,
            ),
            names=names,
            games=games,
            finished=finished,
            settings=settings,
            metrics=metrics,
        )
        self._bus = bus
        self._rules = rules
        self._members = members
        self._member = member
        self._log = log
        self._rulesets = held(games)
        self._clock = clock
        self._metrics = metrics
        self._fail = fail
        self._beside = beside
        self._subscription: Subscription | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self._rules.watch()
        self._subscription = await self._bus.subscribe(
            REPLAY_ASK, self._take, queue=REPLAY, limit=HANDLERS
        )
        await self._members.watch()
        await self._members.join(
            self._member, self._rulesets, self._fail, figures=self._metrics.figures
        )
        self._tasks = [watched(each(), self._fail) for each in self._beside]

    async def stop(self) -> None:
        await self._members.leave()
        if self._subscription is not None:
            await self._subscription.unsubscribe()
        await end(*self._tasks)
        await self._members.close()
        await self._rules.close()

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

    async def _take(self, message: Message) -> None:
        began_ms = self._clock.now_ms()
        answer = await self._answer(message.data)
        self._metrics.requests.add(outcome=await self._respond(message, answer))
        self._metrics.latency_ms.observe(self._clock.now_ms() - began_ms)

    async def _answer(self, data: bytes) -> bytes | Refusal:
        try:
            request = _requests.decode(data)
        except (msgspec.DecodeError, RecursionError):
            self._metrics.guard("unreadable_request")
            return refuse("malformed")
        try:
            return await self._answering.answer(request)
        except Exception as error:  # noqa: BLE001 - whoever asked would wait for nothing
            self._metrics.guard("internal")
            _log.error(
                "answer_failed",
                room=request.room,
                what=request.what,
                kind=type(error).__name__,
                where=logs.place_of(error),
            )
            return refuse("internal")

    async def _respond(self, message: Message, answer: bytes | Refusal) -> str:
        """What became of the question."""
        if isinstance(answer, Refusal):
            await message.respond(_encode(Refused(answer)))
            return answer.code
        try:
            await message.respond(answer)
        except TooLarge:
            self._metrics.guard("too_large")
            why = refuse("answer_too_large", size_bytes=len(answer))
            return await self._respond(message, why)
        return "answered"
