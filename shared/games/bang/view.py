"""What one viewer may see (§8.3): a masked state, and the view cut into named sections.

`see` lists what is shown; everything else becomes a blank. A viewer is a seat, or `None` for a
spectator; once the match is over everything has been disclosed and nothing is masked.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...contracts.ids import PlayerId
from ...engine.events import BLANK, EVERYBODY
from .geometry import distance, weapon_range
from .legal import hints, offers
from .resolution import Resolution
from .state import Aside, Player, State
from .victory import SHERIFF


def see(state: State, viewer: int | None) -> State:
    """A copy of `state` as `viewer` may see it, in the same types."""
    if state.over:
        return _copied(state, state.deck, [_player(p, shown=True) for p in state.players], None)
    players = [_player(p, shown=seat == viewer) for seat, p in enumerate(state.players)]
    return _copied(state, [BLANK] * len(state.deck), players, (viewer,))


def _player(player: Player, shown: bool) -> Player:
    if shown:
        return replace(
            player,
            hand=player.hand.copy(),
            in_play=player.in_play.copy(),
            offer=player.offer.copy(),
        )
    is_known = player.role == SHERIFF or not player.alive
    return replace(
        player,
        role=player.role if is_known else "",
        hand=[BLANK] * len(player.hand),
        in_play=player.in_play.copy(),
        offer=[""] * len(player.offer),
        picked="",
    )


def _copied(
    state: State, deck: list[int], players: list[Player], viewer: tuple[int | None] | None
) -> State:
    return replace(
        state,
        players=players,
        deck=deck.copy(),
        discard=state.discard.copy(),
        aside=[_aside(aside, viewer) for aside in state.aside],
        waits=state.waits.copy(),
        deaths=state.deaths.copy(),
        turn=replace(
            state.turn, counters=state.turn.counters.copy(), clock=replace(state.turn.clock)
        ),
    )


def _aside(aside: Aside, viewer: tuple[int | None] | None) -> Aside:
    is_shown = viewer is None or aside.audience is EVERYBODY or viewer[0] in aside.audience
    return replace(aside, cards=aside.cards.copy() if is_shown else [BLANK] * len(aside.cards))


class MatchView(Struct, frozen=True, rename="camel"):
    winner: str
    over: bool
    abandoned: bool
    options: dict[str, str | int | bool]


class TurnView(Struct, frozen=True, rename="camel"):
    seat: int
    number: int
    round: int
    phase: str
    deadline_ms: int
    """0 while waits are open."""
    shots_played: int
    shown: int


class SeatView(Struct, frozen=True, rename="camel"):
    id: PlayerId
    character: str
    life: int
    max_life: int
    alive: bool
    hand_count: int
    in_play: tuple[int, ...]
    role: str
    """Empty while it is secret."""
    away: bool


class DisclosedView(Struct, frozen=True, rename="camel"):
    """What was hidden, once the match is over; roles and laid-out cards stand in their places."""

    hands: tuple[tuple[int, ...], ...]
    """By seat, oldest card first."""
    deck: tuple[int, ...]
    """Top card last."""
    offers: tuple[tuple[str, ...], ...]
    """By seat; empty unless the match was abandoned before all characters were chosen."""


class PilesView(Struct, frozen=True, rename="camel"):
    deck_count: int
    discard: tuple[int, ...]
    """Top card last."""
    laid: tuple[tuple[int, tuple[int, ...]], ...]
    """Cards laid out: number, cards (blank for whom they are hidden)."""


class MeView(Struct, frozen=True, rename="camel"):
    seat: int
    role: str
    offer: tuple[str, ...]
    picked: str


class HandView(Struct, frozen=True, rename="camel"):
    cards: tuple[int, ...]
    """Oldest first."""
    looking: tuple[int, ...]
    """Cards laid aside for this viewer alone."""


class DistanceView(Struct, frozen=True, rename="camel"):
    player: PlayerId
    distance: int
    in_range: bool


PUBLIC = frozenset({"match", "turn", "piles", "waits", "check", "disclosed"})


def is_public(name: str) -> bool:
    return name in PUBLIC or name.startswith("seat/")


def sections(res: Resolution, viewer: int | None) -> dict[str, Any]:
    """All sections of a view. `res.state` must be what `see` gives for this viewer."""
    state = res.state
    found: dict[str, Any] = {
        "match": MatchView(state.winner, state.over, state.abandoned, state.options),
        "turn": _turn(state),
        "piles": _piles(state),
        "waits": tuple(state.waits),
        "check": state.last_check,
    }
    for seat, player in enumerate(state.players):
        found[f"seat/{seat}"] = _seat(player, state.over)
    if state.over:
        found["disclosed"] = DisclosedView(
            hands=tuple(tuple(player.hand) for player in state.players),
            deck=tuple(state.deck),
            offers=tuple(tuple(player.offer) for player in state.players),
        )
    if viewer is not None and state.players:
        found.update(_private(res, viewer))
    return found


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(
        turn.seat,
        turn.number,
        turn.round,
        turn.phase,
        turn.clock.deadline_ms,
        sum(turn.counters.values()),
        turn.shown,
    )


def _piles(state: State) -> PilesView:
    laid = tuple(
        (aside.number, tuple(aside.cards) if state.over or aside.audience is EVERYBODY else ())
        for aside in state.aside
    )
    return PilesView(len(state.deck), tuple(state.discard), laid)


def _seat(player: Player, over: bool) -> SeatView:
    role = player.role if over or player.role == SHERIFF or not player.alive else ""
    return SeatView(
        player.id,
        player.character,
        player.life,
        player.max_life,
        player.alive,
        len(player.hand),
        tuple(player.in_play),
        role,
        player.away,
    )


def _private(res: Resolution, viewer: int) -> dict[str, Any]:
    state = res.state
    me = state.players[viewer]
    looking = tuple(
        card
        for aside in state.aside
        if aside.audience is not EVERYBODY and viewer in aside.audience
        for card in aside.cards
    )
    found: dict[str, Any] = {
        "me": MeView(viewer, me.role, tuple(me.offer), me.picked),
        "hand": HandView(tuple(me.hand), looking),
        "legal": offers(res, viewer),
    }
    if state.options["beginnerHints"]:
        found["hints"] = hints(res, viewer)
    if state.options["showDistanceHelper"]:
        found["distances"] = distances(res, viewer)
    return found


def distances(res: Resolution, viewer: int) -> tuple[DistanceView, ...]:
    """To every other living player, clockwise; nothing for the dead or before the deal."""
    state = res.state
    if not state.players[viewer].alive or state.turn.phase == "setup" or state.over:
        return ()
    reach = weapon_range(res, viewer)
    found = []
    for other in state.clockwise(viewer)[1:]:
        seats = distance(res, viewer, other)
        found.append(DistanceView(state.players[other].id, seats, seats <= reach))
    return tuple(found)
