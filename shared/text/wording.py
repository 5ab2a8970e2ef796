"""What the lines of a log are put together from: players, faces of cards, what was heard before.

A line is mostly said by its event alone. The few things that have to be remembered from event to
event are here: who sits where, whose turn it is, and what has been said already.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..contracts.ids import AUTOMATIC
from . import automatic
from .catalogue import Catalogue

RANK_NAMES = {11: "J", 12: "Q", 13: "K", 14: "A"}


class Face(Protocol):
    """What is printed on a card. `suit`: S, H, D or C; `rank`: 2..14, 11 = J, 14 = A."""

    @property
    def kind(self) -> str: ...

    @property
    def suit(self) -> str: ...

    @property
    def rank(self) -> int: ...


class Wording:
    """`names`: player id -> display name, read anew for each line, so it may grow.
    `cards`: a face for each card id. `seating`: player ids clockwise, when a match runs already."""

    __slots__ = (
        "automatic",
        "away",
        "cards",
        "catalogue",
        "dying",
        "extended",
        "full_health",
        "game",
        "health",
        "host",
        "is_time_up",
        "left",
        "names",
        "options",
        "seating",
        "settings",
        "tenant",
        "turn_seat",
        "visibility",
    )

    def __init__(
        self,
        catalogue: Catalogue,
        names: Mapping[str, str],
        cards: Sequence[Face],
        seating: Sequence[str] = (),
        game: str = "bang",
    ) -> None:
        self.game = game
        self.catalogue = catalogue
        self.names = names
        self.cards = cards
        self.seating = tuple(seating)
        self.turn_seat = -1
        self.automatic: dict[str, int] = {}
        """Automatic players without a nickname, numbered as they are first told of."""
        self.away: set[int] = set()
        self.left: set[str] = set()
        """Players who were said to have left the match; their seats go on without them."""
        self.is_time_up = False
        """Of the current turn, and said."""
        self.extended: set[int] = set()
        """What got its time once more in this turn, and was said."""
        self.dying: set[int] = set()
        """Seats whose last life change left them without any."""
        self.health: dict[int, int] = {}
        """By seat, as last heard, in the game for two."""
        self.full_health = 0
        """What both sides began with there."""
        self.host = ""
        """As last heard; likewise `tenant` and `visibility`. Empty = never."""
        self.tenant = ""
        self.visibility = ""
        self.options: dict[str, Any] = {}
        """As last heard; empty = never."""
        self.settings: dict[str, Any] = {}
        """Events of the room's settings by their tag, as last heard: restating says them again."""

    def text(self, key: str, /, **params: str | int) -> str:
        return self.catalogue.text(key, **params)

    def player(self, player: str) -> str:
        """The name of a player, who may have none any more."""
        return self.names.get(player) or self._nameless(player)

    def _nameless(self, player: str) -> str:
        if not player.startswith(AUTOMATIC):
            return self.text("player-unnamed")
        number = self.automatic.setdefault(player, len(self.automatic) + 1)
        return automatic.name_of(self.catalogue, self.game, number)

    def seat(self, seat: int) -> str:
        return self.player(self.seating[seat])

    def presence(self, seat: int, away: bool) -> str | None:
        """That a seat goes on by itself, or its player is back; of who left the first is known."""
        if away and self.seating[seat] in self.left:
            return None
        return self.text("log-away" if away else "log-back", name=self.seat(seat))

    def face(self, card: int) -> str:
        """One card with suit and rank; a blank reads as one unseen card."""
        if card < 0:
            return self.text("cards-hidden", count=1)
        printed = self.cards[card]
        return self.text(
            "card-face",
            name=self.text(f"card-{printed.kind}"),
            suit=self.text(f"suit-{printed.suit}"),
            rank=RANK_NAMES.get(printed.rank, str(printed.rank)),
        )

    def faces(self, cards: Sequence[int]) -> str:
        """All of `cards`; as a count if any of them is hidden."""
        if any(card < 0 for card in cards):
            return self.text("cards-hidden", count=len(cards))
        return self.listed(self.face(card) for card in cards)

    def listed(self, parts: Iterable[str]) -> str:
        return self.text("list-separator").join(parts)
