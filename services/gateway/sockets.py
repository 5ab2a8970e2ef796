"""One open socket without its wire: what is sent on it, and what becomes of what it receives.

It subscribes before it reads the store and forwards only what follows, so that nothing is missed
and nothing comes twice. Two tasks drive it: one hands in what was received, the other asks for what
is to be sent.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from services.gateway.closing import MALFORMED, RATE_LIMITED, TRY_LATER, Closing, closing_for
from services.gateway.entering import Entering
from services.gateway.hub import Hub, RoomHub
from services.gateway.limits import Limits
from services.gateway.metrics import GatewayMetrics
from services.gateway.outbox import Outbox
from services.gateway.refusing import Refused
from services.gateway.sessions import Session, Sessions
from services.gateway.settings import GatewaySettings
from services.gateway.views import Views
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import (
    Accepted,
    ClientMessage,
    ClockMessage,
    CommandMessage,
    HelloMessage,
    PingMessage,
    PongMessage,
    ResultMessage,
    ResumeMessage,
    SayMessage,
    SayResultMessage,
)
from shared.contracts.refusals import Refusal, refuse
from shared.contracts.talk import TalkLine
from shared.contracts.tenancy import is_foreign
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

LIMITED_IN_A_ROW = 100
"""So many commands are answered with `rate_limited`, then the socket is closed."""

SAYING_LIMIT = 4
"""Lines of one socket that are being kept at the same time."""

_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encode = msgspec.json.Encoder().encode

UNSHOWN_LIMIT = 64
"""More commands of one socket whose views are awaited are not timed."""

SendCommand = Callable[[RoomId, Session, CommandMessage], Awaitable[Accepted]]
"""Raises `Refused`."""

Say = Callable[[RoomId, Session, SayMessage], Awaitable[TalkLine]]
"""Raises `Refused`."""


def read_message(text: str) -> ClientMessage | None:
    """`None` where it is none."""
    try:
        return _messages.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


class Socket:
    """A listener of one room. `leave` has to be called in the end."""

    def __init__(
        self,
        *,
        room: RoomId,
        session: Session,
        invitation: str,
        hub: Hub,
        views: Views,
        entering: Entering,
        sessions: Sessions,
        limits: Limits,
        send_command: SendCommand,
        say: Say,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self.player = session.player
        self.is_automatic = session.is_automatic
        self.session = session
        self.out = Outbox(settings.queue_frames, lambda how: metrics.slow.add(how=how))
        self.sending_since_ms = 0
        """0 while nothing is being sent."""
        self.on_stalled: Callable[[], None] = lambda: None
        """Called when the wire has taken nothing for too long; it is to be cut."""
        self.last_check_ms = clock.now_ms()
        """When the session was looked up last."""
        self._room = room
        self._invitation = invitation
        self._hub = hub
        self._views = views
        self._entering = entering
        self._sessions = sessions
        self._limits = limits
        self._send_command = send_command
        self._say = say
        self._saying: set[asyncio.Task[None]] = set()
        self._clock = clock
        self._metrics = metrics
        self._place: RoomHub = hub.enter(room, self)
        self._viewer: PlayerId | None = None
        self._is_following = False
        self.is_welcome = False
        self.told_present = b""
        self._limited = 0
        self._unshown: deque[tuple[int, int]] = deque(maxlen=UNSHOWN_LIMIT)
        """Entries that came of commands and are not sent yet, and when each command came."""
        self._why = "start"

    @property
    def place(self) -> RoomHub:
        return self._place

    @property
    def is_seated(self) -> bool:
        """Whether it shows the view of a seat."""
        return self.is_welcome and self._viewer is not None

    async def open(self, after: int) -> None:
        """Admits the caller. Refuses with `Refused`, and then there is nothing but to leave."""
        self._entering.check_room(self._room, self.session)
        viewer = self._place.seat_of(self.player)
        if viewer is None or self._place.epoch is None:  # nobody here has told of his seat, or when
            viewer, seen = await self._entering.view(self._room, self.session, self._invitation)
            self._place.learn(seen)
        # Of numbers from before the epoch nobody knows whether they mean the entries of now.
        epoch = self._place.epoch or 0
        self.out.sent_seq = after if epoch <= self.session.opened_ms else 0
        await self._aim(viewer)
        self.is_welcome = True
        hello = HelloMessage(self._room, viewer, self._clock.now_ms())
        self.out.post(_encode(hello))

    async def leave(self) -> None:
        await end(*self._saying)
        self._hub.leave(self._place, self)
        if self._is_following:
            await self._place.unfollow(self, self._viewer)

    # What the room tells it.

    def on_frame(self, seq: int, data: bytes) -> None:
        self.out.add(seq, data)

    def on_access_changed(self) -> None:
        """Somebody came or went, or the room opens or closes to watchers."""
        if self.is_welcome:
            seat = self._place.seat_of(self.player)
            room = self._place.room
            is_shut = room is not None and (
                room.visibility == "invited"
                or room.is_unwatched
                or is_foreign(self.player, room.tenant, room.visibility)
            )
            if seat != self._viewer or is_shut:
                self.out.fall_behind()

    def on_head(self, seq: int) -> None:
        """The room stands at entry `seq`, and has for a while."""
        if self.is_welcome and self.out.owes(seq):
            self._metrics.lost.add()
            self.out.needed_seq = max(self.out.needed_seq, seq)
            self.out.fall_behind()

    def on_epoch(self) -> None:
        """The room's views were made anew, so what was sent may have been wrong."""
        if self.is_welcome:
            self.out.sent_seq = 0
            self._why = "epoch"
            self.out.fall_behind()

    def post(self, message: bytes) -> None:
        self.out.post(message)

    def hear(self, message: bytes) -> None:
        self.out.hear(message)

    # What the client sends.

    async def receive(self, text: str) -> None:
        """Answers one message, or closes."""
        message = read_message(text)
        if isinstance(message, CommandMessage):
            await self._command(message)
            return
        try:
            self._limits.message(self.player)
        except Refused as refused:
            self.out.close(closing_for(refused.why))
            return
        if isinstance(message, SayMessage):
            self._begin_to_say(message)
        elif isinstance(message, PingMessage):
            self.post(_encode(PongMessage(message.echo, self._clock.now_ms())))
        elif isinstance(message, ResumeMessage):
            self.out.sent_seq = message.after
            self.out.fall_behind()
        else:
            self.out.close(Closing(MALFORMED, "malformed"))

    async def _command(self, message: CommandMessage) -> None:
        began_ms = self._clock.now_ms()
        try:
            done = await self._send_command(self._room, self.session, message)
            if not done.repeated:
                self._unshown.append((done.seq, began_ms))
                self._note_shown()
            result = ResultMessage(message.command_id, True, done.seq, done.repeated)
            self._limited = 0
        except Refused as refused:
            self._metrics.refused(refused.why.code)
            result = ResultMessage(message.command_id, False, why=refused.why)
            self._limited = self._limited + 1 if refused.why.code == "rate_limited" else 0
        self.post(_encode(result))
        self._check_patience()

    def _check_patience(self) -> None:
        if self._limited > LIMITED_IN_A_ROW:
            self.out.close(Closing(RATE_LIMITED, "rate_limited"))

    def _begin_to_say(self, message: SayMessage) -> None:
        """In a task of its own: commands do not wait until talk is kept."""
        if len(self._saying) >= SAYING_LIMIT:
            self._unsaid(message, refuse("rate_limited", retry_after_ms=1_000))
            return
        task = asyncio.create_task(self._say_line(message))
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _say_line(self, message: SayMessage) -> None:
        try:
            line = await self._say(self._room, self.session, message)
        except Refused as refused:
            self._unsaid(message, refused.why)
        else:
            self.post(_encode(SayResultMessage(message.say_id, line.id)))

    def _unsaid(self, message: SayMessage, why: Refusal) -> None:
        self._metrics.refused(why.code)
        self._limited += why.code == "rate_limited"
        self.post(_encode(SayResultMessage(message.say_id, why=why)))
        self._check_patience()

    # What it sends.

    async def next(self) -> list[bytes] | Closing:
        """Waits for what is to be sent now, in this order."""
        messages = await self._next()
        if isinstance(messages, Closing):
            self._metrics.closed.add(code=str(messages.code))
        else:
            self._metrics.sent_bytes.add(sum(map(len, messages)))
            self._note_shown()
        return messages

    def _note_shown(self) -> None:
        """Of commands whose entries are sent now, or were before they were answered."""
        while self._unshown and self._unshown[0][0] <= self.out.sent_seq:
            self._metrics.view_ms.observe(self._clock.now_ms() - self._unshown.popleft()[1])

    async def _next(self) -> list[bytes] | Closing:
        out = self.out
        while True:
            if control := out.take_control():
                return control
            if out.closing is not None:
                return out.closing
            messages = await self._caught_up() if out.is_behind else self._frames(out.take_frames())
            if messages:
                return [_encode(ClockMessage(self._clock.now_ms())), *messages]
            await out.wait()

    def _frames(self, frames: list[bytes]) -> list[bytes]:
        """They are about to be sent."""
        self._metrics.frames.add(len(frames))
        return frames

    async def check(self) -> None:
        """Closes it if its session has ended."""
        self.last_check_ms = self._clock.now_ms()
        try:
            await self._sessions.check(self.session)
        except Refused as refused:
            self.out.close(closing_for(refused.why))

    async def _caught_up(self) -> list[bytes]:
        """Everything from what was sent to what is known. Closes where that cannot be had."""
        self.out.is_behind = False
        try:
            await self._look_around()
            missed = await self._missed()
            return await self._whole() if missed is None else self._frames(missed)
        except Refused as refused:
            self.out.close(closing_for(refused.why))
        except BusError as error:
            _log.info("socket_unfed", room=self._room, kind=type(error).__name__)
            self.out.close(Closing(TRY_LATER, "unavailable"))
        return []

    async def _look_around(self) -> None:
        """Follows another view if a seat was taken or given up; refuses who may not stay."""
        seat, room = self._place.seat_of(self.player), self._place.room
        if seat is None and room is not None:
            await self._entering.watch(room, self.session, self._invitation)
        if seat != self._viewer:
            self.out.sent_seq = 0
            self._why = "seat"
            await self._aim(seat)
            self.out.forget()

    async def _aim(self, viewer: PlayerId | None) -> None:
        if self._is_following:
            self._is_following = False
            await self._place.unfollow(self, self._viewer)
        self._viewer = viewer
        self._is_following = True  # also if this is given up halfway
        await self._place.follow(self, viewer)

    async def _missed(self) -> list[bytes] | None:
        """The frames that the client lacks; `None` where a whole view has to be sent."""
        out = self.out
        if not out.sent_seq:
            return None
        try:
            found = await self._views.frames(self._room, self._viewer, out.sent_seq)
        except Refused as refused:
            if refused.why.code != "behind" or out.needed_seq > out.sent_seq:
                raise
            # The client knows more than there is: the log was restored to an earlier state.
            out.sent_seq = 0
            return None
        if found is None or found[1] < out.needed_seq:
            return None
        frames, out.sent_seq = found
        return frames

    async def _whole(self) -> list[bytes]:
        out = self.out
        after = max(out.needed_seq, out.sent_seq)
        seen = await self._views.read(self._room, self._viewer, after)
        self._place.learn(seen)
        out.sent_seq = seen.seq
        self._metrics.whole_views.add(why=self._why)
        self._why = "gap"
        return [seen.data]
