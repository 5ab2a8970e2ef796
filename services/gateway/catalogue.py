"""What can be played here, and all texts: fixed while a process lives, so made once."""

import gzip
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from shared.contracts.http import (
    CardInfo,
    CharacterInfo,
    GameInfo,
    GamesReply,
    KeysReply,
    KindInfo,
    Language,
    OptionInfo,
    PhraseInfo,
    PlayerKindInfo,
    PublicKey,
    RolesInfo,
    TextFile,
    TextsReply,
)
from shared.contracts.talk import PHRASES
from shared.engine.game import Game, Option
from shared.games.bang.content.base.options import ROLE_TABLE
from shared.games.bang.game import Bang
from shared.matchfile.head import key_id
from shared.text.catalogue import LANGUAGES, sources


class Document(NamedTuple):
    """A body with the tag that stands for its content."""

    body: bytes
    etag: str
    packed: bytes
    """By gzip."""


def document(body: bytes) -> Document:
    tag = blake2b(body, digest_size=12).hexdigest()
    return Document(body, f'"{tag}"', gzip.compress(body, mtime=0))


_OF_TERMINALS = {"figures.ftl", "transcript.ftl"}
_OF_SCREENS = {
    "replay": ("known.ftl", "ui-replay.ftl"),
    "rules": ("ui-rules.ftl",),
    "manners": ("ui-manners.ftl",),
    "ops": ("ui-ops.ftl",),
}
"""Of the browser client's screens that are seldom gone to, and bring their own words. The
children's file says nothing of these."""
_APART = {name for names in _OF_SCREENS.values() for name in names}
_PAGE = "1"

TITLES = {"buckshot": "title-odds"}
"""Keys of the titles of games whose title is no setting."""


class Documents:
    def __init__(self, games: Mapping[str, Game], title: str, keys: Iterable[str] = ()) -> None:
        titles = {"bang": f"title-{title}"}
        known = [
            _game(game, titles.get(game.id, TITLES.get(game.id, "")))
            for name, game in games.items()
            if name == game.id
        ]
        self.games = document(msgspec.json.encode(GamesReply(known, f"title-{title}")))
        known_keys = [PublicKey(key_id(key), key) for key in keys]
        self.keys = document(msgspec.json.encode(KeysReply(known_keys)))
        self._texts = {
            (language, kids, page): document(msgspec.json.encode(_texts(language, kids, page)))
            for language in LANGUAGES
            for kids in (False, True)
            for page in ("", _PAGE, *_OF_SCREENS)
        }

    def texts(self, language: Language, *, kids: bool, page: str = "") -> Document:
        """`page`: `1` for what the browser client needs to begin with, a screen's name for what
        that needs beside it, and everything for any other."""
        found = self._texts.get((language, kids, page))
        return self._texts[language, kids, ""] if found is None else found


def _texts(language: Language, kids: bool, page: str) -> TextsReply:
    files = [
        TextFile(path.name, _texts_of(path, page))
        for path in sources(language, kids)
        if _is_wanted(path.name, page)
    ]
    return TextsReply(language, kids, files)


def _is_wanted(name: str, page: str) -> bool:
    if page == _PAGE:
        return name not in _OF_TERMINALS and name not in _APART
    return page == "" or name in _OF_SCREENS[page]


def _texts_of(path: Path, page: str) -> str:
    """To a page without its comments, which only translators read."""
    source = path.read_text(encoding="utf-8")
    return re.sub(r"^(#.*)?\n", "", source, flags=re.MULTILINE) if page else source


def _game(game: Game, title: str) -> GameInfo:
    info = GameInfo(
        id=game.id,
        ruleset=game.ruleset,
        seats_least=game.seats[0],
        seats_most=game.seats[-1],
        options=[_option(option) for option in game.options],
        player_kinds=[PlayerKindInfo(kind, f"kind-{kind}") for kind in game.player_kinds],
        title=title,
        phrases=[
            PhraseInfo(each.id, each.points, each.is_claim, f"phrase-{each.id}")
            for each in PHRASES.get(game.id, ())
        ],
    )
    return _with_cards(info, game) if isinstance(game, Bang) else info


def _option(option: Option) -> OptionInfo:
    return OptionInfo(
        key=option.key,
        kind="boolean" if isinstance(option.default, bool) else "choice",
        choices=list(option.choices),
        default=option.default,
        house_rule=option.house_rule,
        text=f"option-{option.key}",
    )


def _with_cards(info: GameInfo, game: Bang) -> GameInfo:
    catalogue = game.catalogue({option.key: option.default for option in game.options})
    return msgspec.structs.replace(
        info,
        cards=[CardInfo(card.id, card.kind, card.suit, card.rank) for card in catalogue.cards],
        kinds=[
            KindInfo(kind.kind, kind.border, kind.weapon, f"card-{kind.kind}")
            for kind in catalogue.kinds.values()
        ],
        characters=[
            CharacterInfo(each.name, each.life, f"character-{each.name}")
            for each in catalogue.characters.values()
        ],
        roles=[RolesInfo(players, list(roles)) for players, roles in sorted(ROLE_TABLE.items())],
    )
