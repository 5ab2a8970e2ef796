"""Commands to rooms, the opening of rooms, and what is known of a room before entering it."""

import hmac
from collections.abc import Callable
from hashlib import blake2b
from string import ascii_uppercase
from typing import Protocol
from uuid import uuid4

import msgspec
from msgspec import Raw

from services.gateway.draining import Draining
from services.gateway.entering import Entering, is_seated
from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import Refused, stop
from services.gateway.saying import title_of, with_clean_title
from services.gateway.sessions import Session, Sessions
from services.gateway.settings import GatewaySettings
from shared.contracts import commands
from shared.contracts.http import (
    CommandBody,
    CommandDone,
    ListedRoom,
    RoomInfo,
    RoomListing,
    RoomReply,
    RoomRequest,
    RoomsReply,
)
from shared.contracts.ids import CommandId, RoomId
from shared.contracts.messages import Accepted, CommandMessage, CommandRequest, Retry
from shared.contracts.messages import Refused as RefusedReply
from shared.contracts.refusals import refuse
from shared.contracts.tenancy import tenant_of
from shared.runtime.bus import TooLarge
from shared.runtime.clock import Clock
from shared.runtime.dispatch import Dispatch
from shared.runtime.viewstore import StoreAway, ViewStore

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
"""Without vowels, which make words, also such as nobody wants to read, and without L, which is read
for a digit. Rooms may have others: they are found, but not made."""
CODE_LENGTH = 6
CODE_TRIES = 8

COMMAND_LIMIT_BYTES = 16 * 1024
COMMAND_ID_LIMIT = 128

LISTED_LIMIT = 500
PAGE_LIMIT = 100

_TAKEN = frozenset({"forbidden", "no_such_room", "room_closed"})
"""What a `create` is refused with where a room of this code exists."""


class Slots(Protocol):
    """So many rooms may be open. Raises `StoreAway`."""

    async def take(self, room: RoomId) -> bool:
        """The room counts as open; whether it did not before. Refuses where it cannot."""
        ...

    async def give_back(self, room: RoomId) -> None:
        """It was not opened."""
        ...


