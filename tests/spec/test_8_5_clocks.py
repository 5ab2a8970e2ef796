"""§8.5: the clocks. One for draw, play and discard of a turn; one for each reaction; autopilot."""

import pytest

from shared.engine.game import Pace
from shared.games.bang.events import ClockSet, WaitChanged

from .support import Match, dealt, table

TURN_MS = 60_000
REACTION_MS = 15_000
AUTOPILOT_MS = 800
RESUME_MS = 5_000
LATE_MS = 5_000


def due_ms(game: Match) -> int:
    """How long until something happens by itself."""
    due = game.table.game.due(game.table.state)
    assert due is not None
    return due.at_ms - game.table.now_ms


# The turn


def test_a_turn_has_one_clock_for_draw_play_and_discard() -> None:
    game = table("plain 1: bang:D2 bang:D3", phase="draw")
    assert game.A.time_left_ms == TURN_MS
    game.after(10_000)
    assert game.A.draw().time_left_ms == TURN_MS - 10_000
    game.after(10_000)
    assert game.A.end_play().time_left_ms == TURN_MS - 20_000 and game.turn == "A discard"


def test_the_next_turn_has_a_clock_of_its_own() -> None:
    game = table("plain")
    game.after(50_000)
    game.A.end_play()
    assert game.turn == "B draw" and game.B.time_left_ms == TURN_MS


def test_when_it_runs_out_the_rest_of_the_turn_takes_its_defaults() -> None:
    game = table("plain 2: bang:D2 bang:D3", phase="draw", deck="beer:H6 beer:H7")
    game.after(TURN_MS - 1)
    assert game.turn == "A draw" and not game.last
    assert game.after(1).turn == "A play" and game.A.hand_count == 4
    assert game.after(AUTOPILOT_MS).turn == "A discard"
    assert game.after(AUTOPILOT_MS).turn == "B draw" and game.A.hand_count == 2


def test_a_turn_that_ran_out_may_still_be_played_between_its_defaults() -> None:
    game = table("plain: scope bang", phase="draw")
    game.after(TURN_MS)
    game.A.play("scope").play("bang", at="B")
    assert game.after(500).waiting == ["B shot"]
    game.B.take_hit()
    assert game.A.time_left_ms == AUTOPILOT_MS
    assert game.after(AUTOPILOT_MS).turn == "B draw"


def test_it_stands_still_while_somebody_is_asked() -> None:
    game = table("plain: bang", "plain: missed")
    game.after(10_000)
    game.A.play("bang", at="B")
    assert due_ms(game) == REACTION_MS
    game.after(14_000)
    game.B.respond("missed")
    assert game.A.time_left_ms == TURN_MS - 10_000


def test_it_goes_on_with_five_seconds_at_least() -> None:
    game = table("plain: bang", "plain: missed")
    game.after(59_000)
    game.A.play("bang", at="B")
    game.B.respond("missed")
    assert game.A.time_left_ms == RESUME_MS


def test_it_stands_still_at_the_start_of_a_turn_too() -> None:
    game = table("plain", "lucky: | jail:SJ", deck="beer:H6 beer:H7")
    game.A.end_play()
    assert due_ms(game) == REACTION_MS
    game.after(1_000)
    game.B.lucky_pick("beer:H6")
    assert game.turn == "B draw" and game.B.time_left_ms == TURN_MS


def test_the_earliest_reaction_is_due_first_then_the_turn() -> None:
    game = table("plain: gatling", "plain 1")
    game.A.play("gatling")
    game.after(1_000)
    game.B.take_hit()
    assert game.B.time_left_ms == REACTION_MS and due_ms(game) == REACTION_MS - 1_000
    game.C.take_hit()
    game.D.take_hit()
    assert due_ms(game) == REACTION_MS
    game.B.give_up()
    assert due_ms(game) == game.A.time_left_ms


def test_every_wait_and_clock_is_due_under_an_id_of_its_own() -> None:
    game = table("plain: gatling:H10")
    ids = []
    for step in range(4):
        due = game.table.game.due(game.table.state)
        assert due is not None
        ids.append(due.id)
        game.A.play("gatling") if step == 0 else game.seats[step].take_hit()
    assert len(set(ids)) == 4


# Reactions


def test_each_throw_of_a_duel_has_its_full_time() -> None:
    game = table("plain: duel bang:D2", "plain: bang:D3")
    game.A.play("duel", at="B")
    game.after(14_000)
    game.B.respond("bang:D3")
    assert game.A.time_left_ms == REACTION_MS
    game.after(14_000)
    game.A.respond("bang:D2")
    assert game.B.time_left_ms == REACTION_MS


def test_each_pick_at_the_general_store_has_its_full_time() -> None:
    game = table("plain: generalStore", deck="beer:H6 beer:H7 beer:H8 beer:H9")
    game.A.play("generalStore")
    for seat, card in zip(game.seats, game.laid, strict=True):
        assert seat.time_left_ms == REACTION_MS
        game.after(14_000)
        seat.store_pick(card)


