"""The vocabulary of BANG!: every query and moment, what it means and what its base answer is.

Content refines queries with `on` and acts at moments with `when`; the engine's modules ask and
reach. A new mechanism adds a line here; a new card only uses lines that exist.
"""

from msgspec import Struct

from ...engine.hooks import Moment, Query
from .catalogue import Card, Use
from .waits import Shot


class Sight(Struct, frozen=True, gc=False):
    """How far `viewer` has to `target`."""

    viewer: int
    target: int


class Wound(Struct, frozen=True, gc=False):
    """`seat` lost `amount` life points by one blow."""

    seat: int
    amount: int
    killer: int
    """Who is behind it, for reward and penalty; -1 = nobody."""
    card_owner: int
    """Who played the card that did it; -1 = nobody."""
    why: str


class HandCard(Struct, frozen=True, gc=False):
    """A card in the hand of `seat`."""

    seat: int
    card: Card


class DrawPlan(Struct, frozen=True):
    """How the cards of a turn are drawn (§5.2)."""

    count: int = 2
    looks: int = 0
    """Cards looked at from the top, of which `count` are kept; 0 = drawn unseen."""
    shows: int = 0
    """Which drawn card, counted from 1, is shown to all; 0 = none."""
    bonus_suits: str = ""
    """Suits of the shown card that bring one card more."""


class Drawing(Struct, frozen=True, gc=False):
    """`seat` is about to draw; `plain`: without abilities that are a matter of choice (§8.5)."""

    seat: int
    plain: bool


class Dodge(Struct, frozen=True, gc=False):
    """A draw check that may stand for a Missed!: whose it is, and which check it makes."""

    bearer: str
    purpose: str


def _own(seat: int) -> tuple[int, ...]:
    return (seat,)


def _own_card(held: HandCard) -> tuple[int, ...]:
    return (held.seat,)


DISTANCE: Query[Sight, int] = Query("distance", seats=lambda sight: (sight.viewer, sight.target))
"""Base: seats the shorter way round (§5.1). What speaks to it looks at nothing but who is alive,
who is who and what lies in front of each: offers and views keep distances until these change."""

WEAPON_RANGE: Query[int, int] = Query("weapon_range", seats=_own)
"""How far the weapon of a seat reaches; base 1 (§5.1). It hangs on what `DISTANCE` does."""

PLAY_LIMIT: Query[Use, int] = Query("play_limit", seats=lambda use: (use.seat,))
"""How often a card that counts may be played in a turn, at whomever; base 1 (§5.2)."""

MISSED_NEEDED: Query[Shot, int] = Query("missed_needed", seats=lambda s: (s.source, s.seat))
"""How many Missed! effects stop a shot; base 1, asked once when it opens (§5.4)."""

DODGES: Query[Shot, tuple[Dodge, ...]] = Query("dodges", seats=lambda shot: (shot.seat,))
"""Draw checks that may stand for a Missed!, in the order they are tried; base none."""

COUNTS_AS: Query[HandCard, tuple[str, ...]] = Query("counts_as", seats=_own_card)
"""Kinds a hand card may be used as, its own first (§3.2)."""

CHECK_CARDS: Query[int, int] = Query("check_cards", seats=_own)
"""How many cards a seat turns up for a draw check; base 1 (§5.1)."""

SUIT: Query[Card, str] = Query("suit", seats=lambda _: ())
"""The suit a card has for a draw check; base as printed. Table rules only."""

DRAW_PLAN: Query[Drawing, DrawPlan] = Query("draw_plan", seats=lambda d: (d.seat,))
"""How a turn's cards are drawn; base two from the deck."""

FIRST_CARD: Query[int, tuple[str, ...]] = Query("first_card", seats=_own)
"""Other sources the first drawn card may come from: `player`, `discard`; base none."""

HEALING: Query[Use, int] = Query("healing", seats=lambda use: (use.seat,))
"""Life points a healing card gives its user; base 1."""

HAND_LIMIT: Query[int, int] = Query("hand_limit", seats=_own)
"""Cards a seat may keep at its turn's end; base its life (§5.2)."""

TRADE: Query[int, int] = Query("trade", seats=_own)
"""Hand cards a seat may discard for one life; base 0 = it may not."""

HEIR: Query[int, int] = Query("heir")
"""Who gets the cards of an eliminated seat; base -1 = the discard pile (§5.6)."""

ROLES: Query[int, tuple[str, ...]] = Query("roles", seats=lambda _: ())
"""The roles for a number of players; base the table of §4. Table rules only."""

ACTS_BEFORE_DYING: Query[Wound, bool] = Query("acts_before_dying", seats=lambda _: ())
"""Whether abilities that follow a wound come before dying is judged; base no (§5.5, §7)."""

MAY_WASTE: Query[Use, bool] = Query("may_waste", seats=lambda _: ())
"""Whether a healing card may be played at full life; base no (§5.2, §7)."""

OWN_CARDS: Query[Use, bool] = Query("own_cards", seats=lambda _: ())
"""Whether a card for others' cards may name one's own card in play; base no (§5.3, §7)."""

SURVIVED: Moment[Wound] = Moment("survived", seats=lambda wound: (wound.seat,))
"""A wound is settled and its player lives (§5.5)."""

HAND_EMPTIED: Moment[int] = Moment("hand_emptied", seats=_own)
"""The last card has just left the hand of a living seat (§5.5)."""

HAZARDS: Moment[int] = Moment("hazards", seats=_own)
"""Start of a turn: what may explode in front of its player (§5.2, 1)."""

CUSTODY: Moment[int] = Moment("custody", seats=_own)
"""Start of a turn, after the hazards: what may hold its player back (§5.2, 2)."""

START_OF_TURN: tuple[Moment[int], ...] = (HAZARDS, CUSTODY)
"""The steps before the draw, in their order."""
