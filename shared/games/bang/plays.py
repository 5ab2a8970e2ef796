"""Playing a card (§5.3, §8.2): whether it may be played, and what it is made of.

The checks here are what content puts into `CardDef.allowed`; each gives a refusal with its numbers
or nothing. Effects that open a reaction live with it.
"""

from collections.abc import Iterable, Iterator

from ...contracts.bang import HAND, Play
from ...contracts.refusals import Refusal, refuse
from ...engine.events import EVERYBODY, Event
from . import catalogue as kinds
from .catalogue import Allowed, CardDef, Effect, Use
from .events import CardPlayed, CounterChanged
from .geometry import distance, weapon_range
from .hooks import HEALING, MAY_WASTE, OWN_CARDS, PLAY_LIMIT
from .piles import draw, leave_play, spend, spend_at_random
from .reactions.answers import refuse_absent, uses
from .resolution import Resolution
from .state import DISCARD, hand_of, play_of
from .victory import SHERIFF
from .wounds import heal

NO_CARD = 1 << 30
"""A card that no match has."""


def use_of(res: Resolution, seat: int, command: Play) -> Use | Refusal:
    """What a command means: the card, what it is played as, and whom it names."""
    no = refuse_absent(res, seat, (command.card_id,))
    if no is not None:
        return no
    card = res.card(command.card_id)
    kind = command.use_as or card.kind
    if kind not in uses(res, seat, card):
        return refuse("ability_not_owned")
    if res.catalogue.kinds[kind].effect is None:
        return refuse("reaction_only")
    target = res.state.seat_of(command.target) if command.target is not None else -1
    if command.target is not None and target < 0:
        return refuse("invalid_target")
    return Use(seat, command.card_id, kind, target, _pick(command.target_card))


def _pick(named: int | str | None) -> int:
    if named is None or named == HAND:
        return -1
    # Below 0 would mean the hand: whatever is no card has to be refused like one.
    return named if isinstance(named, int) and named >= 0 else NO_CARD


def refuse_use(res: Resolution, use: Use) -> Refusal | None:
    """Why a card may not be played like this now; phase and turn are checked before."""
    definition = res.catalogue.kinds[use.kind]
    return _refuse_target(res, definition, use) or first_refusal(definition.allowed, res, use)


def first_refusal(conditions: Iterable[Allowed], res: Resolution, use: Use) -> Refusal | None:
    for allowed in conditions:
        no = allowed(res, use)
        if no is not None:
            return no
    return None


def _refuse_target(res: Resolution, definition: CardDef, use: Use) -> Refusal | None:
    if definition.target == kinds.NOBODY:
        return refuse("invalid_target") if use.target >= 0 or use.pick >= 0 else None
    if use.target < 0 or not res.state.players[use.target].alive:
        return refuse("invalid_target")
    if definition.target == kinds.OTHER:
        return refuse("invalid_target") if use.target == use.seat or use.pick >= 0 else None
    if use.target == use.seat and not (use.pick >= 0 and res.ask(OWN_CARDS, use, False)):
        return refuse("self_target")
    target = res.state.players[use.target]
    if use.pick >= 0:
        return None if use.pick in target.in_play else refuse("no_such_card")
    return None if target.hand else refuse("nothing_to_take")


def play(res: Resolution, use: Use) -> Iterator[Event]:
    """The card leaves the hand, then does what it does."""
    definition = res.catalogue.kinds[use.kind]
    assert definition.effect is not None, use
    yield CardPlayed(use.seat, use.card, use.kind, use.target)
    if definition.counts:
        counters = res.state.turn.counters
        yield CounterChanged(definition.counts, counters.get(definition.counts, 0) + 1)
    if definition.border == kinds.BROWN:
        yield from spend(res, use.seat, (use.card,), DISCARD, EVERYBODY, "played")
    yield from definition.effect(res, use)


def within(reach: int) -> Allowed:
    """The target is at distance `reach` or less, whatever the weapon."""

    def allowed(res: Resolution, use: Use) -> Refusal | None:
        if use.target == use.seat:
            return None
        return _refuse_far(distance(res, use.seat, use.target), reach)

    return allowed


