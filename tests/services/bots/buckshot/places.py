"""Places drawn at random, as the solver and as a dealer's view have them."""

from collections import Counter
from random import Random
from typing import Any

import msgspec

from services.bots.buckshot.standing import CUFFED, FREE, IMMUNE, Standing, Weights, packed
from shared.contracts.buckshot import (
    BLANK_SHELL,
    ITEMS,
    LIVE,
    GunView,
    MatchView,
    MeView,
    Offer,
    SeatView,
    TurnView,
)
from shared.contracts.ids import PlayerId
from tests.services.bots.buckshot.brute import Ending, Place, moves

ME = PlayerId("me")


def ending(standing: Standing) -> Ending:
    """The standing, in the solver's terms."""

    def worth(place: Place) -> float:
        mine, theirs = (
            packed(place.health[seat], Counter(place.items[seat]))
            for seat in (place.seat, 1 - place.seat)
        )
        other = 1 - place.seat
        hands = CUFFED if place.cuffed[other] else IMMUNE if place.immune[other] else FREE
        return standing.chance(mine, theirs, hands)

    return worth


def keeping_promises(chance: Random) -> Weights:
    """Some weights that the search may rely on."""
    health = chance.uniform(0.1, 1.5)
    handcuffs = chance.uniform(0.05, 0.8)
    return Weights(
        health=health,
        beer=chance.uniform(0.01, 0.5),
        cigarettes=chance.uniform(0.01, health),
        handcuffs=handcuffs,
        magnifier=chance.uniform(0.01, 0.8),
        saw=chance.uniform(0.01, health),
        turn=chance.uniform(-0.3, 0.6),
        cuffed=chance.uniform(-0.2, handcuffs),
        immune=chance.uniform(-0.4, 0),
        live=chance.uniform(-0.2, 0.6),
    )


def place(chance: Random, items: tuple[int, int], max_health: int) -> Place:
    """One with so many items of the first and the second seat."""
    seat = chance.randrange(2)
    hands = chance.choice(("free", "free", "cuffed", "immune"))
    immunity = hands == "immune" or chance.random() < 0.3
    marks = [
        (seat != 0 and hands == word, seat != 1 and hands == word) for word in ("cuffed", "immune")
    ]
    drawn = [tuple(sorted(chance.choices(ITEMS, k=count))) for count in items]
    return Place(
        seat=seat,
        health=(chance.randint(1, max_health), chance.randint(1, max_health)),
        items=(drawn[0], drawn[1]),
        cuffed=marks[0],
        immune=marks[1],
        sawn=chance.random() < 0.2,
        max_health=max_health,
        immunity=immunity,
        opener=0 if chance.random() < 0.3 else -1,
    )


def view(place: Place, live: int, blank: int, chamber: str = "") -> dict[str, Any]:
    """The view of whoever is on turn, decoded as it comes. `chamber`: what he has been shown."""
    seat = place.seat
    words = moves(place)
    legal = [Offer("shoot", 9, targets=tuple(words[:2]))]
    if words[2:]:
        legal.append(Offer("use", 9, items=tuple(words[2:])))
    opener = "player" if place.opener == 0 else "continue"
    options: dict[str, str | int | bool] = {
        "maxHealth": place.max_health,
        "cuffImmunity": place.immunity,
        "loadOpener": opener,
    }
    sections: dict[str, Any] = {
        "match": MatchView(-1, False, False, options),
        "turn": TurnView(seat, 9, 1),
        "gun": GunView(live + 1, blank + 1, live + blank, (LIVE, BLANK_SHELL), place.sawn),
        "me": MeView(seat, chamber),
        "legal": legal,
    }
    for number in (0, 1):
        sections[f"seat/{number}"] = SeatView(
            place.health[number],
            place.items[number],
            place.cuffed[number],
            place.immune[number],
        )
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sections))
    return decoded
