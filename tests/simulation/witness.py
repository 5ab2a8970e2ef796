"""Sees every entry and every answer of the rules service, and holds the laws against them.

It stands outside of all services and knows what none of them can: the log as it is at each moment.
"""

from typing import NamedTuple

import msgspec

from shared.contracts.entries import GENESIS, Header, read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.messages import Accepted, CommandReply, CommandRequest, Refused
from shared.engine.chain import BadEntry, check
from shared.eventstore.log import Stored
from shared.eventstore.memory import MemoryLog
from shared.runtime.bus import Message

_requests = msgspec.json.Decoder(CommandRequest)
_replies: msgspec.json.Decoder[CommandReply] = msgspec.json.Decoder(CommandReply)

UNDECIDED = frozenset({"malformed", "unavailable", "unprocessable", "internal", "forbidden"})
"""Refusals that need not have been decided on a room's head."""


class Broken(AssertionError):
    """A law does not hold."""


class _Asked(NamedTuple):
    request: CommandRequest
    head: int
    """The room's when the request first arrived at a member."""
    first_head: int
    """The room's when the same command first arrived in any request."""


class Witness:
    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.headers: dict[RoomId, list[Header]] = {}
        self._hashes: dict[RoomId, bytes] = {}
        self._where: dict[tuple[RoomId, str, str], list[int]] = {}
        self._asked: dict[str, _Asked] = {}
        self._first: dict[tuple[str, str, str, bytes], int] = {}
        """The head when a command arrived for the first time: who asks again may get the answer
        that was on its way."""
        self.broken: list[str] = []
        """What did not hold."""
        self.accepted = 0
        self.repeated = 0
        self.refused = 0

    def entries(self, room: RoomId) -> list[Stored]:
        return self._log._rooms.get(room, [])

    def rooms(self) -> list[RoomId]:
        return sorted(self._log._rooms)

    def head(self, room: RoomId) -> int:
        """Takes what is new in a room; its head."""
        headers = self.headers.setdefault(room, [])
        for stored in self.entries(room)[len(headers) :]:
            self._take(room, headers, stored)
        return len(headers)

    def where(self, room: RoomId, actor: str, command_id: str) -> list[int]:
        self.head(room)
        return self._where.get((room, actor, command_id), [])

    def look(self) -> None:
        """Takes what is new everywhere."""
        try:
            for room in self.rooms():
                self.head(room)
        except (Broken, BadEntry) as broken:
            self.broken.append(str(broken))

    def arrived(self, message: Message) -> None:
        if not message.subject.startswith("rules.") or message.reply is None:
            return
        if message.reply not in self._asked:
            request = _requests.decode(message.data)
            self.look()
            head = len(self.headers.get(request.room, ()))
            same = (request.room, request.actor, request.command_id, bytes(request.command))
            self._asked[message.reply] = _Asked(request, head, self._first.setdefault(same, head))

    def sent(self, message: Message) -> None:
        asked = self._asked.get(message.subject)
        if asked is None:
            return
        reply = _replies.decode(message.data)
        try:
            if isinstance(reply, Accepted):
                self._hear_accepted(asked.request, reply)
            elif isinstance(reply, Refused):
                self._hear_refused(asked, reply)
        except (Broken, BadEntry) as broken:
            self.broken.append(str(broken))

    def _take(self, room: RoomId, headers: list[Header], stored: Stored) -> None:
        seq = len(headers) + 1
        if stored.seq != seq:
            raise Broken(f"room {room}: entry {stored.seq} stands where {seq} belongs (L6)")
        entry = read_entry(stored.entry)
        header = read_header(entry)
        check(stored.entry, seq, self._hashes.get(room, GENESIS))
        self._hashes[room] = bytes.fromhex(entry.hash)
        if headers:
            before = headers[-1]
            if header.at_ms < before.at_ms:
                raise Broken(f"room {room}: entry {seq} is earlier than the one before it")
            is_time_out = not header.actor and header.command_id.startswith("timeout:")
            if is_time_out and header.at_ms < before.deadline_ms:
                raise Broken(f"room {room}: entry {seq} takes a default before its time")
        headers.append(header)
        self._where.setdefault((room, header.actor, header.command_id), []).append(seq)

    def _hear_accepted(self, request: CommandRequest, reply: Accepted) -> None:
        where = self.where(request.room, request.actor, request.command_id)
        if reply.seq not in where:
            raise Broken(
                f"room {request.room}: {request.command_id} was accepted as entry {reply.seq}, "
                f"and stands at {where} (L7)"
            )
        self.accepted += not reply.repeated
        self.repeated += reply.repeated

    def _hear_refused(self, asked: _Asked, reply: Refused) -> None:
        room, code = asked.request.room, reply.why.code
        self.refused += 1
        if code == "internal":
            raise Broken(f"room {room}: the rules failed over {asked.request.command_id}")
        if code in UNDECIDED and reply.seq == 0:
            return
        if reply.seq < asked.first_head:
            raise Broken(
                f"room {room}: {asked.request.command_id} came at entry {asked.first_head} and was "
                f"refused ({code}) as of {reply.seq} (L6)"
            )
        where = self.where(room, asked.request.actor, asked.request.command_id)
        if code != "command_id_conflict" and any(asked.head < seq <= reply.seq for seq in where):
            raise Broken(
                f"room {room}: {asked.request.command_id} is refused ({code}) as of {reply.seq} "
                f"and stored as {where} (L4)"
            )
