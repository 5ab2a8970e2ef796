"""The guard: a changed rule takes a name of its own, once the old name has been released."""

import shutil
from pathlib import Path

import pytest

from services.cli.parts import GAMES
from shared.engine.game import Game
from shared.rulesets.archive import write
from shared.rulesets.sources import SHARED, sources

from .altered import SMALLER_REWARD, Change
from .guard import RECORD, faults, move_on, recorded
from .rooms import LOGS


def test_the_names_of_the_rules_mean_what_they_meant() -> None:
    found = list(faults(GAMES.newest()))
    assert not found, "\n".join(found)


def test_every_kept_log_has_its_rules() -> None:
    folders = {path.name for path in LOGS.iterdir()}
    assert folders == {name.replace("/", "-") for name in recorded()}
    assert set(recorded()) <= set(GAMES)


class Release:
    """A checkout at which things are changed and released."""

    def __init__(self, folder: Path) -> None:
        self.shared = folder / "shared"
        self.rulesets = folder / "rulesets"
        self.record = folder / RECORD.name
        for part in ("contracts", "engine", "games"):
            shutil.copytree(SHARED / part, self.shared / part)
        self.games: dict[str, Game] = {"bang": GAMES["bang"]}
        self.moves_on()

    def moves_on(self) -> None:
        move_on(self.games, self.record, self.rulesets, self.shared)

    def releases(self) -> None:
        write(self.rulesets, "bang/1", sources(self.games["bang"], self.shared))

    def changes(self, change: Change) -> None:
        path = self.shared / change.path
        text = path.read_text("utf-8")
        assert text.count(change.old) == 1
        path.write_text(text.replace(change.old, change.new), "utf-8")

    def faults(self) -> list[str]:
        return list(faults(self.games, self.record, self.rulesets, self.shared))

    def renames(self) -> None:
        from shared.games.bang import Bang

        self.games = {"bang": Bang(ruleset="bang/2")}


@pytest.fixture
def release(tmp_path: Path) -> Release:
    made = Release(tmp_path)
    assert made.faults() == []
    return made


def test_before_the_release_a_changed_rule_moves_the_guard_on(release: Release) -> None:
    release.changes(SMALLER_REWARD)
    (fault,) = release.faults()
    assert "bang/1 have changed" in fault
    assert "python -m tests.golden" in fault
    release.moves_on()
    assert release.faults() == []


@pytest.mark.parametrize(
    "change",
    [
        SMALLER_REWARD,
        Change("engine/hooks.py", '"""', 'WORD = "more"\n"""'),
        Change("contracts/bang.py", 'HAND = "hand"', 'HAND = "cards"'),
    ],
    ids=lambda change: change.path,
)
def test_after_the_release_a_changed_rule_needs_a_new_name(
    release: Release, change: Change
) -> None:
    release.releases()
    release.moves_on()
    assert release.faults() == []
    text = (release.shared / change.path).read_text("utf-8")
    (release.shared / change.path).write_text(text.replace(change.old, change.new, 1), "utf-8")
    (fault,) = release.faults()
    assert "bang/1 were released as bang-1-" in fault
    assert 'RULESET = "bang/2" in shared/games/bang/game.py' in fault
    release.moves_on()
    assert len(release.faults()) == 1, "the command does not move on what was released"
    release.renames()
    assert ["bang/2 have changed" in fault for fault in release.faults()] == [True]
    release.moves_on()
    assert release.faults() == []
    assert [*recorded(release.record)] == ["bang/1", "bang/2"]


def test_after_the_release_what_is_said_about_a_rule_may_change(release: Release) -> None:
    release.releases()
    release.moves_on()
    release.changes(Change("games/bang/wounds.py", "For whoever eliminates", "Who eliminates"))
    release.changes(Change("games/bang/wounds.py", "REWARD_CARDS = 3", "REWARD_CARDS = 3  # §5"))
    assert release.faults() == []


def test_a_name_given_up_without_a_release_is_missed(release: Release) -> None:
    release.renames()
    release.moves_on()
    (fault,) = release.faults()
    assert "bang/1 are neither those of this release nor kept" in fault


def test_a_release_that_was_exchanged_is_named(release: Release) -> None:
    release.releases()
    release.moves_on()
    (kept,) = release.rulesets.iterdir()
    kept.write_bytes(kept.read_bytes()[:-40])
    assert ["is not what was released" in fault for fault in release.faults()] == [True]
    kept.unlink()
    release.changes(SMALLER_REWARD)
    release.releases()
    assert ["is not what was released" in fault for fault in release.faults()] == [True]


def test_a_release_that_was_not_recorded_is_named(release: Release) -> None:
    release.record.write_text("{}")
    release.releases()
    (fault,) = release.faults()
    assert "bang/1 were released: run" in fault
