"""The rule cases of this folder, and ways to change one."""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from services.cli.scenario import runner
from services.cli.scenario.cases import load
from services.cli.scenario.runner import Verdict
from shared.engine.game import Game

FILE = Path(__file__).parent / "rules_cases.json"

Raw = dict[str, Any]


@cache
def _all() -> dict[str, Raw]:
    return {case["id"]: case for case in json.loads(FILE.read_bytes())["cases"]}


def ids(game: str, kind: str) -> list[str]:
    return [n for n, case in _all().items() if (case["game"], case["kind"]) == (game, kind)]


def case(name: str) -> Raw:
    """A copy that may be changed. Those that take long are cut short."""
    found = deepcopy(_all()[name])
    setup = found["setup"]
    if "runs" in setup:
        setup["runs"] = 2
    if found["kind"] == "property" and setup.get("seeds", "").endswith(("..50", "..200")):
        setup["seeds"] = "1..3"
    return found


def judge(changed: Raw, folder: Path, game: Game | None = None, seed: str = "") -> Verdict:
    """The verdict on a case that may build on any other case of the file."""
    others = [other for name, other in _all().items() if name != changed["id"]]
    path = folder / "cases.json"
    path.write_text(json.dumps({"format": 1, "cases": [changed, *others]}))
    (verdict,) = runner.run(load([path]), only=changed["id"], game=game, seed=seed)
    return verdict
