"""What people write of their own, as others see it: nothing in it is hidden, and nothing looks like
nothing. One rule for nicknames, titles, table talk and auditors' names."""

import unicodedata

MARKS_IN_A_ROW = 4
"""Combining marks on one letter; no language that is written needs more."""

_EMPTY = frozenset(
    "\u034f"  # joins graphemes
    "\u115f\u1160\u3164\uffa0"  # fillers of Hangul
    "\u17b4\u17b5"  # vowels of Khmer that are not written
    "\u180b\u180c\u180d\u180f"  # choose a shape of Mongolian
    "\u2800"  # Braille without a dot
    "\U0001d159"  # a note without a head
)
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_OF_SYMBOLS = "\ufe0e\ufe0f"
"""Show the symbol before them plain, or as an emoji."""


def visible(text: str) -> str:
    """The text without what is invisible and without towers of marks. Emoji stay what they are."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        is_selector = character in _OF_SYMBOLS and bool(kept) and _is_symbol(kept[-1])
        if is_selector or (marks <= MARKS_IN_A_ROW and _is_visible(character)):
            kept.append(character)
    return "".join(kept)


def is_all_visible(text: str) -> bool:
    """Whether there is something to see in it, and nothing else in it."""
    return bool(text.strip()) and visible(text) == text


def _is_visible(character: str) -> bool:
    """Letters, marks, digits, punctuation, symbols, and the plain blank, where something is to be
    seen of them. What turns the direction of the line or hides itself, which are Unicode's
    Default_Ignorable_Code_Points and a few more, would let one player pass for another."""
    return character == " " or not (
        unicodedata.category(character)[0] in "CZ"
        or character in _EMPTY
        or any(ord(character) in each for each in _SELECTORS)
    )


def _is_symbol(character: str) -> bool:
    """Not a letter, which looks the same with a selector as without."""
    return unicodedata.category(character)[0] in "SPN"
