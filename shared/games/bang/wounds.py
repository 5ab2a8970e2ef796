"""Losing and regaining life, dying, elimination (§5.4, §5.5, §5.6)."""

from collections.abc import Iterator

from ...engine.events import EVERYBODY, Event
from .events import CardsMoved, Eliminated, LifeChanged
from .hooks import ACTS_BEFORE_DYING, HEIR, SURVIVED, Wound
from .piles import clear_table, draw, leave_play, spend
from .resolution import Resolution
from .state import DISCARD, aside_of, hand_of, second_ms
from .victory import DEPUTY, OUTLAW, SHERIFF, finish, winner
from .waits import CheckPick, Dying, Keep, Market

REWARD_CARDS = 3
"""For whoever eliminates an outlaw (§5.6)."""


def wound(res: Resolution, blow: Wound) -> Iterator[Event]:
    """Takes life points; then dying is settled before any ability acts (§5.5), unless a house rule
    turns the two round (§7)."""
    life = res.state.players[blow.seat].life - blow.amount
    yield LifeChanged(blow.seat, -blow.amount, life, blow.why, blow.card_owner)
    acts_first = res.ask(ACTS_BEFORE_DYING, blow, False)
    if life > 0 or acts_first:
        yield from res.reach(SURVIVED, blow)
    if life <= 0:
        opener = blow.card_owner if blow.card_owner >= 0 else blow.seat
        yield from res.open(
            Dying(
                id=0,
                seat=blow.seat,
                opener=opener,
                amount=blow.amount,
                killer=blow.killer,
                card_owner=blow.card_owner,
                acted=acts_first,
                length_ms=second_ms(res.state, "reactionSeconds"),
            )
        )


def heal(res: Resolution, seat: int, amount: int, why: str) -> Iterator[Event]:
    """Gives life points, never above the maximum; somebody dying may be saved by them."""
    player = res.state.players[seat]
    gained = min(amount, player.max_life - player.life)
    if gained > 0:
        yield LifeChanged(seat, gained, player.life + gained, why, seat)
    if player.life > 0:
        for wait in res.state.waits_of(seat):
            if isinstance(wait, Dying):
                yield from _saved(res, wait)


def _saved(res: Resolution, wait: Dying) -> Iterator[Event]:
    yield from res.close(wait, "rescued")
    if not wait.acted:
        blow = Wound(wait.seat, wait.amount, wait.killer, wait.card_owner, "rescued")
        yield from res.reach(SURVIVED, blow)


def eliminate(res: Resolution, seat: int, killer: int) -> Iterator[Event]:
    """Role, reward or penalty, cards, victory: in this order (§5.6)."""
    role = res.state.players[seat].role
    yield Eliminated(seat, role, killer)
    yield from _end_waits(res, seat)
    if killer >= 0 and res.state.players[killer].alive:
        if role == OUTLAW:
            yield from draw(res, killer, REWARD_CARDS, "reward")
        elif role == DEPUTY and res.state.players[killer].role == SHERIFF:
            hand = tuple(res.state.players[killer].hand)
            yield from clear_table(res, killer, "penalty")
            yield from spend(res, killer, hand, DISCARD, EVERYBODY, "penalty")
    yield from _leave_cards(res, seat)
    side = winner(res.state)
    if side:
        yield from finish(res.state, side)


def _end_waits(res: Resolution, seat: int) -> Iterator[Event]:
    """What the eliminated was asked ends; with the turn's player so do all reactions to what he
    did, save that who is dying still is (§5.6, 5). Cards laid out for them are discarded."""
    is_turn = res.state.turn.seat == seat
    for wait in tuple(res.state.waits):
        if wait.seat == seat or (is_turn and not isinstance(wait, Dying)):
            yield from res.close(wait, "ended")
            if isinstance(wait, Market | CheckPick | Keep):
                cards = tuple(res.state.laid(wait.laid))
                yield CardsMoved(
                    audience=EVERYBODY,
                    source=aside_of(wait.laid),
                    to=DISCARD,
                    cards=cards,
                    why="turned",
                )


def _leave_cards(res: Resolution, seat: int) -> Iterator[Event]:
    player = res.state.players[seat]
    heir = res.ask(HEIR, seat, -1)
    to = DISCARD if heir < 0 else hand_of(heir)
    why = "eliminated" if heir < 0 else "inherited"
    if player.hand:
        audience = EVERYBODY if heir < 0 else (heir, seat)
        yield CardsMoved(
            audience=audience, source=hand_of(seat), to=to, cards=tuple(player.hand), why=why
        )
    yield from leave_play(seat, tuple(player.in_play), to, why)
