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


def _shot(*, needed: int, can: bool | None = None) -> Callable[[Crowd], bool]:
    """The host is shot at. `can`: whether it can be dodged at all; `None`: either."""

    def holds(sitting: Crowd) -> bool:
        offers = [offer["type"] for offer in sitting.tables[0].offers]
        wanted = [wait for wait in sitting.waits() if wait.get("needed") == needed]
        return bool(wanted) and _mine("shot")(sitting) and can in (None, "respond" in offers)

    return holds


def _waits_for_another(kind: str, number: int = 1) -> Callable[[Crowd], bool]:
    """For so many, and not for the host."""

    def holds(sitting: Crowd) -> bool:
        seat = sitting.view["you"]["seat"]
        open_to = [wait["seat"] for wait in sitting.waits() if wait.get("deadline_ms")]
        kinds = {wait["kind"] for wait in sitting.waits()}
        return kinds == {kind} and len(open_to) == number and seat not in open_to

    return holds


def _other_moves(sitting: Crowd) -> bool:
    """A duel of the host in which the other one has to answer."""
    seat = sitting.view["you"]["seat"]
    return any(
        wait["kind"] == "standoff" and wait["other"] == seat and wait.get("deadline_ms")
        for wait in sitting.waits()
    )


def _may_draw_elsewhere(sitting: Crowd) -> bool:
    return any(
        offer["type"] == "draw" and (offer.get("targets") or offer.get("fromDiscard"))
        for offer in sitting.tables[0].offers
    )


def _of_two_left(sitting: Crowd) -> bool:
    seats = range(len(sitting.tables))
    living = [seat for seat in seats if sitting.view[f"seat/{seat}"].get("alive", True)]
    return len(living) == 2 and _mine("dying")(sitting)


def _may_take_what_lies_open(sitting: Crowd) -> bool:
    """By a card that takes one of several that somebody has."""
    return _turn("play")(sitting) and any(
        offer["type"] == "play" and len(target.get("cards") or ()) > 0 and target.get("hand")
        for offer in sitting.tables[0].offers
        for target in offer.get("targets") or ()
    )


def _is_locked_up(sitting: Crowd) -> bool:
    """Somebody else will have to check for that."""
    mine = sitting.view["you"]["seat"]
    others = [seat for seat in range(len(sitting.tables)) if seat != mine]
    laid = [card for seat in others for card in sitting.view[f"seat/{seat}"].get("inPlay", ())]
    return "jail" in [sitting.kinds[card] for card in laid]


RARE_MOMENTS = {
    "a shot that can be dodged": Moment(3, _shot(needed=1, can=True)),
    "two to dodge": Moment(34, _shot(needed=2)),
    "a shot that nothing stops": Moment(9, _shot(needed=1, can=False)),
    "a duel, the other one's move": Moment(6, _other_moves),
    "a raid on others": Moment(7, _waits_for_another("demand", 3)),
    "the market, another one picks": Moment(2, _waits_for_another("market")),
    "dying of two": Moment(13, _of_two_left),
    "a draw from elsewhere": Moment(4, _may_draw_elsewhere),
}
"""Looked at in whole runs only."""
LOCKED_UP = Moment(10, _is_locked_up)
TAKING = Moment(15, _may_take_what_lies_open)


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


def _knows(sitting: Crowd) -> bool:
    """The host has looked into the gun."""
    return _later(sitting) and bool(sitting.view.get("me", {}).get("chamber"))


def _has_cuffed(sitting: Crowd) -> bool:
    return _later(sitting) and bool(sitting.view["seat/1"].get("cuffed"))


RARE_TWO_MOMENTS = {
    "the shell is known": Moment(2, _knows, tuple(NAMES[:2]), _TWO, "buckshot"),
    "cuffed": Moment(2, _has_cuffed, tuple(NAMES[:2]), _TWO, "buckshot"),
    "the dealer": Moment(1, lambda _: True, tuple(NAMES[:1]), (("turnSeconds", 60),), "buckshot"),
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
