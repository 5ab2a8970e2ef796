"""What waits for a player, as data: a wait has an owner, a deadline and a default answer.

Each kind stands for a mechanism, not for a card. What the default is, and what an answer does, is
in the module of that mechanism; here are only the values.
"""

from msgspec import Struct


class Wait(Struct, frozen=True, tag_field="kind", kw_only=True, omit_defaults=True, gc=False):
    """Something one seat has to answer. Everything in it is public."""

    id: int
    seat: int
    """Whose answer is awaited."""
    opener: int
    """Seat whose card opened it; equal deadlines are handled clockwise from there."""
    deadline_ms: int = 0
    """Unix time; 0 while it stands still because a child is open."""
    length_ms: int
    """Its full time, which a late time-out or a return from autopilot grants anew."""
    left_ms: int = 0
    """What was left when it was stopped."""
    extended: bool = False
    """Has had its full time anew, once: its time-out came late, or its player came back."""
    parent: int = 0
    """The wait that stands still until this one is closed; 0 = none."""


class Shot(Wait, frozen=True, tag="shot", kw_only=True):
    """`seat` owes `needed` Missed! effects or loses one life (§5.4)."""

    source: int
    via: str
    """The kind it was played as: a Missed! used as BANG! counts as BANG!."""
    needed: int
    """≥ 1; fixed when the shot opens, lowered by each draw check that succeeds."""
    tried: tuple[str, ...] = ()
    """Bearers whose draw check was made, in order; each may be tried once."""


class Demand(Wait, frozen=True, tag="demand", kw_only=True):
    """`seat` gives one card that answers a demand, or loses one life."""

    source: int
    via: str


class Standoff(Wait, frozen=True, tag="standoff", kw_only=True):
    """Two players give a card in turn; the first who stops loses one life to the other."""

    other: int
    """The opponent, who wins if `seat` stops."""
    starter: int
    """Who played the card that began it."""
    via: str


class Market(Wait, frozen=True, tag="market", kw_only=True):
    """`seat` takes one of the cards laid out, then the rest of `order` does."""

    laid: int
    """Number of the laid-out cards in the state's `aside`."""
    order: tuple[int, ...]
    """Seats that pick after this one."""
    via: str


class Dying(Wait, frozen=True, tag="dying", kw_only=True):
    """`seat` has no life left and may still be rescued (§5.4)."""

    amount: int
    """Life points lost by the blow."""
    killer: int
    """Seat that is rewarded or punished for the elimination; -1 = nobody."""
    card_owner: int
    """Seat that played the card which did it; -1 = nobody."""
    acted: bool
    """Abilities that follow a wound have acted already (§7 `drawBeforeDeath`)."""


class CheckPick(Wait, frozen=True, tag="check_pick", kw_only=True):
    """`seat` turned up several cards for a draw check and chooses the one that counts."""

    purpose: str
    laid: int


class Keep(Wait, frozen=True, tag="keep", kw_only=True):
    """`seat` looks at cards laid aside for him alone and keeps `count`; the rest goes back."""

    count: int
    laid: int


class CharacterPick(Wait, frozen=True, tag="character_pick", kw_only=True):
    """`seat` chooses one of the characters offered to him (§4)."""


AnyWait = Shot | Demand | Standoff | Market | Dying | CheckPick | Keep | CharacterPick
