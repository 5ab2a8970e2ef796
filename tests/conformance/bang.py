"""What the laws have to know of BANG!: where cards lie, who may see them, what one could say."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import permutations
from random import Random
from typing import Any

from msgspec.structs import replace

from shared.contracts.bang import Discard, KeepCards, Play, Respond, TradeCards
from shared.contracts.refusals import BANG_CODES
from shared.engine.events import Event, SealedEvent
from shared.games.bang import Bang
from shared.games.bang.content.base import BASE
from shared.games.bang.state import State
from shared.games.bang.victory import SHERIFF
from shared.games.bang.waits import Keep

from .places import Place

GAME = Bang()
NEWER = Bang(
    (replace(BASE, characters=tuple(replace(c, life=c.life + 1) for c in BASE.characters)),),
    ruleset="bang/tougher",
)
"""Everybody has one life more."""

CARDS = frozenset(range(80))
CARD_FIELDS = frozenset({"card_id", "card_ids", "keep", "target_card"})
REVEALS = {
    "cards_moved": frozenset({"cards"}),
    "eliminated": frozenset({"role"}),
    "match_ended": frozenset({"roles", "hands", "deck", "aside", "offers", "picks"}),
}
REASONS = frozenset(BANG_CODES)
MOST_NAMED = 3
"""Cards that one command names at most where hands are small."""


def lying(state: State) -> list[int]:
    found = [*state.deck, *state.discard]
    for player in state.players:
        found += player.hand
        found += player.in_play
    for aside in state.aside:
        found += aside.cards
    return found


def places(state: State) -> list[Place]:
    """§8.3: hands, secret roles, offered and picked characters are their owner's; the deck is
    nobody's; what lies face up is everybody's; at the end all is told."""

    def only(*seats: int) -> tuple[int, ...] | None:
        return None if state.over else seats

    found = [Place("deck", tuple(state.deck), only()), Place("discard", tuple(state.discard), None)]
    for seat, player in enumerate(state.players):
        is_open = player.role == SHERIFF or not player.alive
        found += [
            Place(f"hand {seat}", tuple(player.hand), only(seat)),
            Place(f"in play {seat}", tuple(player.in_play), None),
            Place(f"role {seat}", (player.role,), None if is_open else only(seat)),
            Place(f"offer {seat}", tuple(player.offer), only(seat)),
            Place(f"picked {seat}", (player.picked,), only(seat)),
        ]
    looking = {wait.laid: wait.seat for wait in state.waits if isinstance(wait, Keep)}
    for aside in state.aside:
        owners = [looking[aside.number]] if aside.number in looking else []
        own = only(*owners) if owners else None
        found.append(Place(f"aside {aside.number}", tuple(aside.cards), own))
    return found


def known(state: State) -> frozenset[int]:
    """Also a card that everybody was shown though it lies in a hand."""
    return CARDS.intersection((*lying(state), state.turn.shown))


def named(_: State, event: Event) -> frozenset[int]:
    assert isinstance(event, SealedEvent)
    return CARDS.intersection(getattr(event, event.SEALED))


def domains(state: State, seat: int) -> Mapping[str, Sequence[Any]]:
    player = state.players[seat]
    laid = [card for aside in state.aside for card in aside.cards]
    catalogue = GAME.catalogue(state.options)
    kinds = {catalogue.cards[card].kind for card in player.hand}
    in_play = [card for other in state.players for card in other.in_play]
    players = (None, *(other.id for other in state.players))
    named = (*_selections(player.hand), *_selections(laid))
    return {
        "wait": (0, *(wait.id for wait in state.waits)),
        "turn": (state.turn.number, state.turn.number - 1),
        "card_id": (*player.hand, *laid),
        "card_ids": named,
        "keep": named,
        "use_as": (None, *sorted(kinds | set(catalogue.kinds) & {"bang", "missed"})),
        "target": players,
        "target_card": (None, "hand", *in_play),
        "from_player": players,
        "from_discard": (False, True),
        "character": (*player.offer, ""),
    }


def apt(state: State) -> Mapping[str, Sequence[Any]]:
    waits = tuple(wait.id for wait in state.waits)
    return {"turn": (state.turn.number,), "wait": waits or (0,)}


def _selections(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """In every order, and each card also twice."""
    found = [chosen for size in range(MOST_NAMED + 1) for chosen in permutations(cards, size)]
    return [*found, *((card, card) for card in cards)]


def plain(state: State, command: Any) -> Any:
    """Cards in order; no word for what would be so without it."""
    match command:
        case Play():
            own = GAME.catalogue(state.options).cards[command.card_id].kind
            return replace(
                command,
                use_as=None if command.use_as == own else command.use_as,
                target_card=None if command.target_card == "hand" else command.target_card,
            )
        case TradeCards():
            turn = 0 if command.wait else command.turn
            return replace(command, card_ids=tuple(sorted(command.card_ids)), turn=turn)
        case Respond() | Discard():
            return replace(command, card_ids=tuple(sorted(command.card_ids)))
        case KeepCards():
            return replace(command, keep=tuple(sorted(command.keep)))
        case _:
            return command


def reshuffled(state: State, viewer: int, dice: Random) -> State:
    other = deepcopy(state)
    strangers = [player for seat, player in enumerate(other.players) if seat != viewer]
    looking = {wait.laid for wait in state.waits if isinstance(wait, Keep) and wait.seat != viewer}
    hidden = [aside.cards for aside in other.aside if aside.number in looking]
    piles = [other.deck, *(player.hand for player in strangers), *hidden]
    cards = [card for pile in piles for card in pile]
    dice.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]
    secret = [player for player in strangers if player.alive and player.role != SHERIFF]
    roles = [player.role for player in secret]
    dice.shuffle(roles)
    for player, role in zip(secret, roles, strict=True):
        player.role = role
    return other


def moved(whole: list[int], _: Event) -> list[int]:
    """No card comes or goes."""
    return whole


KNOWLEDGE = (moved, lying, places, known, named, domains, apt, plain, reshuffled)
