"""§7: what a load is made of, and what goes over into the next."""

from collections import Counter

from shared.games.buckshot.events import ItemsDealt, Loaded
from tests.conftest import Count

from .support import dealt, table

SEEDS = 2_000


def loads() -> list[Loaded]:
    return [e for seed in range(SEEDS) for e in dealt(seed)[1] if isinstance(e, Loaded)]


def test_one_to_four_live_and_one_to_four_blank_shells_drawn_independently(count: Count) -> None:
    found = Counter((load.live_count, load.blank_count) for load in loads())
    assert found.keys() == {(live, blank) for live in range(1, 5) for blank in range(1, 5)}
    assert all(0.6 < number * 16 / SEEDS < 1.4 for number in found.values()), found
    assert all(load.shells.count("live") == load.live_count for load in loads())
    count("loads looked at", SEEDS)


def test_two_to_four_items_as_many_for_both_sides_each_drawn_by_itself() -> None:
    sizes, kinds, pairs = Counter[int](), Counter[str](), 0
    for seed in range(SEEDS):
        one, other = (e.items for e in dealt(seed)[1] if isinstance(e, ItemsDealt))
        assert len(one) == len(other)
        sizes[len(one)] += 1
        kinds.update(one)
        kinds.update(other)
        pairs += one == other
    assert sizes.keys() == {2, 3, 4}
    assert all(0.85 < number * 3 / SEEDS < 1.15 for number in sizes.values()), sizes
    drawn = sum(kinds.values())
    assert all(0.9 < number * 5 / drawn < 1.1 for number in kinds.values()), kinds
    assert len(kinds) == 5
    assert pairs < SEEDS / 20


def test_a_load_is_over_when_the_gun_is_empty_and_the_next_comes_at_once() -> None:
    game = table("blank live", loads=("live live blank / saw beer / beer saw",))
    game.player.shoot("opponent")
    assert game.load == 1
    game.dealer.shoot("opponent")
    assert game.load == 2
    assert (game.gun.live, game.gun.blank, game.gun.left) == (2, 1, 3)
    assert game.gun.spent == ()


def test_health_and_items_stay_as_they_are() -> None:
    game = table(
        "live",
        player="saw",
        dealer="magnifier handcuffs",
        health=(2, 3),
        loads=("live blank / beer beer / saw saw",),
    )
    game.player.shoot("opponent")
    assert game.health == (2, 2)
    assert game.player.items == "saw beer beer"
    assert game.dealer.items == "magnifier handcuffs saw saw"


def test_many_loads_may_follow_each_other() -> None:
    game = table("blank", player="beer " * 8)
    for load in range(2, 6):
        game.player.use("beer") if load == 2 else game.player.use("beer", "beer")
        assert game.load == load
    assert game.health == (3, 3)
