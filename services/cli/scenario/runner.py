"""Runs cases: finds the game, then the study that fits, and gathers what is not as expected."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from shared.engine.game import Game
from shared.games.bang import Bang
from shared.games.buckshot import Buckshot
from shared.runtime import logs

from .arrival import ARRIVAL, TOGETHER
from .buckshot.loads import LOADS
from .buckshot.script import SCRIPT as BUCKSHOT_SCRIPT
from .buckshot.views import SEEN as BUCKSHOT_SEEN
from .cards import BadSetup
from .cases import Library, Written
from .draft import DRAFT
from .facts import SCRIPT
from .fresh import FRESH
from .refused import REFUSED
from .study import Bench, Finding, Study, judged
from .telltale import TELLTALE
from .views import SEEN

STUDIES: dict[str, tuple[Study[Any], ...]] = {
    "bang": (SCRIPT, FRESH, DRAFT, REFUSED, ARRIVAL, TOGETHER, SEEN, TELLTALE),
    "buckshot": (BUCKSHOT_SCRIPT, LOADS, BUCKSHOT_SEEN),
}
"""Installed game -> the studies that judge its cases; the first that fits does."""


class Verdict(Struct, frozen=True, rename="camel"):
    """What became of one case."""

    id: str
    game: str
    source: Path
    outcome: Literal["passed", "failed", "not installed"]
    title: str = ""
    findings: tuple[Finding, ...] = ()


def run(
    written: Sequence[Written], *, only: str = "", game: Game | None = None, seed: str = ""
) -> Iterator[Verdict]:
    """One verdict a case, in order; `only`: of the case with this id. `game` takes the place of the
    installed one, `seed` changes the draws."""
    games: dict[str, Game] = {"bang": Bang(), "buckshot": Buckshot()}
    if game is not None:
        games[game.id] = game
    library = Library(written)
    for case in written:
        if only not in ("", case.head.id):
            continue
        if case.head.game in STUDIES:
            yield _verdict(Bench(games[case.head.game], library, seed), case)
        else:
            yield Verdict(case.head.id, case.head.game, case.source, "not installed")


def _verdict(bench: Bench, written: Written) -> Verdict:
    head = written.head
    findings: list[Finding] = []
    title = ""
    try:
        case = bench.library[head.id]
        title = case.title
        study = next((study for study in STUDIES[head.game] if study.fits(case)), None)
        if study is None:
            setup = ", ".join(sorted(case.setup)) or "nothing"
            told = f"no study is bound to a {case.kind} case set by {setup}"
            findings.append(Finding("case", "a study that judges it", told))
        else:
            findings += _until_broken(study, bench, case)
    except msgspec.ValidationError as error:
        findings.append(Finding("case", "a case that can be read", str(error)))
    outcome: Literal["passed", "failed"] = "failed" if findings else "passed"
    return Verdict(head.id, head.game, written.source, outcome, title, tuple(findings))


def _until_broken(study: Study[Any], bench: Bench, case: Any) -> Iterator[Finding]:
    """Findings up to the first thing that cannot be played at all."""
    try:
        yield from judged(study, bench, case)
    except BadSetup as error:
        yield Finding("case", "to be played", str(error))
    except msgspec.ValidationError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever breaks, the other cases are judged
        told = f"{type(error).__name__}: {error} ({logs.place_of(error)})"
        yield Finding("case", "rules that hold together", told)
