"""One match, played on the room itself by minds that get what a connection would bring them."""

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from time import thread_time_ns
from traceback import format_exc
from typing import Any, NamedTuple

from services.bots.minds import Mind, MindMaker
from services.cli.arena.broken import Broken, Law
from services.cli.arena.request import ROOM_CODE, Request, role_of
from services.cli.arena.wire import Heard, SeatView, Telling
from services.cli.parts import GAMES
from shared.contracts.commands import Create, Join, Ready, Start
from shared.contracts.entries import encoder
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.refusals import Refusal
from shared.engine.game import Game, OptionValue
from shared.room.aggregate import Accepted, Envelope, Room, Supplied
from shared.room.verify import verify

BEGINNING_MS = 1_800_000_000_000
STEP_MS = 200
MOVE_LIMIT = 5_000
"""Moves of a match; the longest random ones have some hundred."""
MATCH_LIMIT_S = 180.0
"""A match takes some ten milliseconds, a few seconds with minds that search on a busy machine;
whoever thinks for minutes never moves."""
LOOKS_EVERY = 32
"""Every so many moves two views are held against the state they are made from: of the seat that
moves next, and of another, each in its turn."""
_OPTIONS_TRIES = 1_000


class Played(NamedTuple):
    """A match that is over; `roles`, `names`, `won` by seat."""

    roles: tuple[str, ...]
    names: tuple[str, ...]
    won: tuple[bool, ...]
    moves: int
    looks: int
    """Views held against their state."""
    is_verified: bool
    head: bytes
    """The log's last hash; it stands for every byte of the match."""
    spent_ns: list[tuple[str, int]]
    """Kind and processor time of each move, the reading of the view included."""
    entries: list[bytes]


class _StoppedError(Exception):
    def __init__(self, law: Law, detail: str, seat: int | None) -> None:
        super().__init__(law)
        self.law: Law = law
        self.detail = detail
        self.seat = seat


class _TooLong(BaseException):
    """Rings in the middle of whatever takes so long, and no `except Exception` there stops it."""


