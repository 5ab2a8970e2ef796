"""One room of a load: its players, what they do next, and what it was told of each entry."""

from array import array
from collections import defaultdict
from time import monotonic
from typing import Protocol

import msgspec
from msgspec import Raw, Struct

from services.cli.load.request import Pace
from services.cli.load.seat import Message, Seat, Sent, chance_of
from services.cli.load.tally import Tally
from shared.contracts.bang_offers import Offer, complete
from shared.contracts.commands import Again, Ready, Start
from shared.contracts.ids import PlayerId, RoomId

PREPARING = Pace(0.3, 2.0)
"""Between matches nobody thinks for longer."""
_GONE = b"null"
_REMEMBERED = 64
"""Entries for whose frames a room waits in order to time them."""
_SEAT_BITS = 8


class _RoomView(Struct, frozen=True):
    phase: str


class _MemberView(Struct, frozen=True):
    player: PlayerId
    ready: bool = False


class _Told(Struct, frozen=True):
    sections: dict[str, Raw]


_room_views = msgspec.json.Decoder(_RoomView)
_member_views = msgspec.json.Decoder(tuple[_MemberView, ...])
_tolds = msgspec.json.Decoder(_Told)
_offers = msgspec.json.Decoder(list[Offer])


class Turns(Protocol):
    """What a room asks of the load that it belongs to."""

    @property
    def pace(self) -> Pace | None:
        """`None`: whoever may move is told when."""
        ...

    @property
    def preparing(self) -> Pace:
        """Between two matches."""
        ...

    @property
    def is_playing(self) -> bool: ...

    def may_move(self) -> bool:
        """Takes one of the moves that are left."""
        ...


