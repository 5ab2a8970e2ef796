"""Whether a character's ability made a difference in a move: seen from what happened alone."""

from collections.abc import Iterator
from typing import Any

from shared.contracts.bang import Draw, KeepCards, PickCheck, Play, TradeCards
from shared.engine.events import Event
from shared.games.bang.events import CardPlayed, CardShown, CardsMoved, WaitChanged, WaitOpened
from shared.games.bang.geometry import distance, weapon_range
from shared.games.bang.state import State
from shared.games.bang.waits import Shot
from tests.services.bots.steady.matches import GAME, Move

Used = tuple[int, str]
"""A seat and the character whose ability it used."""

CARDS = GAME.catalogue({option.key: option.default for option in GAME.options}).cards
BY_COMMAND = {KeepCards: "kit", PickCheck: "lucky", TradeCards: "sid"}
PANIC_REACH = 1


def before(state: State, move: Move) -> Iterator[Used]:
    """What can be told of a move that is about to be made."""
    seat, command = move
    if type(command) in BY_COMMAND:
        yield seat, BY_COMMAND[type(command)]
    if isinstance(command, Draw):
        if command.from_player is not None:
            yield seat, "jesse"
        if command.from_discard:
            yield seat, "pedro"
    if isinstance(command, Play) and command.target is not None:
        yield from _by_distance(state, seat, command)


def _by_distance(state: State, seat: int, command: Play) -> Iterator[Used]:
    """Somebody is reached, or is not, by one seat."""
    kind = command.use_as or CARDS[command.card_id].kind
    if kind not in ("bang", "panic"):
        return
    res = GAME.resolution(state)
    reach = weapon_range(res, seat) if kind == "bang" else PANIC_REACH
    target = state.seat_of(command.target)
    if state.players[seat].character == "rose" and _apart(state, seat, target) > reach:
        yield seat, "rose"
    for other in state.living():
        is_paul = other != seat and state.players[other].character == "paul"
        if is_paul and distance(res, seat, other) == reach + 1:
            yield other, "paul"


def _apart(state: State, one: int, other: int) -> int:
    """The distance as it would be for anybody but the first."""
    kinds = [{CARDS[card].kind for card in state.players[s].in_play} for s in (one, other)]
    living = state.living()
    seats = abs(living.index(one) - living.index(other))
    farther = ("mustang" in kinds[1]) + (state.players[other].character == "paul")
    return min(seats, len(living) - seats) + farther - ("scope" in kinds[0])


def after(state: State, events: list[Event]) -> Iterator[Used]:
    """What can be told of the events that a move brought about; `state` is as they left it."""
    for event in events:
        yield from _told(state, event)


def _told(state: State, event: Any) -> Iterator[Used]:
    match event:
        case CardShown(seat=seat):
            yield seat, "blackJack"
        case CardsMoved(why="ability", to=zone):
            yield zone.owner, state.players[zone.owner].character
        case CardsMoved(why="inherited", to=zone):
            yield zone.owner, "vulture"
        case CardsMoved(why="stolen", to=zone) if zone.owner != state.turn.seat:
            yield zone.owner, "elGringo"
        case CardPlayed(seat=seat, card=card, kind=kind) if kind != CARDS[card].kind:
            yield seat, "calamity"
        case CardPlayed(seat=seat, kind="bang") if _is_willing(state, seat):
            yield seat, "willy"
        case WaitChanged(wait=Shot(seat=seat, tried=tried)) if "jourdonnais" in tried:
            yield seat, "jourdonnais"
        case WaitOpened(wait=Shot(source=source, via="bang", needed=2)):
            yield source, "slab"


def _is_willing(state: State, seat: int) -> bool:
    """A second shot without a weapon that allows it."""
    player = state.players[seat]
    is_fast = any(CARDS[card].kind == "volcanic" for card in player.in_play)
    shots = state.turn.counters.get("bang", 0)
    return player.character == "willy" and shots > 1 and not is_fast
