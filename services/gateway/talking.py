"""Table talk: who may say what is in `saying`; here it is kept, told, and reported.

Talk stands beside the game. It touches no entry; where its stream is away the game goes on, and
whoever talks, listens or comes is told.
"""

import asyncio
from collections.abc import Coroutine
from hashlib import blake2b
from typing import Any, NoReturn

import msgspec
import structlog

from services.gateway.entering import Entering
from services.gateway.hub import Hub, Listener, RoomHub
from services.gateway.limits import Limits
from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import stop
from services.gateway.saying import line_of
from services.gateway.sessions import Session
from services.gateway.settings import GatewaySettings
from services.gateway.views import Seen
from shared.contracts.http import SayBody, TalkReply
from shared.contracts.ids import CommandId, RoomId
from shared.contracts.messages import SaidMessage, TalkMessage
from shared.contracts.talk import Report, TalkLine, said_subject
from shared.runtime.bus import Bus, BusError, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.talk import Talk
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

_encode = msgspec.json.Encoder().encode
_lines = msgspec.json.Decoder(TalkLine)
AROUND = 10
"""So many lines before a reported one, and after it, are kept with it."""
RETRY_AFTER_MS = 5_000


class _Ear:
    """One room's lines, as long as somebody listens here."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.subscription: Subscription | None = None
        self.is_away = False
        """Its listeners were told so."""
        self.is_stale = False
        """They may lack lines."""


class TableTalk:
    def __init__(
        self,
        *,
        talk: Talk,
        hub: Hub,
        entering: Entering,
        limits: Limits,
        bus: Bus,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._talk = talk
        self._hub = hub
        self._entering = entering
        self._limits = limits
        self._bus = bus
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._ears: dict[RoomHub, _Ear] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_stopped = False

    # Saying.

    async def say(
        self, room: RoomId, session: Session, body: SayBody, say_id: CommandId
    ) -> TalkLine:
        """Returns when the line is kept; everybody in the room hears it. Refuses with `Refused`."""
        if not (0 < len(say_id) <= 128 and say_id.isprintable()):
            stop("malformed")
        await self._limits.talk(session.player)
        seen = await self._at_table(room, session)
        line = line_of(seen, session.player, body, say_id, self._clock.now_ms())
        try:
            await self._talk.put(room, line)
        except BusError as error:
            self._fail(room, error)
        self._metrics.lines.add(kind="phrase" if line.phrase else "text")
        return line

    async def _at_table(self, room: RoomId, session: Session) -> Seen:
        """The room as everybody sees it, to a holder of one of its seats."""
        if not session.is_good_for(room):
            stop("no_such_room")
        seen = await self._entering.public(room)
        member = next((m for m in seen.members if m.player == session.player), None)
        if member is None:
            await self._entering.admit(seen.room, session, "")
        if member is None or member.left:
            stop("not_seated")
        return seen

    def _fail(self, room: RoomId, error: BusError) -> NoReturn:
        self._metrics.talk_away.add()
        _log.info("talk_away", room=room, kind=type(error).__name__)
        place = self._hub.rooms.get(room)
        if place is not None:
            self._start(self._refresh(place))
        stop("talk_away", retry_after_ms=RETRY_AFTER_MS)

    # Reading and reporting.

    async def read(self, room: RoomId, session: Session, invitation: str) -> TalkReply:
        """The lines that are kept, to whoever may look into the room."""
        _, seen = await self._entering.view(room, session, invitation)
        lines = await self._recent(room)
        return TalkReply(seen.room.talk, lines or [], away=lines is None)

    async def report(self, room: RoomId, session: Session, line_id: str, invitation: str) -> None:
        """Keeps a line and those around it for whoever runs this. Refuses with `no_such_line` one
        that is forgotten already."""
        await self._limits.report(session.player)
        await self._entering.view(room, session, invitation)
        try:
            lines = await self._talk.recent(room)
            place = next((n for n, line in enumerate(lines) if line.id == line_id), None)
            if place is None:
                stop("no_such_line")
            around = tuple(lines[max(0, place - AROUND) : place + AROUND + 1])
            at_ms = self._clock.now_ms()
            await self._talk.report(Report(room, session.player, at_ms, lines[place], around))
        except BusError as error:
            self._fail(room, error)
        self._metrics.reports.add()

    async def report_title(self, room: RoomId, session: Session, invitation: str) -> None:
        """Keeps what the room is called, with the lines that are kept. Refuses with `no_such_line`
        where it is called nothing."""
        await self._limits.report(session.player)
        _, seen = await self._entering.view(room, session, invitation)
        if not seen.room.title:
            stop("no_such_line")
        at_ms = self._clock.now_ms()
        id_ = blake2b(f"{room}:{seen.room.title}".encode(), digest_size=8).hexdigest()
        title = TalkLine(id_, seen.room.host, at_ms, text=seen.room.title)
        try:
            around = tuple((await self._talk.recent(room))[-AROUND:])
            report = Report(room, session.player, at_ms, title, around, about="title")
            await self._talk.report(report)
        except BusError as error:
            self._fail(room, error)
        self._metrics.reports.add()

    async def _recent(self, room: RoomId) -> list[TalkLine] | None:
        """`None`: they cannot be had now."""
        try:
            return (await self._talk.recent(room))[-self._settings.talk_shown :]
        except BusError as error:
            self._metrics.talk_away.add()
            _log.info("talk_unread", room=room, kind=type(error).__name__)
            return None

    # Listening.

    def enter(self, listener: Listener, place: RoomHub) -> None:
        """From now on it hears what is said; at first what is kept. Nothing waits for that."""
        self._start(self._greet(listener, place))

    def leave(self, place: RoomHub) -> None:
        """Somebody has gone; nobody listens any more where he was the last."""
        ear = None if place.listeners else self._ears.pop(place, None)
        if ear is not None:
            self._start(self._close(ear))

    async def run(self) -> None:
        """Tells everybody again what is kept when the broker, or the stream, is there again."""
        losses = self._talk.losses
        while True:
            await self._clock.sleep_ms(self._settings.talk_look_ms)
            before, losses = losses, self._talk.losses
            for ear in self._ears.values():
                ear.is_stale = ear.is_stale or losses != before
            for place, ear in tuple(self._ears.items()):
                if ear.is_stale and not await self._refresh(place):
                    break

    async def stop(self) -> None:
        """Whatever is subscribed to ends with the bus."""
        self._is_stopped = True
        await end(*self._tasks)

    async def _greet(self, listener: Listener, place: RoomHub) -> None:
        if listener not in place.listeners:
            return
        message = await self._told(place, self._ears.setdefault(place, _Ear()))
        if listener in place.listeners:
            listener.hear(message)

    async def _refresh(self, place: RoomHub) -> bool:
        """Whether what is kept could be read. Nobody is told twice that it cannot."""
        ear = self._ears.get(place)
        if ear is None:
            return True
        was_away = ear.is_away
        message = await self._told(place, ear)
        if not (was_away and ear.is_away):
            self._tell(place, message)
        return not ear.is_away

    async def _told(self, place: RoomHub, ear: _Ear) -> bytes:
        """What is kept, after it is certain that what follows will be heard."""
        async with ear.turn:
            lines = await self._recent(place.id) if await self._listen(place, ear) else None
            ear.is_away = ear.is_stale = lines is None
            return _encode(TalkMessage(lines or [], away=lines is None))

    async def _listen(self, place: RoomHub, ear: _Ear) -> bool:
        if ear.subscription is not None:
            return True

        async def take(message: Message) -> None:
            self._take(place, message.data)

        try:
            ear.subscription = await self._bus.subscribe(said_subject(place.id), take, limit=1)
        except BusError:
            return False
        return True

    async def _close(self, ear: _Ear) -> None:
        async with ear.turn:
            if ear.subscription is not None:
                await ear.subscription.unsubscribe()

    def _take(self, place: RoomHub, data: bytes) -> None:
        try:
            line = _lines.decode(data)
        except msgspec.DecodeError:
            _log.error("line_unreadable", room=place.id)
            return
        self._tell(place, _encode(SaidMessage(line)))

    def _tell(self, place: RoomHub, message: bytes) -> None:
        for listener in tuple(place.listeners):
            if listener.is_welcome:
                listener.hear(message)

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        if self._is_stopped:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
