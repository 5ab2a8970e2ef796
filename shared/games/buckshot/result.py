"""Result, ranking and winner of a match that is over."""

from msgspec import Struct

from ...contracts.ids import PlayerId
from ...engine.game import Outcome
from .state import State, other


class PlayerResult(Struct, frozen=True, rename="camel"):
    id: PlayerId
    health: int
    won: bool


class BuckshotResult(Struct, frozen=True, rename="camel"):
    winner: int
    """The seat; -1 when the match was abandoned."""
    players: tuple[PlayerResult, ...]
    """By seat."""
    loads: int
    turns: int
    course: tuple[tuple[int, ...], ...]
    """Health by seat as each load began, and at the end."""


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    players = tuple(
        PlayerResult(player.id, player.health, won=seat == state.winner)
        for seat, player in enumerate(state.players)
    )
    course = (*state.course, tuple(player.health for player in state.players))
    detail = BuckshotResult(state.winner, players, state.load, state.turn.number, course)
    if state.abandoned:
        return Outcome((), (), True, detail)
    winner = players[state.winner].id
    return Outcome((winner,), (winner, players[other(state.winner)].id), False, detail)
