"""Commands as they come over the wire, made from an action and its arguments in a case."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from shared.contracts.bang import HAND, BangCommand
from shared.contracts.ids import PlayerId
from shared.games.bang import Bang
from shared.games.bang.decide import ANSWERS
from shared.games.bang.state import State

from .cards import BadSetup, CardNames

Wire = dict[str, Any]


class _Writer:
    """Writes the arguments of one command for one player."""

    def __init__(self, state: State, names: CardNames, seat: int, args: Mapping[str, Any]) -> None:
        self.state = state
        self.names = names
        self.seat = seat
        self.args = args

    def one(self, key: str) -> Wire:
        return {"cardId": self._card(self.args[key], [])}

    def many(self, key: str) -> list[int]:
        taken: list[int] = []
        for name in self.args[key]:
            taken.append(self._card(name, taken))
        return taken

    def _card(self, name: str | int, taken: Sequence[int]) -> int:
        """A card by its name: one's own first, then one that lies open or looked at, then any that
        may not be named at all, so that it is refused."""
        if isinstance(name, int):
            return name
        laid = [card for aside in self.state.aside for card in aside.cards]
        called = [card for card in self.names.called(name) if card not in taken]
        for place in (self.state.players[self.seat].hand, laid, called):
            for card in place:
                if card in called:
                    return card
        raise BadSetup(f"{name} is named more often than it exists")

    def play(self) -> Wire:
        wire = self.one("card")
        for key in self.args.keys() & {"as", "target"}:
            wire[key] = self.args[key]
        if "pick" in self.args:
            wire["targetCard"] = self._pick(self.args["pick"])
        return wire

    def _pick(self, name: str | int) -> str | int:
        if name == HAND or isinstance(name, int):
            return name
        called = self.names.called(name)
        target = self.state.seat_of(PlayerId(self.args.get("target", "")))
        in_play = self.state.players[target].in_play if target >= 0 else []
        return next((card for card in in_play if card in called), called[0])

    def draw(self) -> Wire:
        return {key: self.args[key] for key in self.args.keys() & {"jesseFrom", "pedroDiscard"}}


_WRITE: dict[str, tuple[frozenset[str], Callable[[_Writer], Wire]]] = {
    "play": (frozenset({"card", "as", "target", "pick"}), _Writer.play),
    "draw": (frozenset({"jesseFrom", "pedroDiscard"}), _Writer.draw),
    "endPlay": (frozenset(), lambda _: {}),
    "discard": (frozenset({"cards"}), lambda w: {"cardIds": w.many("cards")}),
    "respond": (frozenset({"cards"}), lambda w: {"cardIds": w.many("cards")}),
    "sidHeal": (frozenset({"cards"}), lambda w: {"cardIds": w.many("cards")}),
    "kitKeep": (frozenset({"keep"}), lambda w: {"keep": w.many("keep")}),
    "luckyPick": (frozenset({"card"}), lambda w: w.one("card")),
    "storePick": (frozenset({"card"}), lambda w: w.one("card")),
    "pickCharacter": (frozenset({"character"}), lambda w: {"character": w.args["character"]}),
    "useBarrel": (frozenset(), lambda _: {}),
    "takeHit": (frozenset(), lambda _: {}),
    "giveUp": (frozenset(), lambda _: {}),
}
"""Action -> the arguments it may have, and how they are written."""

_OF_THE_TURN = frozenset({"play", "draw", "endPlay", "discard"})
_ADDRESS = frozenset({"wait", "turn"})


def wire_command(
    game: Bang, state: State, names: CardNames, seat: int, action: str, args: Mapping[str, Any]
) -> BangCommand:
    """The command as the contract reads it. Raises `BadSetup` for what is none."""
    if action not in _WRITE:
        raise BadSetup(f"no command is called {action}")
    keys, write = _WRITE[action]
    unknown = args.keys() - keys - _ADDRESS
    if unknown:
        raise BadSetup(f"{action} has no {', '.join(sorted(unknown))}")
    address = {key: args[key] for key in args.keys() & _ADDRESS}
    try:
        wire = {"type": action, **write(_Writer(state, names, seat, args))}
        wire |= address or _address(state, seat, action)
        command: BangCommand = msgspec.convert(wire, type=game.command_type)
    except KeyError as error:
        raise BadSetup(f"{action} needs {error.args[0]}") from error
    except msgspec.ValidationError as error:
        raise BadSetup(f"{action}: {error}") from error
    return command


def _address(state: State, seat: int, action: str) -> Wire:
    """The turn, or the wait that is answered: one's own, or else the one somebody would answer who
    has none."""
    if action in _OF_THE_TURN:
        return {"turn": state.turn.number}
    if action == "sidHeal":
        own = state.waits_of(seat)
        return {"wait": own[0].id} if own else {"turn": state.turn.number}
    kinds = {kind for command, kind in ANSWERS if _tag(command) == action}
    stopped = {wait.parent for wait in state.waits}
    fitting = [wait for wait in state.waits if type(wait) in kinds and wait.id not in stopped]
    own = [wait for wait in fitting if wait.seat == seat] or state.waits_of(seat) or fitting
    return {"wait": own[0].id if own else 0}


def _tag(command: type[msgspec.Struct]) -> str:
    return str(command.__struct_config__.tag)
