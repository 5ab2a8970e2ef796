"""The rooms whose logs are kept, and where.

A log that is here was written by a released ruleset and has to be proved by every later release
(L10), so a file is never changed and never removed. A new ruleset gets a folder of its own:

    .venv/bin/python -m tests.golden      writes the logs of the newest ruleset that are missing

Before a ruleset is released its logs may be written anew, which takes removing them first.
"""

from pathlib import Path

from msgspec import Struct

from services.cli import stored
from shared.engine.game import OptionValue
from shared.matchfile.container import pack
from shared.matchfile.opened import whole
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS

LOGS = Path(__file__).parent / "logs"

HOUSE_RULES = ("drawBeforeDeath", "beerAtFullHealth", "selfTargetCatBalou", "deputyCount7")
PERSON: dict[str, OptionValue] = {"opponent": "person"}
HOUSE_RULES_FOR_TWO = PERSON | {"cuffImmunity": True, "loadOpener": "player"}


class Golden(Struct, frozen=True):
    name: str
    game: str
    plan: Plan
    seed: int = 1


ROOMS = (
    Golden("four-players", "bang", Plan(4, 0, {})),
    Golden("five-choose-of-two", "bang", Plan(5, 0, {"characterDraft": "choose2"})),
    Golden("six-in-two-matches", "bang", Plan(2, 4, {"autoBarrel": False}, matches=2)),
    Golden("seven-by-house-rules", "bang", Plan(4, 3, dict.fromkeys(HOUSE_RULES, True))),
    Golden("abandoned", "bang", Plan(4, 1, {"autoDefend": False}, abandoned_at=60)),
    Golden("autopilot", "bang", Plan(4, 1, {}, silence=0.2, absence=0.1)),
    Golden("against-the-dealer", "buckshot", Plan(1, 1, {"maxHealth": 6})),
    Golden("by-house-rules", "buckshot", Plan(2, 0, HOUSE_RULES_FOR_TWO, matches=2)),
    Golden("late-and-away", "buckshot", Plan(2, 0, PERSON, silence=0.2, absence=0.1), seed=3),
    Golden("broken-off", "buckshot", Plan(1, 1, {}, abandoned_at=4)),
)


def path_of(golden: Golden) -> Path:
    """`logs/<ruleset>/<name>.jsonl.gz`, the ruleset with a dash for its slash."""
    ruleset = SUBJECTS[golden.game].game.ruleset
    return LOGS / ruleset.replace("/", "-") / f"{golden.name}.jsonl.gz"


def written(golden: Golden) -> bytes:
    """A file with all of the room's log; the same bytes whenever and wherever it is written."""
    life = Life(SUBJECTS[golden.game], golden.seed, plan=golden.plan).live()
    return pack(whole(life.log, {}), life.log)


def read(path: Path) -> list[bytes]:
    return stored.read(path)[1]
