"""What a person does to get through a turn without a fuss."""

from typing import Any

import msgspec

from shared.contracts.bang_offers import Offer, complete
from tests.integration.people import Party, Person

ORDER = ("pickCharacter", "kitKeep", "luckyPick", "storePick", "draw", "endPlay", "discard")
ANSWERS = ("respond", "takeHit", "giveUp")
STEPS_LIMIT = 30


def easiest(offers: list[dict[str, Any]]) -> dict[str, Any]:
    """The command that gets on with the turn."""
    by_type = {offer["type"]: offer for offer in reversed(offers)}
    kind = next(kind for kind in (*ORDER, *ANSWERS) if kind in by_type)
    offer = msgspec.convert(by_type[kind], Offer)
    command: dict[str, Any] = msgspec.to_builtins(complete(offer, lambda _: 0))
    return command


async def ends_turn(party: Party, person: Person) -> int:
    """Draws, plays nothing, discards what is too much; the number of the last entry."""
    number, seq = person.view["turn"]["number"], person.seq
    for _ in range(STEPS_LIMIT):
        await person.until_seq(seq)
        if person.view["turn"]["number"] != number or not person.offers:
            await party.settled()
            return seq
        command = easiest(person.offers)
        seq = await person.does(command.pop("type"), **command)
    raise AssertionError("a turn that does not end")


def on_turn(party: Party) -> Person:
    seat: int = party.witness.view["turn"]["seat"]
    return party.seated()[seat]
