"""Moving cards: drawing, turning up, spending, taking at random, reshuffling (§5.1, §5.7)."""

from collections.abc import Generator, Iterator, Sequence

from ...engine.draws import shuffle_words
from ...engine.events import EVERYBODY, Audience, Event
from .events import CardsMoved, PileShuffled
from .hooks import HAND_EMPTIED
from .resolution import Resolution
from .state import DECK, DISCARD, Zone, hand_of, play_of


def draw(res: Resolution, seat: int, count: int, why: str) -> Iterator[Event]:
    """`count` cards from the deck to a hand; fewer when deck and discard pile run out (§5.7)."""
    yield from turn_up(res, count, hand_of(seat), (seat,), why)


def turn_up(
    res: Resolution, count: int, to: Zone, audience: Audience, why: str
) -> Generator[Event, None, tuple[int, ...]]:
    """Moves `count` cards off the deck, top card first; gives those that there were."""
    moved: tuple[int, ...] = ()
    while len(moved) < count:
        if not res.state.deck:
            if not res.state.discard:
                break
            yield from shuffle_discard_pile(res)
        take = min(count - len(moved), len(res.state.deck))
        cards = tuple(reversed(res.state.deck[-take:]))
        yield CardsMoved(audience=audience, source=DECK, to=to, cards=cards, why=why)
        moved += cards
    return moved


def shuffle_discard_pile(res: Resolution) -> Iterator[Event]:
    """The whole discard pile becomes the new deck (§5.7)."""
    first = res.state.next_draw
    before = tuple(res.state.discard)
    yield PileShuffled(
        audience=(),
        cards=tuple(res.draws.shuffled(first, before)),
        draw=first,
        draws=shuffle_words(len(before)),
        before=before,
    )


def spend(
    res: Resolution, seat: int, cards: Sequence[int], to: Zone, audience: Audience, why: str
) -> Iterator[Event]:
    """Takes cards out of a hand; whoever has just lost the last one may act on it (§5.5)."""
    yield from _leave_hand(res, seat, tuple(cards), to, audience, why, -1)


def spend_at_random(
    res: Resolution, seat: int, to: Zone, audience: Audience, why: str
) -> Iterator[Event]:
    """One card of a hand, chosen by a draw of the match; the hand must not be empty."""
    hand = res.state.players[seat].hand
    number = res.state.next_draw
    card = hand[res.draws.below(number, len(hand))]
    yield from _leave_hand(res, seat, (card,), to, audience, why, number)


def _leave_hand(
    res: Resolution,
    seat: int,
    cards: tuple[int, ...],
    to: Zone,
    audience: Audience,
    why: str,
    number: int,
) -> Iterator[Event]:
    if not cards:
        return
    yield CardsMoved(
        audience=audience, source=hand_of(seat), to=to, cards=cards, why=why, draw=number
    )
    player = res.state.players[seat]
    if player.alive and not player.hand:
        yield from res.reach(HAND_EMPTIED, seat)


def clear_table(res: Resolution, seat: int, why: str) -> Iterator[Event]:
    """Everything in front of a seat goes to the discard pile."""
    yield from leave_play(seat, tuple(res.state.players[seat].in_play), DISCARD, why)


def leave_play(seat: int, cards: tuple[int, ...], to: Zone, why: str) -> Iterator[Event]:
    """Cards in front of a seat go elsewhere, for all to see."""
    if cards:
        yield CardsMoved(audience=EVERYBODY, source=play_of(seat), to=to, cards=cards, why=why)
