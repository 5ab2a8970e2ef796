"""Shared blocks that rules of cards and characters are made of. Each serves a class of cards."""

from collections.abc import Callable, Iterator

from ....engine.events import Event
from ....engine.hooks import Moment, Rule, on, when
from ..catalogue import Card, Use
from ..checks import check
from ..hooks import (
    CHECK_CARDS,
    COUNTS_AS,
    DISTANCE,
    DODGES,
    DRAW_PLAN,
    FIRST_CARD,
    HAND_EMPTIED,
    HEIR,
    MISSED_NEEDED,
    PLAY_LIMIT,
    SURVIVED,
    TRADE,
    WEAPON_RANGE,
    Dodge,
    Drawing,
    DrawPlan,
    HandCard,
    Sight,
    Wound,
)
from ..piles import draw, leave_play, spend_at_random
from ..resolution import Resolution
from ..state import DISCARD, hand_of, play_of
from ..turn import skip_turn
from ..waits import Shot
from ..wounds import wound

UNLIMITED = 1_000


def seen_from(seats: int) -> Rule:
    """Others see the owner `seats` farther away."""

    def fold(_: Resolution, sight: Sight, distance: int, owner: int) -> int:
        return distance + seats * (sight.target == owner)

    return on(DISTANCE, fold)


def sees(seats: int) -> Rule:
    """The owner sees others `seats` nearer."""

    def fold(_: Resolution, sight: Sight, distance: int, owner: int) -> int:
        return distance - seats * (sight.viewer == owner)

    return on(DISTANCE, fold)


def reaches(seats: int) -> Rule:
    """A weapon that reaches `seats`."""
    return on(WEAPON_RANGE, lambda _res, _seat, _range, _owner: seats)


def no_play_limit() -> Rule:
    """Cards that count may be played as often as one likes."""

    def fold(_: Resolution, _use: Use, _limit: int, _owner: int) -> int:
        return UNLIMITED

    return on(PLAY_LIMIT, fold)


def dodges_by_check(bearer: str, purpose: str) -> Rule:
    """A draw check that may stand for a Missed!, once a shot (§5.4)."""

    def fold(_: Resolution, shot: Shot, dodges: tuple[Dodge, ...], owner: int) -> tuple[Dodge, ...]:
        return (*dodges, Dodge(bearer, purpose)) if shot.seat == owner else dodges

    return on(DODGES, fold)


def checks_at(moment: Moment[int], purpose: str) -> Rule:
    """A draw check at the start of its owner's turn."""

    def act(res: Resolution, seat: int, _owner: int) -> Iterator[Event]:
        yield from check(res, seat, purpose)

    return when(moment, act)


def explodes(kind: str, amount: int) -> Callable[[Resolution, int, int, bool], Iterator[Event]]:
    """A match costs `amount` lives by nobody's hand; otherwise the card is passed on clockwise, to
    the first who has none like it."""

    def then(res: Resolution, seat: int, _parent: int, matched: bool) -> Iterator[Event]:
        card = _lying(res, seat, kind)
        if matched:
            yield from leave_play(seat, (card,), DISCARD, "discarded")
            yield from wound(res, Wound(seat, amount, -1, -1, "explosion"))
            return
        heirs = (
            other
            for other in res.state.clockwise(seat)
            if other != seat and not _lie(res, other, kind)
        )
        heir = next(heirs, None)
        if heir is not None:
            yield from leave_play(seat, (card,), play_of(heir), "passed")

    return then


def holds(kind: str) -> Callable[[Resolution, int, int, bool], Iterator[Event]]:
    """The card is discarded; without a match the whole turn is skipped."""

    def then(res: Resolution, seat: int, _parent: int, matched: bool) -> Iterator[Event]:
        yield from leave_play(seat, (_lying(res, seat, kind),), DISCARD, "discarded")
        if not matched:
            yield from skip_turn(res)

    return then


def _lie(res: Resolution, seat: int, kind: str) -> list[int]:
    return [card for card in res.state.players[seat].in_play if res.card(card).kind == kind]


def _lying(res: Resolution, seat: int, kind: str) -> int:
    return _lie(res, seat, kind)[0]


def swaps(one: str, other: str) -> Rule:
    """Either kind may be used as the other."""

    def fold(_: Resolution, held: HandCard, kinds: tuple[str, ...], _owner: int) -> tuple[str, ...]:
        return (*kinds, {one: other, other: one}[held.card.kind]) if _either(held.card) else kinds

    def _either(card: Card) -> bool:
        return card.kind in (one, other)

    return on(COUNTS_AS, fold)


def needs_missed(extra: int, via: str) -> Rule:
    """Shots of the owner made with a card of kind `via` take `extra` more Missed! to stop."""

    def fold(_: Resolution, shot: Shot, needed: int, owner: int) -> int:
        return needed + extra * (shot.source == owner and shot.via == via)

    return on(MISSED_NEEDED, fold)


def turns_up(cards: int) -> Rule:
    """The owner turns up `cards` for a draw check and chooses."""
    return on(CHECK_CARDS, lambda _res, _seat, _count, _owner: cards)


def draws_by(plan: DrawPlan, by_choice: bool) -> Rule:
    """The owner draws by another plan; an ability of choice is not used in a plain draw."""

    def fold(_: Resolution, drawing: Drawing, base: DrawPlan, _owner: int) -> DrawPlan:
        return base if by_choice and drawing.plain else plan

    return on(DRAW_PLAN, fold)


def first_card_from(source: str) -> Rule:
    """The first card of the draw may come from elsewhere."""

    def fold(_: Resolution, _seat: int, sources: tuple[str, ...], _owner: int) -> tuple[str, ...]:
        return (*sources, source)

    return on(FIRST_CARD, fold)


def trades(cards: int) -> Rule:
    """The owner may discard `cards` for one life."""
    return on(TRADE, lambda _res, _seat, _price, _owner: cards)


def draws_when_wounded() -> Rule:
    """One card from the deck for each life point lost."""

    def act(res: Resolution, blow: Wound, owner: int) -> Iterator[Event]:
        yield from draw(res, owner, blow.amount, "ability")

    return when(SURVIVED, act)


def takes_when_wounded() -> Rule:
    """For each life point lost one random card of whoever played the card that did it."""

    def act(res: Resolution, blow: Wound, owner: int) -> Iterator[Event]:
        source = blow.card_owner
        if source in (-1, owner):
            return
        for _ in range(blow.amount):
            if res.state.players[source].hand:
                audience = (owner, source)
                yield from spend_at_random(res, source, hand_of(owner), audience, "stolen")

    return when(SURVIVED, act)


def draws_when_empty() -> Rule:
    """One card from the deck at the moment the hand is empty."""

    def act(res: Resolution, _seat: int, owner: int) -> Iterator[Event]:
        yield from draw(res, owner, 1, "ability")

    return when(HAND_EMPTIED, act)


def inherits() -> Rule:
    """The owner gets the cards of the eliminated."""

    def fold(_: Resolution, seat: int, heir: int, owner: int) -> int:
        return owner if heir < 0 and owner != seat else heir

    return on(HEIR, fold)
