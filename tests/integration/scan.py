"""What of a match somebody was shown that he may not know, by the log's own account."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from services.cli.parts import GAMES
from shared.contracts.entries import read_entry
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import Frame, View
from shared.games.bang.events import (
    CardPlayed,
    CardShown,
    CardsMoved,
    CheckMade,
    PileShuffled,
    RoleDealt,
)
from shared.room.aggregate import Room
from shared.room.codec import codec

CARD_KEYS = {"card", "cards", "hand", "inPlay", "looking", "discard", "shown"}
LONG_WORD = re.compile(rb"[A-Za-z0-9+/_=-]{32,}")


class Moment(NamedTuple):
    """What is hidden from each seat (`None`: spectators) after an entry."""

    cards: dict[int | None, set[int]]
    roles: dict[int | None, dict[int, str]]


class Account:
    """The match as its log tells it."""

    def __init__(self, room: RoomId, entries: Sequence[bytes]) -> None:
        self.moments: list[Moment] = [Moment({}, {})]
        self.seats: dict[PlayerId, int] = {}
        self.secrets: set[bytes] = set()
        """What leads to draws, and the salts of all leaves."""
        self.ended_seq = 0
        made = Room(room, GAMES)
        for entry in entries:
            made.apply(entry)
            self._note(made, entry)
        self._events = codec(made.game).events

    def _note(self, room: Room, entry: bytes) -> None:
        play = room.state.play
        self.secrets |= {s.encode() for s in (room.state.secret, room.state.fixed_seed) if s}
        for leaf in read_entry(entry).leaves:
            assert not isinstance(leaf, str)
            self.secrets.add(str(leaf[0]).encode())
        if play is None:
            self.moments.append(Moment({}, {}))
            return
        if play.over and not self.ended_seq:
            self.ended_seq = room.seq
        if not self.seats and play.players:
            self.seats = {player.id: seat for seat, player in enumerate(play.players)}
        viewers = [None, *range(len(play.players))]
        self.moments.append(
            Moment(
                {viewer: _hidden_cards(play, viewer) for viewer in viewers},
                {viewer: _hidden_roles(play, viewer) for viewer in viewers},
            )
        )

    def seat(self, viewer: PlayerId | None) -> int | None:
        return self.seats.get(viewer) if viewer else None

    def leaks(self, viewer: PlayerId | None, update: View | Frame) -> Iterator[str]:
        """What the update tells its viewer that it must not."""
        seat = self.seat(viewer)
        after = self.moments[update.seq]
        hidden = after.cards.get(seat, set())
        if isinstance(update, Frame):
            before = self.moments[update.seq - 1].cards.get(seat, hidden)
            yield from self._leaks_of_events(update, hidden & before, after.roles.get(seat, {}))
        for name, raw in update.sections.items():
            value = msgspec.json.decode(raw)
            if found := hidden & set(_cards(value)):
                yield f"entry {update.seq}: section {name} shows cards {found}"
            if name.startswith("seat/") and value:
                other = int(name.partition("/")[2])
                if other in after.roles.get(seat, {}) and value.get("role"):
                    yield f"entry {update.seq}: {name} shows a role"

    def _leaks_of_events(
        self, frame: Frame, hidden: set[int], roles: dict[int, str]
    ) -> Iterator[str]:
        events = [self._events.decode(raw) for raw in frame.events]
        if any(isinstance(event, PileShuffled) for event in events):
            hidden = set()  # a card may have been turned up and shuffled in again
        for event in events:
            named: set[int] = set()
            if isinstance(event, CardsMoved | CheckMade | PileShuffled):
                named = set(event.cards)
            elif isinstance(event, CardPlayed | CardShown):
                named = {event.card}
            if isinstance(event, PileShuffled) and named - {-1}:
                yield f"entry {frame.seq}: shows the order of a pile"
            if hidden & named:
                yield f"entry {frame.seq}: {event} shows cards {hidden & named}"
            if isinstance(event, RoleDealt) and event.seat in roles and any(event.role):
                yield f"entry {frame.seq}: shows a role"

    def secrets_in(self, data: bytes) -> set[bytes]:
        return self.secrets & set(LONG_WORD.findall(data))


def _hidden_cards(play: Any, viewer: int | None) -> set[int]:
    if play.over:
        return set()
    hands = [p.hand for seat, p in enumerate(play.players) if seat != viewer]
    aside = [
        each.cards
        for each in play.aside
        if each.audience is not None and viewer not in each.audience
    ]
    shown = {play.turn.shown, *(play.last_check.cards if play.last_check else ())}
    return {card for pile in (play.deck, *hands, *aside) for card in pile} - shown


def _hidden_roles(play: Any, viewer: int | None) -> dict[int, str]:
    if play.over:
        return {}
    return {
        seat: player.role
        for seat, player in enumerate(play.players)
        if seat != viewer and player.alive and player.role != "sheriff"
    }


def _cards(value: Any, key: str = "") -> Iterator[int]:
    """Every number that stands for a card."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _cards(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _cards(inner, key)
    elif isinstance(value, int) and not isinstance(value, bool) and key in CARD_KEYS:
        yield value
