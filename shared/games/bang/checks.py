"""Draw checks (판정): turning up cards, choosing among them, and what follows (§5.1)."""

from collections.abc import Iterator, Sequence

from ...contracts.bang import PickCheck
from ...contracts.refusals import Refusal, refuse
from ...engine.events import EVERYBODY, Event
from .catalogue import CheckDef
from .events import CardsMoved, CheckMade
from .hooks import CHECK_CARDS, SUIT
from .piles import turn_up
from .resolution import Resolution
from .state import DISCARD, aside_of, second_ms
from .waits import CheckPick


def check(
    res: Resolution, seat: int, purpose: str, parent: int = 0, may_choose: bool = True
) -> Iterator[Event]:
    """Makes one draw check and goes on with what follows from it.

    Where several cards are turned up their owner chooses, and a wait opens (the parent stands
    still); with `may_choose` off the card that serves him counts.
    """
    count = res.ask(CHECK_CARDS, seat, 1)
    if count == 1 or not may_choose:
        cards = yield from turn_up(res, count, DISCARD, EVERYBODY, "turned")
        yield from _decided(res, seat, purpose, parent, cards, _best(res, purpose, cards))
        return
    number = res.state.next_wait
    cards = yield from turn_up(res, count, aside_of(number), EVERYBODY, "turned")
    if len(cards) > 1:
        pick = CheckPick(
            id=0,
            seat=seat,
            opener=seat,
            parent=parent,
            purpose=purpose,
            laid=number,
            length_ms=second_ms(res.state, "reactionSeconds"),
        )
        yield from res.open(pick)
        return
    yield from _clear(number, cards)
    yield from _decided(res, seat, purpose, parent, cards, _best(res, purpose, cards))


def matches(res: Resolution, definition: CheckDef, number: int) -> bool:
    card = res.card(number)
    return res.ask(SUIT, card, card.suit) == definition.suit and card.rank in definition.ranks


def serves(res: Resolution, purpose: str, card: int) -> bool:
    """Whether a check for `purpose` succeeds with that card."""
    definition = res.catalogue.checks[purpose]
    return matches(res, definition, card) == definition.good


def refuse_pick(res: Resolution, wait: CheckPick, command: PickCheck) -> Refusal | None:
    return None if command.card_id in res.state.laid(wait.laid) else refuse("not_offered")


def pick(res: Resolution, wait: CheckPick, command: PickCheck) -> Iterator[Event]:
    yield from _picked(res, wait, command.card_id)


def default_pick(res: Resolution, wait: CheckPick) -> Iterator[Event]:
    """The card that serves its owner, otherwise the first (§8.5)."""
    yield from _picked(res, wait, _best(res, wait.purpose, res.state.laid(wait.laid)))


def _picked(res: Resolution, wait: CheckPick, chosen: int) -> Iterator[Event]:
    cards = tuple(res.state.laid(wait.laid))
    yield from res.close(wait, "picked")
    yield from _clear(wait.laid, cards)
    yield from _decided(res, wait.seat, wait.purpose, wait.parent, cards, chosen)


def _clear(number: int, cards: tuple[int, ...]) -> Iterator[Event]:
    if cards:
        yield CardsMoved(
            audience=EVERYBODY, source=aside_of(number), to=DISCARD, cards=cards, why="turned"
        )


def _best(res: Resolution, purpose: str, cards: Sequence[int]) -> int:
    serving = [card for card in cards if serves(res, purpose, card)]
    return (*serving, *cards, -1)[0]


def _decided(
    res: Resolution, seat: int, purpose: str, parent: int, cards: tuple[int, ...], chosen: int
) -> Iterator[Event]:
    definition = res.catalogue.checks[purpose]
    matched = chosen >= 0 and matches(res, definition, chosen)
    success = matched == definition.good
    yield CheckMade(seat, purpose, cards, chosen, success)
    yield from definition.then(res, seat, parent, matched)
