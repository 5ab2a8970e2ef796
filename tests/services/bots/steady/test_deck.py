"""What players know by heart is what the rules say, and what servers tell in their catalogue."""

from services.bots.bang import deck, weights
from services.bots.bang.table import Table
from shared.games.bang.content.base.options import FOURTH_OUTLAW, ROLE_TABLE
from tests.services.bots.steady.matches import DEFAULTS, GAME
from tests.services.bots.steady.seats import seen
from tests.spec.support import table

CATALOGUE = GAME.catalogue(DEFAULTS)


def test_the_deck_is_that_of_the_rules() -> None:  # §3.3
    assert [tuple(card) for card in deck.DECK] == [
        (card.kind, card.suit, card.rank) for card in CATALOGUE.cards
    ]


def test_checks_and_weapons_are_those_of_the_rules() -> None:  # §3.3, §5.1
    explosive, heart = CATALOGUE.checks["dynamite"], CATALOGUE.checks["barrel"]
    for card in CATALOGUE.cards:
        explodes = card.suit == explosive.suit and card.rank in explosive.ranks
        assert explodes == (card.id in deck.EXPLOSIVE)
        assert (card.suit == heart.suit) == (card.id in deck.HEARTS)
    assert {kind for kind, each in CATALOGUE.kinds.items() if each.weapon} == set(deck.REACH)


def test_roles_are_those_of_the_rules() -> None:  # §4
    for size, roles in ROLE_TABLE.items():
        assert {role: roles.count(role) for role in roles} == deck.ROLES[size]
    assert {role: FOURTH_OUTLAW.count(role) for role in FOURTH_OUTLAW} == deck.FOURTH_OUTLAW


def test_every_card_and_character_has_a_worth() -> None:
    assert set(weights.HOLD) == set(CATALOGUE.kinds)
    assert set(weights.CHARACTER) == set(CATALOGUE.characters)


def test_distances_are_those_of_the_rules() -> None:  # §5.1
    game = table(
        *("rose: | scope", "paul: | mustang", "plain: | remington", "plain dead", "plain", "plain")
    )
    mine = Table(seen(game, "A"), {})
    for viewer in mine.living:
        sight = game.view(None)["distances"][viewer.seat]
        assert sight.reach == viewer.reach
        for target in mine.living:
            if target is not viewer:
                assert sight.seats[target.seat] == mine.distance(viewer, target)


def test_what_was_seen_is_in_nobodys_unknown_hand() -> None:
    game = table("plain: bang missed | barrel", "plain: beer", deck="duel", discard="panic jail")
    mine = Table(seen(game, "A"), {1: frozenset({game.table.state.players[1].hand[0]})})
    assert len(mine.unseen) == 80 - 6
    assert mine.unseen_kinds["bang"] == 24
    assert mine.unseen_kinds["beer"] == 5
    assert sum(mine.unseen_kinds.values()) == len(mine.unseen)
