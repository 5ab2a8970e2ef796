"""Each check of a property or a view finds a game that breaks it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from shared.games.bang import Bang
from shared.games.bang import events as happened
from tests.conftest import Count

from . import broken
from .broken import Refusing, SectionsOf, altered
from .cases import case, judge

Making = Callable[[], Bang]

MOVED = happened.CardsMoved
TAKEN = happened.CharacterTaken
PICKED = happened.CharacterPicked
OFFERED = happened.CharactersOffered

FAULTS: list[tuple[str, str, Making]] = [
    ("bang-setup-01", "role_counts", altered(happened.RoleDealt, broken.no_renegade)),
    ("bang-setup-01", "max_life_rule", altered(TAKEN, broken.one_life_less)),
    ("bang-setup-01", "hand_count_rule", altered(MOVED, broken.one_card_less)),
    ("bang-setup-01", "first_turn", altered(happened.TurnBegan, broken.next_one_first)),
    ("bang-setup-01", "distinct_characters", altered(TAKEN, broken.all_alike)),
    ("bang-setup-01", "role_table_unchanged_after_match", broken.Forgetful),
    ("bang-setup-02", "role_counts", altered(happened.RoleDealt, broken.no_renegade)),
    ("bang-setup-04", "rejected", lambda: Refusing(broken.tells_nothing_else)),
    ("bang-setup-04", "character", altered(PICKED, broken.second_offer)),
    ("bang-setup-04", "offers_visible_only_to", altered(OFFERED, broken.open_offers)),
    ("bang-setup-04", "offers_visible_only_to", broken.SeesAll),
    ("bang-setup-04", "opening_hand_dealt", broken.DealtEarly),
    ("bang-prop-03", "state_hash_equals", lambda: Refusing(broken.counting_refusals)),
    ("bang-prop-05", "winner_by_first_death", altered(happened.MatchEnded, broken.law_wins)),
    ("bang-prop-05", "events_after_game_over", lambda: Refusing(broken.never_over)),
    ("bang-react-09", "order_is_deterministic", broken.LastFirst),
    ("bang-react-09", "order", broken.LastFirst),
    ("bang-react-09", "winner", altered(happened.MatchEnded, broken.law_wins)),
    ("bang-view-02", "sees_card", altered(MOVED, broken.thief_only)),
    ("bang-view-02", "does_not_see_card", broken.SeesAll),
    ("bang-view-02", "does_not_see_card", altered(MOVED, broken.loud)),
    ("bang-view-02", "does_not_see_card", altered(MOVED, broken.kind_told)),
    ("bang-view-02", "public_log_excludes", altered(MOVED, broken.kind_told)),
    ("bang-view-02", "public_log_excludes", altered(MOVED, broken.place_told)),
    ("bang-view-04", "sees_card", altered(MOVED, broken.unseen)),
    ("bang-view-04", "frames_exclude", broken.SeesAll),
    ("bang-view-04", "frames_exclude", altered(MOVED, broken.loud)),
    ("bang-view-04", "frames_include", lambda: SectionsOf(broken.no_waits_shown)),
    ("bang-view-06", "frames_exclude", broken.SeesAll),
    ("bang-view-06", "frames_exclude", broken.SeesRoles),
    ("bang-view-06", "frames_include", lambda: SectionsOf(broken.no_roles_shown)),
    ("bang-view-06", "frames_include", lambda: SectionsOf(broken.no_end_shown)),
    ("bang-view-06", "frames_include", broken.Silent),
    ("bang-view-08", "replies_identical", lambda: Refusing(broken.tells_hands)),
    ("bang-view-08", "replies_identical", lambda: Refusing(broken.tells_deck_in_answers)),
]


@pytest.mark.parametrize(
    ("name", "fact", "make"), FAULTS, ids=[f"{n}-{f}-{i}" for i, (n, f, _) in enumerate(FAULTS)]
)
def test_a_broken_game_is_found(
    name: str, fact: str, make: Making, tmp_path: Path, count: Count
) -> None:
    assert judge(case(name), tmp_path).outcome == "passed"
    found = judge(case(name), tmp_path, game=make()).findings
    assert any(finding.where.startswith(f"fact {fact}") for finding in found), found
    count("broken games found", 1)
