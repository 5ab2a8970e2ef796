"""The log of a table: each heard event becomes one line, or none."""

from collections.abc import Mapping, Sequence
from typing import Any

from . import gun_lines, room_lines, table_lines
from .catalogue import Catalogue
from .wording import Face, Wording

LINES = {
    "bang": {**table_lines.LINES, **room_lines.LINES},
    "buckshot": {**gun_lines.LINES, **room_lines.LINES},
}
"""By game, then by the event's tag."""

SILENT = {
    "bang": table_lines.SILENT | room_lines.SILENT,
    "buckshot": gun_lines.SILENT | room_lines.SILENT,
}


class Log:
    """Reads one viewer's events in the order in which they were heard, lobby and matches alike.

    It says what the events say and nothing else, so what a viewer may not know is never in a line:
    hidden cards read as counts. A log that begins in mid-match needs the `seating`, and the `game`
    if it is another; one that begins with the room finds out by itself.
    """

    __slots__ = ("_words",)

    def __init__(
        self,
        catalogue: Catalogue,
        names: Mapping[str, str],
        cards: Sequence[Face],
        seating: Sequence[str] = (),
        game: str = "bang",
    ) -> None:
        """`names`: player id -> display name; `cards`: the face of each card id."""
        self._words = Wording(catalogue, names, cards, seating, game)

    def line(self, event: Any) -> str | None:
        """The line for an event struct; `None` where nothing is worth saying.

        Raises `KeyError` for an event, or a reason in one, that it does not know.
        """
        tag = event.__struct_config__.tag
        if tag in SILENT[self._words.game]:
            return None
        return LINES[self._words.game][tag](self._words, event)
