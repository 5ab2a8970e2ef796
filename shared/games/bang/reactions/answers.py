"""Which hand cards answer a wait, and the checks every answer with cards has to pass (§8.2)."""

from collections.abc import Sequence

from ....contracts.refusals import Refusal, refuse
from ..catalogue import Card
from ..hooks import COUNTS_AS, HandCard
from ..resolution import Resolution
from ..waits import Wait


def uses(res: Resolution, seat: int, card: Card) -> tuple[str, ...]:
    """Kinds that a hand card of `seat` may be used as, its own first."""
    return res.ask(COUNTS_AS, HandCard(seat, card), (card.kind,))


def mechanism(wait: Wait) -> str:
    """The name of a wait's kind, as cards name it in `answers`."""
    tag = type(wait).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def usable(res: Resolution, wait: Wait) -> list[int]:
    """Hand cards that answer `wait`: those of the proper kind first, then those that only count as
    it; within each the card held longest first (§8.5)."""
    name = mechanism(wait)
    proper, swapped = [], []
    may_swap = res.may_differ(COUNTS_AS, wait.seat)
    for number in res.state.players[wait.seat].hand:
        card = res.card(number)
        if name in res.catalogue.kinds[card.kind].answers:
            proper.append(number)
        elif may_swap and any(
            name in res.catalogue.kinds[k].answers for k in uses(res, wait.seat, card)
        ):
            swapped.append(number)
    return proper + swapped


def refuse_cards(res: Resolution, wait: Wait, cards: Sequence[int], needed: int) -> Refusal | None:
    """Every card must lie in the hand, fit the wait, and be exactly `needed` in number."""
    return refuse_kinds(res, wait, cards) or refuse_count(cards, needed)


def refuse_kinds(res: Resolution, wait: Wait, cards: Sequence[int]) -> Refusal | None:
    no = refuse_absent(res, wait.seat, cards)
    if no is not None:
        return no
    fitting = usable(res, wait)
    return None if all(card in fitting for card in cards) else refuse("wrong_card")


def refuse_absent(res: Resolution, seat: int, cards: Sequence[int]) -> Refusal | None:
    """The same answer for a card in a foreign hand, in the deck, or that does not exist (L3)."""
    hand = res.state.players[seat].hand
    known = len({*cards}.intersection(hand)) == len(cards)
    return None if known else refuse("no_such_card")


def refuse_count(cards: Sequence[int], needed: int) -> Refusal | None:
    if len(cards) == needed:
        return None
    return refuse("wrong_card_count", needed=needed, given=len(cards))
