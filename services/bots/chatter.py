"""What an automatic player says at the table: a fitting phrase now and then.

It is made of what everybody hears and sees, and of a chance of its own. Hand, role and offers never
come here, so no remark can tell of them; a seat says what it would say if it held other cards. Whom
it suspects is whoever has attacked the Sheriff most in the open, whatever side it is on itself.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from shared.contracts.ids import PlayerId

SUSPICION = 2
"""So many attacks on the Sheriff make somebody suspect."""
LOW_LIFE = 1

_PUBLIC = ("seats", "room")
_ATTACKS = frozenset({"bang", "duel"})


class Remark(Struct, frozen=True):
    phrase: str
    target: PlayerId = PlayerId("")


class Chatter:
    """Of the seat of `player`, in one match. `share`: how many of the occasions it takes."""

    def __init__(self, player: PlayerId, chance: Random, share: float) -> None:
        self._player = player
        self._chance = chance
        self._share = share
        self._attacks: Counter[int] = Counter()
        self._shooter = -1
        """Who fired last, in the game for two, where a loss does not say by whom it came."""

    def hear(self, events: Sequence[Any], view: Mapping[str, Any]) -> Remark | None:
        """What to say about the events of one entry. `view`: the sections after it, of any viewer;
        what is not public in them is left alone."""
        public = {n: v for n, v in view.items() if n in _PUBLIC or n.startswith("seat/")}
        table = _Table(public, self._player)
        occasions = [found for event in events for found in self._occasions(event, table)]
        # One draw an occasion, taken or not, so that none of them changes what later ones say.
        taken = [each for each in occasions if self._chance.random() < self._share]
        return taken[-1] if taken and public["room"].get("talk") != "off" else None

    def _occasions(self, event: Sequence[Any], table: "_Table") -> list[Remark]:
        tag, *values = event
        if tag == "match_dealt":
            return [Remark("goodLuck")]
        if tag == "match_closed":
            return [Remark("wellPlayed")] if values[1] else []
        if not table.is_in:
            return []
        if tag == "card_played" and values[2] in _ATTACKS and values[3] == table.sheriff:
            self._attacks[values[0]] += 1
        elif tag == "shot_fired":
            self._shooter = values[0]
        elif tag == "turn_began" and values[0] == table.me:
            return self._suspicion(table)
        elif tag in ("life_changed", "health_changed") and values[0] == table.me and values[1] < 0:
            return [self._hurt(values[2], values[4] if tag == "life_changed" else -1, table)]
        return []

    def _hurt(self, life: int, by: int, table: "_Table") -> Remark:
        if table.size > 2 and life <= LOW_LIFE:
            return Remark("help")
        by = self._shooter if table.size == 2 else by
        return Remark("wellShot", table.player(by)) if by not in (-1, table.me) else Remark("ouch")

    def _suspicion(self, table: "_Table") -> list[Remark]:
        found = [
            (number, -seat)
            for seat, number in self._attacks.items()
            if number >= SUSPICION and seat != table.me and table.is_alive(seat)
        ]
        return [Remark("suspectOutlaw", table.player(-max(found)[1]))] if found else []


class _Table:
    """What everybody sees of a match."""

    def __init__(self, public: Mapping[str, Any], player: PlayerId) -> None:
        self._people = [PlayerId(each.get("id", "")) for each in public.get("seats") or []]
        self._seats = [public.get(f"seat/{n}") or {} for n in range(len(self._people))]
        self.me = self._people.index(player) if player in self._people else -1

    @property
    def size(self) -> int:
        return len(self._people)

    @property
    def is_in(self) -> bool:
        return self.me >= 0 and self.is_alive(self.me)

    @property
    def sheriff(self) -> int:
        roles = [seat.get("role") for seat in self._seats]
        return roles.index("sheriff") if "sheriff" in roles else -1

    def is_alive(self, seat: int) -> bool:
        return bool(self._seats[seat].get("alive", True))

    def player(self, seat: int) -> PlayerId:
        return self._people[seat] if seat >= 0 else PlayerId("")
