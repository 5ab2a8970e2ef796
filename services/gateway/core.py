"""The gateway without HTTP: sessions, rooms, views and sockets as objects on arguments."""

import asyncio
import base64
from collections import Counter
from collections.abc import Callable, Sequence

import structlog

from services.gateway.automatic import Automatic
from services.gateway.closing import RESTARTING, UNAUTHENTICATED, Closing
from services.gateway.draining import Draining
from services.gateway.entering import Entering
from services.gateway.guessing import Guessing
from services.gateway.hosting import Hosting
from services.gateway.hosts import Hosts
from services.gateway.hub import Hub
from services.gateway.languages import Languages
from services.gateway.limits import Limits
from services.gateway.metrics import GatewayMetrics
from services.gateway.overseeing import Overseeing
from services.gateway.presence import Presence
from services.gateway.refusing import stop
from services.gateway.replays import Replays
from services.gateway.results import Results
from services.gateway.rooms import Rooms
from services.gateway.sessions import Session, Sessions
from services.gateway.settings import GatewaySettings
from services.gateway.sockets import Socket
from services.gateway.talking import TableTalk
from services.gateway.views import Views
from shared.contracts.hosting import Tenant
from shared.contracts.http import SayBody
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import Accepted, CommandMessage, ResumeMessage, SayMessage
from shared.contracts.subjects import Path
from shared.contracts.talk import TalkLine
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.dispatch import Dispatch, DispatchSettings
from shared.runtime.members import Members
from shared.runtime.names import Names
from shared.runtime.talk import Talk
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.tenants import Directory
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.viewstore import ViewStore
from shared.runtime.wishes import Wishes

_log = structlog.stdlib.get_logger(__name__)

TURN_MS = 5
"""Between two sockets that are sent elsewhere; less where there are many."""
_WAYS: tuple[tuple[Path, str], ...] = (("cmd", ""), ("tenant", "-tenant"))
"""Paths to the rules service, and what tells the gateway's sendings on them apart."""


