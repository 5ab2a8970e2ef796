"""A match as somebody reads it: the lines of a log, rounds, loads and turns set apart, its end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shared.engine.events import Event
from shared.games.bang import Bang
from shared.text import automatic, result
from shared.text.catalogue import Catalogue
from shared.text.log import Log
from shared.text.wording import Face

WIDTH = 72
_INDENT = "  "


class Transcript:
    """Events in the order in which they were heard become lines, blank ones included."""

    def __init__(self, texts: Catalogue, log: Log) -> None:
        self._texts = texts
        self._log = log
        self._round = 0

    def lines(self, event: Event) -> Iterator[str]:
        told = self._log.line(event)
        if told is None:
            return
        tag = event.__struct_config__.tag
        if tag == "match_dealt":
            self._round = 0
            yield from ("", told)
        elif tag == "turn_began":
            yield from self._turn(event, told)
        elif tag == "loaded":
            yield from ("", self._heading(event), "", told)
        elif tag in _BESIDE_THE_MATCH:
            yield told
        else:
            yield _INDENT + told

    def _turn(self, event: Any, told: str) -> Iterator[str]:
        """A round of turns has a heading where a game counts them."""
        number = getattr(event, "round", self._round)
        if number != self._round:
            self._round = number
            yield from ("", rule(self._texts.text("transcript-round", round=number)))
        yield from ("", told)

    def _heading(self, event: Any) -> str:
        return rule(self._texts.text("transcript-load", load=event.load))


_BESIDE_THE_MATCH = frozenset(
    {
        *("room_opened", "seat_taken", "seat_given_up", "host_changed", "options_changed"),
        *("visibility_changed", "readiness_changed", "start_locked", "match_closed"),
        *("secret_revealed", "lobby_reopened", "room_closed", "match_ended", "looked_into"),
        *("talk_changed", "tenant_named"),
        *("title_changed", "watching_changed", "wording_changed"),
    }
)


def faces() -> Sequence[Face]:
    """What is printed on the cards of the western game, by id."""
    game = Bang()
    return game.catalogue({option.key: option.default for option in game.options}).cards


def rule(title: str) -> str:
    """A line across with a title in it."""
    return f"━━━ {title} ".ljust(WIDTH - _wide(title), "━")


def _wide(text: str) -> int:
    """How many characters of `text` take two columns."""
    return sum("\u1100" <= character <= "\uffdc" for character in text)


def ending(
    texts: Catalogue,
    outcome: Any,
    standings: Mapping[Any, int],
    names: Mapping[str, str],
    game: str,
) -> Iterator[str]:
    """How the match ended: the summary, everybody's place, and the room's points."""
    yield rule(texts.text("transcript-result"))
    yield result.summary(texts, outcome, names, game)
    yield ""
    yield from (_INDENT + line for line in result.places(texts, outcome, names, game))
    if not outcome.abandoned:
        yield ""
        points = result.points(texts, standings, names)
        yield f"{texts.text('transcript-points')}: {points}"


def nameless(texts: Catalogue, game: str, players: Sequence[str]) -> dict[str, str]:
    """Names for players of whom only ids are known, in the order in which they sat down."""
    guests = {
        player: texts.text("transcript-player", number=number)
        for number, player in enumerate(players, 1)
    }
    return guests | automatic.names(texts, game, players)
