"""What Python says of whole matches, for the client to say the same."""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.cli.parts import GAMES
from services.gateway.catalogue import Documents
from shared.contracts.http import CardInfo
from shared.engine.events import Event, hear
from shared.text.catalogue import LANGUAGES, Catalogue
from shared.text.log import Log
from tests.text import tables, test_gun_log, test_josa, test_room_log

MATCHES = 4


def document() -> bytes:
    """JSON, as `services/web/test/unit/lines.test.ts` reads it."""
    games = msgspec.json.decode(Documents(GAMES.newest(), "showdown").games.body)["games"]
    (cards,) = (game["cards"] for game in games if game["cards"])
    faces = msgspec.convert(cards, list[CardInfo])
    logs = [
        _log(f"{about}, {language}{', kids' if kids else ''}", game, texts, names, faces, heard)
        for language in LANGUAGES
        for kids in (False, True)
        for texts in [Catalogue(language, kids)]
        for about, game, names, heard in _stories()
    ]
    return msgspec.json.encode({"cards": cards, "josa": _particles(), "logs": logs})


def _stories() -> list[tuple[str, str, dict[str, str], list[Event]]]:
    two = {"a": "보리", "b": "다온"}
    room: list[Event] = [event for event, _ in test_room_log.STORY]
    found: list[tuple[str, str, dict[str, str], list[Event]]] = [("a room", "bang", two, room)]
    for number in range(MATCHES):
        of_bang, of_two = tables.match(number).events, test_gun_log.played(number)[0]
        for viewer in (None, 0):
            whose = f"match {number} as {'a watcher' if viewer is None else 'a player'}"
            told = [hear(event, viewer) for event in of_bang]
            found.append((f"bang, {whose}", "bang", tables.NAMES, told))
            told = [hear(event, viewer) for event in of_two]
            found.append((f"buckshot, {whose}", "buckshot", two, told))
    return found


def _log(
    about: str,
    game: str,
    texts: Catalogue,
    names: dict[str, str],
    faces: Sequence[CardInfo],
    heard: Sequence[Event],
) -> dict[str, Any]:
    log = Log(texts, names, faces, game=game)
    return {
        "about": about,
        "game": game,
        "language": texts.language,
        "kids": texts.kids,
        "names": names,
        "told": [(event, log.line(event)) for event in heard],
    }


def _particles() -> list[dict[str, str]]:
    return [
        {"word": word, "pair": pair, "said": said}
        for word, *forms in test_josa.WORDS
        for pair, said in zip(test_josa.PAIRS, forms, strict=True)
    ]
