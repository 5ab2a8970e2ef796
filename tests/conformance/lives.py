"""Random whole lives of rooms: a lobby, fair starts, matches, time, absence, the end.

Everything sent is legal when it is sent; what is illegal is in `strays`.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.engine.game import Game, OptionValue, Pace
from shared.room.aggregate import Accepted, Envelope, Room, Supplied
from shared.room.rules import Games
from shared.room.state import Member, RoomState

from .subjects import SUBJECTS, Subject

ROOM = RoomId("QWERTY")
SYSTEM = PlayerId("")
BEGINNING_MS = 1_800_000_000_000
SEND_LIMIT = 20_000


class Plan(msgspec.Struct, frozen=True):
    """What is fixed of a life; what happens in it is drawn."""

    persons: int
    automatic: int
    options: dict[str, OptionValue]
    matches: int = 1
    silence: float = 0.0
    """Share of a match's steps in which the clock acts."""
    absence: float = 0.0
    """Share in which somebody goes away, comes back, leaves or returns."""
    abandoned_at: int = 0
    """The step of the first match with which nobody is left; 0 = never."""
    restated: bool = False
    """If the room is closed in the end it lets go of its last match."""
    gossip: float = 0.3
    """How often something happens in the lobby that has not to."""

    @classmethod
    def of(cls, game: Game, dice: Random) -> "Plan":
        seats = dice.choice(game.seats)
        automatic = dice.choice((0, 0, 1, dice.randrange(seats)))
        options = _some_options(game, dice)
        by_rule = len(game.automatic_seats(_with_defaults(game, options)))
        automatic = max(automatic, by_rule)
        return cls(
            seats - automatic,
            automatic,
            options,
            dice.choice((1,) * 9 + (2,)),
            dice.choice((0.0, 0.03, 0.15)),
            dice.choice((0.0, 0.0, 0.03)),
            dice.randint(1, 200) if dice.random() < 0.04 else 0,
        )


def _some_options(game: Game, dice: Random) -> dict[str, OptionValue]:
    """Values that go together, for about half of the options."""
    while True:
        found = {o.key: dice.choice(o.choices) for o in game.options if dice.random() < 0.5}
        if game.refuse_options(_with_defaults(game, found)) is None:
            return found


def _with_defaults(game: Game, options: dict[str, OptionValue]) -> dict[str, OptionValue]:
    return {option.key: option.default for option in game.options} | options


class Sent(NamedTuple):
    envelope: Envelope
    now_ms: int


