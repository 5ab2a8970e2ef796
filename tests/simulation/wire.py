"""One socket between a gateway's process and somebody, and what he makes of what comes on it."""

import asyncio
from collections.abc import Callable

import msgspec

from services.gateway.closing import Closing
from services.gateway.refusing import Refused
from services.gateway.sessions import Session
from services.gateway.sockets import Socket
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import Frame, ResumeMessage, ServerMessage, View
from tests.simulation.chance import on_behalf
from tests.simulation.house import Running
from tests.simulation.sea import Sea, hop_s

_messages: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_GONE = b"null"
_APART_S = 1e-6
"""Of two alarms of one time the loop may take either first."""


class Wire:
    """`heard` is given every message as it comes, `lost` is told once that no more will."""

    def __init__(
        self,
        sea: Sea,
        running: Running,
        heard: Callable[[ServerMessage, bytes], None],
        lost: Callable[[], None],
        name: str,
    ) -> None:
        self._sea = sea
        self._running = running
        self._heard = heard
        self._lost = lost
        self._name = name
        self._is_open = True
        self._down_s = 0.0
        self._up_s = 0.0
        self._inbox: asyncio.Queue[str] = asyncio.Queue()
        self._serving: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        return self._is_open

    def connect(self, room: RoomId, session: Session, after: int) -> None:
        process = self._running.process
        if not process.is_alive:
            self._end()
            return
        self._serving = process.spawn(self._serve(room, session, after))
        self._serving.add_done_callback(lambda _: self._end())

    def send(self, data: bytes) -> None:
        """What is sent on a wire that breaks is lost."""
        roll = self._sea.chance.roll(f"up {self._name}", data)
        loop = asyncio.get_running_loop()
        self._up_s = max(self._up_s + _APART_S, loop.time() + 2 * hop_s(roll()))
        loop.call_at(self._up_s, self._inbox.put_nowait, data.decode())

    def cut(self) -> None:
        """Both sides notice."""
        if self._serving is not None:
            self._serving.cancel()
        self._end()

    async def _serve(self, room: RoomId, session: Session, after: int) -> None:
        on_behalf.set(self._name)
        gateway = self._running.gateway
        try:
            socket = await gateway.connect(room, session, ResumeMessage(after))
        except Refused:
            return
        reading = asyncio.create_task(self._read(socket))
        try:
            while not isinstance(out := await socket.next(), Closing):
                for message in out:
                    self._push(message)
        finally:
            reading.cancel()
            await gateway.disconnect(socket)

    async def _read(self, socket: Socket) -> None:
        while True:
            text = await self._inbox.get()
            await self._running.process.breathe()
            await socket.receive(text)

    def _push(self, message: bytes) -> None:
        roll = self._sea.chance.roll(f"down {self._name}", message)
        loop = asyncio.get_running_loop()
        self._down_s = max(self._down_s + _APART_S, loop.time() + 2 * hop_s(roll()))
        loop.call_at(self._down_s, self._hand_over, message)

    def _hand_over(self, message: bytes) -> None:
        if self._is_open:
            self._heard(_messages.decode(message), message)

    def _end(self) -> None:
        if self._is_open:
            self._is_open = False
            self._lost()


class Seen:
    """The view that somebody has, folded from what he was sent, and all of that as evidence."""

    def __init__(self) -> None:
        self.seq = 0
        self.viewer: PlayerId | None = None
        self.sections: dict[str, bytes] = {}
        self.frames: list[tuple[PlayerId | None, int, bytes]] = []
        self.wholes: list[tuple[PlayerId | None, View]] = []
        self.wrong: list[str] = []
        self.has_asked_anew = False
        """On this socket, so that what was under way may come twice."""

    def take_view(self, view: View) -> None:
        self.seq = view.seq
        self.sections = {name: bytes(value) for name, value in view.sections.items()}
        self.viewer = self.read("you")["player"]
        self.wholes.append((self.viewer, view))

    def take_frame(self, frame: Frame, data: bytes) -> None:
        if self.has_asked_anew and frame.seq <= self.seq:
            self.frames.append((self.viewer, frame.seq, data))
            return
        if frame.seq != self.seq + 1:
            self.wrong.append(f"frame {frame.seq} came after {self.seq}")
        self.seq = frame.seq
        for name, value in frame.sections.items():
            if bytes(value) == _GONE:
                self.sections.pop(name, None)
            else:
                self.sections[name] = bytes(value)
        if "you" in frame.sections:
            self.viewer = self.read("you")["player"]
        self.frames.append((self.viewer, frame.seq, data))

    def read(self, name: str):  # type: ignore[no-untyped-def]
        value = self.sections.get(name)
        return None if value is None else msgspec.json.decode(value)
