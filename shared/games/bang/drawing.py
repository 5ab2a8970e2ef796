"""The draw phase (§5.2, phase 1): plans, other sources for the first card, cards looked at."""

from collections.abc import Iterator

from ...contracts.bang import Draw, KeepCards
from ...contracts.refusals import Refusal, refuse
from ...engine.events import EVERYBODY, Event
from .events import CardShown, CardsMoved
from .hooks import DRAW_PLAN, FIRST_CARD, SUIT, Drawing, DrawPlan
from .piles import draw, spend_at_random, turn_up
from .reactions.answers import refuse_count
from .resolution import Resolution
from .state import DECK, DISCARD, aside_of, hand_of, second_ms
from .waits import Keep

FROM_PLAYER = "player"
FROM_DISCARD = "discard"


def refuse_draw(res: Resolution, seat: int, command: Draw) -> Refusal | None:
    sources = res.ask(FIRST_CARD, seat, ())
    if command.from_player is not None:
        if FROM_PLAYER not in sources:
            return refuse("ability_not_owned")
        victim = res.state.seat_of(command.from_player)
        if victim in (-1, seat) or not res.state.players[victim].alive:
            return refuse("invalid_target")
        if not res.state.players[victim].hand:
            return refuse("nothing_to_take")
    if command.from_discard:
        if FROM_DISCARD not in sources:
            return refuse("ability_not_owned")
        if not res.state.discard:
            return refuse("nothing_to_take")
    return None


def draw_cards(res: Resolution, seat: int, command: Draw | None) -> Iterator[Event]:
    """Draws the turn's cards; without a command plainly, no ability of choice used (§8.5)."""
    plan = res.ask(DRAW_PLAN, Drawing(seat, plain=command is None), DrawPlan())
    if plan.looks:
        yield from _look(res, seat, plan)
        return
    first = 1
    if command is not None and command.from_player is not None:
        victim = res.state.seat_of(command.from_player)
        yield from spend_at_random(res, victim, hand_of(seat), (seat, victim), "stolen")
        first = 2
    elif command is not None and command.from_discard:
        top = res.state.discard[-1]
        yield CardsMoved(
            audience=EVERYBODY, source=DISCARD, to=hand_of(seat), cards=(top,), why="drawn"
        )
        first = 2
    if plan.shows:
        yield from _draw_showing(res, seat, plan, first)
    else:
        yield from draw(res, seat, plan.count - first + 1, "drawn")


def _draw_showing(res: Resolution, seat: int, plan: DrawPlan, first: int) -> Iterator[Event]:
    for number in range(first, plan.count + 1):
        if number != plan.shows:
            yield from draw(res, seat, 1, "drawn")
            continue
        cards = yield from turn_up(res, 1, hand_of(seat), EVERYBODY, "drawn")
        for card in cards:
            yield CardShown(seat, card)
            shown = res.card(card)
            if res.ask(SUIT, shown, shown.suit) in plan.bonus_suits:
                yield from draw(res, seat, 1, "drawn")


def _look(res: Resolution, seat: int, plan: DrawPlan) -> Iterator[Event]:
    laid = res.state.next_wait
    cards = yield from turn_up(res, plan.looks, aside_of(laid), (seat,), "looked")
    if len(cards) > plan.count:
        yield from res.open(
            Keep(
                id=0,
                seat=seat,
                opener=seat,
                count=plan.count,
                laid=laid,
                length_ms=second_ms(res.state, "reactionSeconds"),
            )
        )
    elif cards:
        yield _kept(seat, laid, cards)


def refuse_keep(res: Resolution, wait: Keep, command: KeepCards) -> Refusal | None:
    laid = res.state.laid(wait.laid)
    is_offered = all(card in laid for card in command.keep)
    if not is_offered or len(set(command.keep)) < len(command.keep):
        return refuse("not_offered")
    return refuse_count(command.keep, wait.count)


def keep(res: Resolution, wait: Keep, command: KeepCards) -> Iterator[Event]:
    yield from _keep(res, wait, command.keep)


def default_keep(res: Resolution, wait: Keep) -> Iterator[Event]:
    """The cards drawn first (§8.5)."""
    yield from _keep(res, wait, tuple(res.state.laid(wait.laid)[: wait.count]))


def _keep(res: Resolution, wait: Keep, chosen: tuple[int, ...]) -> Iterator[Event]:
    back = tuple(card for card in reversed(res.state.laid(wait.laid)) if card not in chosen)
    yield from res.close(wait, "picked")
    yield _kept(wait.seat, wait.laid, chosen)
    yield CardsMoved(
        audience=(wait.seat,), source=aside_of(wait.laid), to=DECK, cards=back, why="returned"
    )


def _kept(seat: int, laid: int, cards: tuple[int, ...]) -> CardsMoved:
    return CardsMoved(
        audience=(seat,), source=aside_of(laid), to=hand_of(seat), cards=cards, why="kept"
    )
