"""What one viewer may see (§8.3): a masked state, and the view cut into named sections.

`see` lists what is shown; everything else becomes a blank. A viewer is a seat, or `None` for a
spectator; once the match is over everything has been disclosed and nothing is masked.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...contracts.ids import PlayerId
from ...engine.events import BLANK, EVERYBODY
from .geometry import SightView, sight
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


class MatchView(Struct, frozen=True, rename="camel", gc=False):
    winner: str
    over: bool
    abandoned: bool
    options: dict[str, str | int | bool]


class TurnView(Struct, frozen=True, rename="camel", omit_defaults=True, gc=False):
    seat: int
    number: int
    round: int
    phase: str
    shots_played: int = 0
    shown: int = BLANK
    """The card its drawer had to show to all."""


class PersonView(Struct, frozen=True, rename="camel", gc=False):
    """What stays the same about a seat once characters are known."""

    id: PlayerId
    character: str
    max_life: int


class SeatView(Struct, frozen=True, rename="camel", omit_defaults=True, gc=False):
    """What changes about a seat. Small, because it is sent at every change."""

    life: int
    hand_count: int = 0
    in_play: tuple[int, ...] = ()
    alive: bool = True
    role: str = ""
    """Empty while it is secret."""
    away: bool = False


class DisclosedView(Struct, frozen=True, rename="camel", gc=False):
    """What was hidden, once the match is over; roles and laid-out cards stand in their places."""

    hands: tuple[tuple[int, ...], ...]
    """By seat, oldest card first."""
    deck: tuple[int, ...]
    """Top card last."""
    offers: tuple[tuple[str, ...], ...]
    """By seat; empty unless the match was abandoned before all characters were chosen."""


class PilesView(Struct, frozen=True, rename="camel", gc=False):
    deck_count: int
    discard_count: int


class LaidView(Struct, frozen=True, rename="camel", gc=False):
    """Cards laid out for all to see, under the number that their wait names."""

    number: int
    cards: tuple[int, ...]


class MeView(Struct, frozen=True, rename="camel", gc=False):
    seat: int
    role: str
    offer: tuple[str, ...]
    picked: str


class HandView(Struct, frozen=True, rename="camel", gc=False):
    cards: tuple[int, ...]
    """Oldest first."""
    looking: tuple[int, ...]
    """Cards laid aside for this viewer alone."""


DISCARD_PART = 10
"""The discard pile is shown in sections of so many cards, bottom first, so that a card more sends
one short section."""


def public_sections(res: Resolution) -> dict[str, Any]:
    """The sections that say the same to every viewer, whoever's state they are made from."""
    state = res.state
    found: dict[str, Any] = {
        "match": MatchView(state.winner, state.over, state.abandoned, state.options),
        **{name: make(state) for name, make in MOVING.items() if name != "check"},
        "seats": tuple(PersonView(p.id, p.character, p.max_life) for p in state.players),
    }
    if state.last_check is not None:
        found["check"] = state.last_check
    for part in range(discard_parts(len(state.discard))):
        found[f"discard/{part}"] = discard_part(state, part)
    for seat, player in enumerate(state.players):
        found[f"seat/{seat}"] = seat_view(player, state.over)
    if state.options["showDistanceHelper"]:
        found["distances"] = distances(res)
    if state.over:
        found["disclosed"] = DisclosedView(
            hands=tuple(tuple(player.hand) for player in state.players),
            deck=tuple(state.deck),
            offers=tuple(tuple(player.offer) for player in state.players),
        )
    return found


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(
        turn.seat, turn.number, turn.round, turn.phase, sum(turn.counters.values()), turn.shown
    )


def _laid(state: State) -> tuple[LaidView, ...]:
    return tuple(
        LaidView(aside.number, tuple(aside.cards))
        for aside in state.aside
        if state.over or aside.audience is EVERYBODY
    )


MOVING: dict[str, Callable[[State], Any]] = {
    "turn": _turn,
    "clock": lambda state: state.turn.clock.deadline_ms,
    "piles": lambda state: PilesView(len(state.deck), len(state.discard)),
    "laid": _laid,
    "waits": lambda state: tuple(state.waits),
    "check": lambda state: state.last_check,
}
"""Sections that change in the course of a match, in their order; those of seats, of the discard
pile and of distances have makers of their own."""


def discard_parts(size: int) -> int:
    """How many sections a discard pile of `size` cards is shown in."""
    return -(-size // DISCARD_PART)


def discard_part(state: State, part: int) -> tuple[int, ...]:
    return tuple(state.discard[part * DISCARD_PART : (part + 1) * DISCARD_PART])


def seat_view(player: Player, over: bool) -> SeatView:
    role = player.role if over or player.role == SHERIFF or not player.alive else ""
    hand_count, in_play = len(player.hand), tuple(player.in_play)
    return SeatView(player.life, hand_count, in_play, player.alive, role, player.away)


def own_sections(res: Resolution, viewer: int) -> dict[str, Any]:
    """The sections that only the seat `viewer` has."""
    state = res.state
    me = state.players[viewer]
    looking = [
        card
        for aside in state.aside
        if aside.audience is not EVERYBODY and viewer in aside.audience
        for card in aside.cards
    ]
    legal = offers(res, viewer)
    found: dict[str, Any] = {
        "me": MeView(viewer, me.role, tuple(me.offer), me.picked),
        "hand": HandView(tuple(me.hand), tuple(looking)),
        "legal": legal,
    }
    if state.options["beginnerHints"]:
        found["hints"] = hints(res, viewer, legal)
    return found


def distances(res: Resolution) -> tuple[SightView, ...]:
    """By seat; nothing before the deal and after the end."""
    state = res.state
    if state.turn.phase == "setup" or state.over:
        return ()
    return tuple([sight(res, seat) for seat in range(len(state.players))])
