"""The vocabulary carries expansions: cards, characters and table rules declared here, out of blocks
and hooks that exist, play next to the base game; no file of the engine knows of them."""

from collections.abc import Iterator
from typing import Any

import pytest

from shared.contracts.refusals import refuse
from shared.engine.events import Event
from shared.engine.game import Option
from shared.engine.hooks import SILENCED, Rule, on, when
from shared.games.bang import Bang, geometry
from shared.games.bang.catalogue import (
    BLUE,
    BROWN,
    OTHER,
    CardDef,
    Character,
    ContentSet,
    HouseRule,
)
from shared.games.bang.content.base import BASE
from shared.games.bang.content.blocks import draws_by, seen_from, sees
from shared.games.bang.hooks import (
    COUNTS_AS,
    CUSTODY,
    HAND_LIMIT,
    HEALING,
    SUIT,
    SURVIVED,
    DrawPlan,
    Wound,
)
from shared.games.bang.plays import equip, not_in_play_yet, within
from shared.games.bang.reactions.shot import shoot
from shared.games.bang.resolution import Resolution
from shared.games.bang.turn import skip_turn
from shared.games.bang.wounds import wound

from .random_play import RandomMatch
from .support import GAME, table


def silences_characters() -> Rule:
    def fold(res: Resolution, bearer: tuple[int, str], is_silent: bool, _owner: int) -> bool:
        return is_silent or bearer[1] in res.catalogue.characters

    return on(SILENCED, fold)


def silences_others_cards_in_own_turn() -> Rule:
    def fold(res: Resolution, bearer: tuple[int, str], is_silent: bool, owner: int) -> bool:
        is_own_turn = res.state.turn.seat == owner
        is_others_card = bearer[0] != owner and bearer[1] in res.catalogue.kinds
        return is_silent or (is_own_turn and is_others_card)

    return on(SILENCED, fold)


def everything_counts_as(kind: str) -> Rule:
    return on(COUNTS_AS, lambda _res, _held, kinds, _owner: (*kinds, kind))


def strikes_back() -> Rule:
    """Whoever wounds the owner loses a life too."""

    def act(res: Resolution, blow: Wound, owner: int) -> Iterator[Event]:
        yield from wound(res, Wound(blow.card_owner, 1, owner, owner, "shot"))

    return when(SURVIVED, act)


def strikes_on() -> Rule:
    """A wound of the owner costs the next living player a life, too."""

    def act(res: Resolution, _blow: Wound, owner: int) -> Iterator[Event]:
        yield from wound(res, Wound(res.state.clockwise(owner)[1], 1, -1, -1, "shot"))

    return when(SURVIVED, act)


MORE = ContentSet(
    name="more",
    cards=(
        CardDef("binocular", BLUE, ("D10",), allowed=(not_in_play_yet,), effect=equip,
                rules=(sees(1),)),
        CardDef("hideout", BLUE, ("DK",), allowed=(not_in_play_yet,), effect=equip,
                rules=(seen_from(1),)),
        CardDef("punch", BROWN, ("S10",), OTHER, (within(1),), shoot),
    ),
    copies=(("dynamite", ("C10",)), ("bang", ("S8", "C5"))),
    characters=(
        Character("pixie", 3, (draws_by(DrawPlan(count=3), by_choice=False),)),
        Character("sean", 3, (on(HAND_LIMIT, lambda _res, _seat, _limit, _owner: 10),)),
        Character("belle", 4, (silences_others_cards_in_own_turn(),)),
        Character("tequila", 4, (on(HEALING, lambda _res, _use, _life, _owner: 2),)),
        Character("elena", 3, (everything_counts_as("missed"),)),
        Character("thorn", 4, (strikes_back(),)),
        Character("domino", 4, (strikes_on(),)),
    ),
    options=tuple(
        Option(key, (False, True), False, house_rule=True) for key in ("blessing", "hangover")
    ),
    house_rules=(
        HouseRule("blessing", (on(SUIT, lambda _res, _card, _suit, _owner: "H"),)),
        HouseRule("hangover", (silences_characters(),)),
    ),
)  # fmt: skip
EXPANDED = Bang((BASE, MORE), ruleset="bang/1+more")


def test_the_base_cards_keep_their_numbers() -> None:
    options = table("plain", game=EXPANDED).table.state.options
    cards = EXPANDED.catalogue(options).cards
    assert cards[:80] == GAME.catalogue(table("plain").table.state.options).cards
    added = [(card.kind, card.suit, card.rank) for card in cards[80:]]
    assert added == [
        ("binocular", "D", 10),
        ("hideout", "D", 13),
        ("punch", "S", 10),
        ("dynamite", "C", 10),
        ("bang", "S", 8),
        ("bang", "C", 5),
    ]


def test_a_set_cannot_add_copies_of_a_card_that_nobody_declares() -> None:
    lonely = ContentSet(name="lonely", copies=(("cannon", ("S2",)),))
    with pytest.raises(AssertionError, match="unknown kind"):
        Bang((BASE, lonely)).catalogue(table("plain").table.state.options)


