"""Cases of Buckshot Roulette that expect something else, or cannot be played, and broken games."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shared.contracts.buckshot import BuckshotCommand
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.games.buckshot import Buckshot
from shared.games.buckshot.events import ItemsDealt, Loaded, ShellEjected
from shared.games.buckshot.state import State
from tests.conftest import Count

from .cases import Raw, case, ids, judge

SCRIPTS = ids("buckshot", "scenario")
SIDES = {"player": "dealer", "dealer": "player", None: "player"}


def falsified(fact: Raw) -> Raw:
    """The fact in a version that cannot hold together with it."""
    match fact:
        case {"fact": "turn", "side": side}:
            return fact | {"side": SIDES[side]}
        case {"fact": "cuffed" | "winner", "equals": side}:
            return fact | {"equals": SIDES[side]}
        case {"fact": "knows_current", "equals": shell}:
            return fact | {"equals": "blank" if shell is None else None}
        case {"equals": bool(value)}:
            return fact | {"equals": not value}
        case {"equals": int(value)}:
            return fact | {"equals": value + 1}
        case {"equals": list(items)}:
            return fact | {"equals": [*items, "saw"]}
        case _:
            raise AssertionError(fact)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_fact_of_a_script_is_judged(name: str, tmp_path: Path, count: Count) -> None:
    original = case(name)
    for place, fact in enumerate(original["expected"]["facts"]):
        changed = deepcopy(original)
        changed["expected"]["facts"][place] = falsified(fact)
        verdict = judge(changed, tmp_path)
        assert [f.where.split()[1] for f in verdict.findings] == [fact["fact"]], fact
        count("false facts found", 1)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_step_of_a_script_is_judged(name: str, tmp_path: Path) -> None:
    for place, step in enumerate(case(name)["expected"]["steps"]):
        changed = case(name)
        version = {**step, "rejected": not step["rejected"], "why": ""}
        changed["expected"]["steps"][place] = version
        findings = judge(changed, tmp_path).findings
        assert [finding.where for finding in findings] == [f"step {step['step']}"], version


@pytest.mark.parametrize(
    ("name", "fact", "version"),
    [
        ("buckshot-load-04", "live_between", {"max": 5}),
        ("buckshot-load-04", "blank_between", {"min": 0}),
        ("buckshot-load-04", "total_between", {"min": 3}),
        ("buckshot-load-04", "counts_public", {"equals": False}),
        ("buckshot-load-04", "every_combination_occurs", {"equals": False}),
        ("buckshot-load-05", "items_added_between", {"min": 1}),
        ("buckshot-load-05", "items_added_between", {"max": 5}),
        ("buckshot-load-05", "items_added_between", {"unless": "it rains"}),
        ("buckshot-load-05", "item_kinds", {"equals": ["beer", "saw"]}),
        ("buckshot-load-05", "inventory_never_above", {"equals": 9}),
        ("buckshot-view-11", "frames_include", {"what": "the weather"}),
    ],
)
def test_other_facts_are_judged(
    name: str, fact: str, version: dict[str, Any], tmp_path: Path
) -> None:
    changed = short(name)
    next(f for f in changed["expected"]["facts"] if f["fact"] == fact).update(version)
    findings = judge(changed, tmp_path).findings
    assert [finding.where.split()[1] for finding in findings] == [fact]


def short(name: str) -> Raw:
    """The case over as many seeds as it needs to hold."""
    found = case(name)
    if "seeds" in found["setup"]:
        found["setup"]["seeds"] = "1..60"
    return found


class Altered(Buckshot):
    """Events of one type are changed on their way, or do not happen (`None`)."""

    def __init__(self, kind: type[Any], change: Callable[[State, Any], Event | None]) -> None:
        self._kind = kind
        self._change = change

    def _altered(self, state: State, events: Iterator[Event]) -> Iterator[Event]:
        for event in events:
            changed = self._change(state, event) if isinstance(event, self._kind) else event
            if changed is not None:
                yield changed

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        return self._altered(state, super().start(state, now_ms, draws))

    def decide(
        self, state: State, seat: int, command: BuckshotCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        return self._altered(state, super().decide(state, seat, command, now_ms, draws))


class SeesAll(Buckshot):
    def see(self, state: State, viewer: int | None) -> State:
        return deepcopy(state)


def five_of_a_kind(_: State, event: Loaded) -> Event:
    live = ("live",) * (5 - event.live_count)
    return replace(event, shells=(*event.shells, *live), live_count=5)


def always_one_and_one(_: State, event: Loaded) -> Event:
    return replace(event, shells=("live", "blank"), live_count=1, blank_count=1)


def miscounted(_: State, event: Loaded) -> Event:
    return replace(event, live_count=event.live_count + 1)


def without_beer(_: State, event: ItemsDealt) -> Event:
    return replace(event, items=tuple(item.replace("beer", "saw") for item in event.items))


def ninth_item(state: State, event: ItemsDealt) -> Event:
    return replace(event, items=(*event.items, *["saw"] * event.lost))


def one_item(_: State, event: ItemsDealt) -> Event:
    return replace(event, items=event.items[:1])


def secret(_: State, event: ShellEjected) -> Event:
    return replace(event, shell="?")


@pytest.mark.parametrize(
    ("name", "fact", "game"),
    [
        ("buckshot-load-04", "live_between", Altered(Loaded, five_of_a_kind)),
        ("buckshot-load-04", "total_between", Altered(Loaded, five_of_a_kind)),
        ("buckshot-load-04", "blank_between", Altered(Loaded, always_one_and_one)),
        ("buckshot-load-04", "every_combination_occurs", Altered(Loaded, always_one_and_one)),
        ("buckshot-load-04", "counts_public", Altered(Loaded, miscounted)),
        ("buckshot-load-04", "counts_public", SeesAll()),
        ("buckshot-load-05", "items_added_between", Altered(ItemsDealt, one_item)),
        ("buckshot-load-05", "item_kinds", Altered(ItemsDealt, without_beer)),
        ("buckshot-load-05", "inventory_never_above", Altered(ItemsDealt, ninth_item)),
        ("buckshot-glass-01", "knows_current", SeesAll()),
        ("buckshot-view-11", "frames_include", Altered(ShellEjected, secret)),
    ],
)
def test_a_broken_game_is_found(
    name: str, fact: str, game: Buckshot, tmp_path: Path, count: Count
) -> None:
    assert judge(short(name), tmp_path).outcome == "passed"
    findings = judge(short(name), tmp_path, game=game).findings
    assert any(finding.where.startswith(f"fact {fact}") for finding in findings), findings
    count("broken games found", 1)


def test_a_view_of_a_script_that_ejects_nothing_fails(tmp_path: Path) -> None:
    changed = case("buckshot-view-11")
    changed["setup"]["base_case"] = "buckshot-shot-01"
    (finding,) = judge(changed, tmp_path).findings
    assert finding.actual == "none was"


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({"turn": "nobody"}, "not a table"),
        ({"hp": {"player": 3}}, "both sides have health"),
        ({"max_hp": 9}, "option_value maxHealth"),
        ({"items": {"player": ["lasso"], "dealer": []}}, "no item is called lasso"),
        ({"shells": ["wet"]}, "not a table"),
        ({"shells": ["live"], "next_loads": []}, "loaded more often than the case says"),
        (
            {"next_loads": [{"shells": ["live", "blank"], "items": {"player": ["saw"]}}]},
            "as many items",
        ),
    ],
)
def test_a_table_that_cannot_be_set_fails(setup: Raw, reason: str, tmp_path: Path) -> None:
    changed = case("buckshot-shot-01")
    changed["setup"] |= setup
    assert reason in told(changed, tmp_path)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"who": "bystander"}, "no side is called bystander"),
        ({"action": "sing"}, "sing: "),
        ({"args": {"at": "opponent"}}, "shoot: "),
        ({"who": "system", "action": "thunder"}, "the timer does not thunder"),
    ],
)
def test_what_nobody_can_do_fails(action: Raw, reason: str, tmp_path: Path) -> None:
    changed = case("buckshot-shot-01")
    changed["actions"][0] |= action
    assert reason in told(changed, tmp_path)


def test_the_timer_plays_for_a_silent_side(tmp_path: Path) -> None:
    changed = case("buckshot-shot-01")
    changed["actions"][0] = {"step": 1, "who": "system", "action": "timeout"}
    assert judge(changed, tmp_path).outcome == "passed"
    changed["actions"].append({"step": 2, "who": "player", "action": "shoot"})
    changed["setup"]["hp"]["dealer"] = 1
    changed["actions"][1] |= {"who": "system", "action": "timeout"}
    assert "nothing is waited for" in told(changed, tmp_path)


def told(changed: Raw, folder: Path) -> str:
    verdict = judge(changed, folder)
    assert verdict.outcome == "failed"
    return "\n".join(f"{f.where}: {f.expected}: {f.actual}" for f in verdict.findings)