class Match:
    """Match `number` of what is asked, from the opening of its room on."""

    def __init__(self, request: Request, number: int, makers: Mapping[str, MindMaker]) -> None:
        self._request = request
        self._number = number
        self._makers = makers
        self._game: Game = GAMES[request.game]
        self._room = Room(RoomId(ROOM_CODE), GAMES)
        self._entries: list[bytes] = []
        self._chance = Random(request.chance(number, "order"))  # noqa: S311 - a test seed
        self._supplied = Supplied(request.chance(number, "supply").hex())
        self._now_ms = BEGINNING_MS
        self._seating: tuple[PlayerId, ...] = ()
        self._roles: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._minds: list[Mind] = []
        self._moves = 0
        self._looks = 0
        self._spent_ns: list[tuple[str, int]] = []
        self._acting: int | None = None
        self._view: SeatView | None = None
        """What the acting seat was shown last."""
        self._deciding = b""
        """The command that the room has before it."""

    def play(self, *, is_verified: bool) -> Played | Broken:
        """To its end, or to the first thing that must not be."""
        try:
            with _limit(MATCH_LIMIT_S):
                return self._play(is_verified=is_verified)
        except _StoppedError as stopped:
            return self._broken(stopped)
        except _TooLong:
            detail = f"{MATCH_LIMIT_S:g} s are over; it was interrupted in:\n{format_exc()}"
            return self._broken(_StoppedError("the match hangs", detail, self._acting))
        except Exception:  # noqa: BLE001 - whatever the rules raise is what is looked for
            law: Law = "the rules raised an exception"
            return self._broken(_StoppedError(law, format_exc(), self._acting))

    def _play(self, *, is_verified: bool) -> Played:
        self._seat_everybody(self._deal())
        while self._room.state.phase == "match":
            seat = self._acting = self._next_seat()
            if self._moves % LOOKS_EVERY == 0:
                self._look(seat)
                self._look(self._moves // LOOKS_EVERY % len(self._seating))
            self._move(seat)
        self._acting = None
        if is_verified:
            self._verify()
        outcome = self._game.outcome(self._room.state.play)
        assert outcome is not None, "a match that is over has no result"
        return Played(
            self._roles,
            self._names,
            tuple(player in outcome.winners for player in self._seating),
            self._moves,
            self._looks,
            is_verified,
            self._room.hash,
            self._spent_ns,
            self._entries,
        )

    def roles(self) -> tuple[str, ...]:
        """Deals the match and gives the roles by seat."""
        self._seat_everybody(self._deal())
        return self._roles

    def _deal(self) -> Accepted:
        """From the room's opening to the deal. Whoever the game does not seat itself joins."""
        host = PlayerId("person-1")
        self._open(host)
        members = self._room.state.members
        while len(members) < self._request.seats:
            self._must(PlayerId(f"person-{len(members) + 1}"), Join())
        for member in self._room.state.persons():
            self._must(member.player, Ready(ready=True))
        return self._must(host, Start())

    def _open(self, host: PlayerId) -> None:
        """Options that do not go together are drawn again."""
        for _ in range(_OPTIONS_TRIES):
            opening = Create(game=self._request.game, options=self._options())
            decided = self._send(host, encoder.encode(opening))
            if isinstance(decided, Accepted):
                return
        raise AssertionError(decided)

    def _options(self) -> dict[str, OptionValue]:
        if not self._request.has_random_options:
            return {}
        return {o.key: self._chance.choice(o.choices) for o in self._game.options}

    def _must(self, actor: PlayerId, command: Join | Ready | Start) -> Accepted:
        decided = self._send(actor, encoder.encode(command))
        assert isinstance(decided, Accepted), (command, decided)
        return decided

    def _seat_everybody(self, dealt: Accepted) -> None:
        """Minds come to the table after the deal, so that one can be put into a certain role."""
        play = self._room.state.play
        self._seating = self._game.seating(play)
        self._roles = tuple(role_of(self._game, play, seat) for seat in range(len(self._seating)))
        self._names = self._request.line_up(self._number, self._roles)
        for seat, (player, name) in enumerate(zip(self._seating, self._names, strict=True)):
            seed = self._request.chance(self._number, f"seat {seat}")
            self._minds.append(self._makers[name](player, Random(seed)))  # noqa: S311
        self._tell(dealt)

    def _next_seat(self) -> int:
        waited_for = self._game.waited_for(self._room.state.play)
        due = self._room.due
        if not waited_for or due is None or due.at_ms <= 0:
            raise _StoppedError("the match waits for nobody (L8)", f"{waited_for} {due}", None)
        if self._moves >= MOVE_LIMIT:
            raise _StoppedError("the match does not end", f"{MOVE_LIMIT} moves", None)
        return waited_for[0] if len(waited_for) == 1 else self._chance.choice(waited_for)

    def _move(self, seat: int) -> None:
        self._view = view = SeatView(self._game, self._room.state.play, seat)
        began = thread_time_ns()
        try:
            command = self._minds[seat].choose(view)
        except Exception:  # noqa: BLE001 - whatever a mind raises is what is looked for
            raise _StoppedError("the mind raised an exception", format_exc(), seat) from None
        self._spent_ns.append((self._names[seat], thread_time_ns() - began))
        if command is None:
            raise _StoppedError("the mind does not move", "it gave no command", seat)
        try:
            sent = encoder.encode(command)
        except Exception:  # noqa: BLE001 - as above
            raise _StoppedError("the mind's move is no command", format_exc(), seat) from None
        decided = self._send(self._seating[seat], sent)
        if not isinstance(decided, Accepted):
            why = encoder.encode(decided).decode()
            raise _StoppedError("the move is refused", why, seat)
        self._moves += 1
        self._tell(decided)

    def _send(self, actor: PlayerId, command: bytes) -> Accepted | Refusal:
        self._now_ms += STEP_MS
        number = CommandId(f"c{len(self._entries) + 1}")
        self._deciding = command
        envelope = Envelope(actor, number, command, self._supplied)
        decided = self._room.decide(envelope, self._now_ms)
        assert isinstance(decided, Accepted | Refusal), decided
        if isinstance(decided, Accepted):
            self._entries.append(decided.stored)
            self._deciding = b""
        return decided

    def _tell(self, entry: Accepted) -> None:
        telling = Telling(entry, self._seating)
        for place, player in enumerate(self._seating):
            try:
                self._minds[place].hear(Heard(telling, player))
            except Exception:  # noqa: BLE001 - whatever a mind raises is what is looked for
                self._view = SeatView(self._game, self._room.state.play, place)
                raise _StoppedError("the mind raised an exception", format_exc(), place) from None

    def _look(self, seat: int) -> None:
        """What a seat may do, and until when, it can tell from its own view (L3, L2)."""
        game, play = self._game, self._room.state.play
        seen = game.see(play, seat)
        self._looks += 1
        if list(game.legal(seen, seat)) != list(game.legal(play, seat)):
            self._view = SeatView(game, play, seat)
            raise _StoppedError("a view tells other moves than the state (L3)", "", seat)
        if game.due(seen) != game.due(play):
            self._view = SeatView(game, play, seat)
            raise _StoppedError("a view tells another deadline than the state (L2)", "", seat)

    def _verify(self) -> None:
        bad = verify(self._entries, GAMES).first_bad
        if bad is not None:
            detail = f"entry {bad.seq} {bad.why}"
            raise _StoppedError("the log does not hold (L1, L11)", detail, None)

    def _broken(self, stopped: _StoppedError) -> Broken:
        seat = stopped.seat
        is_seated = seat is not None and bool(self._names)
        return Broken(
            number=self._number,
            law=stopped.law,
            detail=stopped.detail,
            seat=seat,
            player=self._names[seat] if seat is not None and is_seated else "",
            role=self._roles[seat] if seat is not None and is_seated else "",
            view=self._shown() if seat is not None else None,
            command=self._deciding.decode(),
            names=dict(zip(map(str, self._seating), self._names, strict=False)),
            entries=self._entries,
        )

    def _shown(self) -> dict[str, Any] | None:
        """The view as it stands in the file; none where the rules cannot even make it."""
        try:
            return None if self._view is None else dict(self._view)
        except Exception:  # noqa: BLE001 - the fault that is being told of may be there
            return None


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Raises `_TooLong` inside when the time is over. Main thread only."""

    def ring(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