def in_weapon_range(res: Resolution, use: Use) -> Refusal | None:
    """Refuses with `out_of_range` (`distance`, `range`: seats); a bare hand reaches 1 (§5.1)."""
    return _refuse_far(distance(res, use.seat, use.target), weapon_range(res, use.seat))


def _refuse_far(seats: int, reach: int) -> Refusal | None:
    return None if seats <= reach else refuse("out_of_range", distance=seats, range=reach)


def under_play_limit(res: Resolution, use: Use) -> Refusal | None:
    """The count of this turn is judged at the moment of playing (§5.2)."""
    counter = res.catalogue.kinds[use.kind].counts
    limit = res.ask(PLAY_LIMIT, use, 1)
    if res.state.turn.counters.get(counter, 0) < limit:
        return None
    return refuse("bang_limit", limit=limit)


WHOEVER = frozenset({under_play_limit})
"""Conditions that are the same whomever the card names."""


def useful_healing(res: Resolution, use: Use) -> Refusal | None:
    """Not with two players left, and not at full life unless a house rule lets it be wasted."""
    if len(res.state.living()) <= 2:
        return refuse("two_players_left")
    player = res.state.players[use.seat]
    if player.life < player.max_life or res.ask(MAY_WASTE, use, False):
        return None
    return refuse("full_life", life=player.life)


def not_in_play_yet(res: Resolution, use: Use) -> Refusal | None:
    """One card of a name in front of a player (§5.2)."""
    seat = use.seat if use.target < 0 else use.target
    in_play = res.state.players[seat].in_play
    laid = any(res.card(card).kind == use.kind for card in in_play)
    return refuse("already_in_play") if laid else None


def not_on_sheriff(res: Resolution, use: Use) -> Refusal | None:
    is_sheriff = res.state.players[use.target].role == SHERIFF
    return refuse("sheriff_cannot_be_jailed") if is_sheriff else None


def equip(res: Resolution, use: Use) -> Iterator[Event]:
    """Lies in front of its user from now on; a weapon takes the place of another."""
    if res.catalogue.kinds[use.kind].weapon:
        old = tuple(
            card for card in res.state.players[use.seat].in_play if res.definition(card).weapon
        )
        yield from leave_play(use.seat, old, DISCARD, "replaced")
    yield from spend(res, use.seat, (use.card,), play_of(use.seat), EVERYBODY, "played")


def lay_on_target(res: Resolution, use: Use) -> Iterator[Event]:
    """Lies in front of the target from now on."""
    yield from spend(res, use.seat, (use.card,), play_of(use.target), EVERYBODY, "played")


def draw_many(count: int) -> Effect:
    def effect(res: Resolution, use: Use) -> Iterator[Event]:
        yield from draw(res, use.seat, count, "drawn")

    return effect


def heal_user(res: Resolution, use: Use) -> Iterator[Event]:
    yield from heal(res, use.seat, res.ask(HEALING, use, 1), "healed")


def heal_all(res: Resolution, use: Use) -> Iterator[Event]:
    """Everybody alive, the user included, regains one life (§5.3)."""
    for seat in res.state.clockwise(use.seat):
        yield from heal(res, seat, 1, "healed")


def steal(res: Resolution, use: Use) -> Iterator[Event]:
    """One card of the target goes to the user's hand (§5.3)."""
    to = hand_of(use.seat)
    if use.pick >= 0:
        yield from leave_play(use.target, (use.pick,), to, "stolen")
    else:
        audience = (use.seat, use.target)
        yield from spend_at_random(res, use.target, to, audience, "stolen")


def strip(res: Resolution, use: Use) -> Iterator[Event]:
    """One card of the target goes to the discard pile (§5.3)."""
    if use.pick >= 0:
        yield from leave_play(use.target, (use.pick,), DISCARD, "discarded")
    else:
        yield from spend_at_random(res, use.target, DISCARD, EVERYBODY, "discarded")