class Gateway:
    """`members`: those of the rules service, not yet watched; `others`: of the other services,
    the same. `clock`: the broker's time.
    `keys`: what tokens are signed with, the newest last; the oldest also makes room codes.
    `credential`: what automatic players show; `auditor`: what auditors do (empty: nobody is one).
    `fresh`: 32 random bytes at each call. `fail` is told what ended a part of the
    gateway. `directory`: the hosts; `None`: there are none."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        store: ViewStore,
        names: Names,
        talk: Talk,
        wishes: Wishes,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
        keys: Sequence[bytes],
        credential: str,
        auditor: str,
        fresh: Callable[[], bytes],
        fail: Fail,
        directory: Directory[Tenant] | None = None,
        others: Sequence[Members] = (),
        tracing: Tracing = OFF,
    ) -> None:
        assert keys, "tokens have to be signed"
        self.settings = settings
        self.metrics = metrics
        self.clock = clock
        self.hub = Hub(bus, metrics, tracing)
        self.limits = Limits(store, clock, settings, metrics)
        self.hosts = Hosts(directory, metrics)
        self.sessions = Sessions(
            keys=keys,
            names=names,
            clock=clock,
            fresh=fresh,
            session_days=settings.session_days,
            recheck_ms=settings.recheck_ms,
            is_tenant=self.hosts.exists,
        )
        self.languages = Languages(self.sessions)
        self.views = Views(store, bus, clock, settings, metrics)
        self.entering = Entering(self.views)
        self.guessing = Guessing(self.views, self.limits)
        name = base64.b32encode(fresh()[:10]).decode().lower()
        self.presence = Presence(
            gateway=name,
            hub=self.hub,
            bus=bus,
            store=store,
            sessions=self.sessions,
            clock=clock,
            settings=settings,
            metrics=metrics,
        )
        self.automatic = Automatic(
            credential=credential,
            hub=self.hub,
            entering=self.entering,
            sessions=self.sessions,
            presence=self.presence,
            store=store,
            clock=clock,
            settings=settings,
            metrics=metrics,
        )
        self.draining = Draining(wishes, clock)
        players, tenants = (
            Dispatch(
                bus,
                members,
                clock,
                path,
                DispatchSettings(budget_ms=settings.command_budget_ms),
                name=f"{name}{mark}",
                tracing=tracing,
            )
            for path, mark in _WAYS
        )
        self.rooms = Rooms(
            dispatch=players,
            entering=self.entering,
            sessions=self.sessions,
            store=store,
            clock=clock,
            settings=settings,
            metrics=metrics,
            code_key=keys[0],
            draining=self.draining,
            on_accepted=self.automatic.accepted,
        )
        self.talk = TableTalk(
            talk=talk,
            hub=self.hub,
            entering=self.entering,
            limits=self.limits,
            bus=bus,
            clock=clock,
            settings=settings,
            metrics=metrics,
        )
        self.hosting = Hosting(
            hosts=self.hosts,
            rooms=self.rooms,
            sessions=self.sessions,
            entering=self.entering,
            limits=self.limits,
            ending=tenants,
            bus=bus,
            store=store,
            clock=clock,
            settings=settings,
            metrics=metrics,
        )
        self.replays = Replays(bus, auditor, settings)
        self.overseeing = Overseeing(
            members=(members, *others),
            views=self.views,
            bus=bus,
            clock=clock,
            settings=settings,
            metrics=metrics,
        )
        self.results = Results(self.entering, self.sessions)
        self._bus = bus
        self._members = members
        self._others = others
        self._directory = directory
        self._fail = fail
        self._sockets: dict[Socket, None] = {}
        """In the order in which they came."""
        self._of_player: Counter[PlayerId] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        metrics.sockets.by(self._sockets.__len__)
        metrics.members.by(lambda: len(members.alive()))

    async def start(self) -> None:
        for members in (self._members, *self._others):
            await members.watch()
        await self.overseeing.start()
        loops = [
            *(self.presence.run(), self._watch_sockets(), self._watch_rooms()),
            *(self.talk.run(), self.draining.run(), self.overseeing.run()),
        ]
        if self._directory is not None:
            loops.append(self._directory.run(self.clock, self.settings.hosts_ms))
        self._tasks = [watched(loop, self._fail) for loop in loops]

    async def stop(self) -> None:
        """Sends every socket elsewhere, then stops."""
        await self.presence.stop()
        await self._send_elsewhere()
        await end(*self._tasks)
        await self.talk.stop()
        await self.overseeing.stop()
        for members in (self._members, *self._others):
            await members.close()

    async def _send_elsewhere(self) -> None:
        """One socket after the other: whoever takes them in has others to serve."""
        began_ms, sockets = self.clock.now_ms(), tuple(self._sockets)
        for number, socket in enumerate(sockets):
            after_ms = min(number * TURN_MS, number * self.settings.leave_ms // len(sockets))
            await self.clock.sleep_until_ms(began_ms + after_ms)
            socket.out.close(Closing(RESTARTING))
        for socket in tuple(self._sockets):
            socket.out.close(Closing(RESTARTING))

    def readiness(self) -> dict[str, Callable[[], bool]]:
        """Each has to hold before callers are sent here."""
        return {
            "bus": lambda: self._bus.is_connected,
            "rules": lambda: bool(self._members.alive()),
        }

    @property
    def sockets(self) -> int:
        return len(self._sockets)

    def check_room(self) -> None:
        """Refuses where one socket more would be too many."""
        if len(self._sockets) >= self.settings.sockets_limit:
            self.metrics.limited.add(limit="sockets")
            stop("overloaded", retry_after_ms=5_000)

    async def connect(self, room: RoomId, session: Session, resume: ResumeMessage) -> Socket:
        """A socket that has been admitted; `disconnect` has to follow. Refuses with `Refused`."""
        if self._of_player[session.player] >= self.settings.sockets_per_player:
            self.metrics.limited.add(limit="sockets")
            stop("overloaded", retry_after_ms=1_000)
        self.check_room()
        socket = Socket(
            room=room,
            session=session,
            invitation=resume.invitation,
            hub=self.hub,
            views=self.views,
            entering=self.entering,
            sessions=self.sessions,
            limits=self.limits,
            send_command=self._send_command,
            say=self._say,
            clock=self.clock,
            settings=self.settings,
            metrics=self.metrics,
        )
        self._sockets[socket] = None
        self._of_player[session.player] += 1
        try:
            await socket.open(resume.after)
            await self.presence.tell(socket.place)
            self.talk.enter(socket, socket.place)
        except BusError:
            await self.disconnect(socket)
            stop("unavailable", retry_after_ms=1_000)
        except BaseException:
            await self.disconnect(socket)
            raise
        return socket

    async def disconnect(self, socket: Socket) -> None:
        """Lets go of a socket, whose wire is closed. Twice does no harm."""
        if socket not in self._sockets:
            return
        del self._sockets[socket]
        player = socket.session.player
        self._of_player[player] -= 1
        if not self._of_player[player]:
            del self._of_player[player]
        await socket.leave()
        self.talk.leave(socket.place)
        if socket.is_welcome:
            await self.presence.tell(socket.place)

    async def sign_out(self, session: Session) -> None:
        """Ends the session, erases its nickname and closes its sockets. Raises `BusError`."""
        for socket in tuple(self._sockets):
            if socket.player == session.player:
                socket.out.close(Closing(UNAUTHENTICATED, "unauthenticated"))
        await self.sessions.end(session)

    async def _send_command(
        self, room: RoomId, session: Session, message: CommandMessage
    ) -> Accepted:
        self.limits.command(session.player)
        return await self.rooms.from_message(room, session, message)

    async def _say(self, room: RoomId, session: Session, message: SayMessage) -> TalkLine:
        body = SayBody(message.phrase, message.target, message.text)
        return await self.talk.say(room, session, body, message.say_id)

    async def _watch_sockets(self) -> None:
        """Closes sockets that take nothing, and those whose session has ended."""
        while True:
            await self.clock.sleep_ms(min(1_000, self.settings.recheck_ms))
            now_ms = self.clock.now_ms()
            for socket in tuple(self._sockets):
                since_ms = socket.sending_since_ms
                if since_ms and now_ms - since_ms >= self.settings.stalled_ms:
                    socket.out.drop()
                    socket.on_stalled()
                elif now_ms - socket.last_check_ms >= self.settings.recheck_ms:
                    await socket.check()

    async def _watch_rooms(self) -> None:
        """Finds frames that were lost on the way here and that no later one has shown missing, and
        views that were made anew."""
        while True:
            await self.clock.sleep_ms(self.settings.quiet_ms)
            self.hub.enter_epoch(await self.views.epoch())
            quiet = self.hub.take_quiet()
            found = await self.views.heads([room.id for room in quiet]) if quiet else []
            for room, head in zip(quiet, found, strict=True):
                if head is not None:
                    room.on_head(head)
