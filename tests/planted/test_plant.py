"""The harness refuses faults that would show nothing."""

import shutil
from pathlib import Path

import pytest

from services.cli.tree import ROOT, files

from . import plant
from .plant import Edit, Fault, Unusable

RULE = "def limit() -> int:\n    return 7\n"
GUARD = "from rule import limit\n\ndef test_limit() -> None:\n    assert limit() == 7\n"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout in small: one rule, its test, and the recorder that the harness runs with."""
    small = tmp_path / "checkout"
    recorder = "services/cli/testing"
    shutil.copytree(ROOT / recorder, small / recorder)
    for package in ("services", "services/cli"):
        shutil.copy(ROOT / package / "__init__.py", small / package / "__init__.py")
    (small / "rule.py").write_text(RULE, "utf-8")
    (small / "test_rule.py").write_text(GUARD, "utf-8")
    return small


def fault(old: str, new: str, red: str = "test_rule.py", limit_s: int = 30) -> Fault:
    return Fault(name="f", edit=(Edit("rule.py", old, new),), red=red, limit_s=limit_s)


def test_a_fault_that_its_guard_sees_is_red(copy: Path) -> None:
    planted = fault("return 7", "return 8")
    assert plant.why_not_green([planted], copy) == ""
    plant.apply(planted, copy)
    assert plant.is_red(planted, copy)


def test_a_fault_that_nothing_sees_is_not_red(copy: Path) -> None:
    planted = fault("return 7", "return 7 + 0")
    plant.apply(planted, copy)
    assert not plant.is_red(planted, copy)


def test_what_was_compiled_of_one_fault_is_not_taken_for_the_next(copy: Path) -> None:
    shutil.copy2(copy / "rule.py", copy / "rule.py.kept")
    seen, unseen = fault("return 7\n", "return 8 \n"), fault("return 7\n", "return 7 \n")
    for planted, is_noticed in ((seen, True), (unseen, False), (seen, True)):
        plant.apply(planted, copy)
        assert plant.is_red(planted, copy) == is_noticed
        shutil.copy2(copy / "rule.py.kept", copy / "rule.py")
        assert not plant.is_red(planted, copy)


def test_every_copy_is_the_checkout_whatever_befell_the_one_before(copy: Path) -> None:
    for _ in range(2):
        made = plant.copied(copy)
        assert {path: (made / path).read_bytes() for path in files(made)} == {
            path: (copy / path).read_bytes() for path in files(copy)
        }
        plant.apply(fault("return 7", "return 8"), made)
        (made / "test_rule.py").unlink()
        (made / "left" / "behind").mkdir(parents=True)
        (made / "left" / "behind" / "file").write_text("x", "utf-8")
        (made / "services" / "link").symlink_to(copy / "rule.py")
    assert (copy / "rule.py").read_text("utf-8") == RULE


@pytest.mark.parametrize("old", ["return 9", "t"])
def test_the_old_text_must_stand_exactly_once(copy: Path, old: str) -> None:
    with pytest.raises(Unusable, match="stands"):
        plant.apply(fault(old, "x"), copy)


def test_an_edit_must_change_something(copy: Path) -> None:
    with pytest.raises(Unusable):
        plant.apply(fault("return 7", "return 7"), copy)


def test_a_copy_that_does_not_compile_is_refused(copy: Path) -> None:
    with pytest.raises(Unusable, match="does not compile"):
        plant.apply(fault("return 7", "return ("), copy)


@pytest.mark.parametrize(
    ("new", "red"),
    [
        ("return seven", "test_rule.py"),
        ("return 8", "test_rule.py::test_absent"),
        ("import absent", "test_rule.py"),
    ],
)
def test_breaking_in_another_way_is_not_red(copy: Path, new: str, red: str) -> None:
    planted = fault("return 7", new, red)
    plant.apply(planted, copy)
    with pytest.raises(Unusable):
        plant.is_red(planted, copy)


def test_a_hang_is_not_red(copy: Path) -> None:
    planted = fault("return 7", "import time\n    time.sleep(60)\n    return 8", limit_s=4)
    plant.apply(planted, copy)
    with pytest.raises(Unusable, match="not done after 4 s"):
        plant.is_red(planted, copy)


@pytest.mark.parametrize(
    "record",
    [
        '[[fault]]\nname = "a"\nedit = []\nred = "t"',
        '[[fault]]\nname = "a"\n[[fault.edit]]\nfile = "f"\nold = "o"\nnew = "n"',
        (
            '[[fault]]\nname = "a"\nred = "t"\ntypo = 1\n'
            '[[fault.edit]]\nfile = "f"\nold = "o"\nnew = ""'
        ),
        "[[faults]]",
        "not toml",
    ],
)
def test_a_wrong_record_is_refused(tmp_path: Path, record: str) -> None:
    (tmp_path / "wrong.toml").write_text(record, "utf-8")
    with pytest.raises(Unusable):
        plant.load(tmp_path)
