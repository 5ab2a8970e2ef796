"""Commands on their way to the rules service: to the room's owner, or to whoever can stand in.

A request is sent again, with the same command id, until somebody decides it or the budget is spent;
that the command takes effect once rests on the log. Who dies over a command is counted here,
outside the dying process, so that the next one can set the command aside. A member that does not
hold a room's rules names them, and the room's commands go to those who do from then on.
"""

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
    """How long one member is waited for; when one was silent twice, and so on, twice as long, at
    most eight times: who is slow because much is asked of him must not be asked even more."""
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
        self.owing: set[MemberId] = set()
        """Members that got it and did not say what became of it."""
        self.is_doubtful = False
        """A member said that it does not know."""

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
        self.silent.pop(member, None)

    def said(self, reply: Accepted, member: MemberId) -> Accepted:
        """The reply as it is true of this sending: what a member found done may have been done by
        another that was asked before. What it did itself for this sending, it knows."""
        others = self.owing if member == ANYBODY else self.owing - {member}
        is_ours = reply.repeated and (self.is_doubtful or bool(others))
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
        while (left_ms := give_up_ms - clock.now_ms()) > 0:
            if self._is_unsure(trail):
                await clock.sleep_ms(min(settings.pause_ms, left_ms))
                continue
            member = self._choose(request.room, trail)
            wait_ms = settings.attempt_ms << min(trail.silences // _ASKED_TWICE, _DOUBLINGS)
            pause_ms = await self._attempt(request, trail, member, min(wait_ms, left_ms))
            if not isinstance(pause_ms, int):
                return pause_ms
            if pause_ms:
                await clock.sleep_ms(min(pause_ms, left_ms))
        _log.warning("command_undecided", room=request.room, command_id=request.command_id)
        return Retry(settings.retry_after_ms)

    async def _attempt(
        self, request: CommandRequest, trail: _Trail, member: MemberId, timeout_ms: int
    ) -> CommandReply | int:
        """A decision, or after how many milliseconds to try again."""
        deliveries = request.deliveries + len(trail.lost)
        data = msgspec.json.encode(replace(request, deliveries=deliveries))
        subject = rules_any(self._path) if member == ANYBODY else rules_subject(member, self._path)
        try:
            with self._tracing.part("ask", member=member):
                answer = await self._bus.request(
                    subject, data, timeout_ms=timeout_ms, headers=self._tracing.headers()
                )
        except NoResponders:
            trail.gone(self._missed(member))
            trail.deaf.add(member)
            return self._settings.pause_ms if member == ANYBODY else 0
        except RequestTimeout:
            trail.silences += 1
            trail.owing.add(member)
            trail.silent[member] = trail.silent.get(member, 0) + 1
            return 0
        except BusAway:
            trail.owing.add(member)
            return self._settings.pause_ms
        trail.answered(member)
        reply = _replies.decode(answer)
        if isinstance(reply, Accepted):
            return trail.said(reply, member)
        if isinstance(reply, Refused):
            return reply
        trail.is_doubtful = True
        trail.declined.add(member)
        if isinstance(reply, Elsewhere):
            return self._pause_before_another(request.room, reply.ruleset, trail)
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


def _keep(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > _REMEMBERED:
        known.popitem(last=False)


def _weight(room: RoomId, member: MemberId) -> bytes:
    """All senders agree about who stands in."""
    return blake2b(f"{room}:{member}".encode(), digest_size=8).digest()
