"""One ordinary client: a person's session, his seat in a room, and his websocket.

It checks what every client can: that entries come without gaps and once. Of a frame it reads no
more than what it acts on.
"""

import asyncio
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw, Struct, field

from services.cli.load.wire import NotOpened, Wire, dial
from shared.contracts.ids import CommandId, PlayerId
from shared.contracts.messages import CommandMessage, ResumeMessage
from shared.contracts.refusals import Refusal

if TYPE_CHECKING:
    from services.cli.load.room import Room

_encode = msgspec.json.Encoder().encode

JOINED = 1
"""The number of the command by which a player took his seat, over HTTP."""
_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 3.0
_FINAL = range(4400, 4500)
"""Close codes after which connecting again is no use, but for those that are passing."""
_PASSING = {4408, 4429}
_AGAIN_MS = "retry_after_ms"
_NOTHING = (b"null", b"[]")


class _Own(Struct, frozen=True, gc=False):
    legal: Raw = field(default_factory=Raw)
    """Empty where the section is left out, that is, as before."""


class Message(Struct, frozen=True, rename="camel"):
    """What a seat reads of any message of the server."""

    type: str
    seq: int = 0
    hash: str = ""
    sections: _Own = _Own()
    command_id: str = ""
    accepted: bool = False
    repeated: bool = False
    why: Refusal | None = None


_messages = msgspec.json.Decoder(Message)


class Sent(Struct):
    """A command that waits for its answer."""

    number: int
    """Which of the seat's commands it is, from 1; its id follows from it."""
    message: bytes
    at_s: float
    is_move: bool
    tries: int = 1
    seq: int = 0
    """Of its entry, once it was accepted."""


class Seat:
    """`number`: from 0, which is the host's."""

    def __init__(self, room: "Room", number: int, player: PlayerId, token: str) -> None:
        self.number = number
        self.player = player
        self.token = token
        self.seq = 0
        """The entry up to which it was told everything."""
        self.offers = b""
        """The section `legal`; empty where there is nothing to do."""
        self.waiting: Sent | None = None
        self.last: Sent | None = None
        """The command that was accepted last."""
        self.why_out = ""
        """Why the server does not let it in any more."""
        self._room = room
        self._wire: Wire | None = None
        self._thinking: asyncio.TimerHandle | None = None
        self._dialling: asyncio.Task[None] | None = None
        self._count = JOINED
        self._turn = room.number + number
        """Which of the gateways it is at."""
        self._acted_seq = 0
        self._is_over = False

    @property
    def is_up(self) -> bool:
        return self._wire is not None

    @property
    def is_idle(self) -> bool:
        """It may do something now, and does not yet think about it."""
        return (
            self._wire is not None
            and self.waiting is None
            and self._thinking is None
            and self.seq >= self._acted_seq
        )

    def command_id(self, number: int) -> CommandId:
        return CommandId(f"load-{number}")

    # Connections.

    async def connect(self) -> None:
        """Once. Raises `NotOpened`, `OSError` and `TimeoutError`."""
        self._wire = await dial(self._room.socket_url(self._turn), self.hear, self._lost)
        self._wire.send(_encode(ResumeMessage(self.seq, self.token)))
        if self.waiting is not None:
            self._send(self.waiting)

    def leave(self) -> None:
        """Ends the connection for good."""
        self._is_over = True
        self.rest()
        if self._dialling is not None:
            self._dialling.cancel()
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def rest(self) -> None:
        """Does nothing of what it was about to do."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _lost(self, code: int, reason: str) -> None:
        self._wire = None
        self._turn += 1
        self.rest()
        if code in _FINAL and code not in _PASSING:
            self.why_out = reason or str(code)
        elif not self._is_over:
            self._room.tally.reconnects += 1
            self._dialling = asyncio.get_running_loop().create_task(self._connect_again())

    async def _connect_again(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while True:
            await asyncio.sleep(pause_s * (0.5 + self._room.chance.random()))
            try:
                await self.connect()
            except NotOpened as answer:
                if 400 <= answer.status < 500 and answer.status != 429:
                    self.why_out = f"HTTP {answer.status}"
                    return
            except (OSError, TimeoutError):
                pass
            else:
                self._room.consider(self)  # who has missed nothing is told nothing
                return
            self._turn += 1
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def _hang_up(self) -> None:
        """Connects again, and says there up to which entry it was told everything."""
        assert self._wire is not None
        self._wire.abort()
        self._lost(0, "")

    # What the player does.

    def think(self, for_s: float) -> None:
        self._thinking = asyncio.get_running_loop().call_later(for_s, self._act)

    def _act(self) -> None:
        self._thinking = None
        if self.is_idle:
            self._room.act(self)

    def say(self, command: Struct, *, is_move: bool) -> None:
        self._count += 1
        self._room.tally.sent += 1
        message = CommandMessage(self.command_id(self._count), Raw(_encode(command)))
        self.waiting = Sent(self._count, _encode(message), perf_counter(), is_move)
        self._send(self.waiting)

    def ask_again(self) -> bool:
        """Sends its last accepted command once more; whether there is one."""
        if self.last is None or self.waiting is not None or self._wire is None:
            return False
        self.waiting = self.last
        self._send(self.last)
        return True

    def _send(self, sent: Sent) -> None:
        if self._wire is not None and not self._is_over:
            self._wire.send(sent.message)

    # What the server says.

    def hear(self, data: bytes) -> None:
        """One message of the server."""
        now_s = perf_counter()
        try:
            message = _messages.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._room.tally.unreadable += 1
            self._hang_up()
            return
        if message.type == "frame":
            self._frame(message, data, now_s)
        elif message.type == "result":
            self._result(message, now_s)
        elif message.type == "view":
            self._view(message, data)

    def _frame(self, message: Message, data: bytes, now_s: float) -> None:
        tally = self._room.tally
        tally.measured.frames += 1
        tally.measured.bytes += len(data)
        if message.seq <= self.seq:
            tally.told_twice += 1
        elif message.seq > self.seq + 1:
            tally.gaps += 1
            self._hang_up()
        else:
            self.seq = message.seq
            legal = bytes(message.sections.legal)
            if legal:
                self.offers = b"" if legal in _NOTHING else legal
            self._room.told(self, message, data, now_s)

    def _view(self, message: Message, data: bytes) -> None:
        if message.seq < self.seq:
            self._room.tally.went_back += 1
        self.seq = message.seq
        legal = bytes(message.sections.legal)
        self.offers = b"" if legal in _NOTHING else legal
        self._room.told(self, message, data, None)

    def _result(self, message: Message, now_s: float) -> None:
        sent, room = self.waiting, self._room
        if sent is None or message.command_id != self.command_id(sent.number):
            room.tally.stray += 1
            return
        if not message.accepted and message.why is not None and _AGAIN_MS in message.why.params:
            room.tally.put_off += 1
            sent.tries += 1
            again_s = int(message.why.params[_AGAIN_MS]) / 1000 * (1 + room.chance.random())
            asyncio.get_running_loop().call_later(again_s, self._send_again, sent)
            return
        self.waiting = None
        if message.accepted:
            self._acted_seq = max(self._acted_seq, message.seq)
            room.accepted(self, sent, message, now_s)
            self.last = sent
        else:
            code = message.why.code if message.why is not None else "unexplained"
            room.refused(sent, code)
        room.consider(self)

    def _send_again(self, sent: Sent) -> None:
        if self.waiting is sent:
            self._send(sent)


def chance_of(seed: int, room: int) -> Random:
    """A room's own."""
    return Random(f"{seed}/{room}")  # noqa: S311 (a load's choice of moves)
