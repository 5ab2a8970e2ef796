"""Moments of a match, each reached by playing to it from a deal that leads there soon."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct

from tests.e2e.crowd import Crowd, crowd
from tests.e2e.scenes_lobby import NAMES

SEEDS_TRIED = 30
LONG: dict[str, str | int | bool] = {"turnSeconds": 120, "reactionSeconds": 25}
SEVEN = [*NAMES, "Haneul", "Jo", "Wilhelmine-Katharina"]


DRAFTED = (*LONG.items(), ("characterDraft", "choose2"))
Seen = Callable[[Crowd], Awaitable[None]]


class Moment(Struct, frozen=True):
    """`seed`: of a deal that leads to it soon; should it not any more, the next ones are tried."""

    seed: int
    holds: Callable[[Crowd], bool]
    names: tuple[str, ...] = tuple(NAMES)
    options: tuple[tuple[str, str | int | bool], ...] = tuple(LONG.items())
    game: str = "bang"


def _mine(kind: str) -> Callable[[Crowd], bool]:
    """The host is waited for, and the clock of that runs."""

    def holds(sitting: Crowd) -> bool:
        seat = sitting.view["you"]["seat"]
        return any(
            wait["kind"] == kind and wait["seat"] == seat and wait.get("deadline_ms")
            for wait in sitting.waits()
        )

    return holds


def _turn(phase: str, *, mine: bool = True) -> Callable[[Crowd], bool]:
    def holds(sitting: Crowd) -> bool:
        turn: dict[str, Any] = sitting.view.get("turn", {})
        is_mine = turn.get("seat") == sitting.view["you"]["seat"]
        return turn.get("phase") == phase and is_mine is mine and not sitting.waits()

    return holds


def _fell(sitting: Crowd) -> bool:
    me = sitting.view["you"]["seat"]
    return sitting.view[f"seat/{me}"].get("alive", True) is False and not sitting.is_over


def _between_the_first_two(sitting: Crowd) -> bool:
    """A duel in which the host has to answer, and can."""
    for wait in sitting.waits():
        if wait["kind"] == "standoff" and wait.get("deadline_ms"):
            sides = (sitting.seated(wait["seat"]), sitting.seated(wait["other"]))
            can = any(offer["type"] == "respond" for offer in sitting.tables[0].offers)
            return sides == (0, 1) and can
    return False


MOMENTS = {
    "my turn": Moment(3, _turn("play")),
    "my turn, seven seats": Moment(3, _turn("play"), tuple(SEVEN)),
    "another one's turn": Moment(3, _turn("play", mine=False)),
    "too many cards": Moment(35, _turn("discard")),
    "two characters": Moment(
        1, _mine("character_pick"), options=(*LONG.items(), ("characterDraft", "choose2"))
    ),
    "a shot": Moment(9, _mine("shot")),
    "a raid": Moment(24, _mine("demand")),
    "a duel": Moment(19, _mine("standoff")),
    "a duel of the first two": Moment(15, _between_the_first_two),
    "the market": Moment(2, _mine("market")),
    "dying": Moment(15, _mine("dying")),
    "two cards for a check": Moment(7, _mine("check_pick")),
    "three cards, two to keep": Moment(31, _mine("keep")),
    "out of the match": Moment(15, _fell),
    "the end": Moment(5, lambda sitting: sitting.is_over),
}


def _later(sitting: Crowd) -> bool:
    """Some loads are over, and the host has to act."""
    turn: dict[str, Any] = sitting.view["turn"]
    is_mine: bool = turn["seat"] == sitting.view["you"]["seat"]
    return is_mine and turn["load"] > 1


_TWO = (("opponent", "person"), ("turnSeconds", 60))
TWO_MOMENTS = {
    "the first load": Moment(1, lambda _: True, tuple(NAMES[:2]), _TWO, "buckshot"),
    "a later load": Moment(2, _later, tuple(NAMES[:2]), _TWO, "buckshot"),
    "the end": Moment(3, lambda sitting: sitting.is_over, tuple(NAMES[:2]), _TWO, "buckshot"),
}


@asynccontextmanager
async def reached(url: str, moment: Moment, *, before: Seen | None = None) -> AsyncIterator[Crowd]:
    """A table at which it is so. `before`: what is done once everybody has sat down, where it is
    known that the first deal leads there."""
    for seed in range(moment.seed, moment.seed + SEEDS_TRIED):
        options = dict(moment.options)
        names = list(moment.names)
        async with crowd(url, names, seed=seed, game=moment.game, options=options) as sitting:
            if before is not None:
                await before(sitting)
            await sitting.start()
            if await sitting.until(moment.holds):
                yield sitting
                return
            assert before is None, "this deal does not lead there any more"
    raise AssertionError("no deal leads there any more")
