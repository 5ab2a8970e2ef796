"""§8.2: every command: who may say it and when, and every refusal with its numbers. What a command
does when it is accepted is in the sections of §5."""

import pytest
from msgspec.structs import replace

from shared.contracts.bang import Play
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal, refuse

from .support import Match, dealt, table

NOT_YOURS = refuse("not_reaction_target")
TURN_COMMANDS = ("draw", "play", "endPlay", "discard")
ARGUMENTS: dict[str, dict[str, object]] = {
    "play": {"card": "bang:D2", "target": "B"},
    "discard": {"cards": ("bang:D2",)},
    "respond": {"cards": ("bang:D2",)},
    "sidHeal": {"cards": ("bang:D2", "bang:D3")},
    "kitKeep": {"keep": ("bang:D2", "bang:D3")},
    "luckyPick": {"card": "bang:D2"},
    "storePick": {"card": "bang:D2"},
    "pickCharacter": {"character": "sid"},
}
ANSWERS = (
    *("pickCharacter", "kitKeep", "luckyPick", "respond"),
    *("useBarrel", "takeHit", "giveUp", "storePick"),
)
ALL = (*TURN_COMMANDS, *ANSWERS, "sidHeal")


def cannot(game: Match, who: str, command: str, **address: int) -> Refusal:
    """The refusal of a command with arguments that would do elsewhere."""
    seat = getattr(game, who)
    refusal = seat.cannot.say(command, **ARGUMENTS.get(command, {}), **address)
    assert isinstance(refusal, Refusal)
    return refusal


# What holds for all of them


@pytest.mark.parametrize("command", ALL)
def test_the_dead_do_nothing(command: str) -> None:
    game = table("plain", "sid dead")
    assert cannot(game, "B", command) == refuse("dead_player")


