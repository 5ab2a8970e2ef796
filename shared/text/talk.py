"""What was said at a table, in words."""

from collections.abc import Mapping

from ..contracts.talk import TalkLine
from .catalogue import Catalogue, TextError


def words(texts: Catalogue, line: TalkLine, names: Mapping[str, str]) -> str:
    """A phrase in the reader's language; a text as it was written. `names`: by player. A phrase
    that this release does not know stands for itself."""
    if line.text:
        return line.text
    key = f"phrase-{line.phrase}"
    try:
        if not line.target:
            return texts.text(key)
        return texts.text(f"{key}-at", target=name(texts, line.target, names))
    except TextError:
        return line.phrase


def name(texts: Catalogue, player: str, names: Mapping[str, str]) -> str:
    return names.get(player) or texts.text("player-unnamed")