# Cards


def test_a_second_card_of_one_nearer_adds_up() -> None:
    game = table("rose: binocular | scope", *["plain"] * 6, game=EXPANDED)
    assert [game.A.distance_to(who) for who in "BCD"] == [1, 1, 1]
    game = table("plain: binocular bang", *["plain"] * 4, game=EXPANDED)
    assert game.A.play("binocular").distance_to("C") == 1
    game.A.play("bang", at="C")
    assert game.waiting == ["C shot"]


def test_a_second_card_of_one_farther_adds_up() -> None:
    seats = ("plain: bang", "paul: | mustang hideout:DK")
    game = table(*seats, game=EXPANDED)
    assert game.A.distance_to("B") == 4 and game.B.distance_to("A") == 1
    assert game.A.cannot.play("bang", at="B") == refuse("out_of_range", distance=4, range=1)


def test_a_punch_is_a_shot_that_does_not_count_and_ignores_weapons() -> None:
    game = table("slab: punch bang | winchester", "plain: missed", game=EXPANDED, bangs_played=1)
    no = game.A.cannot.play("punch", at="C")
    assert no == refuse("out_of_range", distance=2, range=1)
    game.A.play("punch", at="B")
    assert game.wait("B").needed == 1 and game.wait("B").via == "punch"
    assert game.B.respond("missed").life == 4 and game.bangs_played == 1


def test_of_two_dynamites_the_passing_one_goes_to_the_first_who_has_none() -> None:
    seats = ("plain: | dynamite:H2", "plain: | dynamite:C10", "plain")
    game = table(*seats, phase="start", deck="bang:D2", game=EXPANDED)
    assert [s.in_play for s in game.seats[:3]] == [[], ["dynamite:C10"], ["dynamite:H2"]]


def test_dynamite_stays_where_nobody_can_take_it() -> None:
    seats = ("plain: | dynamite:H2", "plain dead", "plain dead", "plain: | dynamite:C10")
    game = table(*seats, phase="start", deck="bang:D2", game=EXPANDED)
    assert game.A.in_play == ["dynamite:H2"] and game.turn == "A draw"


# Characters


def test_an_extra_card_is_drawn_in_whatever_way_the_draw_comes_about() -> None:
    deck = "beer:H6 beer:H7 beer:H8"
    game = table("pixie", phase="draw", deck=deck, game=EXPANDED)
    assert game.A.draw().hand == deck.split()
    game = table("pixie", phase="draw", deck=deck, game=EXPANDED)
    assert game.time_out("A").A.hand == deck.split()


def test_a_hand_limit_of_ten() -> None:
    ten = " ".join(f"bang:D{rank}" for rank in range(2, 11))
    game = table(f"sean 1: {ten} beer:H6", game=EXPANDED)
    game.A.end_play()
    assert game.turn == "B draw" and game.A.hand_count == 10
    game = table(f"sean 1: {ten} beer:H6 beer:H7", game=EXPANDED)
    assert game.A.end_play().cannot.discard("beer:H6", "beer:H7") == refuse(
        "wrong_card_count", needed=1, given=2
    )


def test_others_cards_have_no_effect_in_the_turn_of_one_who_silences_them() -> None:
    seats = ("belle: bang", "plain: | barrel mustang", "jourdonnais")
    game = table(*seats, deck="beer:H6", game=EXPANDED)
    assert game.A.distance_to("B") == 1 and game.A.in_range == "BD"
    game.A.play("bang", at="B")
    assert game.waiting == ["B shot"] and game.B.may == ["takeHit"]
    game.B.take_hit()
    game.A.end_play()
    assert game.A.distance_to("B") == 2 and game.A.in_range == "D"
    game.B.draw().end_play()
    game = table("plain: bang", "plain: | barrel", "belle", deck="beer:H6", game=EXPANDED)
    game.A.play("bang", at="B")
    assert not game.waiting and game.check.success


def test_a_beer_worth_two_lives_counts_so_in_every_place() -> None:
    game = table("tequila 1: beer", game=EXPANDED)
    assert game.A.play("beer").life == 3
    seats = ("tequila 2: beer:H6 beer:H7 | dynamite",)
    for act in ("respond", "time-out"):
        game = table(*seats, phase="start", deck="missed:S2", game=EXPANDED)
        no = game.A.cannot.respond("beer:H6", "beer:H7")
        assert no == refuse("wrong_card_count", needed=1, given=2)
        game.A.respond("beer:H6") if act == "respond" else game.time_out("A")
        assert game.A.life == 1 and game.A.hand == ["beer:H7"]
    game = table("tequila 1: beer", "plain: bang", turn="B", game=EXPANDED)
    game.B.play("bang", at="A")
    assert game.A.take_hit().respond("beer").life == 2