class Room:
    """`number`: among all rooms of the load. Its host's seat folds the whole view."""

    def __init__(
        self,
        code: RoomId,
        addresses: tuple[str, ...],
        tally: Tally,
        turns: Turns,
        *,
        seed: int,
        number: int,
    ) -> None:
        self.code = code
        self.number = number
        self._addresses = addresses
        self.tally = tally
        self.chance = chance_of(seed, number)
        self.seats: list[Seat] = []
        self.phase = ""
        self.view: dict[str, bytes] = {}
        """The host's, as his frames lead to it."""
        self.hashes = array("Q")
        """By entry: the first 64 bits of its hash as it was first told; 0: not told."""
        self.made = array("q")
        """By entry: seat and number of the command that was told to have become it; 0: none."""
        self.was_lost = 0
        """Accepted commands that were not known any more when they were sent a second time."""
        self._turns = turns
        self._newest = 0
        self.newest_s = 0.0
        """When entry `_newest`, the newest of all, was told first, by this machine's clock."""
        self._sent_s: dict[int, float] = {}
        self._early: defaultdict[int, list[float]] = defaultdict(list)

    @property
    def head(self) -> int:
        """The newest entry that any seat has been told of."""
        return max((seat.seq for seat in self.seats), default=0)

    def socket_url(self, turn: int) -> str:
        """A seat's, at its first gateway and then at one after the other."""
        address = self._addresses[turn % len(self._addresses)]
        return f"{address}/api/rooms/{self.code}/socket"

    def command_of(self, seq: int) -> tuple[Seat, int] | None:
        """Whose command became entry `seq`, and which of his, as far as the server said."""
        made = self.made[seq] if seq < len(self.made) else 0
        return (self.seats[made & ((1 << _SEAT_BITS) - 1)], made >> _SEAT_BITS) if made else None

    def was_told(self, seq: int) -> bool:
        """Every seat was told everything up to entry `seq`."""
        return all(seat.seq >= seq for seat in self.seats)

    # What its players do.

    def consider(self, seat: Seat) -> None:
        """Lets a player think who may do something."""
        if not seat.is_idle or not self._turns.is_playing:
            return
        if self.phase == "match":
            if seat.offers and self._turns.pace is not None:
                seat.think(self._turns.pace.draw_s(self.chance))
        elif self._preparing(seat) is not None:
            seat.think(self._turns.preparing.draw_s(self.chance))

    def act(self, seat: Seat) -> bool:
        """One command of a player, if he still has one to give."""
        if not self._turns.is_playing:
            return False
        if self.phase != "match":
            command = self._preparing(seat)
            if command is not None:
                seat.say(command, is_move=False)
            return command is not None
        if not seat.offers or not self._turns.may_move():
            return False
        offers = _offers.decode(seat.offers)
        seat.say(complete(self.chance.choice(offers), self.chance.randrange), is_move=True)
        return True

    def _preparing(self, seat: Seat) -> Struct | None:
        """What a player does between two matches."""
        is_host = seat.number == 0
        if self.phase == "over":
            return Again() if is_host else None
        if self.phase != "lobby":
            return None
        ready = {m.player for m in _member_views.decode(self.view["members"]) if m.ready}
        if seat.player not in ready:
            return Ready(ready=True)
        return Start() if is_host and len(ready) == len(self.seats) else None

    # What its players are told.

    def told(self, seat: Seat, message: Message, data: bytes, now_s: float | None) -> None:
        """A frame or, without `now_s`, a whole view."""
        self.note_hash(message.seq, message.hash)
        if message.seq > self._newest:
            self.note_pause()
            self._newest = message.seq
        if seat.number == 0:
            self._fold(message, data)
        if now_s is not None:
            self._time(message.seq, now_s)
        self.consider(seat)

    def _fold(self, message: Message, data: bytes) -> None:
        sections = _tolds.decode(data).sections
        if message.type == "view":
            self.view = {}
        for name, value in sections.items():
            if bytes(value) == _GONE and message.type == "frame":
                self.view.pop(name, None)
            else:
                self.view[name] = bytes(value)
        if "room" in sections:
            before, self.phase = self.phase, _room_views.decode(self.view["room"]).phase
            self.tally.matches += before == "match" and self.phase == "over"
        if "room" in sections or "members" in sections:
            for each in self.seats:  # also those who were told of it before the host was
                self.consider(each)

    def note_hash(self, seq: int, hash_: str) -> None:
        """A seat was told that entry `seq` has this hash."""
        bits = int(hash_[:16] or "0", 16)
        if seq >= len(self.hashes):
            self.hashes.extend([0] * (seq + 1 - len(self.hashes)))
        if not self.hashes[seq]:
            self.hashes[seq] = bits
        elif self.hashes[seq] != bits:
            self.tally.disagreements += 1

    def note_pause(self) -> None:
        """Something is told of the room, or it is looked at for the last time."""
        now_s = monotonic()
        if self.phase == "match" and self.newest_s:
            self.tally.measured.pause.add((now_s - self.newest_s) * 1000)
        self.newest_s = now_s

    def _time(self, seq: int, now_s: float) -> None:
        sent_s = self._sent_s.get(seq)
        if sent_s is not None:
            self.tally.measured.frame.add((now_s - sent_s) * 1000)
        elif self.command_of(seq) is None:
            self._early[seq].append(now_s)
            if len(self._early) > _REMEMBERED:
                del self._early[min(self._early)]

    def accepted(self, seat: Seat, sent: Sent, message: Message, now_s: float) -> None:
        if sent.seq:
            self._was_asked_again(sent, message)
            return
        tally, seq = self.tally, message.seq
        sent.seq = seq
        tally.repeated += message.repeated
        tally.moves += sent.is_move
        tally.measured.moves += sent.is_move
        tally.measured.accept.add((now_s - sent.at_s) * 1000)
        self.note_made(seq, seat, sent.number)
        for came_s in self._early.pop(seq, ()):
            tally.measured.frame.add((came_s - sent.at_s) * 1000)
        self._sent_s[seq] = sent.at_s
        if len(self._sent_s) > _REMEMBERED:
            del self._sent_s[min(self._sent_s)]

    def note_made(self, seq: int, seat: Seat, number: int) -> None:
        """A command was told to have become entry `seq`."""
        self.tally.accepted += 1
        if seq >= len(self.made):
            self.made.extend([0] * (seq + 1 - len(self.made)))
        self.tally.shared += self.made[seq] != 0
        self.made[seq] = number << _SEAT_BITS | seat.number

    def refused(self, sent: Sent, code: str) -> None:
        if sent.seq:
            self.was_lost += 1
            return
        self.tally.refused[code] = self.tally.refused.get(code, 0) + 1

    def _was_asked_again(self, sent: Sent, message: Message) -> None:
        self.was_lost += message.seq != sent.seq or not message.repeated
