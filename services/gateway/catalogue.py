"""What can be played here, and all texts: fixed while a process lives, so made once."""

import gzip
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from services.gateway.words import PAGES, words
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
from shared.contracts.http_words import WordsPage, WordsReply
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
        sets = [(language, kids) for language in LANGUAGES for kids in (False, True)]
        self._texts = {each: document(msgspec.json.encode(_texts(*each))) for each in sets}
        self._words: dict[tuple[Language, bool, str], Document] = {
            (*each, page): document(msgspec.json.encode(_words(*each, page)))
            for each in sets
            for page in PAGES
        }

    def texts(self, language: Language, *, kids: bool) -> Document:
        return self._texts[language, kids]

    def words(self, language: Language, *, kids: bool, page: str) -> Document | None:
        """`None`: there is no such page."""
        return self._words.get((language, kids, page))


def _texts(language: Language, kids: bool) -> TextsReply:
    files = [
        TextFile(path.name, path.read_text(encoding="utf-8")) for path in sources(language, kids)
    ]
    return TextsReply(language, kids, files)


def _words(language: Language, kids: bool, page: WordsPage) -> WordsReply:
    return WordsReply(language, kids, page, dict(words(language, kids=kids, page=page)))


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
