"""A case that expects something else fails, whatever it is that it expects."""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Count

from .cases import Raw, case, ids, judge

SCRIPTS = ids("bang", "scenario")

ANOTHER = {"law": "outlaws", "outlaws": "renegade", "renegade": "law", None: "law"}
PHASES = {"draw": "play", "play": "discard", "discard": "start", "start": "draw"}


def _other_values(fact: Raw) -> list[Any]:
    """Values of `equals` that cannot hold together with the one it has."""
    match fact:
        case {"fact": "winner", "equals": side}:
            return [ANOTHER[side]]
        case {"equals": bool(value)}:
            return [not value]
        case {"equals": int(value)}:
            return [value + 1, value - 1]
        case {"equals": list(cards)}:
            return [
                [*cards, "gatling"],
                *([cards[1:], [_unlike(cards), *cards[1:]]] if cards else []),
            ]
        case {"equals": None}:
            return ["A"]
        case {"equals": str()}:
            return [None, _unlike([fact["equals"]])]
        case _:
            return []


def _unlike(cards: list[str]) -> str:
    return "scope" if any(card.startswith("dynamite") for card in cards) else "dynamite"


def _other(wanted: str, values: tuple[str, str]) -> str:
    return values[wanted == values[0]]


def _last_check(fact: Raw) -> Iterator[Raw]:
    yield fact | {"success": not fact["success"]}
    yield fact | {"purpose": _other(fact["purpose"], ("jail", "barrel"))}
    yield fact | {"player": _other(fact["player"], ("A", "B"))}


def _turn(fact: Raw) -> Iterator[Raw]:
    yield fact | {"player": _other(fact["player"], ("A", "B"))}
    yield fact | {"phase": PHASES[fact["phase"]]}


def _reaction_open(fact: Raw) -> Iterator[Raw]:
    yield fact | {"kind": "duel"}
    yield fact | {"kind": "shot"}
    yield fact | {"needed": fact.get("needed", 1) + 1}
    yield {"fact": "no_reactions"}
    yield {"fact": "reaction_closed", "kind": fact["kind"], "player": fact["player"]}


def _won(fact: Raw) -> Iterator[Raw]:
    for who, won in fact["players"].items():
        yield fact | {"players": fact["players"] | {who: not won}}


OTHERWISE: dict[str, Callable[[Raw], Iterable[Raw]]] = {
    "last_check": _last_check,
    "turn": _turn,
    "reaction_open": _reaction_open,
    "reaction_closed": lambda fact: [fact | {"fact": "reaction_open"}],
    "no_reactions": lambda _: [{"fact": "reaction_open", "kind": "bang", "player": "A"}],
    "won": _won,
}


def falsified(fact: Raw) -> Iterator[Raw]:
    """The fact in versions that cannot hold together with it."""
    for value in _other_values(fact):
        yield fact | {"equals": value}
    if cards := fact.get("cards"):
        yield fact | {"cards": [*cards, *cards]}
        yield fact | {"cards": [_unlike(cards), *cards[1:]]}
    if fact["fact"] in OTHERWISE:
        yield from OTHERWISE[fact["fact"]](fact)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_fact_of_a_script_is_judged(name: str, tmp_path: Path, count: Count) -> None:
    original = case(name)
    for place, fact in enumerate(original["expected"]["facts"]):
        versions = list(falsified(fact))
        assert versions, fact
        for version in versions:
            changed = deepcopy(original)
            changed["expected"]["facts"][place] = version
            verdict = judge(changed, tmp_path)
            assert [f.where.split()[1] for f in verdict.findings] == [version["fact"]], version
            count("false facts found", 1)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_step_of_a_script_is_judged(name: str, tmp_path: Path) -> None:
    for place, step in enumerate(case(name)["expected"]["steps"]):
        versions = [{**step, "rejected": not step["rejected"], "why": ""}]
        if step["rejected"]:
            versions.append(step | {"why": "already_cuffed"})
        for version in versions:
            changed = case(name)
            changed["expected"]["steps"][place] = version
            verdict = judge(changed, tmp_path)
            assert [f.where for f in verdict.findings] == [f"step {step['step']}"], version


