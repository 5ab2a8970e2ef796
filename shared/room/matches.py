"""A match in its room: the locked start, the deal, commands of the game, time, absence, the end."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from ..contracts import commands
from ..contracts.entries import encoder
from ..contracts.ids import PlayerId
from ..contracts.refusals import refuse
from ..engine.events import Event
from ..engine.game import Due, Game
from .desk import Decision, Desk
from .events import (
    Closing,
    EntropyRevealed,
    HostChanged,
    LookedInto,
    MatchClosed,
    MatchDealt,
    PresenceChanged,
    RoomClosed,
    SeatGivenUp,
    SecretRevealed,
    StartLocked,
)
from .fair import commitment_to
from .rules import Games, installed
from .state import Member, RoomState


def due(state: RoomState, games: Games) -> Due | None:
    """The next thing that happens by itself; its id is of this match alone."""
    if state.phase == "match":
        deadline = installed(games, state.game, state.ruleset).due(state.play)
        return deadline and Due(deadline.at_ms, f"{state.match}.{deadline.id}")
    if state.phase == "reveal":
        return Due(state.reveal_until_ms, f"reveal.{state.match}")
    return None


def seat_of(game: Game, state: RoomState, player: PlayerId | None) -> int | None:
    """The seat of a player at the match that runs or is over."""
    if player is None or state.play is None:
        return None
    seating = game.seating(state.play)
    return seating.index(player) if player in seating else None


def digest(play: Any) -> str:
    """sha256 of a game's state in canonical form, in hex."""
    return sha256(encoder.encode(play)).hexdigest()


def lock(desk: Desk) -> Iterator[Event]:
    """The start stands; the match is dealt as soon as no entropy is awaited."""
    if desk.state.unrevealed():
        yield StartLocked(desk.at_ms + desk.state.pace.reveal_ms)
    else:
        yield from _deal(desk)


def reveal(desk: Desk, command: commands.Reveal) -> Decision:
    member = desk.state.member(desk.actor)
    if member is None:
        return refuse("not_seated")
    awaited = desk.state.phase == "reveal" and member in desk.state.unrevealed()
    if not awaited or commitment_to(command.entropy) != member.commitment:
        return refuse("bad_reveal")
    return _revealed(desk, command.entropy)


def _revealed(desk: Desk, entropy: str) -> Iterator[Event]:
    yield EntropyRevealed(desk.actor, entropy)
    if not desk.state.unrevealed():
        yield from _deal(desk)


def _deal(desk: Desk) -> Iterator[Event]:
    state, game = desk.state, desk.game
    yield MatchDealt(
        match=state.match,
        game=game.id,
        ruleset=game.ruleset,
        options=state.options,
        players=tuple(member.player for member in state.members),
        entropy=tuple(member.entropy for member in state.members if member.entropy),
        left_out=tuple(m.player for m in state.members if m.commitment and not m.entropy),
        test_seed=state.test_seed,
    )
    yield from game.start(state.play, desk.at_ms, desk.draws)
    for member in state.members:
        if member.away:
            yield from _autopilot(desk, member.player, away=True)


def _autopilot(desk: Desk, player: PlayerId, *, away: bool) -> Iterator[Event]:
    seat = seat_of(desk.game, desk.state, player)
    assert seat is not None, player
    return desk.game.absent(desk.state.play, seat, away, desk.at_ms)


def play(desk: Desk, command: commands.Command) -> Decision:
    """A command of the game, by whoever sits at the match."""
    state, game = desk.state, desk.game
    if state.phase != "match":
        return refuse("no_match" if state.play is None else "game_over")
    seat = seat_of(game, state, desk.actor)
    if seat is None:
        return refuse("not_seated")
    return game.refusal(state.play, seat, command) or _carry_out(desk, game, seat, command)


def _carry_out(desk: Desk, game: Game, seat: int, command: commands.Command) -> Iterator[Event]:
    state = desk.state
    member = state.seat(desk.actor)
    if member.away:
        yield from come_back(desk, member)
        refusal = game.refusal(state.play, seat, command)
        assert refusal is None, ("coming back made a command illegal", refusal)
    yield from game.decide(state.play, seat, command, desk.at_ms, desk.draws)
    if game.is_over(state.play):
        yield from _finish(desk)


