"""Which words a field of the served documents may hold, where the sources know all of them.

The types themselves say plain text: what is not among these words is refused with those that are,
instead of as something that cannot be read. What a viewer may not know, or is not yet, is empty.
"""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import Struct

from services.gateway.tally import FIGURES
from shared.contracts import buckshot, commands, http, http_hosts, http_ops, http_replay, messages
from shared.contracts.bang import HAND, PickCharacter, Play
from shared.contracts.bang_offers import COMPLETE, Offer
from shared.contracts.refusals import CODES, Refusal
from shared.contracts.talk import PHRASES as KNOWN_PHRASES
from shared.contracts.talk import TalkLine
from shared.games.bang import Bang, events, result, view
from shared.games.bang.catalogue import BLUE, BROWN, SUITS
from shared.games.bang.state import Check
from shared.games.bang.victory import TEAM
from shared.games.bang.waits import CheckPick, Demand, Market, Shot, Standoff
from shared.games.buckshot import Buckshot
from shared.games.buckshot import events as gun
from shared.room import events as room
from shared.room.state import Phase

Words = tuple[str, ...]

_BANG, _BUCKSHOT = Bang(), Buckshot()
_CONTENT = _BANG.catalogue({option.key: option.default for option in _BANG.options})

NONE = ("",)
GAMES: Words = (_BANG.id, _BUCKSHOT.id)
PHASES: Words = get_args(Phase)
VISIBILITIES: Words = get_args(commands.Visibility)
TALKS: Words = get_args(commands.TalkLevel)
PHRASES: Words = tuple(dict.fromkeys(p.id for known in KNOWN_PHRASES.values() for p in known))
PLAYER_KINDS: Words = (*_BANG.player_kinds, *_BUCKSHOT.player_kinds)
CARDS: Words = tuple(_CONTENT.kinds)
CHARACTERS: Words = tuple(_CONTENT.characters)
PURPOSES: Words = tuple(_CONTENT.checks)
ROLES: Words = tuple(TEAM)
TEAMS: Words = tuple(dict.fromkeys(TEAM.values()))
SHELLS: Words = (buckshot.LIVE, buckshot.BLANK_SHELL)
TARGETS: Words = (buckshot.SELF, buckshot.OPPONENT)
ITEMS: Words = buckshot.ITEMS

_PLAYED = {"via": CARDS}
_PLAYER = {"role": ROLES + NONE, "character": CHARACTERS + NONE}
_TAGS = tuple(str(k.__struct_config__.tag) for k in get_args(buckshot.BuckshotCommand))

FIELDS: Mapping[type[Struct], Mapping[str, Words]] = {
    http.Problem: {"code": tuple(CODES)},
    Refusal: {"code": tuple(CODES)},
    http.RoomRequest: {"game": GAMES},
    http.SayBody: {"phrase": PHRASES},
    http.PhraseInfo: {"id": PHRASES},
    messages.SayMessage: {"phrase": PHRASES},
    TalkLine: {"phrase": PHRASES},
    http_hosts.HostRoomRequest: {"game": GAMES},
    http.RoomListing: {"game": GAMES, "phase": PHASES},
    http.RoomInfo: {"game": GAMES, "phase": PHASES},
    http.ResultReply: {"game": GAMES},
    http_replay.KnowledgeReply: {"game": GAMES},
    http_replay.MatchInfo: {"game": GAMES},
    http_ops.OpsFigure: {"name": tuple(FIGURES)},
    http_ops.OpsRefusals: {"code": tuple(CODES)},
    http_ops.OpsRoom: {"game": GAMES + NONE},
    http.AutomaticSeat: {"playerKind": PLAYER_KINDS},
    http.PlayerKindInfo: {"kind": PLAYER_KINDS},
    http.GameInfo: {"id": GAMES},
    http.CardInfo: {"kind": CARDS, "suit": tuple(SUITS)},
    http.KindInfo: {"kind": CARDS, "border": (BROWN, BLUE)},
    http.RolesInfo: {"roles": ROLES},
    http.CharacterInfo: {"name": CHARACTERS},
    commands.Create: {"game": GAMES},
    commands.AddAutomatic: {"playerKind": PLAYER_KINDS},
    PickCharacter: {"character": CHARACTERS},
    Play: {"as": CARDS, "targetCard": (HAND,)},
    buckshot.Shoot: {"target": TARGETS},
    buckshot.UseItem: {"item": ITEMS},
    Offer: {"type": tuple(COMPLETE), "as": CARDS, "characters": CHARACTERS},
    view.MeView: {"role": ROLES + NONE, "offer": CHARACTERS, "picked": CHARACTERS + NONE},
    view.MatchView: {"winner": TEAMS + NONE},
    view.PersonView: {"character": CHARACTERS + NONE},
    view.SeatView: {"role": ROLES},
    view.DisclosedView: {"offers": CHARACTERS},
    Check: {"purpose": PURPOSES},
    CheckPick: {"purpose": PURPOSES},
    **dict.fromkeys((Shot, Demand, Standoff, Market), _PLAYED),
    result.BangResult: {"winnerTeam": TEAMS + NONE},
    result.PlayerResult: _PLAYER,
    buckshot.Offer: {"type": _TAGS, "targets": TARGETS, "items": ITEMS},
    buckshot.BlockedItem: {"item": ITEMS},
    buckshot.MeView: {"chamber": SHELLS + NONE},
    buckshot.GunView: {"spent": SHELLS},
    buckshot.DisclosedView: {"chamber": SHELLS},
    buckshot.SeatView: {"items": ITEMS},
    room.RoomOpened: {"game": GAMES},
    room.MatchDealt: {"game": GAMES},
    room.Restated: {"game": GAMES},
    room.SeatTaken: {"automatic": PLAYER_KINDS},
    events.RoleDealt: {"role": ROLES + NONE},
    events.CharactersOffered: {"characters": CHARACTERS + NONE},
    events.CharacterPicked: {"character": CHARACTERS + NONE},
    events.CharacterTaken: {"character": CHARACTERS},
    events.CardPlayed: {"kind": CARDS},
    events.CheckMade: {"purpose": PURPOSES},
    events.Eliminated: {"role": ROLES},
    events.MatchEnded: {"winner": TEAMS + NONE},
    gun.ItemsDealt: {"items": ITEMS},
    gun.ItemUsed: {"item": ITEMS},
    gun.ShotFired: {"shell": SHELLS},
    gun.ShellEjected: {"shell": SHELLS},
    gun.ShellSeen: {"shell": SHELLS + NONE},
}
"""By type and by its field's name on the wire."""


def close(schemas: dict[str, Any]) -> None:
    """Lets the schemas of these types say which words there are."""
    for kind, fields in FIELDS.items():
        full = f"{kind.__module__}.{kind.__qualname__}"
        schema = schemas.get(full) or schemas.get(kind.__name__)
        if schema is not None:
            for name, words in fields.items():
                say(_place(schema, name), words)


def say(schema: dict[str, Any], words: Words) -> None:
    """In the schema of a text, of several, or of a text or something else."""
    if schema.get("type") == "string":
        schema["enum"] = [*words, *NONE] if schema.get("default") == "" else [*words]
    for inner in (schema.get("items"), *schema.get("anyOf", ())):
        if isinstance(inner, dict):
            say(inner, words)


def _place(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Of a field of an object, or of an event's place with this title."""
    found: dict[str, Any] | None = schema.get("properties", {}).get(name)
    places = (place for place in schema.get("prefixItems", ()) if place.get("title") == name)
    found = found or next(places, None)
    assert found is not None, name
    return found
