"""The lobby: who sits in the room, who is host, what will be played, who is ready.

Every rule refuses first and then gives its events. What a match does to the room is in `matches`.
"""

import hmac
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ..contracts import commands
from ..contracts.ids import AUTOMATIC, PlayerId
from ..contracts.refusals import Refusal, refuse
from ..contracts.tenancy import is_foreign, tenant_of
from ..engine.events import Event
from ..engine.game import Game, OptionValue, option_values
from . import by_rule, matches
from .desk import Decision, Desk
from .envelope import NOTHING
from .events import (
    HostChanged,
    LobbyReopened,
    OptionsChanged,
    ReadinessChanged,
    Restated,
    RoomClosed,
    RoomOpened,
    SeatGivenUp,
    SeatTaken,
    SecretChosen,
    TalkChanged,
    TenantNamed,
    TitleChanged,
    VisibilityChanged,
    WatchingChanged,
    WordingChanged,
)
from .fair import (
    automatic_player,
    commitment_to,
    invitation_key,
    match_secret,
    read_hex,
)
from .rules import installed
from .state import TALK, RoomState

COMMITMENT_BYTES = 32


def create(desk: Desk, command: commands.Create) -> Decision:
    if desk.state.phase != "new":
        return refuse("forbidden")
    game = desk.games.get(command.game)
    if game is None or game.id != command.game:
        return refuse("unknown_game")
    options = _checked(game, command.options)
    if isinstance(options, Refusal):
        return options
    return _open(desk, game, options, command)


def _checked(game: Game, given: Mapping[str, OptionValue]) -> dict[str, OptionValue] | Refusal:
    """Every option with its value; refuses what does not go together too."""
    options = option_values(game.options, given)
    if isinstance(options, Refusal):
        return options
    return game.refuse_options(options) or options


def _open(
    desk: Desk, game: Game, options: dict[str, OptionValue], command: commands.Create
) -> Iterator[Event]:
    yield RoomOpened(
        told=(desk.actor,),
        sealed=(invitation_key(desk.supplied.fresh),),
        room=desk.state.room,
        host=desk.actor,
        game=game.id,
        ruleset=game.ruleset,
        options=options,
        visibility=command.visibility,
        pace=desk.supplied.pace,
    )
    yield from _settings(command)
    tenant = tenant_of(desk.actor)
    if tenant:
        yield TenantNamed(tenant)
    yield _secret(desk)
    yield SeatTaken(desk.actor)
    wanted = game.automatic_seats(options)
    yield from by_rule.reseat(desk, by_rule.reseating(desk.state, by_rule.NOBODY, wanted))


def _settings(chosen: commands.Create | RoomState) -> Iterator[Event]:
    """Nothing where nobody has chosen, so that older logs keep their bytes."""
    if chosen.talk != TALK:
        yield TalkChanged(chosen.talk)
    if chosen.title:
        yield TitleChanged(chosen.title)
    if not chosen.watching:
        yield WatchingChanged(chosen.watching)
    if chosen.kids:
        yield WordingChanged(chosen.kids)


def _secret(desk: Desk) -> SecretChosen:
    secret = match_secret(desk.supplied.fresh)
    return SecretChosen(
        told=(),
        sealed=(secret, desk.supplied.test_seed or ""),
        match=desk.state.match + 1,
        secret_hash=commitment_to(secret),
        test_seed=desk.supplied.test_seed is not None,
    )


def join(desk: Desk, _: commands.Join) -> Decision:
    state = desk.state
    member = state.member(desk.actor)
    if member is not None:
        return matches.come_back(desk, member) if member.left else refuse("already_seated")
    if desk.actor.startswith(AUTOMATIC):
        # Its seat was taken away; it must not come back as a person, who could be host.
        return refuse("forbidden")
    return _no_free_seat(desk) or iter((SeatTaken(desk.actor),))


def _no_free_seat(desk: Desk) -> Refusal | None:
    limit = desk.game.seats[-1]
    is_full = len(desk.state.members) >= limit
    return _between_matches(desk) or (refuse("room_full", limit=limit) if is_full else None)


def _between_matches(desk: Desk) -> Refusal | None:
    return refuse("match_running") if desk.state.phase in ("reveal", "match") else None


def may_enter(desk: Desk, command: commands.Command) -> bool:
    """Whether the sender may know of the room, or shows that he was invited."""
    if not is_hidden(desk.state, desk.actor):
        return True
    if _is_foreign(desk.state, desk.actor):
        return False
    key = command.invitation if isinstance(command, commands.Join) else ""
    wanted = desk.state.invitation
    return bool(wanted) and hmac.compare_digest(key.encode(), wanted.encode())


