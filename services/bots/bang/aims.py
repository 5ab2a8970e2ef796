"""What each seat's life is worth to a player, by his role and by what he believes.

A stake is what one life of a seat is worth to him: above 0 he wants it kept, below 0 taken. It is
the mean, over the roles that the seat may have, of what that role is worth to his own.
"""

from collections.abc import Mapping, Sequence

from services.bots.bang import weights
from services.bots.bang.belief import Odds
from services.bots.bang.table import Person, Table

Stakes = tuple[float, ...]


def stakes(table: Table, odds: Sequence[Odds]) -> Stakes:
    """By seat; 0 for the dead."""
    if table.role == "renegade":
        return _of_renegade(table, odds)
    if table.role == "outlaw":
        return _means(table, odds, weights.OUTLAW_AIMS)
    return _of_law(table, odds)


def _of_law(table: Table, odds: Sequence[Odds]) -> Stakes:
    """Somebody is an enemy as long as the match goes on: the most suspect is treated as one."""
    aims = weights.LAW_AIMS
    if not table.outlaws_left:
        aims = {**aims, "renegade": weights.RENEGADE_ALONE}
    found = list(_means(table, odds, aims))
    suspect = min(table.others, key=lambda other: found[other.seat]).seat
    found[suspect] = min(found[suspect], weights.SUSPECT)
    return tuple(found)


def _means(table: Table, odds: Sequence[Odds], aims: Mapping[str, float]) -> Stakes:
    found = [0.0] * len(table.people)
    for each in table.others:
        found[each.seat] = sum(aims[role] * share for role, share in odds[each.seat].items())
    found[table.me.seat] = weights.SELF[table.role]
    return tuple(found)


def _of_renegade(table: Table, odds: Sequence[Odds]) -> Stakes:
    """He passes for a deputy until the law is clearly ahead, then turns against the deputies; the
    Sheriff he keeps alive until the two are alone."""
    if len(table.living) == 2:
        last = {"sheriff": weights.RENEGADE_LAST, **dict.fromkeys(("deputy", "outlaw"), -1.0)}
        return _means(table, odds, {**last, "renegade": 0.0})
    is_law_ahead = law_lead(table, odds) > weights.RENEGADE_TURNS
    aims = weights.RENEGADE_AGAINST_LAW if is_law_ahead else weights.RENEGADE_WITH_LAW
    return _means(table, odds, aims)


def law_lead(table: Table, odds: Sequence[Odds]) -> float:
    """-1 where outlaws alone are left, 1 where the law is; by lives and cards, so far as one
    believes to know who is who."""
    law = outlaws = 0.0
    for each in table.others:
        strength = _strength(each)
        law += strength * (odds[each.seat]["sheriff"] + odds[each.seat]["deputy"])
        outlaws += strength * odds[each.seat]["outlaw"]
    return (law - outlaws) / (law + outlaws) if law + outlaws else 0.0


def _strength(person: Person) -> float:
    return person.life + weights.STRENGTH_OF_CARD * (person.hand_count + len(person.in_play))