def test_dying_has_its_full_time() -> None:
    game = table("plain: bang", "plain 1")
    game.A.play("bang", at="B")
    game.after(14_000)
    assert game.B.take_hit().time_left_ms == REACTION_MS


def test_a_shot_stands_still_while_a_check_inside_it_is_open() -> None:
    seats = ("plain: bang:D3", "lucky: missed | barrel")
    game = table(*seats, deck="duel:C8 bang:D2", autoBarrel=False)
    game.A.play("bang:D3", at="B")
    game.after(5_000)
    game.B.use_barrel()
    shot, check = game.table.waits("B")
    assert shot.deadline_ms == 0 and check.parent == shot.id
    assert game.B.time_left_ms == REACTION_MS
    game.after(14_000)
    assert game.B.lucky_pick("bang:D2").time_left_ms == REACTION_MS - 5_000


def test_an_answer_that_comes_before_the_time_out_counts_however_late() -> None:
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    game.table.later(REACTION_MS + 100)
    assert game.B.respond("missed").life == 4


# Late time-outs


def test_up_to_five_seconds_late_the_default_is_taken() -> None:
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    assert not game.after(REACTION_MS + LATE_MS).waiting
    game = table("plain")
    assert game.after(TURN_MS + LATE_MS).turn == "B draw"


def test_a_wait_that_is_later_than_that_is_extended_once_for_all_to_see() -> None:
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    game.after(REACTION_MS + LATE_MS + 1)
    assert game.waiting == ["B shot"] and game.B.time_left_ms == REACTION_MS
    (told,) = game.of(WaitChanged)
    assert told.wait.extended
    assert not game.after(REACTION_MS + LATE_MS + 1).waiting and game.B.hand_count == 0


def test_a_turn_that_is_later_than_that_is_extended_once() -> None:
    game = table("plain: beer", phase="draw")
    game.after(TURN_MS + LATE_MS + 1)
    assert game.turn == "A draw" and game.A.time_left_ms == TURN_MS
    (told,) = game.of(ClockSet)
    assert told.extended and not told.expired
    assert game.after(TURN_MS + LATE_MS + 1).turn == "A play"


def test_an_extension_is_kept_through_a_pause() -> None:
    game = table("plain: bang", "plain: missed")
    game.after(TURN_MS + LATE_MS + 1)
    game.A.play("bang", at="B")
    game.B.respond("missed")
    assert game.A.time_left_ms == TURN_MS
    assert game.after(TURN_MS + LATE_MS + 1).turn == "B draw"


def test_all_that_is_late_together_is_extended_together() -> None:
    game = table("plain: gatling", "plain: missed")
    game.A.play("gatling")
    game.after(REACTION_MS + LATE_MS + 1)
    assert len(game.waiting) == 3 and due_ms(game) == REACTION_MS


# Autopilot


def test_the_waits_of_an_absent_player_are_due_at_his_pace() -> None:
    game = table("plain: gatling", "plain 1: missed", "plain 1")
    game.away("B").away("C")
    game.A.play("gatling")
    assert (game.B.time_left_ms, game.C.time_left_ms) == (AUTOPILOT_MS, AUTOPILOT_MS)
    assert game.D.time_left_ms == REACTION_MS
    game.after(AUTOPILOT_MS)
    assert game.waiting == ["D shot", "C dying"] and game.C.time_left_ms == AUTOPILOT_MS
    assert not game.after(AUTOPILOT_MS).C.alive


def test_an_absent_players_turn_goes_on_phase_by_phase() -> None:
    game = table("plain", "plain 1: bang:D2", deck="beer:H6 beer:H7")
    game.away("B")
    game.A.end_play()
    for turn in ("B draw", "B play", "B discard", "C draw"):
        assert game.turn == turn and (turn[0] != "B" or game.B.time_left_ms == AUTOPILOT_MS)
        game.after(AUTOPILOT_MS)
    assert game.B.hand_count == 1 and game.turn == "C draw"


def test_going_away_shortens_what_is_open() -> None:
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    assert game.away("B").B.time_left_ms == AUTOPILOT_MS
    game = table("plain")
    assert game.away("A").A.time_left_ms == AUTOPILOT_MS
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    game.after(REACTION_MS - 300)
    assert game.away("B").B.time_left_ms == 300


def test_going_away_shortens_what_stands_still() -> None:
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    game.away("A")
    game.B.respond("missed")
    assert game.A.time_left_ms == AUTOPILOT_MS
    game = table("plain: bang:D3", "lucky: missed | barrel", deck="duel:C8 bang:D2")
    game.A.play("bang:D3", at="B")
    game.away("B").after(AUTOPILOT_MS)
    assert game.waiting == ["B shot"] and game.B.time_left_ms == AUTOPILOT_MS


