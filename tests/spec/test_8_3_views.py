"""§8.3: who sees and hears what. `moves(viewer)` are the movements of cards as a viewer hears them;
a question mark is a card he may not know."""

from random import Random

import pytest

from shared.engine.events import hear
from shared.engine.game import fold
from shared.games.bang.events import CardPlayed, CardsMoved, RoleDealt
from shared.games.bang.state import Player
from shared.games.bang.victory import SHERIFF
from shared.games.bang.view import DISCARD_PART, MeView, PersonView

from .random_play import RandomMatch
from .secrets import assert_no_leak, viewers
from .support import HIDDEN, Match, dealt, table

# What everybody sees


def public(game: Match) -> list[Player]:
    return [seat.seen for seat in game.seats]


def test_everybody_sees_seats_characters_lives_hand_sizes_and_cards_in_play() -> None:
    game = table("slab 3: beer duel | scope", "suzy: bang", "plain dead")
    for viewer in ("A", "B", "C", None):
        seen = game.seen_by(viewer).players
        assert [p.id for p in seen] == ["A", "B", "C", "D"]
        assert [p.character for p in seen][:2] == ["slab", "suzy"]
        assert [(p.life, p.max_life, p.alive) for p in seen][:3] == [
            (3, 5, True),
            (4, 4, True),
            (0, 4, False),
        ]
        assert [len(p.hand) for p in seen] == [2, 1, 0, 0]
        assert game.named(seen[0].in_play) == ["scope:SA"]


def test_everybody_sees_the_sheriff_and_the_roles_of_the_dead() -> None:
    game = table("plain sheriff", "plain outlaw dead", "plain outlaw", "plain renegade")
    assert [p.role for p in public(game)] == ["sheriff", "outlaw", "", ""]
    assert [p.role for p in game.seen_by("D").players] == ["sheriff", "outlaw", "", "renegade"]


def test_everybody_sees_the_size_of_the_deck_and_the_whole_discard_pile() -> None:
    game = table("plain", deck="beer:H6", rest="empty", discard="bang:D2 bang:D3 duel:C8")
    for viewer in ("A", "D", None):
        seen = game.seen_by(viewer)
        assert game.named(seen.deck) == [HIDDEN]
        assert game.named(seen.discard) == ["bang:D2", "bang:D3", "duel:C8"]
        pile = [card for n, part in game.view(viewer).items() if "discard/" in n for card in part]
        assert pile == seen.discard


def test_everybody_sees_checks_laid_cards_shown_cards_and_waits() -> None:
    game = table("plain: bang:D3", "lucky: | barrel", deck="beer:H6 duel:C8")
    game.A.play("bang:D3", at="B")
    for viewer in ("A", "B", "C", None):
        seen = game.seen_by(viewer)
        assert game.named(seen.aside[0].cards) == ["beer:H6", "duel:C8"]
        assert [(w.seat, w.deadline_ms > 0) for w in seen.waits] == [(1, False), (1, True)]
    game.B.lucky_pick("duel:C8")
    check = game.seen_by("D").last_check
    assert check is not None and game.named(check.cards) == ["beer:H6", "duel:C8"]
    assert not check.success and check.purpose == "barrel"
    game = table("blackJack", phase="draw", deck="beer:H6 bang:D2")
    game.A.draw()
    assert {game.seen_by(v).turn.shown for v in ("B", None)} == {game.table.state.turn.shown}


def test_everybody_hears_what_is_played_as_what_and_at_whom() -> None:
    game = table("calamity: missed:S2 saloon:H5")
    shot, saloon = game.A.me.hand
    game.A.play("missed:S2", at="B", use_as="bang")
    for viewer in ("A", "B", "C", None):
        assert game.of(CardPlayed, viewer) == [CardPlayed(0, shot, "bang", 1)]
    game.B.take_hit()
    game.A.play("saloon:H5")
    assert game.of(CardPlayed) == [CardPlayed(0, saloon, "saloon")]


# What only its owner sees


def test_only_its_owner_sees_a_hand_and_a_role() -> None:
    game = table("plain: beer:H6", "plain outlaw: bang:D2 duel:C8")
    own = game.seen_by("B").players[1]
    assert game.named(own.hand) == ["bang:D2", "duel:C8"] and own.role == "outlaw"
    for viewer in ("A", "C", None):
        other = game.seen_by(viewer).players[1]
        assert game.named(other.hand) == [HIDDEN, HIDDEN] and other.role == ""


