"""What can be said to a room and what its view shows, as schemas for the served documents.

Every command of the lobby and of each game, and every section of a view. Bodies and messages carry
both as plain JSON, so their own schemas say nothing of them: `fill_in` puts these in.
"""

from typing import Any

import msgspec

from services.gateway.closed_sets import (
    GAMES,
    NONE,
    PHASES,
    PLAYER_KINDS,
    TALKS,
    VISIBILITIES,
    Words,
)
from shared.contracts import buckshot
from shared.contracts.bang import BangCommand
from shared.contracts.bang_offers import Offer
from shared.contracts.commands import LobbyCommand
from shared.engine.game import Outcome
from shared.games.bang import view as bang
from shared.games.bang.geometry import SightView
from shared.games.bang.legal import Hint
from shared.games.bang.result import BangResult
from shared.games.bang.state import Check
from shared.games.bang.waits import AnyWait
from shared.games.buckshot.result import BuckshotResult

COMMAND = "Command"
SECTIONS = "Sections"

OFFERS = (
    "Everything the viewer may do now. A command is made of an offer by taking over `type`, and"
    " `wait` or `turn`; `play`: `cardId` is its `card`, `as` as offered, `target` the `player` of"
    " one of its `targets`, and `targetCard` one of that target's `cards`, or `hand` where it has"
    " `hand`; `draw`: as it is, or `jesseFrom` the player of one of its `targets`, or"
    " `pedroDiscard` where it has `fromDiscard`; `respond`, `discard`, `sidHeal`: `cardIds` are"
    " `count` of its `cards`; `kitKeep`: `keep` likewise; `storePick`, `luckyPick`: `cardId` is one"
    " of them; `pickCharacter`: `character` is one of its `characters`; the others are complete."
)

_SEAT_COUNT_MOST = 7
_SEAT = f"^seat/[0-{_SEAT_COUNT_MOST - 1}]$"
_DISCARD = "^discard/[0-9]+$"
_TEXT = {"type": "string"}
_TRUTH = {"type": "boolean"}
_NUMBER = {"type": "integer"}
_PLAYER = {"type": ["string", "null"]}


def _one_of(words: Words) -> dict[str, Any]:
    return {**_TEXT, "enum": [*words]}


_ROOM = {
    **dict.fromkeys(("code", "host", "ruleset"), _TEXT),
    "phase": _one_of(PHASES),
    "game": _one_of(GAMES),
    "visibility": _one_of(VISIBILITIES),
    "talk": _one_of(TALKS),
    "options": {
        "type": "object",
        "additionalProperties": {"type": ["string", "integer", "boolean"]},
    },
    "seats_least": _NUMBER,
    "seats_most": _NUMBER,
    "match": _NUMBER,
    "secret_hash": _TEXT,
    "revealed_secret": _TEXT,
    "test_seed": _TRUTH,
    "reveal_until_ms": _NUMBER,
    "matches_abandoned": _NUMBER,
    "secrets_dropped": _NUMBER,
    "title": _TEXT,
    **dict.fromkeys(("watching", "kids"), _TRUTH),
}
_MEMBER = {
    "player": _TEXT,
    "automatic": _one_of(PLAYER_KINDS + NONE),
    **dict.fromkeys(("ready", "committed", "revealed", "away", "left"), _TRUTH),
}
_YOU = {"player": _PLAYER, "seat": {"type": ["integer", "null"]}, "host": _TRUTH}

BUCKSHOT_OFFERS = (
    "Everything the viewer may do now. A command is made of an offer by taking over `type` and"
    " `turn`; `shoot`: `target` is one of its `targets`; `use`: `item` is one of its `items`."
)

EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "ready", "ready": True},
    {"type": "setOptions", "options": {"dealer": "sharp"}},
    {"type": "play", "turn": 3, "cardId": 17, "target": "k3v5xq2m7aabcdef"},
    {"type": "respond", "wait": 5, "cardIds": [42]},
    {"type": "use", "turn": 3, "item": "saw"},
    {"type": "shoot", "turn": 3, "target": "opponent"},
)
"""Commands of the lobby and of each game."""

Rows = tuple[tuple[str, Any, str], ...]
"""Sections: name, type, what they say."""

