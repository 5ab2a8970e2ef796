"""One thinking player at a table that is written down: what it sees, believes and does."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from services.bots.bang.belief import Odds
from services.bots.bang.steady import Steady
from shared.contracts.ids import PlayerId
from tests.services.bots.steady.matches import on_the_wire
from tests.spec.support import Match


def seen(game: Match, who: str) -> Mapping[str, Any]:
    """A player's view as servers send it."""
    found: Mapping[str, Any] = on_the_wire(game.view(who))
    return found


def steady(who: str, heard: Sequence[Sequence[Any]] = (), seed: int = 1) -> Steady:
    mind = Steady(PlayerId(who), Random(seed))
    mind.hear(on_the_wire(heard))
    return mind


def chosen(game: Match, who: str, heard: Sequence[Sequence[Any]] = ()) -> str:
    """What the player does now, in words: `bang B`, `panic B barrel`, `respond missed`."""
    command = steady(who, heard).choose(seen(game, who))
    assert command is not None, who
    said = on_the_wire(command)
    names = game.table.names
    cards = [*said.get("cardIds", said.get("keep", [])), *_named(said, "cardId")]
    words = [names.of(card).partition(":")[0] for card in sorted(cards)]
    if said["type"] != "play":
        words = [said["type"], *words, *filter(None, [said.get("jesseFrom")])]
        return " ".join([*words, *(["discard"] if said.get("pedroDiscard") else [])])
    pick = said.get("targetCard")
    picked = names.of(pick).partition(":")[0] if isinstance(pick, int) else pick
    return " ".join(filter(None, [*words, said.get("target"), picked]))


def _named(said: Mapping[str, Any], key: str) -> list[int]:
    return [said[key]] if key in said else []


def odds(game: Match, who: str, heard: Sequence[Sequence[Any]] = ()) -> dict[str, Odds]:
    """What the player believes of everybody, by seat's name."""
    mind = steady(who, heard)
    mind.choose(seen(game, who))
    assert mind.belief is not None, "nothing was offered"
    return {game.table.name(seat): each for seat, each in enumerate(mind.belief.odds)}
