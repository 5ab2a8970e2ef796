"""The language of the specification of Buckshot Roulette: a gun on a table, moves as verbs, and
what somebody at the table sees.

    game = table("blank live", player="saw beer")
    game.player.use("saw").shoot("self")
    assert game.player.cannot.use("saw") == refuse("no_such_item", items="beer")

The first shell is the one in the chamber. Later loads are dictated by `loads`, each `shells / items
of the player / items of the dealer`; where nothing is said they hold `live blank` and no items.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from services.cli.scenario.buckshot.table import SIDES, Table
from shared.contracts.buckshot import Offer
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal
from shared.engine.draws import Draws
from shared.engine.events import Event, hear
from shared.engine.game import OptionValue, Outcome, Pace, Setup, option_values, run
from shared.games.buckshot import Buckshot
from shared.games.buckshot.state import State

GAME = Buckshot()
PACE = Pace()
NEVER_ENDING = 20


class Cannot:
    """The same commands, all to be refused; each leaves everything as it was (L4)."""

    def __init__(self, side: "Side") -> None:
        self._side = side

    def shoot(self, target: str, **args: Any) -> Refusal:
        return self._refused("shoot", target=target, **args)

    def use(self, item: str, **args: Any) -> Refusal:
        return self._refused("use", item=item, **args)

    def _refused(self, action: str, **args: Any) -> Refusal:
        table = self._side.match.table
        before = msgspec.json.encode(table.state)
        answer = table.act(self._side.name, action, args)
        assert isinstance(answer, Refusal), (action, args, answer)
        assert msgspec.json.encode(table.state) == before
        return answer


class Side:
    """One side of the table: what it does, and what everybody sees of it but `knows`."""

    def __init__(self, match: "Match", name: str) -> None:
        self.match = match
        self.name = name
        self.cannot = Cannot(self)

    def shoot(self, target: str) -> "Side":
        return self._say("shoot", target=target)

    def use(self, *items: str) -> "Side":
        for item in items:
            self._say("use", item=item)
        return self

    def _say(self, action: str, **args: Any) -> "Side":
        answer = self.match.table.act(self.name, action, args)
        assert not isinstance(answer, Refusal), (self.name, action, args, answer)
        return self

    @property
    def seen(self) -> Any:
        return self.match.view(None)[f"seat/{SIDES.index(self.name)}"]

    @property
    def health(self) -> int:
        return int(self.seen.health)

    @property
    def items(self) -> str:
        """Oldest first, parted by spaces."""
        return " ".join(self.seen.items)

    @property
    def knows(self) -> str:
        """What it saw of the shell in the chamber; empty for nothing."""
        return str(self.match.view(self.name)["me"].chamber)

    @property
    def offers(self) -> dict[str, str]:
        """By command, what may be filled in, parted by spaces."""
        offers: list[Offer] = self.match.view(self.name)["legal"]
        return {offer.type: " ".join(offer.targets or offer.items) for offer in offers}


class Match:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.player, self.dealer = (Side(self, side) for side in SIDES)

    def view(self, side: str | None) -> dict[str, Any]:
        """What a side sees, or a spectator (`None`)."""
        seat = None if side is None else self.table.seat(side)
        return GAME.sections(GAME.see(self.table.state, seat), seat)

    @property
    def turn(self) -> str | None:
        return self.table.side(self.view(None)["turn"].seat)

    @property
    def number(self) -> int:
        return int(self.view(None)["turn"].number)

    @property
    def load(self) -> int:
        return int(self.view(None)["turn"].load)

    @property
    def gun(self) -> Any:
        return self.view(None)["gun"]

    @property
    def health(self) -> tuple[int, int]:
        return self.player.health, self.dealer.health

    @property
    def cuffed(self) -> str:
        """The side that is; empty for none."""
        return " ".join(s.name for s in (self.player, self.dealer) if s.seen.cuffed)

    @property
    def winner(self) -> str | None:
        return self.table.side(self.view(None)["match"].winner)

    @property
    def outcome(self) -> Outcome:
        found = GAME.outcome(self.table.state)
        assert found is not None
        return found

    @property
    def time_left_ms(self) -> int:
        """Until silence shoots."""
        return int(self.view(None)["clock"]) - self.table.now_ms

    def heard(self, side: str | None) -> list[Event]:
        """All that has happened, as a side heard it, or a spectator."""
        seat = None if side is None else self.table.seat(side)
        return [hear(event, seat) for event in self.table.events]


LIVE_BLANK = "live blank"


def table(
    shells: str,
    *,
    player: str = "",
    dealer: str = "",
    health: tuple[int, int] = (3, 3),
    turn: str = "player",
    loads: tuple[str, ...] = (),
    max_health: int = 4,
    **options: OptionValue,
) -> Match:
    """A match in the middle of its first load."""
    setup: Mapping[str, Any] = {
        "hp": dict(zip(SIDES, health, strict=True)),
        "max_hp": max_health,
        "items": {"player": player.split(), "dealer": dealer.split()},
        "shells": shells.split(),
        "turn": turn,
        "next_loads": [_load(text) for text in (*loads, *[LIVE_BLANK] * NEVER_ENDING)],
        "options": {"opponent": "person"} | options,
    }
    return Match(Table(setup, game=GAME))


def _load(text: str) -> dict[str, Any]:
    shells, *items = (part.split() for part in text.split("/"))
    return {"shells": shells, "items": dict(zip(SIDES, items, strict=False))}


def dealt(seed: int = 0, **options: OptionValue) -> tuple[State, list[Event]]:
    """A match as the rules deal it, and what happened."""
    values = option_values(GAME.options, options)
    assert isinstance(values, dict)
    state = GAME.initial(Setup((PlayerId("ann"), PlayerId("ben")), values))
    draws = Draws(seed.to_bytes(32, "big"))
    return state, run(state, GAME.start(state, 0, draws))


def copied(match: Match) -> State:
    return deepcopy(match.table.state)
