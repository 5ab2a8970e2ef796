"""Deals in which something can happen, found once."""

from functools import cache

from tests.integration.rehearsal import Rehearsal, find


def number_of(player: str) -> int:
    return int(player.removeprefix("player-"))


@cache
def shot_at_one_who_dodges() -> Rehearsal:
    """Rehearsed up to a BANG! whose target holds a Missed!."""

    def holds(rehearsal: Rehearsal) -> bool:
        if not rehearsal.draws():
            return False
        shots = rehearsal.plays("bang")
        if not shots:
            return False
        target = number_of(shots[0].targets[0].player)
        rehearsal.does(rehearsal.on_turn, shots[0], target)
        return rehearsal.waited_for == [target] and rehearsal.can_dodge(target)

    return find(holds)


@cache
def shot_with_two_targets() -> Rehearsal:
    """Rehearsed up to the play of one who holds a BANG! and has two in range."""

    def holds(rehearsal: Rehearsal) -> bool:
        shots = rehearsal.plays("bang") if rehearsal.draws() else []
        return bool(shots) and len(shots[0].targets) >= 2

    return find(holds)


@cache
def shot_at_all() -> Rehearsal:
    """Rehearsed up to a Gatling that three have to answer, one of them with a Missed!."""

    def holds(rehearsal: Rehearsal) -> bool:
        shots = rehearsal.plays("gatling") if rehearsal.draws() else []
        if not shots:
            return False
        rehearsal.does(rehearsal.on_turn, shots[0])
        waited_for = rehearsal.waited_for
        return len(waited_for) == 3 and any(map(rehearsal.can_dodge, waited_for))

    return find(holds)
