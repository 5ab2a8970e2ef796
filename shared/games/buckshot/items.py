"""The items (§4): what each does, and when it may not be used."""

from collections.abc import Callable, Iterator

from ...contracts.refusals import Refusal, refuse
from ...engine.events import Event
from .events import BarrelSawn, Cuffed, HealthChanged, ItemUsed, ShellEjected, ShellSeen
from .resolution import Resolution
from .state import State, max_health, other

Effect = Callable[[Resolution, int], Iterator[Event]]


def beer(res: Resolution, seat: int) -> Iterator[Event]:
    """Throws out the shell in the chamber, and what was sawn for it is wasted (§6)."""
    yield ShellEjected(seat, res.state.gun.chamber[0])


def cigarettes(res: Resolution, seat: int) -> Iterator[Event]:
    """Heals 1, up to the health of the start; at full health they are wasted (§4)."""
    health = res.state.players[seat].health
    if health < max_health(res.state):
        yield HealthChanged(seat, 1, health + 1)


def handcuffs(_: Resolution, seat: int) -> Iterator[Event]:
    """The opponent's next turn is skipped (§4)."""
    yield Cuffed(other(seat))


def magnifier(res: Resolution, seat: int) -> Iterator[Event]:
    """Shows its user alone what is in the chamber (§4)."""
    yield ShellSeen((seat,), seat, (res.state.gun.chamber[0],))


def saw(_: Resolution, seat: int) -> Iterator[Event]:
    """The shell in the chamber does twice the damage (§4)."""
    yield BarrelSawn(seat)


EFFECTS: dict[str, Effect] = {
    "beer": beer,
    "cigarettes": cigarettes,
    "handcuffs": handcuffs,
    "magnifier": magnifier,
    "saw": saw,
}


def refuse_use(state: State, seat: int, item: str) -> Refusal | None:
    """Refuses with `unknown_item`, `no_such_item`, `already_cuffed`, `cuff_immune` or
    `already_sawed`; the first two say what there is, words parted by a space."""
    if item not in EFFECTS:
        return refuse("unknown_item", items=" ".join(EFFECTS))
    held = state.players[seat].items
    if item not in held:
        return refuse("no_such_item", items=" ".join(sorted(set(held))))
    if item == "handcuffs" and state.players[other(seat)].cuffed:
        return refuse("already_cuffed")
    if item == "handcuffs" and state.players[other(seat)].immune:
        return refuse("cuff_immune")
    if item == "saw" and state.gun.sawn:
        return refuse("already_sawed")
    return None


def use(res: Resolution, seat: int, item: str) -> Iterator[Event]:
    """Uses up one item; it must be one that `refuse_use` lets pass."""
    yield ItemUsed(seat, item)
    yield from EFFECTS[item](res, seat)
