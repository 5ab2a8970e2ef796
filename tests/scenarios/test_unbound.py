"""What nothing is bound to fails; so does what cannot be read or played."""

from pathlib import Path
from typing import Any

import pytest

from .cases import Raw, case, judge


def told(changed: Raw, folder: Path) -> str:
    verdict = judge(changed, folder)
    assert verdict.outcome == "failed"
    return "\n".join(f"{f.where}: {f.expected}: {f.actual}" for f in verdict.findings)


@pytest.mark.parametrize("name", ["bang-dist-01", "bang-setup-02", "bang-prop-05", "bang-view-04"])
def test_an_unknown_fact_fails(name: str, tmp_path: Path) -> None:
    changed = case(name)
    changed["expected"]["facts"].append({"fact": "weather", "equals": "dry"})
    assert "fact weather: a known fact" in told(changed, tmp_path)


@pytest.mark.parametrize(
    "fact",
    [
        {"fact": "life", "player": "B"},
        {"fact": "life", "player": "B", "equals": 4, "at": 3},
        {"fact": "life", "player": "B", "equals": "4"},
        {"fact": "life", "player": 1, "equals": 4},
        {"fact": "hand", "player": "B", "equals": "bang"},
        {"fact": "won", "players": {"A": 1}},
        {"fact": ["life"], "player": "B", "equals": 4},
        {},
    ],
)
def test_a_fact_of_another_shape_fails(fact: Raw, tmp_path: Path) -> None:
    changed = case("bang-dist-01")
    changed["expected"]["facts"].append(fact)
    assert told(changed, tmp_path).startswith("fact")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("bang-dist-01", {"kind": "property"}),
        ("bang-dist-01", {"actions": []}),
        ("bang-setup-01", {"kind": "view"}),
        ("bang-setup-01", {"setup": {"fresh_match": True}}),
        ("bang-setup-01", {"setup": {}}),
        ("bang-prop-05", {"setup": {"base_case": "bang-win-03"}}),
        ("bang-view-02", {"setup": {"base_case": "bang-dist-05", "with": "wind"}}),
    ],
)
def test_a_case_that_no_study_fits_fails(name: str, change: Raw, tmp_path: Path) -> None:
    assert "case: a study that judges it" in told(case(name) | change, tmp_path)


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("bang-setup-01", {"seeds": "many"}),
        ("bang-setup-01", {"seeds": "5..1"}),
        ("bang-setup-01", {"player_counts": [8]}),
        ("bang-setup-01", {"player_counts": "4"}),
        ("bang-setup-02", {"options": {"deputyCount7": "yes"}}),
        ("bang-prop-03", {"driver": "nothing is sent"}),
        ("bang-prop-05", {"permute": "the seats"}),
        ("bang-prop-05", {"base_case": "bang-none-01"}),
        ("bang-prop-05", {"base_case": "bang-die-06"}),
        ("bang-react-09", {"hands": "all hold a Missed!"}),
        ("bang-view-02", {"base_case": "bang-none-01"}),
    ],
)
def test_a_study_that_cannot_be_made_fails(name: str, setup: Raw, tmp_path: Path) -> None:
    changed = case(name)
    changed["setup"] |= setup
    assert told(changed, tmp_path).startswith("case")


def test_a_case_that_expects_nothing_fails(tmp_path: Path) -> None:
    changed = case("bang-dist-01")
    changed["expected"] = {"steps": [], "facts": []}
    assert "nothing is expected" in told(changed, tmp_path)


@pytest.mark.parametrize(
    "change",
    [{"expected": 1}, {"actions": [{"step": "one"}]}, {"weather": "dry"}, {"setup": []}],
)
def test_a_case_that_cannot_be_read_fails(change: Raw, tmp_path: Path) -> None:
    assert "a case that can be read" in told(case("bang-dist-01") | change, tmp_path)


@pytest.mark.parametrize(
    ("action", "args", "reason"),
    [
        ("sing", {}, "no command is called sing"),
        ("play", {}, "play needs card"),
        ("play", {"card": "lasso"}, "no card is called lasso"),
        ("play", {"card": "bang", "loudly": True}, "play has no loudly"),
        ("play", {"card": "bang", "as": 3}, "play: "),
        ("respond", {"cards": ["gatling", "gatling"]}, "more often than it exists"),
    ],
)
def test_what_is_no_command_fails(
    action: str, args: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    changed = case("bang-dist-01")
    changed["actions"][0] |= {"action": action, "args": args}
    assert reason in told(changed, tmp_path)


@pytest.mark.parametrize(
    ("who", "action", "args", "reason"),
    [
        ("Z", "endPlay", {}, "nobody here is called Z"),
        ("system", "thunder", {}, "the timer does not thunder"),
        ("system", "timeout", {"player": "A", "soon": True}, "the timer does not timeout"),
        ("system", "timeout", {"player": "C"}, "nothing waits for C"),
        ("system", "timeout_together", {"players": []}, "the timer does not timeout_together"),
    ],
)
def test_what_nobody_can_do_fails(
    who: str, action: str, args: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    changed = case("bang-dist-01")
    changed["actions"][0] |= {"who": who, "action": action, "args": args}
    assert reason in told(changed, tmp_path)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ({"role": "marshal"}, "no role is called marshal"),
        ({"character": "clint"}, "no character is called clint"),
        ({"seat": 3}, "says seat 3"),
        ({"hand": ["dynamite", "dynamite"]}, "every dynamite is taken already"),
        ({"hand": ["bang:D2", "bang:D2"]}, "every bang:D2 is taken already"),
        ({"hat": "black"}, "not a table"),
        ({"life": "four"}, "not a table"),
    ],
)
def test_a_table_that_cannot_be_set_fails(player: Raw, reason: str, tmp_path: Path) -> None:
    changed = case("bang-dist-01")
    changed["setup"]["players"][0] |= player
    assert reason in told(changed, tmp_path)
