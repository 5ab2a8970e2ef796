"""What a player makes of what he hears: acts that tell roles, and cards that went to hands openly.

Events are arrays with the tag first; those that tell nothing, or are of kinds that this release
does not know, are passed over.
"""

from collections.abc import Callable, Sequence
from typing import Any

from services.bots.bang import weights
from services.bots.bang.belief import Act
from services.bots.bang.deck import BURDENS, KINDS
from services.bots.bang.table import Table

_AIMED = frozenset({"bang", "duel", "jail"})
_TAKING = frozenset({"panic", "catBalou"})
_AT_ALL = frozenset({"gatling", "indians"})


class Hearing:
    """Public acts in their order, and the cards that are known to lie in a hand, by seat."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.held: dict[int, frozenset[int]] = {}
        self.quiet_turns = 0
        """Turns since a life was lost."""
        self._lives: dict[int, int] = {}
        self._characters: dict[int, str] = {}
        self._turn = -1
        self._taking: tuple[int, int, str] | None = None
        """Who takes a card of whom, and by which card, until it is told which it was."""
        self._table: Table | None = None
        self._events: dict[str, Callable[[Sequence[Any]], None]] = {
            "character_taken": self._character,
            "turn_began": self._turn_began,
            "card_played": self._played,
            "cards_moved": self._moved,
            "life_changed": self._life,
            "eliminated": self._eliminated,
        }

    def hear(self, events: Sequence[Any]) -> None:
        for event in events:
            heard = self._events.get(event[0])
            if heard is not None:
                heard(event[1:])

    def look(self, table: Table) -> None:
        """What the table looks like now, for what is heard next."""
        self._table = table
        self._lives = {each.seat: each.life for each in table.living}
        self._characters = {each.seat: each.character for each in table.people}
        self._turn = table.turn_seat

    def _character(self, event: Sequence[Any]) -> None:
        seat, character, life = event[:3]
        self._characters[seat], self._lives[seat] = character, life

    def _turn_began(self, event: Sequence[Any]) -> None:
        self._turn = event[0]
        self.quiet_turns += 1

    def _life(self, event: Sequence[Any]) -> None:
        seat, amount, life = event[:3]
        self._lives[seat] = life
        if amount < 0:
            self.quiet_turns = 0

    def _eliminated(self, event: Sequence[Any]) -> None:
        self._lives.pop(event[0], None)

    def _played(self, event: Sequence[Any]) -> None:
        actor, _, kind, target = event[:4]
        self._taking = None
        if kind in _AIMED:
            self._act("harm", actor, target, kind)
            if kind == "bang":
                self._spared(actor, target)
        elif kind in _TAKING:
            self._taking = (actor, target, kind)
        elif kind in _AT_ALL:
            for seat, life in self._lives.items():
                self._act("harm", actor, seat, "last life" if life <= 1 else kind)
        elif kind == "saloon":
            for seat, life in self._lives.items():
                if life <= weights.LOW_LIFE:
                    self._act("help", actor, seat, kind)

    def _act(self, act: str, actor: int, target: int, why: str) -> None:
        if actor != target and target >= 0:
            self.acts.append(Act(act, actor, target, weights.EVIDENCE[why]))

    def _spared(self, actor: int, target: int) -> None:
        """Who shoots at another although his weapon carries to the Sheriff has left him alone."""
        table = self._table
        if table is None:
            return
        shooter, sheriff = table.people[actor], table.sheriff
        seats = {each.seat for each in table.living}
        if sheriff.seat in (actor, target) or not {actor, sheriff.seat} <= seats:
            return
        if table.reaches(shooter, sheriff):
            self._act("spare", actor, sheriff.seat, "spare")

    def _moved(self, event: Sequence[Any]) -> None:
        _, source, to, cards, why = event[:5]
        if why in ("stolen", "discarded"):
            self._taken(source, to, cards, why)
        if source[0] == "hand":
            self._left(source[1], cards)
        if to[0] == "hand" and min(cards, default=-1) >= 0:
            self.held[to[1]] = self.held.get(to[1], frozenset()) | frozenset(cards)

    def _taken(self, source: Sequence[Any], to: Sequence[Any], cards: list[int], why: str) -> None:
        pile, owner = source
        if self._taking is not None and owner == self._taking[1]:
            actor, _, kind = self._taking
            is_burden = pile == "play" and bool(cards) and KINDS[cards[0]] in BURDENS
            self._act("help" if is_burden else "harm", actor, owner, kind)
            self._taking = None
        elif why == "stolen" and to[1] == self._turn and self._characters.get(to[1]) == "jesse":
            self._act("harm", to[1], owner, "jesse")

    def _left(self, seat: int, cards: Sequence[int]) -> None:
        """After a card left unseen, it is not known any more which of the known ones are there."""
        known = self.held.get(seat)
        if known:
            is_seen = min(cards, default=-1) >= 0
            self.held[seat] = known.difference(cards) if is_seen else frozenset()