def test_any_card_may_count_as_another() -> None:
    game = table("plain: bang:D2", "elena: beer:H6", game=EXPANDED)
    game.A.play("bang:D2", at="B")
    assert not game.B.respond("beer:H6").hand and game.B.life == 3
    game = table("elena: beer", game=EXPANDED)
    assert game.A.cannot.play("beer", use_as="missed") == refuse("reaction_only")


# Table rules


def test_where_every_card_is_a_heart_every_check_finds_one() -> None:
    game = table("plain: | jail dynamite", phase="start", deck="missed:S2 missed:S3",
                 game=EXPANDED, blessing=True)  # fmt: skip
    assert [check.success for check in game.checks] == [True, True]
    assert game.A.life == 5 and game.turn == "A draw"
    game = table("plain: bang", "plain: | barrel", deck="bang:SA", game=EXPANDED, blessing=True)
    game.A.play("bang", at="B")
    assert not game.waiting and game.check.chosen == "bang:SA"
    game = table("blackJack", phase="draw", deck="bang:C2 bang:C3", game=EXPANDED, blessing=True)
    assert game.A.draw().hand_count == 3


def test_silenced_characters_have_no_ability_and_cards_in_play_still_have() -> None:
    def silent(*seats: str, **setup: Any) -> Any:
        return table(*seats, game=EXPANDED, hangover=True, **setup)

    game = silent("willy: bang", bangs_played=1)
    assert game.A.cannot.play("bang", at="B") == refuse("bang_limit", limit=1)
    game = silent("slab: bang", "bart", "plain", "paul: | mustang", deck="beer:H6")
    assert game.A.distance_to("D") == 2
    game.A.play("bang", at="B")
    assert game.wait("B").needed == 1
    assert game.B.take_hit().hand_count == 0
    game = silent("plain: bang", "jourdonnais renegade 1: beer:H6", "vulture", deck="beer:H7")
    game.A.play("bang", at="B")
    assert game.waiting == ["B shot"] and game.B.falls() and "beer:H6" in game.discard
    game = silent("kit", phase="draw", deck="beer:H6 beer:H7")
    assert game.A.draw().hand == ["beer:H6", "beer:H7"]
    game = silent("plain: bang:D3", "plain: | barrel", deck="beer:H6")
    game.A.play("bang:D3", at="B")
    assert not game.waiting


# What only expansions bring about


def test_all_reactions_end_when_the_turn_player_dies_of_one() -> None:  # §5.6, 5
    """Only who is dying goes on; the cards turned up for a check that ends are discarded."""
    seats = ("thorn", "lucky: | barrel", "plain outlaw 1", "plain deputy")
    game = table("plain outlaw 1: gatling", *seats, deck="bang:C2 bang:C3", game=EXPANDED)
    game.A.play("gatling")
    assert game.waiting == ["B shot", "C shot", "D shot", "E shot", "C check_pick"]
    game.D.take_hit()
    game.B.take_hit()
    assert game.waiting[-2:] == ["D dying", "A dying"]
    game.A.give_up()
    assert game.waiting == ["D dying"] and not game.laid
    assert {"bang:C2", "bang:C3"} < set(game.discard)
    assert game.killer_of("A") == "B" and game.B.hand_count == 3
    game.D.give_up()
    assert game.turn == "B draw" and game.killer_of("D") == "A" and game.A.hand_count == 0


def test_what_the_eliminated_was_still_asked_ends_with_him() -> None:
    seats = ("domino", "plain outlaw 1", "plain")
    game = table("plain: gatling", *seats, game=EXPANDED)
    game.A.play("gatling")
    game.B.take_hit()
    assert game.waiting == ["C shot", "D shot", "C dying"]
    game.C.give_up()
    assert game.waiting == ["D shot"] and game.killer_of("C") is None


def test_a_turn_that_never_comes_to_rest_is_a_bug_that_shows() -> None:
    def act(res: Resolution, _seat: int, _owner: int) -> Iterator[Event]:
        yield from skip_turn(res)

    endless = Bang((BASE, ContentSet(name="endless", rules=(when(CUSTODY, act),))))
    with pytest.raises(AssertionError, match="does not come to rest"):
        table("plain", phase="start", game=endless)


def test_distances_are_right_however_many_tables_were_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geometry, "TABLES_KEPT", 2)
    game = Bang()
    for _ in range(2):
        for in_play, near in (("", "BD"), ("| schofield", "BCD"), ("| mustang", "BD")):
            assert table(f"plain: {in_play}", game=game).A.in_range == near


@pytest.mark.parametrize("seed", range(10))
def test_random_matches_with_the_expansion_come_to_their_end(seed: int) -> None:
    match = RandomMatch(seed, game=EXPANDED).to_the_end()
    state = match.table.state
    piles = [state.deck, state.discard, *(a.cards for a in state.aside)]
    hands = [cards for p in state.players for cards in (p.hand, p.in_play)]
    assert sorted(card for pile in (*piles, *hands) for card in pile) == list(range(86))
