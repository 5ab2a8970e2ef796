"""Result, ranking and winners of a match that is over (§6, §8.6)."""

from msgspec import Struct

from ...contracts.ids import PlayerId
from ...engine.game import Outcome
from .state import State
from .victory import SHERIFF, TEAM


class PlayerResult(Struct, frozen=True, rename="camel"):
    id: PlayerId
    role: str
    character: str
    alive: bool
    won: bool
    death_order: int | None
    """0 = the first who was eliminated."""


class BangResult(Struct, frozen=True, rename="camel"):
    winner_team: str
    """law, outlaws or renegade; empty when the match was abandoned."""
    players: tuple[PlayerResult, ...]
    """By seat."""
    rounds: int
    sheriff_fell: bool


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    fell = {death.seat: order for order, death in enumerate(state.deaths)}
    players = tuple(
        PlayerResult(
            player.id,
            player.role,
            player.character,
            player.alive,
            won=not state.abandoned and TEAM.get(player.role) == state.winner,
            death_order=fell.get(seat),
        )
        for seat, player in enumerate(state.players)
    )
    sheriff_fell = any(p.role == SHERIFF and not p.alive for p in players)
    detail = BangResult(state.winner, players, state.turn.round, sheriff_fell)
    if state.abandoned:
        return Outcome((), (), True, detail)
    winners = tuple(player.id for player in players if player.won)
    return Outcome(winners, _ranking(players), False, detail)


def _ranking(players: tuple[PlayerResult, ...]) -> tuple[PlayerId, ...]:
    """Winners before losers, the living before the dead, late deaths before early ones; ties by
    seat."""

    def place(seat: int) -> tuple[bool, bool, int, int]:
        player = players[seat]
        return (not player.won, not player.alive, -(player.death_order or 0), seat)

    return tuple(players[seat].id for seat in sorted(range(len(players)), key=place))
