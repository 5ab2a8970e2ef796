"""§4: roles, seats, characters, lives, hands, the first turn."""

from collections import Counter

import pytest

from shared.contracts.refusals import refuse
from shared.games.bang.content.base.options import ROLE_TABLE
from shared.games.bang.events import DrawsUsed

from .support import GAME, NAMES, PACE, dealt


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_roles_are_dealt_by_the_table_and_only_the_sheriffs_is_shown(players: int) -> None:
    for seed in range(10):
        game = dealt(players, str(seed))
        roles = [seat.me.role for seat in game.seats]
        assert Counter(roles) == Counter(ROLE_TABLE[players])
        shown = [seat.seen.role for seat in game.seats]
        assert shown == [role if role == "sheriff" else "" for role in roles]


def test_a_match_takes_four_to_seven_players() -> None:  # §1
    assert list(GAME.seats) == [4, 5, 6, 7]


def test_seats_roles_and_characters_come_from_the_seed() -> None:  # §4, §8.4
    def dealing(seed: str) -> list[tuple[str, str, str]]:
        return [(s.name, s.me.role, s.seen.character) for s in dealt(7, seed).seats]

    assert dealing("one") == dealing("one")
    assert len({tuple(dealing(str(seed))) for seed in range(20)}) == 20
    for place in range(3):
        assert len({dealing(str(seed))[0][place] for seed in range(20)}) > 1


def test_everybody_has_a_seat_and_a_character_of_his_own() -> None:  # §4
    for seed in range(10):
        game = dealt(7, str(seed))
        assert sorted(seat.name for seat in game.seats) == list(NAMES)
        assert len({seat.seen.character for seat in game.seats}) == 7


def test_the_sheriff_has_a_life_more_and_every_hand_is_as_large_as_the_life() -> None:  # §4
    for seed in range(10):
        game = dealt(7, str(seed))
        characters = GAME.catalogue(game.table.state.options).characters
        for seat in game.seats:
            bonus = seat.me.role == "sheriff"
            assert seat.seen.max_life == characters[seat.seen.character].life + bonus
            assert seat.life == seat.seen.max_life == len(seat.hand)


def test_what_is_not_dealt_is_the_deck_and_nothing_is_discarded() -> None:  # §4
    game = dealt(7)
    hands = [card for seat in game.seats for card in seat.hand]
    assert game.deck_count == 80 - len(hands) and not game.discard
    everything = [game.table.names.of(card) for card in range(80)]
    assert sorted(game.deck + hands) == sorted(everything)


def test_the_sheriff_begins() -> None:  # §4
    for seed in range(10):
        game = dealt(5, str(seed))
        sheriff = next(seat for seat in game.seats if seat.seen.role)
        assert game.turn == f"{sheriff.name} draw"
        assert game.round == 1


def test_play_goes_clockwise() -> None:  # §4
    game = dealt(4)
    order = [seat.name for seat in game.seats]
    first = order.index(game.turn[0])
    for step in range(5):
        seat = game.seats[(first + step) % 4]
        assert game.turn.startswith(seat.name)
        while game.turn.startswith(seat.name):
            game.time_out(seat.name)


# choose2


def test_two_different_characters_are_offered_to_each_and_to_nobody_else() -> None:  # §4, §8.3
    game = dealt(7, characterDraft="choose2")
    offers = [seat.me.offer for seat in game.seats]
    assert all(len(offer) == 2 for offer in offers)
    assert len({name for offer in offers for name in offer}) == 14
    assert sorted(game.waiting) == [f"{name} character_pick" for name in NAMES]
    for seat in game.seats:
        # Who there is to be shuffled, all know.
        heard = [event for event in game.heard(seat.name) if not isinstance(event, DrawsUsed)]
        told = str(game.view(seat.name)) + str(heard)
        others = {name for offer in offers if offer != seat.me.offer for name in offer}
        assert not [name for name in others if f"'{name}'" in told]


def test_one_of_the_two_is_picked_and_shown_when_all_have_picked() -> None:  # §4
    game = dealt(4, characterDraft="choose2")
    picks = {seat.name: seat.me.offer[1] for seat in game.seats}
    *others, last = game.seats
    for seat in others:
        seat.pick_character(picks[seat.name])
        assert seat.me.picked == picks[seat.name] and not seat.seen.character
    assert game.waiting == [f"{last.name} character_pick"]
    last.pick_character(picks[last.name])
    assert {seat.name: seat.seen.character for seat in game.seats} == picks
    assert not game.waiting and game.turn.endswith("draw")
    assert all(seat.hand_count == seat.life for seat in game.seats)
    assert not any(seat.me.offer or seat.me.picked for seat in game.seats)


def test_only_an_offered_character_may_be_picked_and_only_once() -> None:  # §8.2
    game = dealt(4, characterDraft="choose2")
    mine, other = game.A.me.offer[0], game.B.me.offer[0]
    assert game.A.cannot.pick_character(other) == refuse("not_offered")
    assert game.A.cannot.pick_character("") == refuse("not_offered")
    game.A.pick_character(mine)
    assert game.A.cannot.pick_character(mine) == refuse("not_reaction_target")
    assert game.A.cannot.draw() == refuse("not_your_turn")


def test_silence_picks_the_first_of_the_two() -> None:  # §4, §8.5
    game = dealt(4, characterDraft="choose2")
    first = {seat.name: seat.me.offer[0] for seat in game.seats}
    second = game.B.me.offer[1]
    game.B.pick_character(second)
    game.time_out("A")
    assert {s.name: s.seen.character for s in game.seats} == {**first, "B": second}


def test_an_absent_player_picks_at_the_pace_of_autopilot() -> None:  # §8.5
    game = dealt(4, characterDraft="choose2")
    offered = game.A.me.offer
    game.away("A").after(PACE.autopilot_ms)
    assert game.A.me.picked == offered[0] and len(game.waiting) == 3
