"""L10 over logs that are kept: every release proves what every earlier one has written."""

from pathlib import Path
from typing import TypeVar

import pytest

from services.cli.parts import GAMES
from shared.engine.events import Event
from shared.games.bang.events import CharacterPicked
from shared.games.buckshot.events import ClockSet, Loaded
from shared.room.aggregate import Room
from shared.room.events import MatchClosed, MatchDealt, PresenceChanged, SeatTaken
from shared.room.verify import verify
from tests.conformance.lives import ROOM
from tests.conftest import Count

from .rooms import HOUSE_RULES, HOUSE_RULES_FOR_TWO, LOGS, ROOMS, path_of, read

E = TypeVar("E", bound=Event)

KEPT = sorted(LOGS.rglob("*.jsonl.gz"))


@pytest.mark.parametrize("path", KEPT, ids=[str(path.relative_to(LOGS)) for path in KEPT])
def test_a_kept_log_is_proved_and_decided_again_to_the_byte(path: Path, count: Count) -> None:
    assert path.read_bytes()[4:8] == bytes(4), "the file tells when it was written"
    log = read(path)
    report = verify(log, GAMES)
    assert report.first_bad is None, (
        f"{report.first_bad}. Rules that play an old match otherwise need a ruleset of their own; "
        "the logs of one that was never released may be removed and written anew."
    )
    assert report.entries == len(log)
    count("L10 kept logs", 1)
    count("L10 entries of kept logs", report.entries)
    count("L10 matches of kept logs", report.matches)


def happened(name: str) -> list[Event]:
    """Everything in a kept room."""
    path = next(path_of(golden) for golden in ROOMS if golden.name == name)
    room = Room(ROOM, GAMES)
    return [event for stored in read(path) for event in room.apply(stored).events]


def of(kind: type[E], events: list[Event]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.parametrize(
    ("name", "players"),
    [("four-players", 4), ("five-choose-of-two", 5), ("seven-by-house-rules", 7)],
)
def test_kept_rooms_have_the_tables_they_are_named_for(name: str, players: int) -> None:
    (dealt,) = of(MatchDealt, happened(name))
    assert len(dealt.players) == players


def test_kept_rooms_play_by_the_options_they_are_named_for() -> None:
    chosen = happened("five-choose-of-two")
    assert of(MatchDealt, chosen)[0].options["characterDraft"] == "choose2"
    assert len(of(CharacterPicked, chosen)) == 5
    options = of(MatchDealt, happened("seven-by-house-rules"))[0].options
    assert all(options[rule] is True for rule in HOUSE_RULES)


def test_one_kept_room_is_played_in_twice() -> None:
    events = happened("six-in-two-matches")
    assert [dealt.match for dealt in of(MatchDealt, events)] == [1, 2]
    assert [closed.abandoned for closed in of(MatchClosed, events)] == [False, False]


def test_one_kept_match_is_abandoned_and_one_played_by_autopilot() -> None:
    assert [closed.abandoned for closed in of(MatchClosed, happened("abandoned"))] == [True]
    away = [event.away for event in of(PresenceChanged, happened("autopilot"))]
    assert True in away
    assert False in away


def test_kept_rooms_of_the_game_for_two_are_what_they_are_named_for() -> None:
    dealer = happened("against-the-dealer")
    assert [taken.automatic for taken in of(SeatTaken, dealer)] == ["", "house"]
    assert len(of(Loaded, dealer)) > 1
    house = happened("by-house-rules")
    assert [dealt.match for dealt in of(MatchDealt, house)] == [1, 2]
    options = of(MatchDealt, house)[0].options
    assert options.items() >= HOUSE_RULES_FOR_TWO.items()
    late = happened("late-and-away")
    assert any(clock.extended for clock in of(ClockSet, late))
    assert {event.away for event in of(PresenceChanged, late)} == {True, False}
    assert [closed.abandoned for closed in of(MatchClosed, happened("broken-off"))] == [True]


def test_every_golden_room_is_kept() -> None:
    assert {path_of(golden) for golden in ROOMS} <= set(KEPT)
