"""Shots: Missed! effects, draw checks that stand for one, or a lost life (§5.4)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....contracts.bang import Respond, TakeHit, UseBarrel
from ....contracts.refusals import Refusal, refuse
from ....engine.events import EVERYBODY, Event
from ..catalogue import Use
from ..checks import check
from ..events import WaitChanged
from ..hooks import DODGES, MISSED_NEEDED, Dodge, Wound
from ..piles import spend
from ..resolution import Resolution
from ..state import DISCARD, second_ms
from ..waits import Shot
from ..wounds import wound
from .answers import refuse_cards, usable


def shoot(res: Resolution, use: Use) -> Iterator[Event]:
    """A shot at the target."""
    yield from _shoot(res, use, (use.target,))


def shoot_all(res: Resolution, use: Use) -> Iterator[Event]:
    """A shot at every other living player, all at once, clockwise from the shooter."""
    yield from _shoot(res, use, res.state.clockwise(use.seat)[1:])


def _shoot(res: Resolution, use: Use, targets: Sequence[int]) -> Iterator[Event]:
    opened = []
    for target in targets:
        shot = Shot(
            id=0,
            seat=target,
            opener=use.seat,
            source=use.seat,
            via=use.kind,
            needed=1,
            length_ms=second_ms(res.state, "reactionSeconds"),
        )
        opened.append(res.state.next_wait)
        yield from res.open(replace(shot, needed=res.ask(MISSED_NEEDED, shot, 1)))
    for number in opened:
        yield from _dodge_automatically(res, number)


def next_dodge(res: Resolution, shot: Shot) -> Dodge | None:
    """The next draw check that may still stand for a Missed!."""
    dodges = res.ask(DODGES, shot, ())
    return next((dodge for dodge in dodges if dodge.bearer not in shot.tried), None)


def _dodge_automatically(res: Resolution, number: int) -> Iterator[Event]:
    shot = res.state.wait(number)
    if not isinstance(shot, Shot) or not res.state.options["autoBarrel"]:
        return
    dodge = next_dodge(res, shot)
    if dodge is not None:
        yield from _try(res, shot, dodge, may_choose=True)


def _try(res: Resolution, shot: Shot, dodge: Dodge, may_choose: bool) -> Iterator[Event]:
    yield WaitChanged(replace(shot, tried=(*shot.tried, dodge.bearer)))
    yield from check(res, shot.seat, dodge.purpose, parent=shot.id, may_choose=may_choose)


def dodge_checked(res: Resolution, seat: int, parent: int, matched: bool) -> Iterator[Event]:
    """A draw check against a shot was made; a match is worth one Missed!."""
    shot = res.state.wait(parent)
    assert isinstance(shot, Shot) and shot.seat == seat, (parent, seat)
    if matched and shot.needed == 1:
        yield from res.close(shot, "checked")
        return
    if matched:
        yield WaitChanged(replace(shot, needed=shot.needed - 1))
    yield from _dodge_automatically(res, parent)


def refuse_respond(res: Resolution, wait: Shot, command: Respond) -> Refusal | None:
    return refuse_cards(res, wait, command.card_ids, wait.needed)


def respond(res: Resolution, wait: Shot, command: Respond) -> Iterator[Event]:
    yield from _stopped(res, wait, command.card_ids)


def _stopped(res: Resolution, wait: Shot, cards: Sequence[int]) -> Iterator[Event]:
    yield from spend(res, wait.seat, cards, DISCARD, EVERYBODY, "answered")
    yield from res.close(wait, "answered")


def refuse_barrel(res: Resolution, wait: Shot, _: UseBarrel) -> Refusal | None:
    return refuse("barrel_unavailable") if next_dodge(res, wait) is None else None


def use_barrel(res: Resolution, wait: Shot, _: UseBarrel) -> Iterator[Event]:
    dodge = next_dodge(res, wait)
    assert dodge is not None, wait
    yield from _try(res, wait, dodge, may_choose=True)


def take_hit(res: Resolution, wait: Shot, _: TakeHit | None = None) -> Iterator[Event]:
    yield from res.close(wait, "hit")
    yield from wound(res, Wound(wait.seat, 1, wait.source, wait.source, "shot"))


def default(res: Resolution, wait: Shot) -> Iterator[Event]:
    """With `autoDefend` first the draw checks, then the cards needed, if they suffice (§8.5)."""
    if not res.state.options["autoDefend"]:
        yield from take_hit(res, wait)
        return
    number = wait.id
    while isinstance(shot := res.state.wait(number), Shot):
        dodge = next_dodge(res, shot)
        if dodge is None:
            break
        yield from _try(res, shot, dodge, may_choose=False)
    if isinstance(shot := res.state.wait(number), Shot):
        cards = usable(res, shot)[: shot.needed]
        if len(cards) == shot.needed:
            yield from _stopped(res, shot, cards)
        else:
            yield from take_hit(res, shot)
