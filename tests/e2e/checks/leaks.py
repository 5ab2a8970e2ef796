"""Whether somebody was sent what was hidden from him: every message held against the truth.

It asks the log who held which card when, and not the code that makes views.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tests.e2e.truth import Moment, Truth

ROLES = frozenset({"sheriff", "deputy", "outlaw", "renegade"})
_CARD_KEYS = frozenset({"card", "cards", "looking", "inPlay", "shown", "cardId", "cardIds"})
_CARDS_OF_EVENTS = {
    "cards_moved": (4,),
    "pile_shuffled": (2, 5),
    "card_played": (2,),
    "card_shown": (2,),
    "check_made": (3,),
}
"""Where cards stand in an event, its tag at 0."""
_ROLES_IN_PLAY = frozenset({"draws_used"})
"""Which roles there are is no secret."""
_AFTER_THE_END = frozenset({"disclosed", "result"})


def faults(truth: Truth, viewer: str, texts: Sequence[str]) -> list[str]:
    """What `texts`, all that was sent to `viewer` (empty: a watcher), tell too much."""
    found: list[str] = []
    for text in texts:
        try:
            message = msgspec.json.decode(text)
        except msgspec.DecodeError:
            continue
        if isinstance(message, dict) and "sections" in message and "seq" in message:
            found += _of_view(truth, viewer, message, text)
    return found


def looked_at(texts: Sequence[str]) -> int:
    """How many of them are views and frames."""
    return sum('"sections":' in text for text in texts)


def _of_view(truth: Truth, viewer: str, message: dict[str, Any], text: str) -> Iterator[str]:
    moment = truth.moments.get(message["seq"])
    if moment is None or moment.is_over:
        return
    where = f"entry {moment.seq}"
    for secret in truth.secrets:
        if secret in text:
            yield f"{where}: the match's secret"
    sections = message["sections"]
    for name in _AFTER_THE_END & sections.keys():
        yield f"{where}: section {name} before the end"
    shown = moment.shown.get(viewer, moment.shown.get("", frozenset()))
    for card, place in (*_section_cards(sections), *_event_cards(message.get("events", []))):
        if card >= 0 and card not in shown:
            yield f"{where}: card {card} in {place}"
    yield from (f"{where}: {told}" for told in _roles(truth, moment, viewer, message))
    yield from (f"{where}: {told}" for told in _shells(truth, moment, viewer, message))


def _section_cards(sections: dict[str, Any]) -> Iterator[tuple[int, str]]:
    for name, value in sections.items():
        if name.startswith("discard/"):
            yield from ((card, name) for card in value or ())
        else:
            yield from ((card, name) for card in _below(value))


def _below(value: Any) -> Iterator[int]:
    """Every number under a key that holds cards."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _CARD_KEYS:
                yield from _numbers(inner)
            else:
                yield from _below(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _below(inner)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner)


def _event_cards(events: list[Any]) -> Iterator[tuple[int, str]]:
    for event in events:
        for place in _CARDS_OF_EVENTS.get(event[0], ()):
            if place < len(event):
                yield from ((card, event[0]) for card in _numbers(event[place]))


def _roles(truth: Truth, moment: Moment, viewer: str, message: dict[str, Any]) -> Iterator[str]:
    own = truth.seat_of(viewer)
    for name, value in message["sections"].items():
        for role in _words(value, ROLES):
            seat = int(name.removeprefix("seat/")) if name.startswith("seat/") else -1
            is_own = name == "me" and truth.roles[own] == role
            if not is_own and moment.roles.get(seat) != role:
                yield f"role {role} in section {name}"
    for event in message.get("events", []):
        if event[0] not in _ROLES_IN_PLAY and (told := [*_words(event, ROLES)]):
            seat = event[2] if event[0] == "role_dealt" else event[1]
            if seat != own and moment.roles.get(seat) not in told:
                yield f"role {told[0]} of seat {seat} in {event[0]}"


def _words(value: Any, words: frozenset[str]) -> Iterator[str]:
    if isinstance(value, str):
        if value in words:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _words(inner, words)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner, words)


def _shells(truth: Truth, moment: Moment, viewer: str, message: dict[str, Any]) -> Iterator[str]:
    """The order of the shells, in the game for two."""
    own = truth.seat_of(viewer)
    for event in message.get("events", []):
        if event[0] == "loaded" and any(event[2]):
            yield "the order of the shells"
        if event[0] == "shell_seen" and any(event[3]) and event[2] != own:
            yield "a shell that somebody else looked at"
    me = message["sections"].get("me") or {}
    if me.get("chamber") and not (own >= 0 and moment.knows[own]):
        yield "the shell in the chamber"
