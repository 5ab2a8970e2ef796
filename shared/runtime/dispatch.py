"""Commands on their way to the rules service: to the room's owner, or to whoever can stand in.

A request is sent again, with the same command id, until somebody decides it or the budget is spent;
that the command takes effect once rests on the log. All who were asked are listened to until then:
when everybody is slow, the first to be asked is the first to answer. Who dies over a command is
counted here, outside the dying process, so that the next one can set the command aside. A member
that does not hold a room's rules names them, and the room's commands go to those who do from then
on.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from itertools import count
from typing import NamedTuple, TypeVar

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from shared.contracts.ids import RoomId
from shared.contracts.messages import (
    Accepted,
    CommandReply,
    CommandRequest,
    Elsewhere,
    MemberReply,
    Refused,
    Retry,
)
from shared.contracts.subjects import Path, rules_any, rules_subject
from shared.runtime.bus import Bus, BusAway, NoResponders, RequestTimeout
from shared.runtime.clock import Clock
from shared.runtime.members import MemberId, Members
from shared.runtime.tasks import end
from shared.runtime.tracing import OFF, Tracing

K = TypeVar("K")
V = TypeVar("V")

_log = structlog.stdlib.get_logger(__name__)

ANYBODY = MemberId("any")
"""Stands for the queue group, where no member is known."""

LOST_LIMIT = 2
"""So many members may die over one command; a third is only asked to set it aside."""

_ASKED_TWICE = 2
"""So often one member is asked before another."""

_DOUBLINGS = 3
_REMEMBERED = 1_000

_replies: msgspec.json.Decoder[MemberReply] = msgspec.json.Decoder(MemberReply)


class DispatchSettings(Struct, frozen=True):
    attempt_ms: int = 250
    """How long one member is waited for before one is asked again; when one was silent twice, and
    so on, twice as long, at most eight times: who is slow because much is asked of him must not be
    asked even more."""
    budget_ms: int = 10_000
    """How long a command is tried; then the answer is `Retry`."""
    pause_ms: int = 50
    """Before another attempt where nobody could be asked."""
    retry_after_ms: int = 1_000
    """What a sender is told when the budget is spent."""


class Missed(NamedTuple):
    """A member that got the command and is not there any more, as far as one can see."""

    member: MemberId
    at_ms: int
    """Since when."""
    beats: int
    """How many had been heard of all members by then."""


class _Attempt:
    """One handing over of the command to a member."""

    def __init__(self, member: MemberId, asking: asyncio.Task[bytes]) -> None:
        self.member = member
        self.asking = asking
        self.is_heard = False
        """What came of it has been taken in."""
        self.is_late = False
        asking.add_done_callback(_looked_at)


class _Trail:
    """What became of one command so far."""

    def __init__(self, lost: Sequence[Missed]) -> None:
        self.lost = list(lost)
        self.silences = 0
        self.silent: dict[MemberId, int] = {}
        """Members that got it and have not answered so often."""
        self.deaf: set[MemberId] = set()
        """Members that are announced but no longer there."""
        self.declined: set[MemberId] = set()
        """Members that answered `Retry` or `Elsewhere`."""
        self.attempts: list[_Attempt] = []
        """All that may have come to somebody, in the order of asking."""
        self.is_doubtful = False
        """A member said that it does not know."""

    @property
    def open(self) -> list[_Attempt]:
        """Those that may still be answered."""
        return [attempt for attempt in self.attempts if not attempt.is_heard]

    def fell_silent(self, attempt: _Attempt) -> None:
        if not attempt.is_late:
            attempt.is_late = True
            self.silences += 1
            self.silent[attempt.member] = self.silent.get(attempt.member, 0) + 1

    def gone(self, missed: Missed) -> None:
        if self.silent.pop(missed.member, 0):
            self.lost.append(missed)

    def heard_again(self, members: Members) -> None:
        """Those who are not gone after all are silent as before."""
        missed, self.lost = self.lost, []
        for each in missed:
            if members.is_heard_since(each.member, each.beats):
                self.silent[each.member] = _ASKED_TWICE
                self.deaf.discard(each.member)
            else:
                self.lost.append(each)

    def answered(self, member: MemberId) -> None:
        """Whoever answers has survived, however late it is."""
        self.silent.pop(member, None)
        self.lost = [missed for missed in self.lost if missed.member != member]

    def said(self, reply: Accepted, attempt: _Attempt) -> Accepted:
        """The reply as it is true of this sending: what a member found done may have been done by
        another that was asked, too. What it did itself for this sending, it knows."""
        others = any(
            each is not attempt and (each.member != attempt.member or each.member == ANYBODY)
            for each in self.attempts
        )
        is_ours = reply.repeated and (self.is_doubtful or others)
        return Accepted(reply.seq) if is_ours else reply


class Dispatch:
    """One sender's way to the rules service. `members`: those of the service, being watched.
    `name`: no other sender's; to one without, what was late may be called a repeat."""

    def __init__(
        self,
        bus: Bus,
        members: Members,
        clock: Clock,
        path: Path,
        settings: DispatchSettings = DispatchSettings(),  # noqa: B008 - frozen
        *,
        name: str = "",
        tracing: Tracing = OFF,
    ) -> None:
        self._bus = bus
        self._members = members
        self._clock = clock
        self._path: Path = path
        self._settings = settings
        self._name = name
        self._sendings = count(1)
        self._tracing = tracing
        self._lost: OrderedDict[tuple[str, str, str], tuple[Missed, ...]] = OrderedDict()
        self._rulesets: OrderedDict[RoomId, str] = OrderedDict()
        """Rules that a member did not hold, by the room that is under them."""

    async def send(self, request: CommandRequest) -> CommandReply:
        """What became of the command. `Retry` when nobody decided it within the budget: it may have
        taken effect all the same, and sending the same id again tells.

        Raises `bus.TooLarge`; no other `BusError`.
        """
        if self._name:
            request = replace(request, sending=f"{self._name}:{next(self._sendings)}")
        key = (request.room, request.actor, request.command_id)
        trail = _Trail(self._lost.pop(key, ()))
        try:
            with self._tracing.begin("command", room=request.room, path=self._path) as span:
                reply = await self._send(request, trail)
                span.note(outcome=told(reply))
                return reply
        finally:
            if trail.lost or trail.silent:
                self._remember(key, trail)

    async def _send(self, request: CommandRequest, trail: _Trail) -> CommandReply:
        clock, settings = self._clock, self._settings
        give_up_ms = clock.now_ms() + settings.budget_ms
        try:
            while (left_ms := give_up_ms - clock.now_ms()) > 0:
                then = await self._step(request, trail, left_ms)
                if isinstance(then, int) and then:
                    then = await self._listen(trail, request.room, min(then, left_ms))
                if not isinstance(then, int):
                    return then
        finally:
            await end(*(attempt.asking for attempt in trail.open))
        _log.warning("command_undecided", room=request.room, command_id=request.command_id)
        return Retry(settings.retry_after_ms)

    async def _step(
        self, request: CommandRequest, trail: _Trail, left_ms: int
    ) -> CommandReply | int:
        """Asks one member; a decision, or after how many milliseconds to ask again.

        Nobody while the broker is away: all that waited for it would be sent at once.
        """
        if not self._bus.is_connected or self._is_unsure(trail):
            return self._settings.pause_ms
        member = self._choose(request.room, trail)
        deliveries = request.deliveries + len(trail.lost)
        data = msgspec.json.encode(replace(request, deliveries=deliveries))
        wait_ms = self._settings.attempt_ms << min(trail.silences // _ASKED_TWICE, _DOUBLINGS)
        attempt = _Attempt(member, asyncio.create_task(self._ask(member, data, left_ms)))
        trail.attempts.append(attempt)
        return await self._listen(trail, request.room, min(wait_ms, left_ms), attempt)

    async def _ask(self, member: MemberId, data: bytes, timeout_ms: int) -> bytes:
        subject = rules_any(self._path) if member == ANYBODY else rules_subject(member, self._path)
        with self._tracing.part("ask", member=member):
            return await self._bus.request(
                subject, data, timeout_ms=timeout_ms, headers=self._tracing.headers()
            )

    async def _listen(
        self, trail: _Trail, room: RoomId, for_ms: int, attempt: _Attempt | None = None
    ) -> CommandReply | int:
        """A decision, of whomever; or, when `attempt` has come to nothing or the time is over,
        after how many milliseconds to ask again.

        A refusal waits within that time for the others who were asked: one of them may have found
        the room further on and have accepted.
        """
        refusal: Refused | None = None
        pause_ms: int | None = None
        alarm = asyncio.create_task(_sleep(self._clock, for_ms))
        try:
            while True:
                for each in [x for x in trail.open if x.asking.done()]:
                    heard = self._hear(trail, room, each)
                    if isinstance(heard, Accepted):
                        return heard
                    if isinstance(heard, Refused):
                        refusal = heard
                    elif each is attempt:
                        pause_ms = heard
                if refusal is not None and (alarm.done() or not trail.open):
                    return refusal
                if refusal is None and pause_ms is not None:
                    return pause_ms
                if alarm.done():
                    if attempt is not None:
                        trail.fell_silent(attempt)
                    return 0
                waited = {alarm, *(each.asking for each in trail.open)}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        finally:
            alarm.cancel()

    def _hear(self, trail: _Trail, room: RoomId, attempt: _Attempt) -> Accepted | Refused | int:
        """A decision, or after how many milliseconds to ask again. Raises `bus.TooLarge`."""
        member, settings = attempt.member, self._settings
        attempt.is_heard = True
        try:
            reply = _replies.decode(attempt.asking.result())
        except NoResponders:
            trail.attempts.remove(attempt)
            trail.gone(self._missed(member))
            trail.deaf.add(member)
            return settings.pause_ms if member == ANYBODY else 0
        except RequestTimeout:
            trail.fell_silent(attempt)
            return 0
        except BusAway:
            return settings.pause_ms
        except msgspec.DecodeError:  # a kind of answer that a later release has
            reply = Retry(settings.pause_ms)
        trail.answered(member)
        if isinstance(reply, Accepted):
            return trail.said(reply, attempt)
        if isinstance(reply, Refused):
            return reply
        trail.is_doubtful = True
        trail.declined.add(member)
        if isinstance(reply, Elsewhere):
            return self._pause_before_another(room, reply.ruleset, trail)
        return max(reply.retry_after_ms, 1)

    def _pause_before_another(self, room: RoomId, ruleset: str, trail: _Trail) -> int:
        """Notes what the room is under: none where somebody who holds it is to be asked next."""
        _keep(self._rulesets, room, ruleset)
        alive = self._members.alive()
        is_held = any(ruleset in alive[member] for member in alive if member not in trail.declined)
        return 0 if is_held else self._settings.retry_after_ms

    def _is_unsure(self, trail: _Trail) -> bool:
        """Notes who is missed and who is there again; whether to see first if somebody comes back.

        A member that nothing was heard of may only be short of processor time, as all are under too
        much load, and one that the broker does not know may not have come back to it yet. When it
        is heard again it has survived; so before a command is set aside, those are waited for who
        are missed for less than they would need to be heard.
        """
        alive, now_ms = self._members.alive(), self._clock.now_ms()
        for member in [x for x in trail.silent if x not in alive and x != ANYBODY]:
            trail.gone(self._missed(member))
        trail.heard_again(self._members)
        return len(trail.lost) >= LOST_LIMIT and any(
            now_ms - missed.at_ms < self._members.ttl_ms for missed in trail.lost
        )

    def _missed(self, member: MemberId) -> Missed:
        return Missed(member, self._clock.now_ms(), self._members.beats)

    def _choose(self, room: RoomId, trail: _Trail) -> MemberId:
        """The owner; after two silences, or when it is gone or declines, another member. Of a room
        whose rules not everybody holds, the owner among those who do.

        A command that may have hung two members goes to no third before they have answered or are
        known to be gone.
        """
        alive = self._members.alive()
        able = [member for member in alive if member not in trail.deaf]
        if not able:
            trail.deaf.clear()
            return ANYBODY
        if trail.declined.issuperset(able):
            trail.declined.clear()
        is_suspect = len(trail.lost) < LOST_LIMIT <= len(trail.lost) + len(trail.silent)
        ruleset = self._rulesets.get(room)
        owner = self._members.owner(room, ruleset)

        def rank(member: MemberId) -> tuple[bool, bool, int, bool, bool, bytes]:
            return (
                is_suspect and member not in trail.silent,
                member in trail.declined,
                trail.silent.get(member, 0) // _ASKED_TWICE,
                ruleset is not None and ruleset not in alive[member],
                member not in trail.silent and member != owner,
                _weight(room, member),
            )

        return min(able, key=rank)

    def _remember(self, key: tuple[str, str, str], trail: _Trail) -> None:
        gone = trail.silent.keys() - self._members.alive().keys() - {ANYBODY}
        lost = (*trail.lost, *map(self._missed, sorted(gone)))
        if lost:
            _keep(self._lost, key, lost)


def told(reply: MemberReply) -> str:
    """What became of a command, in a word: accepted, repeated, retry, elsewhere, or the refusal's
    code."""
    if isinstance(reply, Accepted):
        return "repeated" if reply.repeated else "accepted"
    if isinstance(reply, Elsewhere):
        return "elsewhere"
    return "retry" if isinstance(reply, Retry) else reply.why.code


def _looked_at(asking: asyncio.Task[bytes]) -> None:
    """Of what comes when nobody listens any more no error is told."""
    if not asking.cancelled():
        asking.exception()


async def _sleep(clock: Clock, duration_ms: int) -> None:
    await clock.sleep_ms(duration_ms)


def _keep(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > _REMEMBERED:
        known.popitem(last=False)


def _weight(room: RoomId, member: MemberId) -> bytes:
    """All senders agree about who stands in."""
    return blake2b(f"{room}:{member}".encode(), digest_size=8).digest()