class Life:
    """One room from `create` on, all drawn from `seed`. `room` may be changed for its equal."""

    def __init__(
        self, subject: Subject, seed: int, *, plan: Plan | None = None, games: Games | None = None
    ) -> None:
        self.games = games or subject.games
        self.room = Room(ROOM, self.games)
        self.log: list[bytes] = []
        self.supplied: list[str] = []
        """Everything that was ever supplied."""
        self._id = subject.game.id
        self._dice = dice = Random(f"life {seed}")
        restated = Random(f"restated {seed}").random() < 0.5
        self._plan = plan or replace(Plan.of(subject.game, dice), restated=restated)
        self._pace = Pace(autopilot_ms=dice.choice((0, 800)), resume_ms=dice.choice((250, 5_000)))
        self._now_ms = BEGINNING_MS
        self._sent = 0
        self._persons = 0
        self._entropy: dict[PlayerId, str] = {}

    @property
    def state(self) -> RoomState:
        return self.room.state

    @property
    def game(self) -> Game:
        game = self.room.game
        assert game is not None
        return game

    def live(self) -> "Life":
        """Lives to the end."""
        for sent in self.sends():
            self.take(sent)
        return self

    def take(self, sent: Sent) -> Accepted:
        """Carries out what was sent, and keeps the entry."""
        result = self.room.decide(*sent)
        assert isinstance(result, Accepted), (result, sent.envelope.command)
        self.log.append(result.stored)
        return result

    def sends(self) -> Iterator[Sent]:
        """What is sent next, as the room stands; carry it out before asking for another."""
        dice, plan = self._dice, self._plan
        yield self._create()
        for number in range(plan.matches):
            yield from self._gather()
            yield from self._get_ready()
            yield from self._start()
            yield from self._play(plan.abandoned_at if number == 0 else 0)
            if self.state.phase == "closed" or number + 1 == plan.matches:
                break
            yield self.say(self.state.host, "again")
        if self.state.phase == "over" and dice.random() < 0.3:
            for member in list(self.state.persons()):
                yield self.say(member.player, "leave")
        if self.state.phase == "closed" and plan.restated:
            self._now_ms += dice.randint(0, 90_000_000)
            yield self.say(SYSTEM, "restate")

    def say(self, actor: PlayerId, command: Any, **fields: Any) -> Sent:
        """`command`: the name of a command of the room with its fields, or one of the game."""
        self._sent += 1
        assert self._sent < SEND_LIMIT, "the room's life does not end"
        body = {"type": command, **fields} if isinstance(command, str) else command
        name = f"timeout:{fields['due']}" if command == "timeout" else f"c-{self._sent}"
        supplied = self._dice.randbytes(32).hex()
        self.supplied.append(supplied)
        test_seed = self._dice.randbytes(32).hex() if self._dice.random() < 0.05 else None
        envelope = Envelope(
            actor,
            CommandId(name),
            msgspec.json.encode(body),
            Supplied(supplied, self._pace, test_seed),
        )
        return Sent(envelope, self._now_ms)

    def _create(self) -> Sent:
        self._now_ms += self._dice.randint(0, 500)
        visibility = self._dice.choice(("public", "link", "invited"))
        options = self._plan.options
        return self.say(
            self._newcomer(), "create", game=self._id, options=options, visibility=visibility
        )

    def _newcomer(self) -> PlayerId:
        self._persons += 1
        return PlayerId(f"person-{self._persons}")

    def _gather(self) -> Iterator[Sent]:
        """Persons and automatic players take their seats, with some coming and going."""
        dice, plan = self._dice, self._plan
        while len(self.state.members) < plan.persons + plan.automatic:
            self._now_ms += dice.randint(0, 2_000)
            if dice.random() < plan.gossip:
                yield from dice.choice(self._gossip())()
                continue
            automatic = sum(bool(member.automatic) for member in self.state.members)
            if automatic < plan.automatic and dice.random() < 0.5:
                yield self.say(self.state.host, "addAutomatic", playerKind=self._kind())
            elif len(self.state.members) - automatic < plan.persons:
                yield self._join(self._newcomer())

    def _join(self, player: PlayerId) -> Sent:
        return self.say(player, "join", invitation=self.state.invitation)

    def _gossip(self) -> tuple[Callable[[], Iterator[Sent]], ...]:
        return (
            self._come_and_go,
            self._seat_and_unseat,
            self._hand_over,
            self._change_options,
            self._change_visibility,
            self._waver,
        )

    def _kind(self) -> str:
        return self.game.player_kinds[0]

    def _come_and_go(self) -> Iterator[Sent]:
        player = self._newcomer()
        yield self._join(player)
        if self._dice.random() < 0.5:
            yield self.say(player, "leave")
        else:
            yield self.say(self.state.host, "kick", player=player)

    def _seat_and_unseat(self) -> Iterator[Sent]:
        yield self.say(self.state.host, "addAutomatic", playerKind=self._kind())
        yield self.say(self.state.host, "removeAutomatic", player=self.state.members[-1].player)

    def _hand_over(self) -> Iterator[Sent]:
        others = [m for m in self.state.persons() if m.player != self.state.host]
        if others:
            yield self.say(self.state.host, "handOver", player=self._dice.choice(others).player)

    def _change_options(self) -> Iterator[Sent]:
        option = self._dice.choice(self.game.options)
        if option.key not in self._plan.options:
            options = {option.key: self._dice.choice(option.choices)}
            before, after = self.state.options, {**self.state.options, **options}
            game = self.game
            if game.refuse_options(after) is None and game.automatic_seats(
                after
            ) == game.automatic_seats(before):
                yield self.say(self.state.host, "setOptions", options=options)

    def _change_visibility(self) -> Iterator[Sent]:
        visibility = self._dice.choice(("public", "link", "invited"))
        yield self.say(self.state.host, "setVisibility", visibility=visibility)

    def _waver(self) -> Iterator[Sent]:
        player = self._dice.choice(self.state.persons()).player
        yield self.say(player, "ready", ready=True)
        yield self.say(player, "ready", ready=False)

    def _get_ready(self) -> Iterator[Sent]:
        dice = self._dice
        for member in list(self.state.persons()):
            self._now_ms += dice.randint(0, 2_000)
            commitment = ""
            if dice.random() < 0.6:
                entropy = dice.randbytes(32)
                self._entropy[member.player] = entropy.hex()
                commitment = sha256(entropy).hexdigest()
            yield self.say(member.player, "ready", ready=True, commitment=commitment)

    def _start(self) -> Iterator[Sent]:
        """The start is locked; most of those who committed reveal in time."""
        dice = self._dice
        yield self.say(self.state.host, "start")
        for member in dice.sample(self.state.unrevealed(), len(self.state.unrevealed())):
            self._now_ms += dice.randint(0, 400)
            if dice.random() < 0.85:
                yield self.say(member.player, "reveal", entropy=self._entropy[member.player])
            elif dice.random() < 0.2 and len(self.state.persons()) > 1:
                yield self.say(member.player, "leave")
        if self.state.phase == "reveal":
            yield self._timeout()

    def _timeout(self) -> Sent:
        due = self.room.due
        assert due is not None, "a running match waits for nobody"
        late_ms = self._dice.choice((0, 0, 0, 700, self._pace.late_ms + 1))
        self._now_ms = max(self._now_ms, due.at_ms) + late_ms
        return self.say(SYSTEM, "timeout", due=due.id)

    def _play(self, abandoned_at: int) -> Iterator[Sent]:
        step = 0
        while self.state.phase == "match":
            step += 1
            yield self.say(SYSTEM, "abandon") if step == abandoned_at else self._next()

    def _next(self) -> Sent:
        dice, plan = self._dice, self._plan
        if dice.random() < plan.absence:
            return self._turn_away(dice.choice(self.state.members))
        member = self.state.seat(dice.choice(self.room.waited_for()))
        if member.away and dice.random() < 0.2 and not member.left:
            return self._turn_away(member)
        # A player who is away may simply act again.
        if (member.away and dice.random() < 0.95) or dice.random() < plan.silence:
            return self._timeout()
        return self._answer(member.player)

    def _turn_away(self, member: Member) -> Sent:
        self._now_ms += self._dice.randint(0, 1_000)
        player = member.player
        if member.left:
            return self._join(player)
        if not member.automatic and self._dice.random() < 0.3:
            return self.say(player, "leave")
        return self.say(SYSTEM, "absent", player=player, away=not member.away)

    def _answer(self, player: PlayerId) -> Sent:
        dice, game, play = self._dice, self.game, self.state.play
        # Rarely an answer comes after its deadline and yet before the time-out.
        self._now_ms += dice.randint(0, 60_000 if dice.random() < 0.01 else 400)
        offers = game.legal(play, game.seating(play).index(player))
        assert offers, f"{player} is waited for and may do nothing"
        return self.say(player, game.complete(dice.choice(offers), dice.randrange))


def heads(name: str, seeds: range) -> list[str]:
    """The last hash of each of these lives; it stands for every byte of their logs."""
    return [Life(SUBJECTS[name], seed).live().room.hash.hex() for seed in seeds]
