"""Dying: rescue by cards or by trading cards for life, or the end (§5.4)."""

from collections.abc import Iterator, Sequence

from ....contracts.bang import GiveUp, Respond
from ....contracts.refusals import Refusal, refuse
from ....engine.events import EVERYBODY, Event
from ..catalogue import Use
from ..hooks import HEALING, TRADE
from ..piles import spend
from ..resolution import Resolution
from ..state import DISCARD
from ..waits import Dying
from ..wounds import eliminate, heal
from .answers import refuse_count, refuse_kinds, usable


def life_needed(res: Resolution, wait: Dying) -> int:
    """Life points that are missing to 1."""
    return 1 - res.state.players[wait.seat].life


def cards_needed(res: Resolution, wait: Dying, card: int) -> int:
    """How many cards like `card` bring the life back to 1."""
    worth = _worth(res, wait.seat, card)
    return -(-life_needed(res, wait) // worth)


def _worth(res: Resolution, seat: int, card: int) -> int:
    return res.ask(HEALING, Use(seat, card, res.card(card).kind), 1)


def rescue_works(res: Resolution) -> bool:
    """Rescue cards have no effect when only two players are left, the dying one counted (§5.3)."""
    return len(res.state.living()) > 2


def refuse_respond(res: Resolution, wait: Dying, command: Respond) -> Refusal | None:
    no = refuse_kinds(res, wait, command.card_ids)
    if no is not None:
        return no
    if not rescue_works(res):
        return refuse("two_players_left")
    if not command.card_ids:
        return refuse_count((), life_needed(res, wait))
    return refuse_count(command.card_ids, cards_needed(res, wait, command.card_ids[0]))


def respond(res: Resolution, wait: Dying, command: Respond) -> Iterator[Event]:
    yield from _drink(res, wait, command.card_ids)


def _drink(res: Resolution, wait: Dying, cards: Sequence[int]) -> Iterator[Event]:
    worth = sum(_worth(res, wait.seat, card) for card in cards)
    yield from spend(res, wait.seat, cards, DISCARD, EVERYBODY, "answered")
    yield from heal(res, wait.seat, worth, "rescued")


def give_up(res: Resolution, wait: Dying, _: GiveUp | None = None) -> Iterator[Event]:
    yield from res.close(wait, "given_up")
    yield from eliminate(res, wait.seat, wait.killer)


def default(res: Resolution, wait: Dying) -> Iterator[Event]:
    """Rescue cards first, then trades, and only if together they suffice (§8.5)."""
    seat = wait.seat
    missing = life_needed(res, wait)
    drinks: list[int] = []
    for card in usable(res, wait) if rescue_works(res) else ():
        if missing > 0:
            drinks.append(card)
            missing -= _worth(res, seat, card)
    others = [card for card in res.state.players[seat].hand if card not in drinks]
    trade = res.ask(TRADE, seat, 0)
    if missing > 0 and (not trade or len(others) < missing * trade):
        yield from give_up(res, wait)
        return
    if drinks:
        yield from _drink(res, wait, drinks)
    for start in range(0, max(missing, 0) * trade, trade or 1):
        yield from trade_cards(res, seat, others[start : start + trade])


def trade_cards(res: Resolution, seat: int, cards: Sequence[int]) -> Iterator[Event]:
    """Discards cards for one life point."""
    yield from spend(res, seat, cards, DISCARD, EVERYBODY, "traded")
    yield from heal(res, seat, 1, "traded")
