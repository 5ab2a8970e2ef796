"""§3.3: the eighty cards. Their suits and ranks are compared in the checklist."""

from collections import Counter

from shared.games.bang.catalogue import BLUE, BROWN

from .support import GAME, dealt, table

COPIES = dict(
    zip(
        (
            *("bang", "missed", "beer", "panic", "catBalou", "duel", "generalStore", "indians"),
            *("stagecoach", "gatling", "saloon", "wellsFargo", "barrel", "mustang", "scope"),
            *("jail", "dynamite", "volcanic", "schofield", "remington", "carabine", "winchester"),
        ),
        (25, 12, 6, 4, 4, 3, 2, 2, 2, 1, 1, 1, 2, 2, 1, 3, 1, 2, 3, 1, 1, 1),
        strict=True,
    )
)
BLUE_KINDS = {
    *("barrel", "mustang", "scope", "jail", "dynamite"),
    *("volcanic", "schofield", "remington", "carabine", "winchester"),
}


def test_twenty_two_kinds_with_the_printed_number_of_copies() -> None:  # §3.3
    cards = GAME.catalogue(table("plain").table.state.options).cards
    assert Counter(card.kind for card in cards) == COPIES


def test_sixty_three_brown_and_seventeen_blue_cards() -> None:  # §3.3
    catalogue = GAME.catalogue(table("plain").table.state.options)
    borders = Counter(catalogue.kinds[card.kind].border for card in catalogue.cards)
    assert borders == {BROWN: 63, BLUE: 17}
    assert {kind for kind, d in catalogue.kinds.items() if d.border == BLUE} == BLUE_KINDS


def test_brown_cards_are_discarded_and_blue_ones_stay() -> None:  # §3.3
    game = table("plain: scope stagecoach:S9")
    game.A.play("scope").play("stagecoach:S9")
    assert game.A.in_play == ["scope:SA"] and game.discard == ["stagecoach:S9"]


def test_a_bare_hand_reaches_one_seat_and_is_no_card() -> None:  # §3.3
    game = table("plain: bang", "plain", "plain", "plain: catBalou")
    assert game.A.in_range == "BD" and not game.A.in_play
    (offer,) = [offer for offer in game.A.offers if offer.type == "play"]
    assert [target.player for target in offer.targets] == ["B", "D"]


def test_a_cards_number_is_its_own_in_every_match() -> None:  # §3.3, §8.1
    one, other = dealt(4, "one"), dealt(7, "other", deputyCount7=True, beerAtFullHealth=True)
    assert [one.table.names.of(n) for n in range(80)] == [
        other.table.names.of(n) for n in range(80)
    ]
