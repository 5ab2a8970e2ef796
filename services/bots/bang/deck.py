"""What a player of BANG! knows by heart: the 80 cards, and how many there are of each role.

Servers tell the same in their catalogue of games; a test holds this table equal to the rules.
"""

from collections import Counter
from typing import NamedTuple

_COPIES = {
    "bang": "SA D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ DK DA C2 C3 C4 C5 C6 C7 C8 C9 HQ HK HA",
    "missed": "C10 CJ CQ CK CA S2 S3 S4 S5 S6 S7 S8",
    "beer": "H6 H7 H8 H9 H10 HJ",
    "panic": "HJ HQ HA D8",
    "catBalou": "HK D9 D10 DJ",
    "duel": "DQ SJ C8",
    "generalStore": "C9 SQ",
    "indians": "DK DA",
    "stagecoach": "S9 S9",
    "gatling": "H10",
    "saloon": "H5",
    "wellsFargo": "H3",
    "barrel": "SQ SK",
    "mustang": "H8 H9",
    "scope": "SA",
    "jail": "SJ S10 H4",
    "dynamite": "H2",
    "volcanic": "S10 C10",
    "schofield": "CJ CQ SK",
    "remington": "CK",
    "carabine": "CA",
    "winchester": "S8",
}
_RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14}


class Card(NamedTuple):
    kind: str
    suit: str
    """S, H, D or C."""
    rank: int
    """2..14."""


def _card(kind: str, copy: str) -> Card:
    name = copy[1:]
    return Card(kind, copy[0], _RANKS[name] if name in _RANKS else int(name))


DECK = tuple(_card(kind, copy) for kind, copies in _COPIES.items() for copy in copies.split())
"""By card id."""

KINDS = tuple(card.kind for card in DECK)
"""The kind of each card, by card id."""

COPIES = Counter(KINDS)
"""How many cards of each kind there are."""

EXPLOSIVE = frozenset(n for n, card in enumerate(DECK) if card.suit == "S" and card.rank < 10)
"""Cards that set off the dynamite (§5.2)."""

HEARTS = frozenset(n for n, card in enumerate(DECK) if card.suit == "H")
"""Cards that make a barrel hold and a jail open."""

REACH = {
    "volcanic": 1,
    "schofield": 2,
    "remington": 3,
    "carabine": 4,
    "winchester": 5,
}
"""Weapons and how far they carry, in seats; a bare hand carries 1."""

BURDENS = frozenset({"jail", "dynamite"})
"""What lies in front of somebody to his harm."""

ROLES = {
    4: {"sheriff": 1, "outlaw": 2, "renegade": 1},
    5: {"sheriff": 1, "deputy": 1, "outlaw": 2, "renegade": 1},
    6: {"sheriff": 1, "deputy": 1, "outlaw": 3, "renegade": 1},
    7: {"sheriff": 1, "deputy": 2, "outlaw": 3, "renegade": 1},
}
"""How many of each role, by number of players (§4)."""

FOURTH_OUTLAW = {"sheriff": 1, "deputy": 1, "outlaw": 4, "renegade": 1}
"""Seven players by the house rule `deputyCount7` (§7)."""
