"""Every command with its checks and what it does (§8.2): "may I", "why not" and "do it"."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ...contracts.bang import (
    BangCommand,
    Discard,
    Draw,
    EndPlay,
    GiveUp,
    KeepCards,
    PickCharacter,
    PickCheck,
    Play,
    Respond,
    StorePick,
    TakeHit,
    TradeCards,
    UseBarrel,
)
from ...contracts.refusals import Refusal, refuse
from ...engine.events import Event
from . import checks, drawing, setup, turn
from .catalogue import Use
from .hooks import TRADE
from .plays import play, refuse_use, use_of
from .reactions import demand, dying, market, shot, standoff
from .reactions.answers import refuse_absent, refuse_count
from .resolution import Resolution
from .waits import CharacterPick, CheckPick, Demand, Dying, Keep, Market, Shot, Standoff, Wait


class Answer(NamedTuple):
    """How a wait takes a command: `refuse(res, wait, command)` (`None` = always), then `act`."""

    act: Callable[..., Iterator[Event]]
    refuse: Callable[..., Refusal | None] | None = None


ANSWERS: dict[tuple[type[Any], type[Wait]], Answer] = {
    (Respond, Shot): Answer(shot.respond, shot.refuse_respond),
    (UseBarrel, Shot): Answer(shot.use_barrel, shot.refuse_barrel),
    (TakeHit, Shot): Answer(shot.take_hit),
    (Respond, Demand): Answer(demand.respond, demand.refuse_respond),
    (TakeHit, Demand): Answer(demand.take_hit),
    (Respond, Standoff): Answer(standoff.respond, standoff.refuse_respond),
    (TakeHit, Standoff): Answer(standoff.take_hit),
    (Respond, Dying): Answer(dying.respond, dying.refuse_respond),
    (GiveUp, Dying): Answer(dying.give_up),
    (StorePick, Market): Answer(market.pick, market.refuse_pick),
    (PickCheck, CheckPick): Answer(checks.pick, checks.refuse_pick),
    (KeepCards, Keep): Answer(turn.keep, drawing.refuse_keep),
    (PickCharacter, CharacterPick): Answer(setup.pick, setup.refuse_pick),
}

DEFAULTS: dict[type[Wait], Callable[..., Iterator[Event]]] = {
    Shot: shot.default,
    Demand: demand.default,
    Standoff: standoff.default,
    Dying: dying.default,
    Market: market.default,
    CheckPick: checks.default_pick,
    Keep: turn.default_keep,
    CharacterPick: setup.default_pick,
}
"""What silence means, by the kind of wait (§8.5)."""


def refusal(res: Resolution, seat: int, command: BangCommand) -> Refusal | None:
    """Why `seat` may not do this now, or `None`."""
    if res.state.over:
        return refuse("game_over")
    if not res.state.players[seat].alive:
        return refuse("dead_player")
    if isinstance(command, _OF_THE_TURN):
        return _refuse_turn(res, seat, command)
    if isinstance(command, TradeCards):
        return _refuse_trade(res, seat, command)
    return _refuse_answer(res, seat, command)


def resolve(res: Resolution, seat: int, command: BangCommand) -> Iterator[Event]:
    """Carries out what `refusal` let pass, and whatever follows from it."""
    if isinstance(command, TradeCards):
        yield from dying.trade_cards(res, seat, command.card_ids)
    elif isinstance(command, Draw):
        yield from turn.draw(res, command)
    elif isinstance(command, Play):
        use = use_of(res, seat, command)
        assert isinstance(use, Use), use
        yield from play(res, use)
    elif isinstance(command, EndPlay):
        yield from turn.end_play(res)
    elif isinstance(command, Discard):
        yield from turn.discard(res, command)
    else:
        wait = res.state.wait(command.wait)
        assert wait is not None, command
        yield from ANSWERS[type(command), type(wait)].act(res, wait, command)
    yield from turn.settle(res)


_OF_THE_TURN = (Draw, Play, EndPlay, Discard)
PHASE_OF: dict[type[Any], str] = {Draw: "draw", Play: "play", EndPlay: "play", Discard: "discard"}


def _refuse_turn(
    res: Resolution, seat: int, command: Draw | Play | EndPlay | Discard
) -> Refusal | None:
    now = res.state.turn
    if now.seat != seat:
        return refuse("not_your_turn")
    if command.turn != now.number:
        return refuse("stale_turn")
    if now.phase != PHASE_OF[type(command)]:
        return refuse("wrong_phase", phase=now.phase)
    if res.state.waits:
        return refuse("reactions_pending", count=len(res.state.waits))
    if isinstance(command, Draw):
        return drawing.refuse_draw(res, seat, command)
    if isinstance(command, Discard):
        return turn.refuse_discard(res, seat, command)
    if isinstance(command, Play):
        use = use_of(res, seat, command)
        return use if isinstance(use, Refusal) else refuse_use(res, use)
    return None


def _refuse_answer(res: Resolution, seat: int, command: Any) -> Refusal | None:
    wait = res.state.wait(command.wait)
    if wait is None or wait.seat != seat:
        return refuse("not_reaction_target")
    answer = ANSWERS.get((type(command), type(wait)))
    if answer is None:
        return refuse("not_reaction_target")
    if any(child.parent == wait.id for child in res.state.waits):
        return refuse("reactions_pending", count=1)
    return answer.refuse(res, wait, command) if answer.refuse is not None else None


def _refuse_trade(res: Resolution, seat: int, command: TradeCards) -> Refusal | None:
    price = res.ask(TRADE, seat, 0)
    if not price:
        return refuse("ability_not_owned")
    no = refuse_trading_now(res, seat, command)
    if no is not None:
        return no
    player = res.state.players[seat]
    if player.life >= player.max_life:
        return refuse("full_life", life=player.life)
    return refuse_absent(res, seat, command.card_ids) or refuse_count(command.card_ids, price)


def refuse_trading_now(res: Resolution, seat: int, command: TradeCards) -> Refusal | None:
    """In one's own play phase, or while a wait aimed at oneself is open (§8.2)."""
    now = res.state.turn
    if command.wait:
        wait = res.state.wait(command.wait)
        return None if wait is not None and wait.seat == seat else refuse("not_reaction_target")
    if now.seat == seat and now.phase == "play" and command.turn == now.number:
        return None
    return refuse("wrong_phase", phase=now.phase)
