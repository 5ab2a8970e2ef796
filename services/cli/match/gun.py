"""A moment of the game for two in lines, and what somebody can know at it."""

from collections.abc import Iterator, Mapping
from typing import Any

from services.cli.match.standing import Standing
from services.cli.transcript import rule
from shared.contracts.buckshot import SELF, Offer
from shared.games.buckshot.knowledge import Knowledge, ShellFact
from shared.games.buckshot.state import Player, State, other
from shared.text.catalogue import Catalogue
from shared.text.wording import Wording

_INDENT = "  "


def _words(found: Standing, names: Mapping[str, str], texts: Catalogue) -> Wording:
    return Wording(texts, names, (), [player.id for player in found.state.play.players])


def table(
    found: Standing, names: Mapping[str, str], texts: Catalogue, *, has_offers: bool = True
) -> Iterator[str]:
    """Both sides, what is loaded, whose turn it is and, unless without, what may be done."""
    words = _words(found, names, texts)
    state: State = found.state.play
    yield rule(words.text("look-table"))
    for seat, player in enumerate(state.players):
        yield _INDENT + _side(words, seat, player)
    gun = state.gun
    yield _INDENT + words.text(
        "look-loaded", count=len(gun.chamber), live=gun.live, blank=gun.blank
    )
    if gun.spent:
        yield _INDENT + words.text("look-spent", shells=_shells(words, gun.spent))
    if any(gun.chamber):
        yield _INDENT + words.text("look-next", shells=_shells(words, gun.chamber))
    if gun.sawn:
        yield _INDENT + words.text("look-sawn")
    yield rule(words.text("look-awaited"))
    if state.over:
        yield _INDENT + words.text("look-awaited-nobody")
        return
    yield _INDENT + words.text("look-turn-of", name=words.seat(state.turn.seat))
    mine = range(len(state.players)) if found.viewer.is_auditor else (found.seat,)
    for own in mine:
        if own is not None and has_offers:
            yield from _own(found, words, own)


def _side(words: Wording, seat: int, player: Player) -> str:
    cuffed = words.text("look-cuffed") if player.cuffed else ""
    return words.text(
        "look-side",
        name=words.seat(seat),
        health=player.health,
        items=_items(words, player.items),
    ) + (f" {cuffed}" if cuffed else "")


def _items(words: Wording, items: Any) -> str:
    return words.listed(words.text(f"item-{item}") for item in items) or words.text("list-none")


def _shells(words: Wording, shells: Any) -> str:
    return words.listed(
        words.text(f"shell-{shell}") if shell else words.text("look-shell-unknown")
        for shell in shells
    )


def _own(found: Standing, words: Wording, seat: int) -> Iterator[str]:
    offers = found.game.legal(found.state.play, seat)
    yield rule(words.text("look-offers", name=words.seat(seat)))
    yield from (_INDENT + line for offer in offers for line in offered(words, seat, offer))
    if not offers:
        yield _INDENT + words.text("look-offers-none")


def offered(words: Wording, seat: int, offer: Offer) -> Iterator[str]:
    if offer.items:
        yield words.text("look-may-use", items=_items(words, offer.items))
    for target in offer.targets:
        if target == SELF:
            yield words.text("look-may-aim-self")
        else:
            yield words.text("look-may-aim", name=words.seat(other(seat)))


def known(
    found: Standing, knowledge: Knowledge, names: Mapping[str, str], texts: Catalogue
) -> Iterator[str]:
    """The shells that were counted, and those that are certain."""
    words = _words(found, names, texts)
    left = knowledge.live_left + knowledge.blank_left
    yield rule(words.text("look-know-shells"))
    yield _INDENT + words.text(
        "look-know-left", count=left, live=knowledge.live_left, blank=knowledge.blank_left
    )
    if knowledge.spent:
        yield _INDENT + words.text("look-spent", shells=_shells(words, knowledge.spent))
    for number, fact in enumerate(knowledge.shells, 1):
        yield _INDENT + _shell(words, number, fact)
    for seat in knowledge.looked:
        yield _INDENT + words.text("look-know-looked", name=words.seat(seat))


def _shell(words: Wording, number: int, fact: ShellFact) -> str:
    if not fact.how:
        return words.text("look-know-shell-open", number=number)
    shell = words.text(f"shell-{fact.shell}")
    return words.text(f"look-know-shell-{fact.how}", number=number, shell=shell, seq=fact.since)
