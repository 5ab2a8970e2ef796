"""A load (§7): shells, their order, and items for both sides. Health stays as it is."""

from collections.abc import Iterator

from ...contracts.buckshot import BLANK_SHELL, ITEMS, LIVE
from ...engine.draws import shuffle_words
from ...engine.events import Event
from .events import ItemsDealt, Loaded
from .resolution import Resolution
from .state import SLOTS

MOST_OF_A_KIND = 4
"""Live shells of a load, and blank ones: 1 to 4 each, drawn independently (§7)."""

FEWEST_ITEMS = 2
MOST_ITEMS = 4
"""Items a load gives to each side, the same number to both (§4)."""


def load(res: Resolution) -> Iterator[Event]:
    """Loads the gun anew and hands out items; what finds no slot is lost."""
    draws, first = res.draws, res.state.next_draw
    live = 1 + draws.below(first, MOST_OF_A_KIND)
    blank = 1 + draws.below(first + 1, MOST_OF_A_KIND)
    shells = [LIVE] * live + [BLANK_SHELL] * blank
    yield Loaded(
        audience=(),
        shells=tuple(draws.shuffled(first + 2, shells)),
        load=res.state.load + 1,
        live_count=live,
        blank_count=blank,
        draw=first,
        draws=2 + shuffle_words(len(shells)),
        before=tuple(shells),
    )
    yield from _deal(res)


def _deal(res: Resolution) -> Iterator[Event]:
    """The number of items is drawn once, as the first draw of the first side's event."""
    number = res.state.next_draw
    count = FEWEST_ITEMS + res.draws.below(number, MOST_ITEMS - FEWEST_ITEMS + 1)
    for seat, player in enumerate(res.state.players):
        first, own = res.state.next_draw, int(seat == 0)
        drawn = tuple(
            ITEMS[res.draws.below(first + own + offset, len(ITEMS))] for offset in range(count)
        )
        kept = drawn[: SLOTS - len(player.items)]
        yield ItemsDealt(seat, kept, len(drawn) - len(kept), first, own + count)
