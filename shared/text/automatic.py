"""What automatic players are called as long as nobody has given them a nickname."""

from collections.abc import Iterable

from ..contracts.ids import AUTOMATIC
from .catalogue import Catalogue


def name_of(texts: Catalogue, game: str, number: int) -> str:
    """Of the automatic player with this number in his room, from 1; a dealer has none."""
    return texts.text(f"bot-{game}", number=number)


def names(texts: Catalogue, game: str, players: Iterable[str]) -> dict[str, str]:
    """Of the automatic players among `players`, who are in the order in which they sat down."""
    found = [player for player in players if player.startswith(AUTOMATIC)]
    return {player: name_of(texts, game, number) for number, player in enumerate(found, 1)}