_BANG: Rows = (
    ("legal", list[Offer], OFFERS),
    ("hints", list[Hint], "Why hand cards of the turn player may not be played now."),
    ("me", bang.MeView, "What the viewer alone knows of himself."),
    ("hand", bang.HandView, "The viewer's cards; what each is, /api/games says by its id."),
    ("match", bang.MatchView, "How the match stands as a whole."),
    ("turn", bang.TurnView, "Whose turn it is."),
    ("piles", bang.PilesView, "How many cards lie there."),
    ("laid", tuple[bang.LaidView, ...], "Cards laid out for all."),
    ("waits", tuple[AnyWait, ...], "Who is waited for, for what and until when."),
    ("seats", tuple[bang.PersonView, ...], "Who sits where, clockwise."),
    ("check", Check, "The latest draw check."),
    ("distances", tuple[SightView, ...], "Reach and distances, by seat."),
    ("disclosed", bang.DisclosedView, "What was hidden, once the match is over."),
    (_SEAT, bang.SeatView, "What changes about a seat."),
    (_DISCARD, tuple[int, ...], "The discard pile in parts, bottom first."),
)
_BUCKSHOT: Rows = (
    ("legal", list[buckshot.Offer], BUCKSHOT_OFFERS),
    ("blocked", list[buckshot.BlockedItem], "Why held items may not be used now, if any."),
    ("me", buckshot.MeView, "What the viewer alone knows."),
    ("match", buckshot.MatchView, "How the match stands as a whole."),
    ("turn", buckshot.TurnView, "Whose turn it is, and in which load."),
    ("gun", buckshot.GunView, "All that both sides know of it."),
    ("seats", tuple[buckshot.PersonView, ...], "Who sits where: the player's side first."),
    ("disclosed", buckshot.DisclosedView, "What was left in the gun, once the match is over."),
    (_SEAT, buckshot.SeatView, "What changes about a side."),
)
_ANY: Rows = (
    ("clock", int, "When the turn's clock runs out, Unix time in ms; 0 while it stands still."),
    ("result", Outcome, "How the match ended; `detail` is a `BangResult` or `BuckshotResult`."),
)
_GAMES = {"bang": _BANG, "buckshot": _BUCKSHOT}


def fill_in(schemas: dict[str, Any], reference: str) -> None:
    """Adds `Command` and `Sections` to a document's schemas, and lets its bodies and messages refer
    to them. `reference`: how one schema names another."""
    rows = [(f"{game}: ", row) for game, of_game in _GAMES.items() for row in of_game]
    rows += [("", row) for row in _ANY]
    results = [BangResult, BuckshotResult]
    wanted = [LobbyCommand | BangCommand | buckshot.BuckshotCommand, *results]
    wanted += [type_ for _, (_, type_, _) in rows]
    found, components = msgspec.json.schema_components(wanted, ref_template=reference)
    command, shown = found[0], found[1 + len(results) :]
    forms: dict[str, list[dict[str, Any]]] = {}
    for (game, (name, _, about)), schema in zip(rows, shown, strict=True):
        forms.setdefault(name, []).append({"allOf": [schema], "description": game + about})
    named = {name: each[0] if len(each) == 1 else {"anyOf": each} for name, each in forms.items()}
    schemas.update(components)
    about = "What a player may want of lobby or match."
    schemas[COMMAND] = {**command, "description": about, "examples": EXAMPLES}
    schemas[SECTIONS] = {
        "type": "object",
        "description": "A view by its sections. In a frame, those that changed, `null` for one"
        " that is no more.",
        "properties": _of_room() | {n: each for n, each in named.items() if n[0] != "^"},
        "patternProperties": {n: each for n, each in named.items() if n[0] == "^"},
        "additionalProperties": False,
    }
    for name, field, target in (
        ("CommandBody", "command", COMMAND),
        ("CommandMessage", "command", COMMAND),
        ("View", "sections", SECTIONS),
    ):
        if name in schemas:
            schemas[name]["properties"][field] = {"$ref": reference.format(name=target)}
    if "Frame" in schemas:
        schemas["Frame"]["properties"]["sections"]["description"] = (
            f"Those that changed, as in `{SECTIONS}`; `null` for one that is no more."
        )


def _of_room() -> dict[str, Any]:
    standing = {"player": _TEXT, "points": _NUMBER}
    return {
        "room": _object(_ROOM, "The room, lobby and match alike.", {"tenant": _TEXT}),
        "members": _list(_MEMBER, "Who has a seat, in the order in which seats were taken."),
        "standings": _list(standing, "Points over all matches in this room, most first."),
        "you": _object({**_YOU, "invitation": _TEXT}, "Who the viewer is here."),
    }


def _object(
    fields: dict[str, Any], about: str, sometimes: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {
        "type": "object",
        "description": about,
        "properties": {**fields, **(sometimes or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


def _list(fields: dict[str, Any], about: str) -> dict[str, Any]:
    return {"type": "array", "items": _object(fields, "One of them."), "description": about}
