"""A person who plays a seat at the terminal: sees what the seat sees, picks from its offers."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

import click

from services.cli.match import gun, western
from services.cli.match.branching import Branch
from services.cli.match.reading import Viewer, read
from services.cli.match.standing import standing
from services.cli.transcript import faces, rule
from shared.contracts.bang_offers import Offer
from shared.contracts.buckshot import Offer as OfferForTwo
from shared.contracts.commands import Command
from shared.contracts.refusals import Refusal
from shared.room.aggregate import Accepted
from shared.text.catalogue import Catalogue
from shared.text.wording import Wording

Choices = Generator[Sequence[str], int, None]
"""The open choices of an offer one by one, as labels; it is sent the number that was picked."""


class Person:
    """Asks with numbers to answer by."""

    def __init__(
        self, branch: Branch, seat: int, names: Mapping[str, str], texts: Catalogue
    ) -> None:
        self._branch = branch
        self._seat = seat
        self._names = names
        self._texts = texts

    def choose(self) -> Command:
        """Raises `click.Abort` when the person has had enough."""
        branch, seat = self._branch, self._seat
        entries = list(read([entry.stored for entry in branch.log]))
        found = standing(entries, Viewer(branch.seating[seat]))
        words = Wording(self._texts, self._names, faces(), branch.seating)
        lines, told, choices = _GAMES[branch.game.id]
        for line in lines(found, self._names, self._texts, has_offers=False):
            print(line)
        print(rule(words.text("look-offers", name=words.seat(seat))))
        offers = branch.game.legal(found.state.play, seat)
        offer = offers[self._ask([told(words, seat, offer) for offer in offers])]
        command: Command = branch.game.complete(offer, self._picker(choices(words, seat, offer)))
        return command

    def hear(self, entry: Accepted) -> None:
        """Reads it on the terminal, like everybody."""

    def refused(self, why: Refusal) -> None:
        print(self._texts.refusal(why))

    def _picker(self, choices: Choices) -> Callable[[int], int]:
        answers: list[int] = []

        def pick(count: int) -> int:
            labels = choices.send(answers[-1]) if answers else next(choices)
            assert len(labels) == count, (labels, count)
            # What there is one of needs no answer.
            answers.append(0 if count == 1 else self._ask(labels))
            return answers[-1]

        return pick

    def _ask(self, labels: Sequence[str]) -> int:
        for number, label in enumerate(labels, 1):
            print(f"  {number}) {label}")
        wanted = click.IntRange(1, len(labels))
        answer: int = click.prompt(self._texts.text("look-ask"), type=wanted)
        return answer - 1


def _western_offer(words: Wording, _: int, offer: Offer) -> str:
    return "; ".join(western.offered(words, offer))


def _western_choices(words: Wording, _: int, offer: Offer) -> Choices:
    if offer.type == "draw":
        names = [words.player(target.player) for target in offer.targets]
        pile = [words.text("look-may-draw-discard")] if offer.from_discard else []
        yield [words.text("look-may-draw"), *names, *pile]
    elif offer.type == "play":
        picked = yield [words.player(target.player) for target in offer.targets]
        target = offer.targets[picked]
        hand = [words.text("look-target-hand")] if target.hand else []
        yield [*map(words.face, target.cards), *hand]
    elif offer.characters:
        yield [words.text(f"character-{name}") for name in offer.characters]
    else:
        left = [words.face(card) for card in offer.cards]
        while True:
            left.pop((yield left.copy()))


def _offer_for_two(words: Wording, seat: int, offer: OfferForTwo) -> str:
    return "; ".join(gun.offered(words, seat, offer))


def _choices_for_two(words: Wording, seat: int, offer: OfferForTwo) -> Choices:
    if offer.items:
        yield [words.text(f"item-{item}") for item in offer.items]
    else:
        yield list(gun.offered(words, seat, offer))


_Lines = Callable[..., Iterator[str]]
_GAMES: Mapping[str, tuple[_Lines, Callable[..., str], Callable[..., Any]]] = {
    "bang": (western.table, _western_offer, _western_choices),
    "buckshot": (gun.table, _offer_for_two, _choices_for_two),
}
"""By game: the table in lines, an offer in words, and what is open in it."""