def come_back(desk: Desk, member: Member) -> Iterator[Event]:
    """A player who was away or had left takes the seat up again."""
    yield PresenceChanged(member.player, away=False)
    if desk.state.phase == "match":
        yield from _autopilot(desk, member.player, away=False)
    yield from settle(desk)


def leave(desk: Desk, member: Member) -> Iterator[Event]:
    """The seat stays in the match and goes on by autopilot."""
    yield PresenceChanged(member.player, away=True, left=True)
    if desk.state.phase == "match":
        yield from _autopilot(desk, member.player, away=True)
    yield from settle(desk)
    if desk.state.phase == "reveal" and not desk.state.unrevealed():
        yield from _deal(desk)


def absent(desk: Desk, command: commands.Absent) -> Decision:
    state = desk.state
    member = state.member(command.player)
    if member is None:
        return refuse("not_seated")
    if member.away == command.away:
        return refuse("nothing_due")
    if not command.away:
        return come_back(desk, member)
    return _gone(desk, member) if state.phase == "match" else refuse("no_match")


def _gone(desk: Desk, member: Member) -> Iterator[Event]:
    yield PresenceChanged(member.player, away=True)
    yield from _autopilot(desk, member.player, away=True)


def timeout(desk: Desk, command: commands.Timeout) -> Decision:
    deadline = due(desk.state, desk.games)
    if deadline is None or deadline.id != command.due:
        return refuse("nothing_due")
    missing_ms = deadline.at_ms - desk.at_ms
    if missing_ms > 0:
        return refuse("too_early", missing_ms=missing_ms)
    return _deal(desk) if desk.state.phase == "reveal" else _elapse(desk)


def _elapse(desk: Desk) -> Iterator[Event]:
    state, game = desk.state, desk.game
    yield from game.elapse(state.play, desk.at_ms, desk.draws)
    if game.is_over(state.play):
        yield from _finish(desk)


def abandon(desk: Desk, _: commands.Abandon) -> Decision:
    return _break_off(desk, "abandoned")


def end(desk: Desk, command: commands.End) -> Decision:
    return _break_off(desk, "by_tenant" if command.tenant else "by_operator")


def _break_off(desk: Desk, why: Closing) -> Iterator[Event]:
    if desk.state.phase == "match":
        yield from desk.game.abandon(desk.state.play)
        yield from _close_match(desk)
    yield from _close_room(desk, why)


def look(desk: Desk, command: commands.Look) -> Decision:
    """From the lobby on, since the secret of the match that is prepared there tells its deal."""
    if desk.state.phase not in ("lobby", "reveal", "match"):
        return refuse("no_match")
    if not command.auditor.isprintable() or not command.auditor.strip():
        return refuse("malformed")
    return iter((LookedInto(command.auditor),))


def _finish(desk: Desk) -> Iterator[Event]:
    yield from _close_match(desk)
    yield from settle(desk)


def _close_match(desk: Desk) -> Iterator[Event]:
    state = desk.state
    outcome = desk.game.outcome(state.play)
    assert outcome is not None, "a match that is over has a result"
    yield MatchClosed(
        match=state.match,
        winners=outcome.winners,
        ranking=outcome.ranking,
        digest=digest(state.play),
        abandoned=outcome.abandoned,
    )
    yield SecretRevealed(state.match, state.secret)
    for member in state.members:
        if member.left:
            yield SeatGivenUp(member.player, "left")


def settle(desk: Desk) -> Iterator[Event]:
    """A room has a host who is there: the longest seated person, or it closes between matches."""
    state = desk.state
    persons = state.persons()
    if any(member.player == state.host for member in persons):
        return
    if persons:
        heir = persons[0].player
        yield HostChanged((heir,), (state.invitation,), heir)
    elif state.phase in ("lobby", "over"):
        yield from _close_room(desk, "empty")


def _close_room(desk: Desk, why: Closing) -> Iterator[Event]:
    state = desk.state
    if not state.revealed_secret:
        yield SecretRevealed(state.match, state.secret, dealt=False)
    yield RoomClosed(why)
