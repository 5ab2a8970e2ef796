"""§2: the gun, its shells, and what is told of them."""

from shared.engine.events import hear
from shared.games.buckshot.events import Loaded, ShotFired

from .support import GAME, dealt, table


def test_the_numbers_of_live_and_blank_shells_are_told_to_everybody() -> None:
    for seed in range(50):
        state, _ = dealt(seed)
        for viewer in (None, 0, 1):
            gun = GAME.sections(GAME.see(state, viewer), viewer)["gun"]
            shells = state.gun.chamber
            assert (gun.live, gun.blank) == (shells.count("live"), shells.count("blank"))
            assert gun.left == len(shells)


def test_their_order_is_told_to_nobody() -> None:
    state, events = dealt()
    (loaded,) = (event for event in events if isinstance(event, Loaded))
    for viewer in (None, 0, 1):
        told = hear(loaded, viewer)
        assert isinstance(told, Loaded)
        assert set(told.shells) == {""}
        assert set(GAME.see(state, viewer).gun.chamber) == {""}


def test_their_order_is_random() -> None:
    orders = {tuple(dealt(seed)[0].gun.chamber) for seed in range(200)}
    assert len(orders) > 60


def test_shells_are_fired_one_at_a_time_from_the_front() -> None:
    game = table("live blank blank live")
    game.player.shoot("opponent")
    game.dealer.shoot("self").shoot("self")
    assert [e.shell for e in game.table.events if isinstance(e, ShotFired)] == [
        "live",
        "blank",
        "blank",
    ]
    assert game.gun.spent == ("live", "blank", "blank")
    assert game.gun.left == 1


def test_what_was_fired_is_known_to_everybody() -> None:
    game = table("live blank blank")
    game.player.shoot("opponent")
    for viewer in ("player", "dealer", None):
        assert [e.shell for e in game.heard(viewer) if isinstance(e, ShotFired)] == ["live"]
        assert game.view(viewer)["gun"].spent == ("live",)
