"""Random walks through a room: lobby and matches, legal and illegal, by people and the system."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from shared.contracts.ids import PlayerId
from shared.engine.game import Pace
from shared.room.aggregate import Envelope
from shared.room.rules import Games
from tests.room.table import GAME, GAMES, SYSTEM, Result, Table, commitment_of, entropy_of

PEOPLE = tuple(PlayerId(name) for name in ("ann", "ben", "cho", "dag", "eve", "fay", "gus"))
STEPS = 160
MANNERS = {"title": "ours", "watching": False, "kids": True}
TENANT = "acme"
OF_TENANT = tuple(PlayerId(f"{TENANT}~{name}") for name in PEOPLE)


class Step(NamedTuple):
    envelope: Envelope
    result: Result


class Walk:
    """One room's life from a seed. What is done next is drawn from what the room needs to get on,
    from what somebody might try, and from nonsense."""

    def __init__(self, seed: int, games: Games = GAMES) -> None:
        self.random = Random(f"walk {seed}")
        self.manners = MANNERS if seed % 7 == 3 else {}
        self.people = OF_TENANT if seed % 20 == 19 else PEOPLE
        pace = Pace(autopilot_ms=self.random.choice((0, 800)))
        self.table = Table(games, seed=seed, pace=pace)

    def steps(self, number: int = STEPS) -> Iterator[Step]:
        """Ends early when the room has been closed for a while."""
        closed = 0
        while number > 0 and closed < 5:
            number -= 1
            closed += self.table.state.phase == "closed"
            yield self.step()

    def step(self) -> Step:
        self.table.now_ms += self.random.choice((0, 1, 40, 700, -200))
        actor, command = self._next()
        envelope = self.table.envelope(actor, command)
        return Step(envelope, self.table.post(envelope))

    def play(self, number: int = STEPS) -> "Walk":
        for _ in self.steps(number):
            pass
        return self

    def _next(self) -> tuple[str, Any]:
        state = self.table.state
        if state.phase == "new":
            options = {"rounds": self.random.choice((2, 3)), "stealing": self._chance(0.5)}
            return self.people[0], {
                "type": "create",
                "game": "tricks",
                "options": options,
                **self.manners,
            }
        if self._chance(0.6):
            return self._get_on()
        return self.random.choice((self._try_lobby, self._try_match, self._system))()

    def _get_on(self) -> tuple[str, Any]:
        phase = self.table.state.phase
        if phase == "over":
            return self.table.state.host, "again"
        if phase == "closed":
            return self._person(), "join"
        if phase == "lobby":
            return self._prepare()
        return self._reveal() if phase == "reveal" else self._move()

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _person(self) -> PlayerId:
        return self.random.choice(self.people)

    def _member(self) -> PlayerId:
        members = self.table.state.members
        return self.random.choice(members).player if members else self._person()

    def _prepare(self) -> tuple[str, Any]:
        state = self.table.state
        unready = [member.player for member in state.persons() if not member.ready]
        if len(state.members) < 2 or (self._chance(0.2) and len(state.members) < 5):
            outside = [player for player in self.people if state.member(player) is None]
            return self.random.choice(
                ((self.random.choice(outside), "join"), (state.host, "addAutomatic"))
            )
        if unready:
            player = self.random.choice(unready)
            commitment = commitment_of(player) if self._chance(0.5) else ""
            return player, {"type": "ready", "ready": True, "commitment": commitment}
        return state.host, "start"

    def _reveal(self) -> tuple[str, Any]:
        awaited = self.table.state.unrevealed()
        player = self.random.choice(awaited).player
        entropy = entropy_of(player) if self._chance(0.8) else "00" * 32
        return player, {"type": "reveal", "entropy": entropy}

    def _move(self) -> tuple[str, Any]:
        player = self.random.choice(self.table.room.waited_for())
        offers = GAME.legal(self.table.state.play, self.table.seat(player))
        if not offers or self._chance(0.1):
            return self._due()
        return player, GAME.complete(self.random.choice(offers), self._choose)

    def _choose(self, bound: int, /) -> int:
        return self.random.randrange(bound)

    def _due(self) -> tuple[str, Any]:
        due = self.table.room.due
        if due is None:
            return SYSTEM, {"type": "timeout", "due": "1.1.0"}
        late_ms = self.random.choice((0, 0, 600, 9_000))
        self.table.now_ms = max(self.table.now_ms, due.at_ms) + late_ms
        return SYSTEM, {"type": "timeout", "due": due.id}

    def _try_lobby(self) -> tuple[str, Any]:
        wanted: tuple[Callable[[], Any], ...] = (
            lambda: "join",
            lambda: {"type": "join", "invitation": self.table.state.invitation},
            lambda: "leave",
            lambda: "leave",
            lambda: {"type": "kick", "player": self._member()},
            lambda: {"type": "handOver", "player": self._member()},
            lambda: {"type": "handOver", "player": "nobody"},
            lambda: {"type": "setOptions", "options": {"rounds": self.random.choice((2, 3, 4))}},
            lambda: {
                "type": "setVisibility",
                "visibility": self.random.choice(("link", "invited")),
            },
            lambda: {"type": "setTalk", "talk": self.random.choice(("off", "phrases", "text"))},
            lambda: {
                "type": "addAutomatic",
                "playerKind": self.random.choice(("quick", "quick", "calm", "odd")),
            },
            lambda: {"type": "removeAutomatic", "player": self._member()},
            lambda: {"type": "ready", "ready": self._chance(0.5)},
            lambda: {"type": "ready", "ready": True, "commitment": "no hex"},
            lambda: "start",
            lambda: "again",
            lambda: {"type": "create", "game": "tricks"},
        )
        return self._member_or_person(), self.random.choice(wanted)()

    def _member_or_person(self) -> PlayerId:
        return self._member() if self._chance(0.7) else self._person()

    def _try_match(self) -> tuple[str, Any]:
        wait, card = self.random.randrange(12), self.random.randrange(-2, 44)
        wanted: tuple[Any, ...] = (
            {"type": "lay", "wait": wait, "card": card},
            {"type": "steal", "wait": wait, "victim": self._member()},
            {"type": "reveal", "entropy": entropy_of(self._person())},
            {"type": "lay", "wait": "1", "card": card},
            b"[",
        )
        return self._member_or_person(), self.random.choice(wanted)

    def _system(self) -> tuple[str, Any]:
        if self.people == OF_TENANT and self._chance(0.1):
            by = self.random.choice(({}, {"tenant": TENANT}, {"tenant": "beta"}))
            return SYSTEM, {"type": "end", **by}
        if self._chance(0.03):
            return SYSTEM, "abandon"
        if self._chance(0.5 if self.table.state.phase == "closed" else 0.02):
            return SYSTEM, "restate"
        if self._chance(0.2):
            return SYSTEM, {"type": "look", "auditor": self.random.choice(("eve", "미나", "\n"))}
        if self._chance(0.3):
            return SYSTEM, {"type": "timeout", "due": self.random.choice(("1.1.0", "reveal.1"))}
        away = self._chance(0.6)
        return SYSTEM, {"type": "absent", "player": self._member_or_person(), "away": away}
