"""Standoffs: two players give a card in turn, the first who stops loses a life (§5.3, §5.4)."""

from collections.abc import Iterator

from ....contracts.bang import Respond, TakeHit
from ....contracts.refusals import Refusal
from ....engine.events import EVERYBODY, Event
from ..catalogue import Use
from ..hooks import Wound
from ..piles import spend
from ..resolution import Resolution
from ..state import DISCARD, second_ms
from ..waits import Standoff
from ..wounds import wound
from .answers import refuse_cards, usable


def challenge(res: Resolution, use: Use) -> Iterator[Event]:
    """The target is the first to give a card."""
    yield from _turn_to(res, use.target, use.seat, use.seat, use.kind)


def _turn_to(res: Resolution, seat: int, other: int, starter: int, via: str) -> Iterator[Event]:
    yield from res.open(
        Standoff(
            id=0,
            seat=seat,
            opener=starter,
            other=other,
            starter=starter,
            via=via,
            length_ms=second_ms(res.state, "reactionSeconds"),
        )
    )


def refuse_respond(res: Resolution, wait: Standoff, command: Respond) -> Refusal | None:
    return refuse_cards(res, wait, command.card_ids, 1)


def respond(res: Resolution, wait: Standoff, command: Respond) -> Iterator[Event]:
    yield from _given(res, wait, command.card_ids[0])


def _given(res: Resolution, wait: Standoff, card: int) -> Iterator[Event]:
    yield from spend(res, wait.seat, (card,), DISCARD, EVERYBODY, "answered")
    yield from res.close(wait, "answered")
    yield from _turn_to(res, wait.other, wait.seat, wait.starter, wait.via)


def take_hit(res: Resolution, wait: Standoff, _: TakeHit | None = None) -> Iterator[Event]:
    """The opponent is the killer, whoever began it; the card was its starter's (§5.4, §5.6)."""
    yield from res.close(wait, "hit")
    yield from wound(res, Wound(wait.seat, 1, wait.other, wait.starter, "standoff"))


def default(res: Resolution, wait: Standoff) -> Iterator[Event]:
    """With `autoDefend` the first card that answers it, otherwise the hit (§8.5)."""
    cards = usable(res, wait) if res.state.options["autoDefend"] else []
    if cards:
        yield from _given(res, wait, cards[0])
    else:
        yield from take_hit(res, wait)
