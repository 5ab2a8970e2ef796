"""Who plays in a demo: people by name, each a client of the gateway, who choose by the seed."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from random import Random
from typing import Any

from services.bots.minds import MINDS
from shared.client import Refused, Table
from shared.contracts.ids import PlayerId
from shared.text.catalogue import Language

NAMES: Mapping[Language, Sequence[str]] = {
    "ko": (
        *("보리", "단비", "해솔", "나루", "도담", "마루", "가온", "다온", "새벽", "이든"),
        *("초롱", "한결", "여울", "별하", "찬솔", "미르", "두리", "겨울", "온유", "슬기"),
    ),
    "en": (
        *("Juniper", "Dusty", "Clementine", "Amos", "Hattie", "Silas", "Mabel", "Otis", "Pearl"),
        *("Cora", "Ezra", "Della", "Ike", "Opal", "Rufus", "Tess", "Virgil", "Winnie", "Clyde"),
    ),
}


_TRIES = 2
_PAUSE_S = 0.5

PLAYERS: Mapping[str, Sequence[str]] = {"bang": ("random",), "buckshot": ("house", "sharp")}
"""Whose thoughts the people of a demo have, by game, as they take their seats."""


def names(language: Language, seed: bytes, count: int) -> list[str]:
    """Different ones, in the order in which their bearers take their seats."""
    return Random(f"names:{seed.hex()}").sample(NAMES[language], count)  # noqa: S311 - a test seed


class Ids:
    """Called for 32 bytes, gives those that follow from a seed; the ids of a demo come of them."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._number = 0

    def __call__(self) -> bytes:
        self._number += 1
        number = self._number.to_bytes(8)
        return blake2b(number, key=self._seed, person=b"demo ids", digest_size=32).digest()


async def play(
    game: str,
    table: Table,
    player: PlayerId,
    seed: bytes,
    place: int,
    *,
    is_live: bool = False,
) -> None:
    """Plays one match to its end, acting only when first among those who are waited for.

    So each entry is followed by the command of one player, and which it is follows from the seed,
    his `place` in the room and the entry alone. `is_live`: where the clock runs as it
    does for people, a move may be refused because the time for it was over.
    """
    kinds = PLAYERS[game]
    make = MINDS[game][kinds[place % len(kinds)]]
    acted = 0
    async for _ in table:
        if table.is_behind or table.seq < acted:
            continue
        if table.view["room"]["phase"] == "over":
            return
        if _is_first(table.view):
            chance = Random(f"{seed.hex()}:{place}:{table.seq}")  # noqa: S311 - a test seed
            move = make(player, chance).choose(table.view)
            assert move is not None, "whoever is waited for has an offer"
            acted = await (_try(table, move) if is_live else table.command(move))


async def _try(table: Table, move: Any) -> int:
    """The number of the entry that came of it; 0 where it was refused, and again. A member's end
    may be a move's, too, and then nobody would move until the clock has run out."""
    for _ in range(_TRIES):
        with suppress(Refused):
            return await table.command(move)
        await asyncio.sleep(_PAUSE_S)
    return 0


def _is_first(view: Mapping[str, Any]) -> bool:
    """Whether the match waits for this viewer, and for nobody before him."""
    seat = view["you"]["seat"]
    if seat is None or view["room"]["phase"] != "match":
        return False
    open_waits = [wait for wait in view.get("waits", ()) if wait.get("deadline_ms")]
    first = open_waits[0] if open_waits else view["turn"]
    return bool(first["seat"] == seat)