def is_hidden(state: RoomState, player: PlayerId) -> bool:
    """An `invited` room is hidden from everybody without a seat in it, and every room from those
    to whom it is foreign."""
    is_shut = state.visibility == "invited" or _is_foreign(state, player)
    return is_shut and state.member(player) is None


def _is_foreign(state: RoomState, player: PlayerId) -> bool:
    return is_foreign(player, state.tenant, state.visibility)


def leave(desk: Desk, _: commands.Leave) -> Decision:
    member = desk.state.member(desk.actor)
    if member is None or member.left:
        return refuse("not_seated")
    if desk.state.phase in ("reveal", "match"):
        return matches.leave(desk, member)
    return _depart(desk, SeatGivenUp(desk.actor, "left"))


def _depart(desk: Desk, gone: SeatGivenUp) -> Iterator[Event]:
    yield gone
    yield from matches.settle(desk)


def kick(desk: Desk, command: commands.Kick) -> Decision:
    refusal = _not_host(desk) or _between_matches(desk) or _no_other_person(desk, command.player)
    if refusal is not None:
        return refusal
    return _kick(desk, command.player)


def _kick(desk: Desk, player: PlayerId) -> Iterator[Event]:
    """With a new key, also while none is needed: the room may be `invited` later on. Kicks from
    before keys changed were stored without a supply."""
    yield SeatGivenUp(player, "kicked")
    if desk.supplied != NOTHING:
        host = desk.state.host
        yield HostChanged((host,), (invitation_key(desk.supplied.fresh),), host)


def _not_host(desk: Desk) -> Refusal | None:
    if desk.state.member(desk.actor) is None:
        return refuse("not_seated")
    return None if desk.state.host == desk.actor else refuse("not_host")


def _no_other_person(desk: Desk, player: PlayerId) -> Refusal | None:
    """Refuses with `self_target`, `is_automatic` or `no_such_player`."""
    if player == desk.actor:
        return refuse("self_target")
    member = desk.state.member(player)
    if member is None or member.left:
        return refuse("no_such_player")
    return refuse("is_automatic") if member.automatic else None


def hand_over(desk: Desk, command: commands.HandOver) -> Decision:
    refusal = _not_host(desk) or _no_other_person(desk, command.player)
    if refusal is not None:
        return refusal
    key = desk.state.invitation
    return iter((HostChanged((command.player,), (key,), command.player),))


def _options_with(
    game: Game, options: Mapping[str, OptionValue], wanted: Mapping[str, OptionValue]
) -> dict[str, OptionValue] | Refusal:
    """`options` with `wanted` values set, as far as the game has them still."""
    known = {option.key: option for option in game.options}
    kept = {k: v for k, v in options.items() if k in known and v in known[k].choices}
    return _checked(game, {**kept, **wanted})


def set_options(desk: Desk, command: commands.SetOptions) -> Decision:
    refusal = _not_host(desk) or _between_matches(desk)
    if refusal is not None:
        return refusal
    game = desk.game
    options = _options_with(game, desk.state.options, command.options)
    if isinstance(options, Refusal):
        return options
    change = _reseating(desk, game, options)
    return by_rule.refuse_seats(desk.state, game, change) or _change(desk, options, change)


def _reseating(desk: Desk, game: Game, options: Mapping[str, OptionValue]) -> by_rule.Reseating:
    before = desk.game.automatic_seats(desk.state.options)
    return by_rule.reseating(desk.state, before, game.automatic_seats(options))


def _change(
    desk: Desk, options: dict[str, OptionValue], change: by_rule.Reseating
) -> Iterator[Event]:
    yield OptionsChanged(options)
    yield from by_rule.reseat(desk, change)


def set_visibility(desk: Desk, command: commands.SetVisibility) -> Decision:
    return _not_host(desk) or iter((VisibilityChanged(command.visibility),))


def set_talk(desk: Desk, command: commands.SetTalk) -> Decision:
    return _not_host(desk) or iter((TalkChanged(command.talk),))


def set_title(desk: Desk, command: commands.SetTitle) -> Decision:
    return _not_host(desk) or iter((TitleChanged(command.title),))


def set_watching(desk: Desk, command: commands.SetWatching) -> Decision:
    return _not_host(desk) or iter((WatchingChanged(command.watching),))


