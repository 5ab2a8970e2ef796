"""The import rule: contracts ← engine ← games ← room ← services, and purity of all but the last."""

from pathlib import Path

import pytest

from services.cli.tree import ROOT, files

from .layers import Module, faults

OURS = [path for path in files(ROOT) if path.suffix == ".py" and path.parts[0] != "tests"]


def test_every_module_keeps_the_import_rule() -> None:
    assert OURS
    found = [
        fault for path in OURS for fault in faults(Module(path, (ROOT / path).read_text("utf-8")))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [
        ("shared/contracts/a.py", "from ..engine import draws", "contracts imports engine"),
        ("shared/engine/a.py", "from ..games.bang import state", "engine imports games/bang"),
        ("shared/games/bang/a.py", "from ..buckshot import x", "games/bang imports games/buckshot"),
        ("shared/games/bang/a.py", "from ...room import lobby", "games/bang imports room"),
        ("shared/room/a.py", "from ..eventstore.log import Log", "room imports eventstore"),
        ("shared/room/a.py", "from shared.engine import a, b", "imports engine absolutely"),
        ("shared/eventstore/a.py", "from shared.runtime import clock", "imports runtime"),
        ("shared/runtime/a.py", "from shared.engine import x", "runtime imports engine"),
        ("services/rules/a.py", "from services.timer import x", "rules imports services/timer"),
        ("services/rules/a.py", "from ..cli import root", "rules imports services/cli"),
        ("services/bots/a.py", "from shared.games.bang import x", "bots imports games/bang"),
        ("services/rules/a.py", "import tests.conftest", "imports the tests"),
        ("services/rules/a.py", "import shared", "as a whole"),
        ("shared/engine/a.py", "import time", "engine is pure and imports time"),
        ("shared/engine/a.py", "from random import choice", "engine is pure and imports random"),
        ("shared/games/bang/a.py", "def f():\n    import secrets", "imports secrets"),
        ("shared/room/a.py", "import nats", "room is pure and imports nats"),
        ("shared/contracts/a.py", "from datetime import datetime", "imports datetime"),
        ("shared/engine/a.py", "open('x')", "calls open()"),
        ("shared/engine/a.py", "order = hash(card)", "calls hash()"),
        ("shared/engine/a.py", "async def f(): ...", "waits for something outside"),
        ("shared/engine/a.py", "def f():\n    global seen", "changes a global"),
    ],
)
def test_a_breach_is_named(path: str, source: str, wrong: str) -> None:
    found = list(faults(Module(Path(path), source)))
    assert len(found) == 1, found
    assert wrong in found[0]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("shared/engine/a.py", "from ..contracts import ids\nfrom . import draws"),
        ("shared/engine/a.py", "from shared.contracts.ids import PlayerId\nimport msgspec"),
        ("shared/games/bang/content/base/a.py", "from ...wounds import lose\nimport hashlib"),
        ("shared/games/catalogue.py", "from .bang import game\nfrom . import buckshot"),
        ("shared/room/a.py", "from ..games.catalogue import GAMES\nfrom ..games.bang import game"),
        ("shared/runtime/a.py", "import time\nimport nats\nopen('x')\nasync def f(): ..."),
        ("services/rules/a.py", "from .main import x\nfrom shared.room import lobby"),
        ("services/cli/a.py", "from services.rules import main\nfrom ..gateway import app"),
        ("tools/a.py", "import services.rules"),
    ],
)
def test_what_is_allowed_passes(path: str, source: str) -> None:
    assert list(faults(Module(Path(path), source))) == []