class Rooms:
    """What players ask of rooms. `code_key`: makes codes that nobody can foresee."""

    def __init__(
        self,
        *,
        dispatch: Dispatch,
        entering: Entering,
        sessions: Sessions,
        store: ViewStore,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
        code_key: bytes,
        draining: Draining,
        on_accepted: Callable[[RoomId, bytes], None],
    ) -> None:
        self._dispatch = dispatch
        self._entering = entering
        self._sessions = sessions
        self._store = store
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._code_key = code_key
        self._draining = draining
        self._on_accepted = on_accepted
        self._in_flight = 0
        metrics.in_flight.by(lambda: self._in_flight)

    async def command(
        self,
        room: RoomId,
        session: Session,
        command_id: CommandId,
        command: bytes,
        test_seed: str = "",
    ) -> Accepted:
        """Sends one command of this player; the seat is the token's. Refuses with `Refused`."""
        if not session.is_good_for(room):
            stop("no_such_room")
        if not (0 < len(command_id) <= COMMAND_ID_LIMIT and command_id.isprintable()):
            stop("malformed")
        if len(command) > COMMAND_LIMIT_BYTES:
            stop("too_large", limit_bytes=COMMAND_LIMIT_BYTES)
        if test_seed and not self._settings.allow_test_seeds:
            stop("forbidden")
        command = with_clean_title(command)
        request = CommandRequest(room, session.player, command_id, Raw(command), test_seed)
        began_ms = self._clock.now_ms()
        self._in_flight += 1
        try:
            reply = await self._dispatch.send(request)
        except TooLarge:
            stop("too_large", limit_bytes=COMMAND_LIMIT_BYTES)
        finally:
            self._in_flight -= 1
            self._metrics.command_ms.observe(self._clock.now_ms() - began_ms)
        if isinstance(reply, Retry):
            self._metrics.command("unavailable")
            stop("unavailable", retry_after_ms=reply.retry_after_ms)
        if isinstance(reply, RefusedReply):
            self._metrics.command(reply.why.code)
            raise Refused(reply.why)
        self._metrics.command("repeated" if reply.repeated else "accepted")
        self._entering.wrote(room, reply.seq)
        self._on_accepted(room, command)
        return reply

    async def from_body(
        self, room: RoomId, session: Session, body: CommandBody, header_id: str
    ) -> CommandDone:
        """The HTTP form. The id comes in the body or in the header; in both, it is the same. One
        that comes without has an id of its own, so that sent again it is another command."""
        _refuse_creation(body.command)
        self._draining.check(body.command)
        command_id = CommandId(body.command_id or header_id or uuid4().hex)
        if header_id and body.command_id and header_id != body.command_id:
            stop("malformed")
        done = await self.command(room, session, command_id, bytes(body.command), body.test_seed)
        return CommandDone(command_id, done.seq, done.repeated)

    async def from_message(
        self, room: RoomId, session: Session, message: CommandMessage
    ) -> Accepted:
        """The socket's form."""
        _refuse_creation(message.command)
        self._draining.check(message.command)
        return await self.command(room, session, message.command_id, bytes(message.command))

    async def open(self, session: Session, body: RoomRequest, idempotency_key: str) -> RoomReply:
        """Opens a room for whoever comes by himself; for a host's user, his host does."""
        if session.is_automatic or tenant_of(session.player):
            stop("forbidden")
        return await self.open_for(session, body, idempotency_key)

    async def open_for(
        self,
        session: Session,
        body: RoomRequest,
        idempotency_key: str,
        slots: Slots | None = None,
    ) -> RoomReply:
        """Opens a room under a code that nobody has. The same key opens it once. `slots`: where
        only so many may be open.

        The first append decides whether a code is free, so codes are tried one after the other;
        they follow from the key, hence a repeated request comes to the room it has opened.
        """
        if body.test_seed and not self._settings.allow_test_seeds:
            stop("forbidden")
        self._draining.check_room()
        if self._in_flight >= self._settings.commands_in_flight_limit:
            self._metrics.limited.add(limit="load")
            stop("overloaded", retry_after_ms=2_000)
        command = msgspec.json.encode(
            commands.Create(
                *(body.game, dict(body.options), body.visibility, body.talk),
                *(title_of(body.title), body.watching, body.kids),
            )
        )
        digest = blake2b(idempotency_key.encode(), digest_size=16).hexdigest()
        command_id = CommandId(f"create-{digest}")
        attempt = 0
        while True:
            code = self._code(f"{session.player}:{digest}:{attempt}")
            is_taken = slots is not None and await slots.take(code)
            try:
                done = await self.command(code, session, command_id, command, body.test_seed)
                return RoomReply(code, done.seq, done.repeated)
            except Refused as refused:
                attempt += 1
                # Where nobody decided it, the room may be open after all.
                if slots is not None and is_taken and refused.why.code != "unavailable":
                    await slots.give_back(code)
                if refused.why.code not in _TAKEN or attempt == CODE_TRIES:
                    raise

    def _code(self, text: str) -> RoomId:
        number = int.from_bytes(hmac.digest(self._code_key, text.encode(), "sha256"))
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[letter])
        return RoomId("".join(letters))

    async def info(self, room: RoomId, session: Session, invitation: str) -> RoomInfo:
        """What somebody who knows the code may know. Refuses with `no_such_room`."""
        self._entering.check_room(room, session)
        public = await self._entering.public(room)
        seated = is_seated(public.members, session.player)
        if not seated:
            await self._entering.admit(public.room, session, invitation)
        about = public.room
        names = await self._sessions.names([about.host])
        return RoomInfo(
            code=room,
            game=about.game,
            phase=about.phase,
            visibility=about.visibility,
            seats_taken=len(public.members),
            seats_most=about.seats_most,
            host=about.host,
            host_name=names.get(about.host, ""),
            seated=seated,
            title=about.title,
            watching=about.watching,
        )

    async def listed(self, session: Session, after: str, limit: int) -> RoomsReply:
        """One page of the public rooms: to a host's user of that host's, and to whoever has a token
        for one room of that one. `after`: the code of the last room of the page before."""
        try:
            found = await self._store.listings(LISTED_LIMIT)
        except StoreAway:
            self._metrics.store_away.add()
            stop("unavailable", retry_after_ms=1_000)
        listed = [msgspec.json.decode(listing, type=RoomListing) for listing in found]
        own = tenant_of(session.player)
        rooms = [
            room for room in listed if own in ("", room.tenant) and session.is_good_for(room.code)
        ]
        codes = [room.code for room in rooms]
        start = codes.index(RoomId(after)) + 1 if after in codes else 0
        page = rooms[start : start + limit]
        is_last = start + limit >= len(rooms) or not page
        names = await self._sessions.names(list({room.host for room in page}))
        return RoomsReply(
            [ListedRoom(room, names.get(room.host, "")) for room in page],
            "" if is_last else page[-1].code,
        )


def _refuse_creation(command: Raw) -> None:
    """Rooms are opened by `Rooms.open`, under codes that nobody chooses and as often as limits let;
    what is no command at all is for the rules to refuse."""
    if commands.type_of(command) == "create":
        stop("forbidden")


def read_code(text: str) -> RoomId:
    """A room's code as somebody typed it. Refuses with `no_such_room` what can be none."""
    code = text.upper()
    if len(code) != CODE_LENGTH or any(letter not in ascii_uppercase for letter in code):
        raise Refused(refuse("no_such_room"))
    return RoomId(code)
