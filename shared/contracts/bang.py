"""Commands of BANG! as they come over the wire (§8.2), named here for what they do.

A command of the turn names the turn's number, an answer the wait it answers: it is stale only when
that is gone, never because the room moved on.
"""

from msgspec import field

from .commands import Command
from .ids import PlayerId

HAND = "hand"
"""Names a random card of a hand."""


class PickCharacter(Command, frozen=True, tag="pickCharacter"):
    wait: int
    character: str


class Draw(Command, frozen=True, tag="draw"):
    """Draws the turn's cards; a character that may choose its first card's source names it."""

    turn: int
    from_player: PlayerId | None = field(name="jesseFrom", default=None)
    from_discard: bool = field(name="pedroDiscard", default=False)


class KeepCards(Command, frozen=True, tag="kitKeep"):
    wait: int
    keep: tuple[int, ...]


class PickCheck(Command, frozen=True, tag="luckyPick"):
    wait: int
    card_id: int


class Play(Command, frozen=True, tag="play"):
    turn: int
    card_id: int
    use_as: str | None = field(name="as", default=None)
    target: PlayerId | None = None
    target_card: int | str | None = None
    """A card in play by its id, or `"hand"` for a random card of the hand."""


class Respond(Command, frozen=True, tag="respond"):
    wait: int
    card_ids: tuple[int, ...]


class UseBarrel(Command, frozen=True, tag="useBarrel"):
    wait: int


class TakeHit(Command, frozen=True, tag="takeHit"):
    wait: int


class GiveUp(Command, frozen=True, tag="giveUp"):
    wait: int


class StorePick(Command, frozen=True, tag="storePick"):
    wait: int
    card_id: int


class TradeCards(Command, frozen=True, tag="sidHeal"):
    """Discards cards for a life; names the open wait aimed at the player, or else his turn."""

    card_ids: tuple[int, ...]
    wait: int = 0
    turn: int = 0


class EndPlay(Command, frozen=True, tag="endPlay"):
    turn: int


class Discard(Command, frozen=True, tag="discard"):
    turn: int
    card_ids: tuple[int, ...]


TurnCommand = Draw | Play | EndPlay | Discard
Answer = PickCharacter | KeepCards | PickCheck | Respond | UseBarrel | TakeHit | GiveUp | StorePick
BangCommand = TurnCommand | Answer | TradeCards
