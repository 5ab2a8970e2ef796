"""Whole matches of the real game between minds, each of which has its own view as it is sent."""

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

import msgspec

from services.bots.minds import MINDS, Mind
from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.game import OptionValue, Setup, run
from shared.games.buckshot import Buckshot
from shared.games.buckshot.state import State

GAME = Buckshot()
PLAYERS = (PlayerId("player"), PlayerId("dealer"))
MOVES_LIMIT = 2_000


class Match:
    """One that is running. `seed` fixes the deal."""

    def __init__(self, seed: int, options: Mapping[str, OptionValue]) -> None:
        defaults = {option.key: option.default for option in GAME.options}
        self.state: State = GAME.initial(Setup(PLAYERS, {**defaults, **options}))
        self._draws = Draws(seed.to_bytes(32))
        run(self.state, GAME.start(self.state, 0, self._draws))

    @property
    def seat(self) -> int:
        return self.state.turn.seat

    def view(self, seat: int) -> dict[str, Any]:
        """As the seat's client has it."""
        sections = msgspec.json.encode(GAME.sections(GAME.see(self.state, seat), seat))
        decoded: dict[str, Any] = msgspec.json.decode(sections)
        return decoded

    def moves(self, command: Any) -> None:
        """Asserts that the command is legal."""
        assert GAME.refusal(self.state, self.seat, command) is None, command
        run(self.state, GAME.decide(self.state, self.seat, command, 1_000, self._draws))


def random_options(chance: Random) -> dict[str, OptionValue]:
    keys = ("maxHealth", "cuffImmunity", "loadOpener")
    return {o.key: chance.choice(o.choices) for o in GAME.options if o.key in keys}


def mind(kind: str, seat: int, seed: int) -> Mind:
    return MINDS["buckshot"][kind](PLAYERS[seat], Random(seed))


def winner(match: Match, minds: Sequence[Mind]) -> int:
    """Plays to the end; gives the seat that won."""
    for _ in range(MOVES_LIMIT):
        if GAME.is_over(match.state):
            return match.state.winner
        command = minds[match.seat].choose(match.view(match.seat))
        assert command is not None
        match.moves(command)
    raise AssertionError("it does not come to an end")


def won(first: str, second: str, pairs: int) -> int:
    """How many of twice so many matches `first` wins; each deal is played from both sides."""
    wins = 0
    for seed in range(pairs):
        for side, kinds in enumerate(((first, second), (second, first))):
            minds = [mind(kind, seat, seed) for seat, kind in enumerate(kinds)]
            wins += winner(Match(seed, {}), minds) == side
    return wins


def wilson(wins: int, matches: int) -> tuple[float, float]:
    """The share of wins, with 95 % confidence."""
    z = 1.959964
    share = wins / matches
    middle = share + z * z / (2 * matches)
    spread = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    whole = 1 + z * z / matches
    return (middle - spread) / whole, (middle + spread) / whole