def set_wording(desk: Desk, command: commands.SetWording) -> Decision:
    return _not_host(desk) or iter((WordingChanged(command.kids),))


def add_automatic(desk: Desk, command: commands.AddAutomatic) -> Decision:
    refusal = _not_host(desk) or _no_free_seat(desk)
    if refusal is not None:
        return refusal
    kind = command.player_kind or desk.game.player_kinds[0]
    if kind not in desk.game.player_kinds:
        return refuse("unknown_kind", kinds=" ".join(desk.game.player_kinds))
    player = automatic_player(desk.supplied.fresh)
    if desk.state.member(player) is not None:
        return refuse("already_seated")
    return iter((SeatTaken(player, kind),))


def remove_automatic(desk: Desk, command: commands.RemoveAutomatic) -> Decision:
    refusal = _not_host(desk) or _between_matches(desk)
    if refusal is not None:
        return refusal
    member = desk.state.member(command.player)
    if member is None:
        return refuse("no_such_player")
    if not member.automatic:
        return refuse("not_automatic")
    if by_rule.is_needed(desk.state, desk.game, member):
        return refuse("seated_by_rule")
    return iter((SeatGivenUp(command.player, "removed"),))


def ready(desk: Desk, command: commands.Ready) -> Decision:
    member = desk.state.member(desk.actor)
    if member is None:
        return refuse("not_seated")
    if member.automatic:
        return refuse("forbidden")
    refusal = _lobby_open(desk)
    if refusal is not None:
        return refusal
    if command.commitment and not read_hex(command.commitment, COMMITMENT_BYTES):
        return refuse("bad_commitment")
    commitment = command.commitment if command.ready else ""
    return iter((ReadinessChanged(desk.actor, command.ready, commitment),))


def _lobby_open(desk: Desk) -> Refusal | None:
    if desk.state.phase == "over":
        return refuse("again_first" if desk.actor == desk.state.host else "game_over")
    return _between_matches(desk)


def start(desk: Desk, _: commands.Start) -> Decision:
    refusal = _not_host(desk) or _lobby_open(desk)
    if refusal is not None:
        return refusal
    state, minimum = desk.state, desk.game.seats[0]
    if len(state.members) < minimum:
        return refuse("not_enough_players", minimum=minimum, seated=len(state.members))
    waiting = sum(not member.ready for member in state.persons())
    if waiting:
        return refuse("not_ready", waiting=waiting)
    return matches.lock(desk)


def again(desk: Desk, _: commands.Again) -> Decision:
    refusal = _not_host(desk) or _between_matches(desk)
    if refusal is not None:
        return refusal
    if desk.state.phase != "over":
        return refuse("lobby_open")
    newest = installed(desk.games, desk.state.game, "")
    options = _options_with(newest, desk.state.options, {})
    if isinstance(options, Refusal):
        return options
    change = _reseating(desk, newest, options)
    no = by_rule.refuse_seats(desk.state, newest, change)
    return no or _reopen(desk, newest.ruleset, options, change)


def _reopen(
    desk: Desk, ruleset: str, options: dict[str, OptionValue], change: by_rule.Reseating
) -> Iterator[Event]:
    yield from _restate(desk.state, desk.state.invitation, desk.state.title)
    yield LobbyReopened(ruleset, options)
    yield _secret(desk)
    yield from by_rule.reseat(desk, change)


def restate(desk: Desk, _: commands.Restate) -> Decision:
    state = desk.state
    if state.phase != "closed" or not state.secret_hash:
        return refuse("nothing_due")
    return _clear(state)


def _clear(state: RoomState) -> Iterator[Event]:
    """No secret stands behind this entry's salts, so nothing in it may be one. It stays for good,
    so somebody's own words are not in it."""
    yield from _restate(state, invitation="", title="")
    yield RoomClosed("cleared")


def _restate(state: RoomState, invitation: str, title: str) -> Iterator[Event]:
    before = replace(state, title=title)
    yield Restated(
        told=(state.host,),
        sealed=(invitation,),
        room=state.room,
        host=state.host,
        game=state.game,
        ruleset=state.ruleset,
        options=state.options,
        visibility=state.visibility,
        pace=state.pace,
        members=tuple((member.player, member.automatic) for member in state.members),
        standings=state.standings,
        match=state.match,
        matches_abandoned=state.matches_abandoned,
        secrets_dropped=state.secrets_dropped,
    )
    if before.tenant:
        yield TenantNamed(before.tenant)
    yield from _settings(before)
