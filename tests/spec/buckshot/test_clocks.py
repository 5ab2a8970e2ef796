"""The turn's clock, time-outs, autopilot (DESIGN 5)."""

import pytest

from shared.contracts.refusals import refuse
from shared.engine.game import Pace, option_values
from shared.games.buckshot.events import ClockSet, ShotFired

from .support import GAME, PACE, Match, table


def after(game: Match, ms: int) -> Match:
    game.table.now_ms += ms
    return game


@pytest.mark.parametrize("seconds", [15, 30, 60])
def test_a_turn_has_its_seconds(seconds: int) -> None:
    game = table("live blank", turnSeconds=seconds)
    assert game.time_left_ms == seconds * 1_000
    game.player.shoot("opponent")
    assert game.time_left_ms == seconds * 1_000


def test_items_do_not_set_the_clock_anew_and_another_turn_does() -> None:
    game = after(table("blank live", player="saw"), 4_000)
    game.player.use("saw")
    assert game.time_left_ms == 26_000
    game.player.shoot("self")
    assert game.time_left_ms == 30_000


def test_no_clock_means_half_an_hour() -> None:
    game = table("live blank", opponent="dealer", turnSeconds="off")
    assert game.time_left_ms == 30 * 60 * 1_000


def test_no_clock_is_for_the_dealer_alone() -> None:
    options = option_values(GAME.options, {"turnSeconds": "off", "opponent": "person"})
    assert isinstance(options, dict)
    assert GAME.refuse_options(options) == refuse("clock_needed")
    for fine in ({"turnSeconds": "off"}, {"opponent": "person"}, {}):
        options = option_values(GAME.options, fine)
        assert isinstance(options, dict)
        assert GAME.refuse_options(options) is None


def test_silence_shoots_the_opponent() -> None:
    game = table("blank live", player="saw")
    game.table.timeout()
    assert [(e.seat, e.target) for e in game.table.events if isinstance(e, ShotFired)] == [(0, 1)]
    assert [e.id for e in game.table.events if isinstance(e, ClockSet) and e.expired] == [1]
    assert game.turn == "dealer"
    game.table.timeout()
    assert game.health == (2, 3)


def test_nothing_happens_before_the_deadline() -> None:
    game = after(table("live blank"), 29_999)
    state = game.table.state
    assert list(GAME.elapse(state, game.table.now_ms, game.table.draws)) == []


def test_a_time_out_that_comes_too_late_extends_the_turn_once() -> None:
    game = table("live blank")
    (extended,) = game.table.timeout(PACE.late_ms + 1)
    assert isinstance(extended, ClockSet)
    assert extended.extended
    assert game.time_left_ms == 30_000
    game.table.timeout(PACE.late_ms + 1)
    assert game.health == (3, 2)


def test_each_clock_has_an_id_of_its_own_and_an_extension_another() -> None:
    game = table("blank live live blank")
    ids = []
    for late_ms in (0, PACE.late_ms + 1, 0):
        due = GAME.due(game.table.state)
        assert due is not None
        ids.append(due.id)
        game.table.timeout(late_ms)
    assert len(set(ids)) == 3
    due = GAME.due(game.table.state)
    assert due is not None
    assert due.id not in ids


def test_a_side_that_goes_away_shoots_soon_and_every_turn() -> None:
    game = table("blank blank blank live")
    game.table.absent("player")
    assert game.view(None)["seat/0"].away
    assert game.time_left_ms == PACE.autopilot_ms
    game.table.timeout()
    assert (game.turn, game.time_left_ms) == ("dealer", 30_000)
    game.dealer.shoot("opponent")
    assert (game.turn, game.time_left_ms) == ("player", PACE.autopilot_ms)


def test_going_away_never_lengthens_a_turn_that_is_nearly_over() -> None:
    game = after(table("live blank"), 29_500)
    game.table.absent("player")
    assert game.time_left_ms == 500


def test_where_it_is_the_others_turn_the_clock_stays() -> None:
    game = after(table("live blank"), 1_000)
    game.table.absent("dealer")
    assert game.time_left_ms == 29_000
    game.table.absent("dealer", away=False)
    assert game.time_left_ms == 29_000


def test_who_comes_back_gets_the_full_time_once_a_turn() -> None:
    game = after(table("blank live live"), 10_000)
    game.table.absent("player")
    game.table.absent("player", away=False)
    assert game.time_left_ms == 30_000
    game.table.absent("player")
    assert game.time_left_ms == PACE.autopilot_ms
    game.table.absent("player", away=False)
    assert game.time_left_ms == PACE.autopilot_ms


def test_away_twice_is_once_and_after_the_end_nothing() -> None:
    game = table("live blank", health=(3, 1))
    game.table.absent("player")
    assert game.table.absent("player") == []
    game.table.timeout()
    assert game.winner == "player"
    assert game.table.absent("dealer") == []


def test_two_who_are_away_play_to_the_end_by_themselves() -> None:
    game = table("live live blank live live live live live", health=(2, 2))
    game.table.absent("player")
    game.table.absent("dealer")
    for _ in range(10):
        if game.winner is None:
            game.table.timeout()
    assert game.winner == "dealer"


def test_where_nobody_waits_for_autopilot_it_plays_to_the_end_at_once() -> None:
    game = table("live live blank live live live live live", health=(2, 2))
    game.table.state.pace = Pace(autopilot_ms=0)
    game.table.absent("player")
    game.table.absent("dealer")
    game.table.timeout()
    assert game.winner == "dealer"