def test_coming_back_gives_the_full_time_anew() -> None:
    game = table("plain: bang", "plain: missed")
    game.away("B").away("A")
    game.A.play("bang", at="B")
    game.after(300)
    assert game.back("B").B.time_left_ms == REACTION_MS
    game.B.respond("missed")
    assert game.back("A").A.time_left_ms == TURN_MS


def test_coming_back_gives_the_full_time_also_to_what_stands_still() -> None:
    seats = ("plain: bang:D3", "lucky: missed | barrel")
    game = table(*seats, deck="duel:C8 bang:D2")
    game.away("A").away("B")
    game.A.play("bang:D3", at="B")
    game.back("A").back("B")
    assert game.B.time_left_ms == REACTION_MS
    assert game.B.lucky_pick("bang:D2").time_left_ms == REACTION_MS
    game.B.respond("missed")
    assert game.A.time_left_ms == TURN_MS


def test_coming_back_gives_the_full_time_once_so_that_nobody_holds_up_a_table() -> None:  # L8
    game = table("plain: bang", "plain: missed")
    game.A.play("bang", at="B")
    game.after(10_000).away("B").after(AUTOPILOT_MS - 1)
    assert game.back("B").B.time_left_ms == REACTION_MS
    game.after(REACTION_MS - 1).away("B").back("B")
    assert game.B.time_left_ms == 1
    assert not game.after(1).waiting

    game = table("plain: bang", "plain: missed")
    game.after(10_000).away("A").back("A")
    assert game.A.time_left_ms == TURN_MS
    game.A.play("bang", at="B")
    game.away("A").back("A")
    game.B.respond("missed")
    assert game.away("A").A.time_left_ms == AUTOPILOT_MS
    assert game.back("A").A.time_left_ms == AUTOPILOT_MS
    assert game.after(AUTOPILOT_MS).turn == "B draw"


def test_an_absent_player_who_comes_back_for_each_phase_has_his_full_time_in_one() -> None:
    game = table("plain", "plain 1: bang:D2", deck="beer:H6 beer:H7")
    game.away("B")
    game.A.end_play()
    assert game.back("B").B.time_left_ms == TURN_MS
    game.away("B").after(AUTOPILOT_MS)
    assert game.turn == "B play" and game.back("B").B.time_left_ms == AUTOPILOT_MS


def test_somebody_who_is_not_asked_changes_no_clock_by_going_and_coming() -> None:
    game = table("plain: bang", "plain", "plain dead")
    game.A.play("bang", at="B")
    for who in "DC":
        game.away(who)
        assert game.tags() == ["autopilot_changed"] and game.B.time_left_ms == REACTION_MS
        assert game.away(who).last == []
        assert game.back(who).tags() == ["autopilot_changed"]
        assert game.back(who).last == []


def test_nobody_else_changes_the_clock_of_a_turn_by_going_and_coming() -> None:
    game = table("plain")
    game.after(20_000)
    for change in (game.away, game.back):
        change("B")
        assert game.A.time_left_ms == TURN_MS - 20_000 and game.tags() == ["autopilot_changed"]


def test_an_absent_player_is_seen_to_be_away() -> None:
    game = table("plain")
    game.away("C")
    assert [seat.seen.away for seat in game.seats] == [False, False, True, False]


def test_a_match_of_absent_players_goes_on_and_hangs_nowhere() -> None:
    game = dealt(4, "absent")
    for seat in game.seats:
        game.away(seat.name)
    for _ in range(200):
        assert due_ms(game) == AUTOPILOT_MS
        assert game.after(AUTOPILOT_MS).last
    assert game.round > 10


def test_with_no_pace_absent_players_are_done_at_once_up_to_a_bound() -> None:
    """Two hundred defaults a time-out; what is left is due again at once."""
    game = table("plain", "plain", pace=Pace(autopilot_ms=0))
    for seat in game.seats:
        game.away(seat.name)
    number = game.view(None)["turn"].number
    game.after(0)
    assert game.view(None)["turn"].number > number + 30 and due_ms(game) == 0


@pytest.mark.parametrize("second_ms", [50, 1_000])
def test_seconds_are_as_long_as_the_match_says(second_ms: int) -> None:
    game = table("plain: bang", pace=Pace(second_ms=second_ms))
    assert game.A.time_left_ms == 60 * second_ms
    game.A.play("bang", at="B")
    assert game.B.time_left_ms == 15 * second_ms


@pytest.mark.parametrize(
    ("played", "answer"),
    [("bang:DK", "missed:S2"), ("indians:DK", "bang:D2"), ("duel:C8", "bang:D2")],
)
def test_who_can_answer_and_who_cannot_are_waited_for_alike(played: str, answer: str) -> None:
    """As everybody else sees it, and until the same moment (§9: no tell)."""
    told = []
    for held in (answer, "saloon:H5"):
        game = table(f"plain: {played}", f"plain: {held}", "plain", "plain")
        game.A.play(played, at=None if played.startswith("indians") else "B")
        told.append((game.view("C")["waits"], game.B.time_left_ms))
    assert told[0] == told[1]
    assert told[0][1] == REACTION_MS
