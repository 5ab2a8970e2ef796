"""One command's way: load the room, decide, append, and only then say what became of it.

Of two members that run a room at once the log lets one win each entry; everything else follows from
three rules. Anything but a plain acknowledgement drops the room and reads back, where the room's
own memory of command ids tells whether the command took effect. A refusal leaves only when the head
proves that it was not decided on an old state. What is tried again is bounded.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import structlog

from services.rules.heads import Heads
from services.rules.metrics import RulesMetrics
from services.rules.outages import Outages
from services.rules.rooms import Hot, Rooms
from services.rules.settings import RulesSettings
from services.rules.snapshotting import Snapshotter
from shared.contracts.entries import read_entry, read_header
from shared.contracts.messages import (
    Accepted,
    CommandReply,
    CommandRequest,
    Elsewhere,
    MemberReply,
    Refused,
    Retry,
)
from shared.contracts.refusals import Refusal, refuse
from shared.eventstore.log import Away, Conflict, Doubtful, Log, TooLarge
from shared.folding.loader import Damaged, ForeignRules, Loader
from shared.room import aggregate
from shared.room.aggregate import Envelope, Repeated, Room, Supplied
from shared.room.fair import SECRET_BYTES, read_hex
from shared.runtime import logs
from shared.runtime.clock import Clock
from shared.runtime.tracing import OFF, Tracing

_log = structlog.stdlib.get_logger(__name__)

TRIES = 6
"""A command that lost so many races in a row is sent back to its sender."""

DELIVERIES_LIMIT = 2
"""A command that was handed over more often than this killed its members; see `set aside`."""

ANSWERED_LIMIT = 2_000
"""Sendings whose answer is remembered, for those whose answer was late or lost."""

ACTOR_LIMIT = 64
"""Characters of a player's id."""

_APPENDS = {Conflict: "conflict", TooLarge: "too_large", Away: "away"}

