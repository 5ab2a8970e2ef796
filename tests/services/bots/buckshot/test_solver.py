"""The solver that judges the search plays by the rules of the real game."""

from random import Random

from msgspec.structs import replace

from shared.contracts.buckshot import Shoot, UseItem
from shared.games.buckshot.state import State
from tests.conftest import Count
from tests.services.bots.buckshot.brute import Order, Place, moves, step
from tests.services.bots.buckshot.evening import GAME, Match, mind, random_options

MATCHES = 150


def seen(state: State) -> Place:
    """The place that a match is at."""
    sides = state.players
    items: list[Order] = [tuple(sorted(side.items)) for side in sides]
    health, immunity = state.options["maxHealth"], state.options["cuffImmunity"]
    assert isinstance(health, int)
    return Place(
        seat=state.turn.seat,
        health=(sides[0].health, sides[1].health),
        items=(items[0], items[1]),
        cuffed=(sides[0].cuffed, sides[1].cuffed),
        immune=(sides[0].immune, sides[1].immune),
        sawn=state.gun.sawn,
        max_health=health,
        immunity=bool(immunity),
        opener=0 if state.options["loadOpener"] == "player" else -1,
    )


def test_the_solver_steps_as_the_game_does(count: Count) -> None:
    chance, steps = Random(9), 0
    for seed in range(MATCHES):
        match = Match(seed, random_options(chance))
        minds = [mind(chance.choice(("novice", "house")), seat, seed) for seat in (0, 1)]
        while not GAME.is_over(match.state):
            before, load = seen(match.state), match.state.load
            assert len(moves(before)) == sum(
                len(offer.targets) + len(offer.items)
                for offer in GAME.legal(match.state, match.seat)
            )
            shell, is_last = match.state.gun.chamber[0], len(match.state.gun.chamber) == 1
            command = minds[match.seat].choose(match.view(match.seat))
            assert isinstance(command, Shoot | UseItem)
            word = command.target if isinstance(command, Shoot) else command.item
            expected = step(before, word, shell, is_last)
            match.moves(command)
            found, steps = seen(match.state), steps + 1
            if match.state.load != load:
                assert replace(found, items=expected.items) == expected, (seed, word)
            elif not GAME.is_over(match.state):
                assert found == expected, (seed, word)
            else:
                assert found.health == expected.health, (seed, word)
    count("steps that the solver took as the game did", steps, minimum=2_000)
