"""Cards laid out for all, picked one by one clockwise (§5.3, §5.4)."""

from collections.abc import Iterator

from ....contracts.bang import StorePick
from ....contracts.refusals import Refusal, refuse
from ....engine.events import EVERYBODY, Event
from ..catalogue import Use
from ..events import CardsMoved
from ..piles import turn_up
from ..resolution import Resolution
from ..state import aside_of, hand_of, second_ms
from ..waits import Market


def lay_out(res: Resolution, use: Use) -> Iterator[Event]:
    """As many cards as players live, as far as there are; the one who played picks first."""
    order = res.state.clockwise(use.seat)
    laid = res.state.next_wait
    cards = yield from turn_up(res, len(order), aside_of(laid), EVERYBODY, "laid")
    yield from _turn_to(res, tuple(order[: len(cards)]), laid, use.seat, use.kind)


def _turn_to(
    res: Resolution, order: tuple[int, ...], laid: int, opener: int, via: str
) -> Iterator[Event]:
    if order:
        yield from res.open(
            Market(
                id=0,
                seat=order[0],
                opener=opener,
                laid=laid,
                order=order[1:],
                via=via,
                length_ms=second_ms(res.state, "reactionSeconds"),
            )
        )


def refuse_pick(res: Resolution, wait: Market, command: StorePick) -> Refusal | None:
    return None if command.card_id in res.state.laid(wait.laid) else refuse("not_offered")


def pick(res: Resolution, wait: Market, command: StorePick) -> Iterator[Event]:
    yield from _picked(res, wait, command.card_id)


def default(res: Resolution, wait: Market) -> Iterator[Event]:
    """The first of the cards that lie there (§8.5)."""
    yield from _picked(res, wait, res.state.laid(wait.laid)[0])


def _picked(res: Resolution, wait: Market, card: int) -> Iterator[Event]:
    yield from res.close(wait, "picked")
    yield CardsMoved(
        audience=EVERYBODY,
        source=aside_of(wait.laid),
        to=hand_of(wait.seat),
        cards=(card,),
        why="taken",
    )
    yield from _turn_to(res, wait.order, wait.laid, wait.opener, wait.via)
