"""What Python says of whole matches, for the client to say the same."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import msgspec

from services.cli.parts import GAMES
from services.gateway.catalogue import Documents
from services.gateway.words import PAGES, page_of, words
from shared.contracts.http import CardInfo
from shared.engine.events import Event, hear
from shared.text.catalogue import LANGUAGES, Catalogue, TextError
from shared.text.log import Log
from tests.text import tables, test_gun_log, test_josa, test_room_log

MATCHES = 4
TOLD: tuple[str | int, ...] = (0, 1, 2, 1_234, "보리", "yes", "beer no-such-word", "")
"""What parameters may be."""


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
    sets = [_set(Catalogue(each, kids)) for each, kids in product(LANGUAGES, (False, True))]
    return msgspec.json.encode({"cards": cards, "josa": _particles(), "logs": logs, "sets": sets})


def _set(texts: Catalogue) -> dict[str, Any]:
    pages = {page: words(texts.language, kids=texts.kids, page=page) for page in PAGES}
    lines = [
        (key, params, line)
        for key in sorted(texts.keys)
        if page_of(key) is not None
        for params in _params(texts.params(key))
        if (line := _line(texts, key, params)) is not None
    ]
    return {"language": texts.language, "kids": texts.kids, "pages": pages, "lines": lines}


def _params(names: frozenset[str]) -> list[dict[str, str | int]]:
    return [dict.fromkeys(names, told) for told in TOLD] if names else [{}]


def _line(texts: Catalogue, key: str, params: dict[str, str | int]) -> str | None:
    """`None` where these parameters are of a wrong kind."""
    try:
        return texts.text(key, **params)
    except (TextError, ValueError):
        return None


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
