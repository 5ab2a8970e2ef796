"""Everything that a seat may do now, as offers; it hangs on nothing that is hidden (L3)."""

from ...contracts.buckshot import ITEMS, OPPONENT, SELF, BlockedItem, Offer
from .items import refuse_use
from .state import State


def offers(state: State, seat: int) -> list[Offer]:
    """A shot and, if there are any, the items that may be used."""
    turn = state.turn
    if state.over or turn.seat != seat:
        return []
    usable = tuple(item for item in ITEMS if refuse_use(state, seat, item) is None)
    found = [Offer("shoot", turn.number, targets=(SELF, OPPONENT))]
    if usable:
        found.append(Offer("use", turn.number, items=usable))
    return found


def blocked(state: State, seat: int) -> list[BlockedItem]:
    """A reason for each kind of item that the turn's side holds and may not use now."""
    if state.over or state.turn.seat != seat:
        return []
    held = (item for item in ITEMS if item in state.players[seat].items)
    return [BlockedItem(item, why) for item in held if (why := refuse_use(state, seat, item))]