@pytest.mark.parametrize("command", ALL)
def test_nobody_does_anything_after_the_end(command: str) -> None:
    game = table("sid 1", "plain: bang", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    for who in "ABCD":
        assert cannot(game, who, command) == refuse("game_over")


@pytest.mark.parametrize("command", TURN_COMMANDS)
def test_only_the_turn_player_draws_plays_and_discards(command: str) -> None:
    assert cannot(table("plain"), "B", command) == refuse("not_your_turn")


@pytest.mark.parametrize("command", TURN_COMMANDS)
def test_a_command_for_another_turn_is_stale(command: str) -> None:
    game = table("plain: bang:D2")
    for turn in (0, 2):
        assert cannot(game, "A", command, turn=turn) == refuse("stale_turn")


@pytest.mark.parametrize("phase", ["draw", "play", "discard"])
@pytest.mark.parametrize("command", TURN_COMMANDS)
def test_each_has_its_phase(command: str, phase: str) -> None:
    proper = {"draw": "draw", "play": "play", "endPlay": "play", "discard": "discard"}
    game = table("plain 1: bang:D2 bang:D3", phase=phase)
    if proper[command] != phase:
        assert cannot(game, "A", command) == refuse("wrong_phase", phase=phase)
    else:
        game.A.say(command, **ARGUMENTS.get(command, {}))


@pytest.mark.parametrize("command", ["play", "endPlay"])
@pytest.mark.parametrize(("card", "count"), [("bang", 1), ("duel", 1), ("gatling", 3)])
def test_the_turn_waits_for_every_reaction(command: str, card: str, count: int) -> None:
    game = table(f"plain: {card} bang:D2")
    game.A.play(card, at=None if card == "gatling" else "B")
    assert cannot(game, "A", command) == refuse("reactions_pending", count=count)


@pytest.mark.parametrize("command", ANSWERS)
def test_nobody_answers_what_nobody_asked(command: str) -> None:
    for who in "AB":
        assert cannot(table("plain"), who, command) == NOT_YOURS


@pytest.mark.parametrize("command", ["respond", "useBarrel", "takeHit"])
def test_nobody_answers_for_another(command: str) -> None:
    game = table("plain: bang:D4 bang:D2", "plain: | barrel", "jourdonnais", autoBarrel=False)
    game.A.play("bang:D4", at="B")
    for who in "ACD":
        assert cannot(game, who, command) == NOT_YOURS


# pickCharacter


def test_pick_character() -> None:
    game = dealt(characterDraft="choose2")
    foreign = game.B.me.offer[0]
    for name in (foreign, "", "nobody"):
        assert game.A.cannot.pick_character(name) == refuse("not_offered")
    assert game.A.cannot.say("pickCharacter", character=foreign, wait=99) == NOT_YOURS
    assert game.A.pick_character(game.A.me.offer[1]).me.picked


# draw


def test_draw_from_a_player() -> None:
    hands = ("plain", "plain dead", "plain: beer")
    game = table("jesse", *hands, phase="draw")
    assert game.A.cannot.draw(jesse_from="B") == refuse("nothing_to_take")
    for nobody in ("A", "C", "X"):
        assert game.A.cannot.draw(jesse_from=nobody) == refuse("invalid_target")
    assert game.A.cannot.draw(pedro_discard=True) == refuse("ability_not_owned")
    (offer,) = game.A.offers
    assert [target.player for target in offer.targets] == ["D"] and not offer.from_discard
    assert game.A.draw(jesse_from="D").hand_count == 2


def test_draw_from_the_discard_pile() -> None:
    game = table("pedro", "plain: beer", phase="draw")
    assert game.A.cannot.draw(pedro_discard=True) == refuse("nothing_to_take")
    assert game.A.cannot.draw(jesse_from="B") == refuse("ability_not_owned")
    assert not game.A.offers[0].from_discard
    game = table("pedro", phase="draw", discard="beer:H6")
    assert game.A.offers[0].from_discard
    assert game.A.draw(pedro_discard=True).hand[0] == "beer:H6"


# kitKeep


def test_kit_keep() -> None:
    deck = "beer:H6 bang:D2 duel:C8 missed:S2"
    game = table("kit: bang:D3", "plain: bang:D4", phase="draw", deck=deck)
    game.A.draw()
    for foreign in ("bang:D3", "bang:D4", "missed:S2"):
        assert game.A.cannot.kit_keep("beer:H6", foreign) == refuse("not_offered")
    for cards in ((), ("beer:H6",), ("beer:H6", "bang:D2", "duel:C8")):
        no = game.A.cannot.kit_keep(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    twice = game.table.laid(game.wait("A").laid)[0]
    assert game.A.cannot.say("kitKeep", keep=(twice, twice)) == refuse("not_offered")
    assert game.A.cannot.draw() == refuse("reactions_pending", count=1)
    assert game.A.kit_keep("beer:H6", "duel:C8").hand == ["bang:D3", "beer:H6", "duel:C8"]


# luckyPick


def test_lucky_pick_tells_which_card_would_do() -> None:
    seats = ("lucky: bang:D3 | jail:SJ", "plain: bang:D4")
    game = table(*seats, phase="start", deck="beer:H6 bang:D2 duel:C8")
    (offer,) = game.A.offers
    assert game.named(offer.cards) == ["beer:H6", "bang:D2"]
    assert game.named(offer.good) == ["beer:H6"]


def test_lucky_pick() -> None:
    seats = ("lucky: bang:D3 | jail:SJ", "plain: bang:D4")
    game = table(*seats, phase="start", deck="beer:H6 bang:D2 duel:C8")
    for foreign in ("bang:D3", "bang:D4", "duel:C8"):
        assert game.A.cannot.lucky_pick(foreign) == refuse("not_offered")
    assert game.B.cannot.lucky_pick("beer:H6") == NOT_YOURS
    assert game.A.cannot.draw() == refuse("wrong_phase", phase="start")
    assert game.A.lucky_pick("beer:H6").may == ["draw"]


# play; each card's own refusals are in test_5_3_cards


def test_play_a_card_that_is_not_in_the_hand() -> None:
    game = table("plain: bang:D2 | scope", "plain: beer:H6", deck="duel:C8", discard="saloon:H5")
    for card in ("scope:SA", "beer:H6", "duel:C8", "saloon:H5"):
        assert game.A.cannot.play(card, at="B") == refuse("no_such_card")
    for number in (-1, 80, 12_345):
        assert game.A.cannot.play(number, at="B") == refuse("no_such_card")


def test_play_as_something_else() -> None:
    game = table("plain: missed:S2 bang:D2")
    for card, use_as in (("missed:S2", "bang"), ("bang:D2", "missed"), ("bang:D2", "nothing")):
        assert game.A.cannot.play(card, at="B", use_as=use_as) == refuse("ability_not_owned")
    assert game.A.cannot.play("missed:S2", use_as="missed") == refuse("reaction_only")
    game = table("calamity: missed:S2 bang:D2")
    assert game.A.cannot.play("bang:D2", at="B", use_as="missed") == refuse("reaction_only")
    game.A.play("missed:S2", at="B", use_as="bang")


def test_play_at_a_target() -> None:
    game = table("plain: bang:D2 scope catBalou", "plain dead", "plain", "plain: beer | mustang")
    for nobody in ("A", "B", "X", None):
        assert game.A.cannot.play("bang:D2", at=nobody) == refuse("invalid_target")
    assert game.A.cannot.play("scope", at="C") == refuse("invalid_target")
    assert game.A.cannot.play("scope", pick="mustang") == refuse("invalid_target")
    far = refuse("out_of_range", distance=2, range=1)
    assert game.A.cannot.play("bang:D2", at="D") == far
    for pick in ("barrel", "beer", 99):
        assert game.A.cannot.play("catBalou", at="D", pick=pick) == refuse("no_such_card")
    assert game.A.cannot.play("catBalou", at="C", pick="hand") == refuse("nothing_to_take")
    assert game.A.cannot.play("catBalou", at="A", pick="hand") == refuse("self_target")


def test_play_names_a_card_by_its_number_or_the_word_hand() -> None:
    game = table("plain: catBalou", "plain: beer")
    command = Play(1, game.A.me.hand[0], target=PlayerId("B"), target_card="feet")
    assert game.table.send(0, command) == refuse("no_such_card")
    assert not isinstance(game.table.send(0, replace(command, target_card="hand")), Refusal)
    assert not game.B.hand_count


def test_play_for_the_printed_reasons() -> None:
    """Out of range with both numbers, a BANG! has been played already, no jail for the Sheriff."""
    seats = ("plain sheriff", "plain", "plain: | mustang", "plain", "plain")
    game = table("plain outlaw: bang:D2 jail | schofield", *seats)
    no = game.A.cannot.play("bang:D2", at="D")
    assert no == refuse("out_of_range", distance=4, range=2)
    assert game.A.cannot.play("jail", at="B") == refuse("sheriff_cannot_be_jailed")
    game = table("plain: bang", bangs_played=1)
    assert game.A.cannot.play("bang", at="B") == refuse("bang_limit", limit=1)


# respond, useBarrel, takeHit, giveUp: see also test_5_4_reactions


@pytest.mark.parametrize(
    ("card", "proper", "wrong"),
    [("bang:D2", "missed", "bang"), ("indians", "bang", "missed"), ("duel", "bang", "missed")],
)
def test_respond(card: str, proper: str, wrong: str) -> None:
    hand = f"{proper} {proper} {wrong}" if proper != "bang" else f"bang:D3 bang:D4 {wrong}"
    game = table(f"plain: {card}", f"plain: {hand}", "plain: beer:H6")
    game.A.play(card, at=None if card == "indians" else "B")
    first, second, third = game.B.hand
    assert game.B.cannot.respond(third) == refuse("wrong_card")
    assert game.B.cannot.respond(first, third) == refuse("wrong_card")
    assert game.B.cannot.respond("beer:H6") == refuse("no_such_card")
    number = game.B.me.hand[0]
    assert game.B.cannot.respond(number, number) == refuse("no_such_card")
    for cards in ((), (first, second)):
        no = game.B.cannot.respond(*cards)
        assert no == refuse("wrong_card_count", needed=1, given=len(cards))
    assert game.B.respond(first).life == 4


def test_use_barrel() -> None:
    game = table("plain: gatling", "plain: | barrel", "plain", autoBarrel=False, deck="bang:D2")
    game.A.play("gatling")
    assert game.C.cannot.use_barrel() == refuse("barrel_unavailable")
    assert game.B.use_barrel().cannot.use_barrel() == refuse("barrel_unavailable")


def test_give_up_is_for_the_dying_and_take_hit_is_not() -> None:
    game = table("plain: bang", "plain outlaw 1: beer")
    game.A.play("bang", at="B")
    assert game.B.cannot.give_up() == NOT_YOURS
    game.B.take_hit()
    assert game.B.cannot.take_hit() == NOT_YOURS
    assert game.C.cannot.give_up() == NOT_YOURS
    assert not game.B.give_up().alive


# storePick


def test_store_pick() -> None:
    game = table("plain: generalStore bang:D2", deck="beer:H6 beer:H7 beer:H8 beer:H9 duel:C8")
    game.A.play("generalStore")
    for card in ("bang:D2", "duel:C8", "generalStore"):
        assert game.A.cannot.store_pick(card) == refuse("not_offered")
    assert game.B.cannot.store_pick("beer:H6") == NOT_YOURS
    assert game.A.store_pick("beer:H7").cannot.store_pick("beer:H6") == NOT_YOURS


# sidHeal


def test_sid_heal_is_sids() -> None:
    game = table("plain 1: bang:D2 bang:D3")
    assert game.A.cannot.sid_heal("bang:D2", "bang:D3") == refuse("ability_not_owned")


@pytest.mark.parametrize("phase", ["draw", "discard"])
def test_sid_heal_needs_his_own_play_phase(phase: str) -> None:
    game = table("sid 1: bang:D2 bang:D3", phase=phase)
    assert game.A.cannot.sid_heal("bang:D2", "bang:D3") == refuse("wrong_phase", phase=phase)


def test_sid_heal_needs_an_open_wait_of_his_own_in_others_turns() -> None:
    game = table("plain: gatling", "sid 2: bang:D2 bang:D3 bang:D4 bang:D5")
    assert game.B.cannot.sid_heal("bang:D2", "bang:D3") == refuse("wrong_phase", phase="play")
    game.A.play("gatling")
    foreign = game.wait("C").id
    no = game.B.cannot.say("sidHeal", cards=("bang:D2", "bang:D3"), wait=foreign)
    assert no == NOT_YOURS
    assert game.B.cannot.say("sidHeal", cards=("bang:D2", "bang:D3"), wait=99) == NOT_YOURS
    assert game.B.sid_heal("bang:D2", "bang:D3").life == 3
    game.B.take_hit()
    no = refuse("wrong_phase", phase="play")
    assert game.B.cannot.sid_heal("bang:D4", "bang:D5") == no


def test_sid_heals_in_his_turn_while_others_are_still_asked() -> None:
    game = table("sid 2: gatling bang:D2 bang:D3")
    game.A.play("gatling")
    assert game.A.may == ["sidHeal"] and game.A.sid_heal("bang:D2", "bang:D3").life == 3


def test_sid_heal_counts_his_cards_and_his_life() -> None:
    game = table("sid 4: bang:D2 bang:D3 bang:D4", "plain: beer:H6")
    for cards in ((), ("bang:D2",), ("bang:D2", "bang:D3", "bang:D4")):
        no = game.A.cannot.sid_heal(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    assert game.A.cannot.sid_heal("bang:D2", "beer:H6") == refuse("no_such_card")
    number = game.A.me.hand[0]
    assert game.A.cannot.say("sidHeal", cards=(number, number)) == refuse("no_such_card")
    game = table("sid: bang:D2 bang:D3")
    assert game.A.cannot.sid_heal("bang:D2", "bang:D3") == refuse("full_life", life=5)


# endPlay and discard


def test_discard() -> None:
    game = table("plain 1: bang:D2 bang:D3 bang:D4", "plain: beer:H6")
    game.A.end_play()
    assert game.A.cannot.end_play() == refuse("wrong_phase", phase="discard")
    for cards in ((), ("bang:D2",), ("bang:D2", "bang:D3", "bang:D4")):
        no = game.A.cannot.discard(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    assert game.A.cannot.discard("bang:D2", "beer:H6") == refuse("no_such_card")
    number = game.A.me.hand[0]
    assert game.A.cannot.say("discard", cards=(number, number)) == refuse("no_such_card")
    assert game.A.discard("bang:D2", "bang:D4").hand == ["bang:D3"]
