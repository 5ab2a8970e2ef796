"""Demands: everybody else gives one card of the demanded kind, or loses a life (§5.3, §5.4)."""

from collections.abc import Iterator

from ....contracts.bang import Respond, TakeHit
from ....contracts.refusals import Refusal
from ....engine.events import EVERYBODY, Event
from ..catalogue import Use
from ..hooks import Wound
from ..piles import spend
from ..resolution import Resolution
from ..state import DISCARD, second_ms
from ..waits import Demand
from ..wounds import wound
from .answers import refuse_cards, usable


def demand_all(res: Resolution, use: Use) -> Iterator[Event]:
    """A demand to every other living player, all at once."""
    for target in res.state.clockwise(use.seat)[1:]:
        yield from res.open(
            Demand(
                id=0,
                seat=target,
                opener=use.seat,
                source=use.seat,
                via=use.kind,
                length_ms=second_ms(res.state, "reactionSeconds"),
            )
        )


def refuse_respond(res: Resolution, wait: Demand, command: Respond) -> Refusal | None:
    return refuse_cards(res, wait, command.card_ids, 1)


def respond(res: Resolution, wait: Demand, command: Respond) -> Iterator[Event]:
    yield from _given(res, wait, command.card_ids[0])


def _given(res: Resolution, wait: Demand, card: int) -> Iterator[Event]:
    yield from spend(res, wait.seat, (card,), DISCARD, EVERYBODY, "answered")
    yield from res.close(wait, "answered")


def take_hit(res: Resolution, wait: Demand, _: TakeHit | None = None) -> Iterator[Event]:
    yield from res.close(wait, "hit")
    yield from wound(res, Wound(wait.seat, 1, wait.source, wait.source, "demand"))


def default(res: Resolution, wait: Demand) -> Iterator[Event]:
    """With `autoDefend` the first card that answers it, otherwise the hit (§8.5)."""
    cards = usable(res, wait) if res.state.options["autoDefend"] else []
    if cards:
        yield from _given(res, wait, cards[0])
    else:
        yield from take_hit(res, wait)
