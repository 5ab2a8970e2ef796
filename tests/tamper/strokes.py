"""What somebody may do to the lines of a match file, and which entry must be named for it."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

Lines = list[bytes]


class Stroke(NamedTuple):
    """A file that was tampered with, uncompressed. `entry`: the first that is bad; `None`: it is
    the first line, or the file ends within a line."""

    what: str
    text: bytes
    entry: int | None


def joined(lines: Lines) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def flipped(lines: Lines, first_seq: int, dice: Random) -> Stroke:
    """One byte anywhere is another, ends of lines included, but for the nicknames, for which
    nothing vouches."""
    while True:
        number = dice.choice((0, *range(len(lines)), *range(len(lines))))
        line = lines[number] + b"\n"
        place = dice.randrange(len(line))
        if number == 0 and _is_nickname(line, place):
            continue
        other = line[place] ^ dice.randrange(1, 256)
        changed = line[:place] + bytes([other]) + line[place + 1 :]
        text = joined(lines[:number]) + changed + joined(lines[number + 1 :])
        entry = first_seq + number - 1 if number and text.endswith(b"\n") else None
        return Stroke(f"byte {place} of line {number} is {other}", text, entry)


def _is_nickname(line: bytes, place: int) -> bool:
    begin = line.find(b'"names":{')
    return begin >= 0 and begin <= place <= line.index(b"}", begin)


def swapped(lines: Lines, first_seq: int, dice: Random) -> Stroke:
    one, other = sorted(dice.sample(range(1, len(lines)), 2))
    changed = list(lines)
    changed[one], changed[other] = changed[other], changed[one]
    return Stroke(f"lines {one} and {other} are swapped", joined(changed), first_seq + one - 1)


def dropped(lines: Lines, first_seq: int, dice: Random) -> Stroke:
    one = dice.randrange(1, len(lines))
    return Stroke(
        f"line {one} is dropped", joined(lines[:one] + lines[one + 1 :]), first_seq + one - 1
    )


def repeated(lines: Lines, first_seq: int, dice: Random) -> Stroke:
    one = dice.randrange(1, len(lines))
    changed = lines[: one + 1] + lines[one:]
    return Stroke(f"line {one} is there twice", joined(changed), first_seq + one)


def cut(lines: Lines, first_seq: int, dice: Random) -> Stroke:
    """Some of the last entries are gone, or of the first."""
    one = dice.randrange(2, len(lines))
    if dice.random() < 0.5:
        return Stroke(f"lines from {one} on are cut", joined(lines[:one]), first_seq + one - 1)
    return Stroke(f"lines before {one} are cut", joined([lines[0], *lines[one:]]), first_seq)


def moved(lines: Lines, first_seq: int, dice: Random) -> Stroke:
    one, other = dice.sample(range(1, len(lines)), 2)
    changed = list(lines)
    changed.insert(other, changed.pop(one))
    return Stroke(f"line {one} is at {other}", joined(changed), first_seq + min(one, other) - 1)


def spliced(lines: Lines, first_seq: int, dice: Random, others: Lines) -> Stroke:
    """From some entry on it is another match, with the numbers that fit."""
    one = dice.randrange(2, min(len(lines), len(others)))
    changed = lines[:one] + others[one : one + len(lines) - one]
    return Stroke(f"lines from {one} on are another match's", joined(changed), first_seq + one - 1)


KINDS: tuple[Callable[[Lines, int, Random], Stroke], ...] = (
    *(flipped, flipped, flipped, flipped, flipped),
    *(swapped, dropped, repeated, cut, moved),
)