def test_a_refused_step_that_nothing_is_said_about_fails(tmp_path: Path) -> None:
    changed = case("bang-limit-04")
    changed["expected"]["steps"] = []
    verdict = judge(changed, tmp_path)
    assert [f.where for f in verdict.findings] == ["step 1", "step 2"]


def test_a_step_that_is_not_played_fails(tmp_path: Path) -> None:
    changed = case("bang-limit-04")
    changed["expected"]["steps"].append({"step": 9, "rejected": False})
    (finding,) = judge(changed, tmp_path).findings
    assert finding.where == "step 9"


@pytest.mark.parametrize(
    ("name", "fact", "version"),
    [
        ("bang-setup-01", "role_counts", {"equals": {"sheriff": 1, "outlaw": 2, "renegade": 2}}),
        ("bang-setup-01", "role_counts", {"players": 8}),
        ("bang-setup-01", "max_life_rule", {"equals": "character life"}),
        ("bang-setup-01", "hand_count_rule", {"equals": "maximum life"}),
        ("bang-setup-01", "first_turn", {"equals": "renegade"}),
        ("bang-setup-01", "distinct_characters", {"equals": False}),
        ("bang-setup-01", "role_table_unchanged_after_match", {"equals": False}),
        ("bang-setup-02", "role_counts", {"equals": {"sheriff": 1, "deputy": 2, "outlaw": 3}}),
        ("bang-setup-04", "rejected", {"why": "not_offered", "step": 3}),
        ("bang-setup-04", "rejected", {"step": 2}),
        ("bang-setup-04", "rejected", {"step": 9}),
        ("bang-setup-04", "accepted", {"step": 1}),
        ("bang-setup-04", "character", {"equals": "second offer of B"}),
        ("bang-setup-04", "offers_visible_only_to", {"equals": "everybody"}),
        ("bang-setup-04", "opening_hand_dealt", {"equals": "before the choices"}),
        ("bang-prop-03", "state_hash_equals", {"equals": "any run"}),
        ("bang-prop-03", "events_appended_by_rejected", {"equals": 1}),
        ("bang-prop-05", "winner_by_first_death", {"sheriff_first": "renegade"}),
        ("bang-prop-05", "winner_by_first_death", {"outlaw_first_then_sheriff": "outlaws"}),
        ("bang-prop-05", "events_after_game_over", {"equals": 1}),
        ("bang-react-09", "order_is_deterministic", {"equals": False}),
        ("bang-react-09", "order", {"equals": "by seat"}),
        ("bang-react-09", "winner", {"equals": "renegade"}),
        ("bang-view-02", "sees_card", {"viewers": ["A", "B"]}),
        ("bang-view-02", "does_not_see_card", {"viewers": ["A"]}),
        ("bang-view-02", "does_not_see_card", {"viewers": ["C"]}),
        ("bang-view-02", "public_log_excludes", {"what": "that a card was stolen"}),
        ("bang-view-04", "sees_card", {"card": "beer:H6, saloon, gatling"}),
        ("bang-view-04", "sees_card", {"viewers": ["B"]}),
        ("bang-view-04", "frames_include", {"what": "that B is choosing and until when"}),
        ("bang-view-06", "frames_exclude", {"what": "everything"}),
        ("bang-view-06", "frames_include", {"what": "everything"}),
        ("bang-view-08", "replies_identical_except_command_id", {"steps": [1, 2, 9]}),
    ],
)
def test_other_facts_are_judged(
    name: str, fact: str, version: dict[str, Any], tmp_path: Path
) -> None:
    changed = case(name)
    found = [f for f in changed["expected"]["facts"] if f["fact"] == fact]
    found[0] |= version
    verdict = judge(changed, tmp_path)
    assert verdict.outcome == "failed"
    assert any(f.where == "case" or f.where.startswith(f"fact {fact}") for f in verdict.findings)
