"""What is written by people has nothing in it that they do not see."""

import sys

import pytest

from shared.text.visible import MARKS_IN_A_ROW, is_all_visible, visible

IGNORABLE = [
    *(0xAD, 0x34F, 0x61C, *range(0x115F, 0x1161), *range(0x17B4, 0x17B6), *range(0x180B, 0x1810)),
    *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164),
    *(*range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4)),
    *(*range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
]
"""Default_Ignorable_Code_Point, as DerivedCoreProperties.txt of Unicode 15 has it."""
EMPTY = [0x2800, 0x1D159, 0xA0, 0x2003, 0x2028, 0xE000, 0xD800]


@pytest.mark.parametrize("code", [*IGNORABLE[:60], *EMPTY], ids=hex)
def test_what_looks_like_nothing_is_no_name(code: int) -> None:
    for name in (chr(code), f"{chr(code)} {chr(code)}", f"Bo{chr(code)}ri", f"보{chr(code)}"):
        assert not is_all_visible(name)


def test_of_all_that_there_is_nothing_ignorable_is_left() -> None:
    ignorable = frozenset(IGNORABLE)
    kept = {code for code in range(sys.maxunicode + 1) if visible("보" + chr(code)) != "보"}
    assert not kept & ignorable
    assert len(kept) > 100_000, "letters of all scripts are"


@pytest.mark.parametrize(
    "name",
    ["보리", "Åsa", "Dr. O’Hara-X", "নীল", "ไก่", "葛城", "👍🏽", "❤\ufe0f 4\ufe0f\u20e3", "★"],
)
def test_names_and_emoji_stay_as_they_are(name: str) -> None:
    assert is_all_visible(name)


def test_towers_of_marks_are_cut_and_no_name() -> None:
    tower = "보" + "\u0301" * (MARKS_IN_A_ROW + 1)
    assert visible(tower) == tower[:-1]
    assert not is_all_visible(tower)
    assert is_all_visible(tower[:-1])
