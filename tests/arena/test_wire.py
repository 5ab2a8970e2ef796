"""A mind in the arena is given what the server's frames would bring to its seat."""

from collections.abc import Iterator

import pytest
from msgspec import json

from services.cli.arena.match import Match, Played
from services.cli.arena.request import Request
from services.cli.parts import GAMES
from shared.contracts.ids import PlayerId, RoomId
from shared.room.aggregate import Room
from shared.room.frames import Views
from tests.arena import minds
from tests.conftest import Count

ROOM_SECTIONS = {"room", "members", "standings", "you"}
"""Those that are no part of the match."""


@pytest.fixture
def attentive() -> Iterator[list[minds.Attentive]]:
    minds.ATTENTIVE.clear()
    yield minds.ATTENTIVE
    minds.ATTENTIVE.clear()


@pytest.mark.parametrize("number", range(1, 5))
def test_views_and_events_are_those_of_the_frames(
    number: int, attentive: list[minds.Attentive], count: Count
) -> None:
    asked = Request("bang", 7, ("attentive",), "", (), 4, bytes(32), has_random_options=True)
    played = Match(asked, number, {"attentive": minds.Attentive}).play(is_verified=False)
    assert isinstance(played, Played)
    told = {mind.player: iter(mind.told) for mind in attentive}
    shown = {mind.player: iter(mind.shown) for mind in attentive}
    room = Room(RoomId("ARENAS"), GAMES)
    room.apply(played.entries[0])
    views = Views(room)
    events = decisions = 0
    for stored in played.entries[1:]:
        before = {player: dict(views.sections(player)) for player in told}
        is_running = room.state.phase == "match"
        applied = room.apply(stored)
        frames = views.frames(applied)
        if is_running:
            actor = PlayerId(applied.header.actor)
            view = next(shown[actor])
            decisions += 1
            assert view == {name: json.decode(before[actor][name]) for name in view}
            assert before[actor].keys() - view.keys() == ROOM_SECTIONS
        if is_running or room.state.phase == "match":
            for player, heard in told.items():
                frame = json.decode(frames[player].data)
                assert next(heard) == frame["events"]
                events += len(frame["events"])
    assert all(next(left, None) is None for left in (*told.values(), *shown.values()))
    count("views as the server shows them", decisions, minimum=50)
    count("events as the server tells them", events, minimum=1_000)