_ROOM = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Deciding:
    """Decides commands of all rooms; those of one room one after the other."""

    def __init__(
        self,
        *,
        rooms: Rooms,
        loader: Loader,
        heads: Heads,
        log: Log,
        snapshotter: Snapshotter,
        clock: Clock,
        outages: Outages,
        settings: RulesSettings,
        metrics: RulesMetrics,
        fresh: Callable[[], bytes],
        tracing: Tracing = OFF,
    ) -> None:
        self._rooms = rooms
        self._loader = loader
        self._heads = heads
        self._log = log
        self._snapshotter = snapshotter
        self._clock = clock
        self._outages = outages
        self._settings = settings
        self._metrics = metrics
        self._fresh = fresh
        self._tracing = tracing
        self._later = Retry(settings.retry_after_ms)
        self._under_way: dict[tuple[str, str, str, bytes], asyncio.Future[MemberReply]] = {}
        self._answered: OrderedDict[str, Accepted] = OrderedDict()
        """By sending."""

    async def decide(self, request: CommandRequest) -> MemberReply:
        """What became of the command. After `Accepted` it is on disk, after `Refused` it is not
        stored, after `Retry` and `Elsewhere` nothing is known.

        A sender that lost its patience asks again; while the first asking is under way, both get
        its reply, so that a slow log is not made slower by those who wait for it. Asked again later
        in the same sending, it gets that reply too: what it sent once is no repeat.
        """
        answered = self._answered.get(request.sending)
        if answered is not None:
            return answered
        reply = await self._decide_once(request)
        if isinstance(reply, Accepted) and request.sending:
            self._answered[request.sending] = reply
            if len(self._answered) > ANSWERED_LIMIT:
                self._answered.popitem(last=False)
        return reply

    async def _decide_once(self, request: CommandRequest) -> MemberReply:
        key = (request.room, request.actor, request.command_id, bytes(request.command))
        under_way = self._under_way.get(key)
        if under_way is not None and request.deliveries <= DELIVERIES_LIMIT:
            self._metrics.guard("joined")
            return await asyncio.shield(under_way)
        reply: asyncio.Future[MemberReply] = asyncio.get_running_loop().create_future()
        self._under_way[key] = reply
        try:
            reply.set_result(await self._decide(request))
            return reply.result()
        finally:
            reply.cancel()
            if self._under_way.get(key) is reply:
                del self._under_way[key]

    async def _decide(self, request: CommandRequest) -> MemberReply:
        refusal = self._form(request)
        if refusal is not None:
            return Refused(refusal)
        if request.deliveries > DELIVERIES_LIMIT:
            return await self._set_aside(request)
        envelope = Envelope(
            request.actor,
            request.command_id,
            bytes(request.command),
            Supplied(self._fresh().hex(), self._settings.pace, request.test_seed or None),
        )
        with self._rooms.using(request.room) as hot:
            if hot.users > self._settings.queue_limit:
                self._metrics.guard("queue_full")
                return self._later
            was_doubtful = False
            for _ in range(TRIES):
                try:
                    reply = await self._attempt(hot, envelope)
                except Doubtful as doubtful:
                    self._metrics.guard("doubtful")
                    self._outages.note(doubtful)
                    was_doubtful = True
                    continue
                except ForeignRules as foreign:
                    # Of an append without an answer whoever holds the rules will know.
                    return Elsewhere(foreign.ruleset)
                except Away as away:
                    self._outages.note(away)
                    return self._later
                if was_doubtful and isinstance(reply, Accepted) and reply.repeated:
                    self._metrics.guard("read_back")
                    return Accepted(reply.seq)
                if reply is not None:
                    return reply
        self._outages.given_up(was_doubtful=was_doubtful)
        return self._later

    def _form(self, request: CommandRequest) -> Refusal | None:
        """Refuses what no honest sender asks."""
        if _ROOM.fullmatch(request.room) is None:
            return refuse("no_such_room")
        if len(request.actor) > ACTOR_LIMIT or not request.actor.isprintable():
            return refuse("malformed")
        if request.test_seed:
            if not self._settings.allow_test_seeds:
                return refuse("forbidden")
            if not read_hex(request.test_seed, SECRET_BYTES):
                return refuse("malformed")
        return None

    async def _attempt(self, hot: Hot, envelope: Envelope) -> CommandReply | None:
        """A reply, or none where the room has to be read again first.

        Raises `Doubtful`, `Away` and `ForeignRules`, then the room is dropped where need be.
        """
        async with hot.lock:
            try:
                is_head_known = await self._fetch(hot)
            except Damaged:
                return Refused(refuse("unavailable", retry_after_ms=self._settings.bad_room_ms))
            room = hot.room
            assert room is not None
            decision = self._decision(hot, room, envelope)
            if isinstance(decision, aggregate.Accepted):
                return await self._append(hot, decision)
            if isinstance(decision, Repeated):
                self._metrics.guard("repeated")
                return Accepted(decision.seq, repeated=True)
            seq, reads = room.seq, hot.reads
        if is_head_known or await self._is_current(hot, seq, reads):
            return Refused(decision, seq)
        self._metrics.guard("stale_refusal")
        return None

    async def _fetch(self, hot: Hot) -> bool:
        """Makes `hot.room` usable. Was it read from the log just now, so that its head is known?

        Raises `Damaged`, `ForeignRules` and `Away`.
        """
        if hot.damage is not None and self._clock.now_ms() < hot.damaged_until_ms:
            raise hot.damage
        try:
            if hot.room is None:
                with self._tracing.part("fold", room=hot.id):
                    hot.keep(await self._loader.load(hot.id))
                self._snapshotter.loaded(hot)
                return True
            if hot.is_behind:
                await self._catch_up(hot, hot.room)
                return True
        except Damaged as damage:
            hot.drop()
            hot.damage = damage
            hot.damaged_until_ms = self._clock.now_ms() + self._settings.bad_room_ms
            self._metrics.guard("damaged")
            _log.error("room_damaged", room=damage.room, seq=damage.seq)
            raise
        except BaseException:
            hot.drop()
            raise
        return False

    async def _catch_up(self, hot: Hot, room: Room) -> None:
        """Raises as `_fetch`."""
        try:
            await self._loader.catch_up(room)
        except Damaged:  # perhaps the log was cut behind what is in memory
            hot.keep(await self._loader.load(hot.id))
        else:
            hot.was_read()

    def _decision(
        self, hot: Hot, room: Room, envelope: Envelope
    ) -> aggregate.Accepted | Repeated | Refusal:
        try:
            return room.decide(envelope, self._clock.now_ms())
        except Exception as error:  # noqa: BLE001 - a bug in one room's rules must not end others
            hot.drop()
            self._metrics.guard("internal")
            _log.error(
                "command_failed",
                room=hot.id,
                seq=hot.stored_seq,
                command_id=envelope.command_id,
                kind=type(error).__name__,
                where=logs.place_of(error),
            )
            return refuse("internal")

    async def _append(self, hot: Hot, decided: aggregate.Accepted) -> CommandReply | None:
        message_id = f"{decided.seq}-{self._fresh().hex()[:24]}"
        try:
            with self._measured(), self._tracing.part("append", room=hot.id, seq=decided.seq):
                await self._log.append(
                    hot.id,
                    decided.seq,
                    decided.stored,
                    message_id=message_id,
                    begins=decided.begins,
                )
        except Conflict:
            hot.drop()
            self._metrics.guard("conflict")
            return None
        except TooLarge as error:
            hot.drop()
            _log.error("entry_too_large", room=hot.id, seq=decided.seq, size_bytes=error.size_bytes)
            return Refused(refuse("unprocessable"), decided.seq - 1)
        except BaseException:  # a cancelled append is as doubtful as one without an answer
            hot.drop()
            raise
        self._outages.over()
        hot.stored_seq = decided.seq
        self._snapshotter.stored(hot, decided)
        _log.debug(
            "command_accepted",
            room=hot.id,
            seq=decided.seq,
            command_id=decided.header.command_id,
        )
        return Accepted(decided.seq)

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """Notes how long an append took, and what became of it."""
        began_ms, outcome = self._clock.now_ms(), "doubtful"
        try:
            yield
            outcome = "stored"
        except (Conflict, TooLarge, Away) as error:
            outcome = _APPENDS[type(error)]
            raise
        finally:
            self._metrics.append_ms.observe(self._clock.now_ms() - began_ms, outcome=outcome)

    async def _is_current(self, hot: Hot, seq: int, reads: int) -> bool:
        """Whether `seq` was the head at some moment since the command came (L6). Raises `Away`.

        Later entries of this process do no harm: it decided and stored them on top of `seq`.
        """
        head = await self._heads.head(hot.id)
        if head == seq or (hot.reads == reads and seq <= head <= hot.stored_seq):
            return True
        if head < seq:
            _log.error("head_went_back", room=hot.id, seq=head)
        async with hot.lock:
            if hot.reads == reads:
                hot.is_behind = True
        return False

    async def _set_aside(self, request: CommandRequest) -> CommandReply:
        """Refuses without deciding; the room is not even folded, since that may be what kills."""
        try:
            entries = await self._log.read(request.room)
        except Away:
            return self._later
        for stored in reversed(entries):
            try:
                header = read_header(read_entry(stored.entry))
            except msgspec.DecodeError:
                continue
            if (header.actor, header.command_id) == (request.actor, request.command_id):
                return Accepted(stored.seq, repeated=True)
        self._metrics.guard("set_aside")
        _log.error("command_set_aside", room=request.room, command_id=request.command_id)
        return Refused(refuse("unprocessable"), entries[-1].seq if entries else 0)
