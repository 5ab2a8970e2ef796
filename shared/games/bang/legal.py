"""Everything a seat may do now, as offers, and why its other cards may not be played.

An offer is a command with its open choices: cards to choose from, targets, characters. Offers look
only at what their seat may see, so they are the same on a masked state (L3).
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec import Struct

from ...contracts.bang_offers import Offer, Target
from ...contracts.ids import PlayerId
from ...contracts.refusals import Refusal
from . import catalogue as kinds
from .catalogue import Use
from .checks import serves
from .drawing import FROM_DISCARD, FROM_PLAYER
from .hooks import COUNTS_AS, FIRST_CARD, OWN_CARDS, TRADE
from .plays import WHOEVER, first_refusal, refuse_use
from .reactions.answers import usable, uses
from .reactions.dying import cards_needed, rescue_works
from .reactions.shot import next_dodge
from .resolution import Resolution
from .turn import excess
from .waits import CharacterPick, CheckPick, Demand, Dying, Keep, Market, Shot, Standoff


def offers(res: Resolution, seat: int) -> list[Offer]:
    """All offers of `seat`, answers to open waits first."""
    state = res.state
    player = state.players[seat]
    if state.over or not player.alive:
        return []
    stopped = {wait.parent for wait in state.waits if wait.parent}
    found: list[Offer] = []
    for wait in state.waits_of(seat):
        if wait.id not in stopped:
            found += _ANSWERS[type(wait)](res, wait)
        found += _trades(res, seat, wait=wait.id)
    turn = state.turn
    if turn.seat == seat:
        if not state.waits:
            found += _turn_offers(res, seat)
        if turn.phase == "play":
            found += _trades(res, seat, turn=turn.number)
    return found


def _answer_cards(res: Resolution, wait: Any) -> list[Offer]:
    needed = wait.needed if isinstance(wait, Shot) else 1
    cards = tuple(usable(res, wait))
    found = [Offer("takeHit", wait=wait.id)]
    if len(cards) >= needed:
        found.append(Offer("respond", wait=wait.id, cards=cards, count=needed))
    if isinstance(wait, Shot) and next_dodge(res, wait) is not None:
        found.append(Offer("useBarrel", wait=wait.id))
    return found


def _dying(res: Resolution, wait: Dying) -> list[Offer]:
    found = [Offer("giveUp", wait=wait.id)]
    cards = tuple(usable(res, wait)) if rescue_works(res) else ()
    if cards:
        needed = cards_needed(res, wait, cards[0])
        if len(cards) >= needed:
            found.append(Offer("respond", wait=wait.id, cards=cards, count=needed))
    return found


def _market(res: Resolution, wait: Market) -> list[Offer]:
    return [Offer("storePick", wait=wait.id, cards=tuple(res.state.laid(wait.laid)), count=1)]


def _check_pick(res: Resolution, wait: CheckPick) -> list[Offer]:
    laid = tuple(res.state.laid(wait.laid))
    good = tuple(card for card in laid if serves(res, wait.purpose, card))
    return [Offer("luckyPick", wait=wait.id, cards=laid, count=1, good=good)]


def _keep(res: Resolution, wait: Keep) -> list[Offer]:
    laid = tuple(res.state.laid(wait.laid))
    return [Offer("kitKeep", wait=wait.id, cards=laid, count=wait.count)]


def _character_pick(res: Resolution, wait: CharacterPick) -> list[Offer]:
    offered = tuple(res.state.players[wait.seat].offer)
    return [Offer("pickCharacter", wait=wait.id, characters=offered)]


_ANSWERS: dict[type[Any], Callable[..., list[Offer]]] = {
    Shot: _answer_cards,
    Demand: _answer_cards,
    Standoff: _answer_cards,
    Dying: _dying,
    Market: _market,
    CheckPick: _check_pick,
    Keep: _keep,
    CharacterPick: _character_pick,
}


def _trades(res: Resolution, seat: int, wait: int = 0, turn: int = 0) -> Iterator[Offer]:
    player = res.state.players[seat]
    if player.life >= player.max_life:
        return
    price = res.ask(TRADE, seat, 0)
    if price and len(player.hand) >= price:
        yield Offer("sidHeal", wait=wait, turn=turn, cards=tuple(player.hand), count=price)


def _turn_offers(res: Resolution, seat: int) -> list[Offer]:
    state = res.state
    turn = state.turn
    if turn.phase == "draw":
        return [_draw(res, seat)]
    if turn.phase == "discard":
        cards = tuple(state.players[seat].hand)
        return [Offer("discard", turn=turn.number, cards=cards, count=excess(res, seat))]
    assert turn.phase == "play", turn.phase
    return [*_plays(res, seat), Offer("endPlay", turn=turn.number)]


def _draw(res: Resolution, seat: int) -> Offer:
    state = res.state
    sources = res.ask(FIRST_CARD, seat, ())
    targets = tuple(
        Target(state.players[other].id, hand=True)
        for other in state.clockwise(seat)
        if FROM_PLAYER in sources and other != seat and state.players[other].hand
    )
    from_discard = FROM_DISCARD in sources and bool(state.discard)
    return Offer("draw", turn=state.turn.number, targets=targets, from_discard=from_discard)


def _plays(res: Resolution, seat: int) -> Iterator[Offer]:
    turn = res.state.turn.number
    found: dict[str, tuple[Target, ...] | None] = {}
    seats = res.state.clockwise(seat)
    may_swap = res.may_differ(COUNTS_AS, seat)
    cards = res.catalogue.cards
    for card in res.state.players[seat].hand:
        own = cards[card]
        for kind in uses(res, seat, own) if may_swap else (own.kind,):
            if kind not in found:
                found[kind] = _targets(res, seats, card, kind)
            targets = found[kind]
            if targets is not None:
                use_as = "" if kind == own.kind else kind
                yield Offer("play", turn=turn, card=card, use_as=use_as, targets=targets)


def _targets(res: Resolution, seats: list[int], card: int, kind: str) -> tuple[Target, ...] | None:
    """Whom a card may name when it is played as `kind`: nobody (empty), some, or `None` where it
    may not be played. It is the same for all cards played as one kind. `seats`: the living, whose
    card it is first."""
    definition = res.catalogue.kinds[kind]
    if definition.effect is None:
        return None
    use = Use(seats[0], card, kind)
    if definition.target == kinds.NOBODY:
        return () if refuse_use(res, use) is None else None
    if first_refusal(WHOEVER.intersection(definition.allowed), res, use) is not None:
        return None
    if definition.target == kinds.OTHER:
        return tuple(_players(res, seats, use)) or None
    found = [_cards_of(res, Use(use.seat, card, kind, other)) for other in seats]
    return tuple([target for target in found if target is not None]) or None


def _players(res: Resolution, seats: list[int], use: Use) -> Iterator[Target]:
    """Of the living after the first, whom every condition allows that looks at whom it names."""
    allowed = res.catalogue.kinds[use.kind].allowed
    conditions = [condition for condition in allowed if condition not in WHOEVER]
    for other in seats[1:]:
        if first_refusal(conditions, res, Use(use.seat, use.card, use.kind, other)) is None:
            yield Target(res.state.players[other].id)


def _cards_of(res: Resolution, use: Use) -> Target | None:
    player = res.state.players[use.target]
    if use.target == use.seat and not res.ask(OWN_CARDS, use, False):
        return None
    cards = tuple(
        card
        for card in player.in_play
        if refuse_use(res, Use(use.seat, use.card, use.kind, use.target, card)) is None
    )
    hand = refuse_use(res, use) is None
    return Target(player.id, cards, hand) if cards or hand else None


class Hint(Struct, frozen=True, rename="camel", omit_defaults=True, gc=False):
    """Why a hand card may not be played now, at all or at one target."""

    card: int
    why: Refusal
    target: PlayerId = PlayerId("")


def hints(res: Resolution, seat: int, legal: list[Offer]) -> list[Hint]:
    """Of the turn player's hand (§2 `beginnerHints`): why a card has none of the offers in `legal`,
    and of those that have some, why others cannot be named. That is the same for all cards of a
    kind that are played as one kind, and stands under the first of them."""
    turn = res.state.turn
    if turn.seat != seat or turn.phase != "play" or res.state.waits or res.state.over:
        return []
    found: list[Hint] = []
    offered = {offer.card: offer for offer in reversed(legal)}
    told: set[tuple[str, str]] = set()
    for card in res.state.players[seat].hand:
        offer = offered.get(card)
        kind = _active_kind(res, seat, card)
        if offer is None:
            found += _reasons(res, seat, card, kind)
        elif offer.targets and (res.card(card).kind, kind) not in told:
            told.add((res.card(card).kind, kind))
            found += _reasons(res, seat, card, kind, {target.player for target in offer.targets})
    return found


def _active_kind(res: Resolution, seat: int, card: int) -> str:
    """What a card would be played as: its own kind, unless that is played in answers alone."""
    kinds_of = uses(res, seat, res.card(card))
    active = (kind for kind in kinds_of if res.catalogue.kinds[kind].effect is not None)
    return next(active, kinds_of[0])


def _reasons(
    res: Resolution, seat: int, card: int, kind: str, named: Collection[PlayerId] = ()
) -> Iterator[Hint]:
    """Why a card may not be played: once, or for each other living player but those `named`."""
    definition = res.catalogue.kinds[kind]
    if definition.effect is None:
        yield Hint(card, Refusal("reaction_only"))
    elif definition.target == kinds.NOBODY:
        yield Hint(card, _reason(res, Use(seat, card, kind)))
    else:
        for other in res.state.clockwise(seat)[1:]:
            player = res.state.players[other]
            if player.id in named:
                continue
            # With an empty hand, what lies in front of him is what could be named.
            is_laid = definition.target == kinds.OTHERS_CARD and not player.hand
            pick = player.in_play[0] if is_laid and player.in_play else -1
            yield Hint(card, _reason(res, Use(seat, card, kind, other, pick)), player.id)


def _reason(res: Resolution, use: Use) -> Refusal:
    no = refuse_use(res, use)
    assert no is not None, use
    return no
