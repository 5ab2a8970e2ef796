"""Engine code names mechanisms; only content names cards and characters."""

from pathlib import Path

import pytest

from services.cli.tree import ROOT, files

from . import names

ENGINE = Path("shared/engine")
BANG = Path("shared/games/bang")

# Where the game says its own name, which is a card's too.
SELF = {(str(BANG / name), BANG.name) for name in ("__init__.py", "game.py")}

ALLOWED: dict[tuple[str, str], str] = {}
"""(file, id) -> why this file outside of content must say it. What is no longer said must go."""


def _python_under(folder: Path) -> list[Path]:
    return [path for path in files(ROOT) if path.suffix == ".py" and path.is_relative_to(folder)]


def _names_content(path: Path) -> bool:
    return path.is_relative_to(BANG / "content") or path.is_relative_to(BANG / "text")


def test_the_engine_names_no_card_and_no_character() -> None:
    found = [
        f"{path}:{named.line}: {named.text}"
        for path in _python_under(ENGINE)
        for named in names.contained((ROOT / path).read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


def test_only_content_names_cards_and_characters() -> None:
    said = {
        (str(path), named.text): f"{path}:{named.line}: {named.text}"
        for path in _python_under(BANG)
        if not _names_content(path)
        for named in names.exact((ROOT / path).read_text("utf-8"))
    }
    found = [where for key, where in said.items() if key not in SELF and key not in ALLOWED]
    assert not found, "\n".join(found)
    assert not ALLOWED.keys() - said.keys()


@pytest.mark.parametrize(
    "source",
    [
        "def cat_balou(): ...",
        "kind = 'catBalou'",
        "state.dynamite",
        "shoot(barrel=1)",
        "class ElGringo: ...",
        "SLAB = 2",
        "def f(jail: int) -> None: ...",
    ],
)
def test_an_id_is_found_in_any_spelling(source: str) -> None:
    assert len(list(names.exact(source))) == 1


def test_the_engine_is_held_to_parts_of_names_and_to_printed_names() -> None:
    source = "def draw_for_dynamite(): ...\n# as Slab the Killer does\nx = 'the deck'\n"
    assert {named.line for named in names.contained(source)} == {1, 2}
    assert list(names.contained("def scoped(): 'One scope of a rule.'\nsaloon_id = 1\n")) == []
