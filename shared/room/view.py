"""What a viewer may see of a room: the masked state, and its view in named sections of JSON."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ..contracts.entries import encoder
from ..contracts.ids import PlayerId
from ..engine.events import Event
from ..engine.game import Game
from .matches import seat_of
from .rules import Games, installed
from .state import Member, RoomState

Viewer = PlayerId | None
"""`None` is a spectator."""

Sections = dict[str, bytes]
"""JSON by name of the section."""


def see(state: RoomState, viewer: Viewer, games: Games) -> RoomState:
    """A copy of `state` with blanks for what `viewer` may not know (L2)."""
    play = state.play
    if play is not None:
        game = installed(games, state.game, state.ruleset)
        play = game.see(play, seat_of(game, state, viewer))
    return replace(
        state,
        members=[replace(member) for member in state.members],
        standings=dict(state.standings),
        options=dict(state.options),
        invitation=state.invitation if viewer == state.host else "",
        secret="",
        fixed_seed="",
        play=play,
    )


def sections(state: RoomState, viewer: Viewer, games: Games) -> Sections:
    """The whole view of `viewer`; anybody without a seat sees what a spectator sees."""
    game = installed(games, state.game, state.ruleset)
    member = state.member(viewer) if viewer else None
    seat = seat_of(game, state, viewer) if member else None
    own = {} if state.play is None else encoded(game.own_sections(state.play, seat))
    you = you_section(state, viewer if member else None, seat)
    public = {**public_sections(state, game), **match_sections(game, state.play)}
    return {**public, "you": you, **own}


def public_sections(state: RoomState, game: Game) -> Sections:
    """The room's own sections that say the same to everybody; the match's are the game's. `result`:
    the game's `Outcome`, there only while the room holds a match that is over."""
    outcome = game.outcome(state.play) if state.play is not None else None
    result = {} if outcome is None else {"result": encoder.encode(outcome)}
    return result | {
        "room": encoder.encode(
            {
                **({"tenant": state.tenant} if state.tenant else {}),
                "code": state.room,
                "phase": state.phase,
                "game": state.game,
                "options": state.options,
                "visibility": state.visibility,
                "host": state.host,
                "seats_least": game.seats[0],
                "seats_most": game.seats[-1],
                "match": state.match,
                "ruleset": state.ruleset,
                "secret_hash": state.secret_hash,
                "revealed_secret": state.revealed_secret,
                "test_seed": state.test_seed,
                "reveal_until_ms": state.reveal_until_ms,
                "matches_abandoned": state.matches_abandoned,
                "secrets_dropped": state.secrets_dropped,
                "talk": state.talk,
                "title": state.title,
                "watching": state.watching,
                "kids": state.kids,
            }
        ),
        "members": encoder.encode([_member(member) for member in state.members]),
        "standings": encoder.encode(_standings(state)),
    }


def _member(member: Member) -> dict[str, str | bool]:
    return {
        "player": member.player,
        "automatic": member.automatic,
        "ready": member.ready or bool(member.automatic),
        "committed": bool(member.commitment),
        "revealed": bool(member.entropy),
        "away": member.away,
        "left": member.left,
    }


def _standings(state: RoomState) -> list[dict[str, str | int]]:
    """Most points first; among equals, those who scored first, then members as they sit."""
    points = {**state.standings}
    for member in state.members:
        points.setdefault(member.player, 0)
    ranked = sorted(points.items(), key=lambda of: -of[1])
    return [{"player": player, "points": number} for player, number in ranked]


def match_sections(game: Game, play: Any) -> Sections:
    """What everybody sees of the match; nothing where there is none."""
    return {} if play is None else encoded(game.public_sections(play))


def changed_sections(game: Game, play: Any, events: Sequence[Event]) -> Sections | None:
    """Those of `match_sections` that `events` may have changed; `None`: all of them, or others are
    there now."""
    changed = game.changed(play, events)
    return None if changed is None else encoded(changed)


def encoded(sections: dict[str, Any]) -> Sections:
    return {name: encoder.encode(value) for name, value in sections.items()}


def you_section(state: RoomState, viewer: Viewer, seat: int | None) -> bytes:
    """The section `you`: who the viewer is in this room, and `seat` of its match."""
    is_host = viewer is not None and viewer == state.host
    return encoder.encode(
        {
            "player": viewer,
            "seat": seat,
            "host": is_host,
            "invitation": state.invitation if is_host else "",
        }
    )
