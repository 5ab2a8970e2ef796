"""Setting up a match (§4): seats, roles, characters, the deal."""

from collections.abc import Generator, Iterator, Sequence
from typing import TypeVar

from ...contracts.bang import PickCharacter
from ...contracts.refusals import Refusal, refuse
from ...engine.draws import shuffle_words
from ...engine.events import EVERYBODY, Event
from .events import (
    CharacterPicked,
    CharactersOffered,
    CharacterTaken,
    DrawsUsed,
    RoleDealt,
    Seated,
)
from .hooks import ROLES
from .piles import draw, shuffle_discard_pile
from .resolution import Resolution
from .state import second_ms
from .victory import SHERIFF
from .waits import CharacterPick

T = TypeVar("T")

SHERIFF_BONUS = 1
"""Life points the Sheriff has above his character's (§4)."""

OFFERED = 2
"""Characters to choose from with `choose2`."""


def set_up(res: Resolution) -> Iterator[Event]:
    """Seats, roles and characters; with `choose2` everybody is asked before the deal."""
    state = res.state
    order = yield from _shuffled(res, "seats", state.joined)
    yield Seated(tuple(order))
    count = len(order)
    dealt: tuple[str, ...] = res.ask(ROLES, count, ())
    roles = yield from _shuffled(res, "roles", dealt)
    assert len(roles) == count, (roles, count)
    for seat, role in enumerate(roles):
        audience = EVERYBODY if role == SHERIFF else (seat,)
        yield RoleDealt(audience=audience, seat=seat, role=(role,))
    characters = yield from _shuffled(res, "characters", tuple(res.catalogue.characters))
    for seat in range(count):
        if state.options["characterDraft"] == "random":
            yield _taken(res, seat, characters[seat])
        else:
            offer = tuple(characters[OFFERED * seat : OFFERED * (seat + 1)])
            yield CharactersOffered(audience=(seat,), seat=seat, characters=offer)
            yield from res.open(
                CharacterPick(id=0, seat=seat, opener=0, length_ms=second_ms(state, "turnSeconds"))
            )


def _shuffled(
    res: Resolution, purpose: str, values: Sequence[T]
) -> Generator[Event, None, list[T]]:
    first = res.state.next_draw
    yield DrawsUsed(purpose, first, shuffle_words(len(values)), tuple(map(str, values)))
    return res.draws.shuffled(first, values)


def _taken(res: Resolution, seat: int, name: str) -> CharacterTaken:
    is_sheriff = res.state.players[seat].role == SHERIFF
    life = res.catalogue.characters[name].life + is_sheriff * SHERIFF_BONUS
    return CharacterTaken(seat, name, life)


def deal(res: Resolution) -> Iterator[Event]:
    """Shows the picked characters all together, shuffles the deck, deals as many cards as lives."""
    for seat, player in enumerate(res.state.players):
        if player.picked:
            yield _taken(res, seat, player.picked)
    yield from shuffle_discard_pile(res)
    for seat, player in enumerate(res.state.players):
        yield from draw(res, seat, player.life, "dealt")


def refuse_pick(res: Resolution, wait: CharacterPick, command: PickCharacter) -> Refusal | None:
    offer = res.state.players[wait.seat].offer
    return None if command.character and command.character in offer else refuse("not_offered")


def pick(res: Resolution, wait: CharacterPick, command: PickCharacter) -> Iterator[Event]:
    yield from _picked(res, wait, command.character)


def default_pick(res: Resolution, wait: CharacterPick) -> Iterator[Event]:
    """The first character offered (§4)."""
    yield from _picked(res, wait, res.state.players[wait.seat].offer[0])


def _picked(res: Resolution, wait: CharacterPick, character: str) -> Iterator[Event]:
    yield CharacterPicked(audience=(wait.seat,), seat=wait.seat, character=(character,))
    yield from res.close(wait, "picked")