def test_only_kit_sees_the_three_cards_even_if_he_comes_back_later() -> None:
    deck = "beer:H6 bang:D2 duel:C8"
    game = table("kit", phase="draw", deck=deck)
    game.A.draw()
    assert game.moves("A") == [f"deck > table: {deck}"]
    assert game.A.looking == deck.split() and game.A.offers[0].cards == tuple(
        game.table.laid(game.wait("A").laid)
    )
    for other in ("B", None):
        assert game.moves(other) == ["deck > table: ? ? ?"]
        assert game.named(game.seen_by(other).aside[0].cards) == [HIDDEN] * 3
        assert not game.laid
    game.A.kit_keep("beer:H6", "duel:C8")
    assert game.moves("A") == ["table > hand A: beer:H6 duel:C8", "table > deck: bang:D2"]
    assert game.moves("B") == ["table > hand A: ? ?", "table > deck: ?"] == game.moves(None)
    assert game.named(game.seen_by("A").deck[-1:]) == [HIDDEN]


def test_the_sections_of_a_view_say_what_is_seen() -> None:
    for seed in range(300, 304):
        match = RandomMatch(seed)
        while not match.is_over:
            for viewer in viewers(match.table):
                assert_sections(match, viewer)
            match.step()
        for viewer in viewers(match.table):
            assert_sections(match, viewer)


