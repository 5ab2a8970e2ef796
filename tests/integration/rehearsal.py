"""A match played beforehand without any service, to find a deal in which something can happen.

The same test seed deals the same cards in the house, so that what was rehearsed can be done there.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from services.cli.parts import GAMES
from shared.contracts.bang_offers import Offer, complete
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.games.bang import Bang
from shared.room.aggregate import Accepted, Envelope, Room, Supplied
from tests.integration.people import GAME, Party

SEEDS_TRIED = 5_000
_NOW_MS = 1_800_000_000_000


class Line(NamedTuple):
    """One command of a script. Players are called by the order in which they joined."""

    player: int
    command: dict[str, Any]


class Rehearsal:
    def __init__(self, number: int, seats: int, options: dict[str, Any]) -> None:
        self.seed = f"{number:064x}"
        self.script: list[Line] = []
        """What was done since the deal."""
        self._room = Room(RoomId("QWERTY"), GAMES)
        self._sent = 0
        self._say(0, {"type": "create", "game": GAME, "options": options})
        for player in range(1, seats):
            self._say(player, {"type": "join"})
        for player in range(seats):
            self._say(player, {"type": "ready", "ready": True})
        self._say(0, {"type": "start"})

    def offers(self, player: int) -> list[Offer]:
        game = self._room.game
        assert isinstance(game, Bang)
        play = self._room.state.play
        return list(game.legal(play, game.seating(play).index(_name(player))))

    def kind(self, card: int) -> str:
        game = self._room.game
        assert isinstance(game, Bang)
        return game.catalogue(self._room.state.options).cards[card].kind

    def plays(self, kind: str) -> list[Offer]:
        """What the player of the turn may do with cards of that kind, played as what they are."""
        return [
            offer
            for offer in self.offers(self.on_turn)
            if offer.type == "play" and not offer.use_as and self.kind(offer.card) == kind
        ]

    def draws(self) -> bool:
        """The player of the turn draws his cards; whether he may play then."""
        offers = self.offers(self.on_turn)
        if [offer.type for offer in offers] != ["draw"]:
            return False
        self.does(self.on_turn, offers[0])
        return any(offer.type == "endPlay" for offer in self.offers(self.on_turn))

    def can_dodge(self, player: int) -> bool:
        return any(offer.type == "respond" for offer in self.offers(player))

    @property
    def on_turn(self) -> int:
        play = self._room.state.play
        return _number(play.players[play.turn.seat].id)

    @property
    def waited_for(self) -> list[int]:
        """Owners of open waits, in the order in which these were opened."""
        play = self._room.state.play
        return [_number(play.players[wait.seat].id) for wait in play.waits]

    def does(self, player: int, offer: Offer, target: int | None = None) -> None:
        """Takes the offer with the first of what may be chosen, or with that target."""
        command = msgspec.to_builtins(complete(offer, lambda _: 0))
        if target is not None:
            command["target"] = _name(target)
        self._say(player, command)
        self.script.append(Line(player, command))

    def _say(self, player: int, command: dict[str, Any]) -> None:
        self._sent += 1
        envelope = Envelope(
            _name(player),
            CommandId(f"c{self._sent}"),
            msgspec.json.encode(command),
            Supplied("0" * 64, test_seed=self.seed),
        )
        result = self._room.decide(envelope, _NOW_MS)
        assert isinstance(result, Accepted), (command, result)


def _name(player: int) -> PlayerId:
    return PlayerId(f"player-{player}")


def _number(player: PlayerId) -> int:
    return int(player.removeprefix("player-"))


def find(
    holds: Callable[[Rehearsal], bool], seats: int = 4, options: dict[str, Any] | None = None
) -> Rehearsal:
    """The first deal for which it holds."""
    for number in range(1, SEEDS_TRIED):
        rehearsal = Rehearsal(number, seats, options or {})
        if holds(rehearsal):
            return rehearsal
    raise AssertionError("no such deal")


async def perform(party: Party, script: list[Line]) -> int:
    """Does in the house what was rehearsed; the last entry's number, which all have seen."""
    seq = 0
    for line in script:
        command = called(party, line.command)
        seq = await party.people[line.player].does(command.pop("type"), **command)
    for person in party.people:
        await person.until_seq(seq)
    return seq


def called(party: Party, command: dict[str, Any]) -> dict[str, Any]:
    """The command with the players' real names."""
    real = dict(command)
    for key in ("target", "jesseFrom"):
        if real.get(key):
            real[key] = party.people[_number(real[key])].id
    return real