def assert_sections(match: RandomMatch, viewer: int | None) -> None:
    seen = match.game.see(match.table.state, viewer)
    public = match.game.see(match.table.state, None)
    told = match.game.sections(seen, viewer)
    turn, now, whole = told["turn"], seen.turn, told["match"]
    assert (whole.winner, whole.over, whole.abandoned) == (seen.winner, seen.over, seen.abandoned)
    assert (turn.seat, turn.number, turn.round, turn.phase) == (
        *(now.seat, now.number, now.round, now.phase),
    )
    assert (turn.shots_played, turn.shown) == (now.counters.get("bang", 0), now.shown)
    assert told["clock"] == now.clock.deadline_ms and told["waits"] == tuple(seen.waits)
    assert told.get("check") == seen.last_check
    assert told["piles"].deck_count == len(seen.deck)
    parts = [told[f"discard/{part}"] for part in range(-(-len(seen.discard) // DISCARD_PART))]
    assert [card for part in parts for card in part] == seen.discard
    assert told["piles"].discard_count == len(seen.discard)
    laid = [(a.number, tuple(a.cards)) for a in seen.aside if a.audience is None or seen.over]
    assert [(each.number, each.cards) for each in told["laid"]] == laid
    for seat, player in enumerate(public.players):
        shown = told[f"seat/{seat}"]
        assert (shown.life, shown.alive, shown.away) == (player.life, player.alive, player.away)
        assert (shown.hand_count, shown.role) == (len(player.hand), player.role)
        assert shown.in_play == tuple(player.in_play)
        assert told["seats"][seat] == PersonView(player.id, player.character, player.max_life)
    if viewer is not None:
        me = seen.players[viewer]
        assert told["me"] == MeView(viewer, me.role, tuple(me.offer), me.picked)
        looking = [a for a in seen.aside if a.audience is not None and viewer in a.audience]
        assert told["hand"].looking == tuple(card for each in looking for card in each.cards)
        assert told["hand"].cards == tuple(me.hand)
        assert told["legal"] == match.game.legal(match.table.state, viewer)


def test_a_spectator_has_no_sections_of_his_own() -> None:
    game = table("plain: beer")
    assert {"me", "hand", "legal", "hints"} <= set(game.view("A"))
    assert not {"me", "hand", "legal", "hints"} & set(game.view(None))


# What each hears of a theft and of cards that are handed over


def heard(game: Match, *viewers: str | None) -> list[list[str]]:
    return [game.moves(viewer) for viewer in viewers]


def test_panic_at_a_hand_thief_and_victim_know_the_card() -> None:
    game = table("plain: panic:HQ", "plain: beer:H6")
    game.A.play("panic:HQ", at="B", pick="hand")
    played = "hand A > discard: panic:HQ"
    assert heard(game, "A", "B") == [[played, "hand B > hand A: beer:H6"]] * 2
    assert heard(game, "C", "D", None) == [[played, "hand B > hand A: ?"]] * 3


def test_panic_at_a_card_in_play_is_open_to_all() -> None:
    game = table("plain: panic:HQ", "plain: | scope")
    game.A.play("panic:HQ", at="B", pick="scope")
    for viewer in ("A", "B", "C", None):
        assert game.moves(viewer)[-1] == "play B > hand A: scope:SA"


@pytest.mark.parametrize("pick", ["hand", "scope"])
def test_cat_balou_shows_the_card_to_all(pick: str) -> None:
    game = table("plain: catBalou", "plain: beer:H6 | scope")
    game.A.play("catBalou", at="B", pick=pick)
    lost = "hand B > discard: beer:H6" if pick == "hand" else "play B > discard: scope:SA"
    for viewer in ("A", "B", "C", None):
        assert game.moves(viewer)[-1] == lost


def test_jesses_theft_is_known_to_him_and_his_victim() -> None:
    game = table("jesse", "plain: beer:H6", phase="draw", deck="bang:D2")
    game.A.draw(jesse_from="B")
    assert heard(game, "A", "B", "C", None) == [
        ["hand B > hand A: beer:H6", "deck > hand A: bang:D2"],
        ["hand B > hand A: beer:H6", "deck > hand A: ?"],
        ["hand B > hand A: ?", "deck > hand A: ?"],
        ["hand B > hand A: ?", "deck > hand A: ?"],
    ]


def test_el_gringos_theft_is_known_to_him_and_his_victim() -> None:
    game = table("plain: bang beer:H6", "elGringo")
    game.A.play("bang", at="B")
    game.B.take_hit()
    assert heard(game, "A", "B") == [["hand A > hand B: beer:H6"]] * 2
    assert heard(game, "C", None) == [["hand A > hand B: ?"]] * 2


def test_an_heir_in_the_first_seat_inherits_as_secretly_as_any() -> None:
    game = table("vulture", "plain: bang", "plain renegade 1: beer:H6", turn="B")
    game.B.play("bang", at="C")
    game.C.falls()
    assert heard(game, "A", "C") == [["hand C > hand A: beer:H6"]] * 2
    assert heard(game, "B", "D", None) == [["hand C > hand A: ?"]] * 3
    assert [moved.why for moved in game.of(CardsMoved)] == ["inherited"]


def test_an_inheritance_is_known_to_heir_and_dead_and_cards_in_play_to_all() -> None:
    game = table("plain: bang", "plain renegade 1: beer:H6 duel:C8 | scope", "vulture")
    game.A.play("bang", at="B")
    game.B.falls()
    known = ["hand B > hand C: beer:H6 duel:C8", "play B > hand C: scope:SA"]
    assert heard(game, "B", "C") == [known] * 2
    told = ["hand B > hand C: ? ?", "play B > hand C: scope:SA"]
    assert heard(game, "A", "D", None) == [told] * 3


def test_pedros_card_from_the_discard_pile_is_known_to_all_and_then_one_of_his_hand() -> None:
    game = table("pedro", phase="draw", deck="bang:D2", discard="beer:H6")
    game.A.draw(pedro_discard=True)
    assert game.moves(None) == ["discard > hand A: beer:H6", "deck > hand A: ?"]
    assert game.named(game.seen_by("B").players[0].hand) == [HIDDEN, HIDDEN]


def test_a_pick_at_the_general_store_is_open_to_all() -> None:
    game = table("plain: generalStore", deck="beer:H6 beer:H7 beer:H8 beer:H9")
    game.A.play("generalStore").store_pick("beer:H7")
    assert game.moves("C") == ["table > hand A: beer:H7"] == game.moves(None)


def test_what_is_drawn_is_known_to_its_drawer_alone() -> None:
    for card, count in (("stagecoach:S9", 2), ("wellsFargo", 3)):
        game = table(f"plain: {card}", deck="beer:H6 beer:H7 beer:H8")
        game.A.play(card)
        assert game.moves("A")[-1].endswith(" ".join(["beer:H6", "beer:H7", "beer:H8"][:count]))
        assert (
            game.moves("B")[-1] == f"deck > hand A: {' '.join('?' * count)}" == game.moves(None)[-1]
        )


def test_reward_is_hidden_penalty_and_excess_are_open() -> None:
    deck = "beer:H6 beer:H7 beer:H8"
    game = table("plain: bang", "plain outlaw 1", deck=deck)
    game.A.play("bang", at="B")
    game.B.falls()
    assert heard(game, "A", "B") == [[f"deck > hand A: {deck}"], ["deck > hand A: ? ? ?"]]
    game = table("plain: bang beer:H6 | scope", "plain deputy 1", *["plain"] * 3)
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.moves("C") == ["play A > discard: scope:SA", "hand A > discard: beer:H6"]
    game = table("plain 1: beer:H6 duel:C8")
    game.A.end_play().discard("duel:C8")
    assert game.moves("C") == ["hand A > discard: duel:C8"]


def test_the_deal_and_the_roles_are_told_to_their_owners() -> None:
    game = dealt(5)
    for seat in game.seats:
        for viewer in game.seats:
            (dealing,) = [m for m in game.moves(viewer.name) if f"> hand {seat.name}:" in m]
            assert (HIDDEN in dealing) == (viewer is not seat)
    roles = [dealt.role[0] for dealt in game.of(RoleDealt)]
    assert sorted(roles) == ["", "", "", "", SHERIFF]


# The end


def test_after_the_end_everything_is_open_to_all() -> None:
    game = table("plain sheriff 1: beer", "plain outlaw: bang duel:C8", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    for viewer in ("C", None):
        seen = game.seen_by(viewer)
        assert [p.role for p in seen.players] == ["sheriff", "outlaw", "outlaw", "renegade"]
        assert game.named(seen.players[1].hand) == ["duel:C8"]
        assert HIDDEN not in game.named(seen.deck)
        assert game.view(viewer)["disclosed"].hands[1] == tuple(seen.players[1].hand)
    assert game.moves(None) == ["hand A > discard: beer:H6"]


def test_an_abandoned_match_is_disclosed_too() -> None:
    game = dealt(4, characterDraft="choose2")
    offers = [list(seat.me.offer) for seat in game.seats]
    game.abandon()
    seen = game.seen
    assert [player.offer for player in seen.players] == offers
    assert all(player.role for player in seen.players) and seen.abandoned
    game = table("kit", phase="draw", deck="beer:H6 bang:D2 duel:C8")
    game.A.draw()
    game.abandon()
    assert game.named(game.seen.aside[0].cards) == ["beer:H6", "bang:D2", "duel:C8"]


# Nothing depends on what is hidden


def test_no_view_and_no_event_depends_on_what_its_viewer_may_not_know() -> None:
    for seed in range(100, 104):
        match = RandomMatch(seed)
        while not match.is_over:
            known = len(match.table.events)
            match.step()
            assert assert_no_leak(match.table, match.table.events[known:], Random(seed))


def test_what_a_viewer_sees_follows_from_what_he_was_told() -> None:
    for seed in range(200, 203):
        match = RandomMatch(seed)
        state = match.table.state
        seen = {viewer: match.game.see(state, viewer) for viewer in viewers(match.table)}
        while not match.is_over:
            known = len(match.table.events)
            match.step()
            for viewer, mask in seen.items():
                fold(mask, [hear(event, viewer) for event in match.table.events[known:]])
                seen[viewer] = match.game.see(mask, viewer)
                assert seen[viewer] == match.game.see(state, viewer), (seed, viewer)


def test_whoever_is_not_named_as_affected_has_nothing_new_for_himself() -> None:
    for seed in range(300, 303):
        match = RandomMatch(seed)
        game, state = match.game, match.table.state
        seats = set(range(len(state.players)))
        own = {seat: game.own_sections(state, seat) for seat in seats}
        while not match.is_over:
            known, acting = len(match.table.events), game.affected(state, ())
            match.step()
            affected = game.affected(state, match.table.events[known:])
            before, own = own, {seat: game.own_sections(state, seat) for seat in seats}
            if affected is not None:
                for seat in seats.difference(affected, acting or ()):
                    assert own[seat] == before[seat], (seed, seat)


def test_public_sections_that_are_not_named_as_changed_are_as_they_were() -> None:
    named = 0
    for seed in range(300, 310):
        match = RandomMatch(seed)
        game, state = match.game, match.table.state
        shown = game.public_sections(state)
        while not match.is_over:
            known = len(match.table.events)
            match.step()
            changed = game.changed(state, match.table.events[known:])
            before, shown = shown, game.public_sections(state)
            if changed is not None:
                assert {**before, **changed} == shown, (seed, known)
                named += 1
    assert named > 500


def test_a_refusal_for_a_card_tells_nothing_of_where_it_is() -> None:
    game = table("plain: bang:D2", "plain: duel:C8", deck="saloon:H5")
    refusals = {
        str(game.A.cannot.play(card, at="B"))
        for card in ("duel:C8", "saloon:H5", "gatling", 80, -1, 10_000)
    }
    assert len(refusals) == 1
