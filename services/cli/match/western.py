"""A moment of the western game in lines, and what somebody can know at it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from services.cli.match.standing import Standing
from services.cli.transcript import faces, rule
from shared.contracts.bang_offers import Offer, Target
from shared.games.bang.knowledge import CardFact, Knowledge, RoleFact
from shared.games.bang.state import Player, State
from shared.text.catalogue import Catalogue
from shared.text.wording import Wording

_INDENT = "  "


class _Told(NamedTuple):
    found: Standing
    state: State
    words: Wording


def _told(found: Standing, names: Mapping[str, str], texts: Catalogue) -> _Told:
    play: State = found.state.play
    seating = [player.id for player in play.players]
    return _Told(found, play, Wording(texts, names, faces(), seating))


def table(
    found: Standing, names: Mapping[str, str], texts: Catalogue, *, has_offers: bool = True
) -> Iterator[str]:
    """Seats, piles, who is waited for, the viewer's own and, unless without, what he may do."""
    told = _told(found, names, texts)
    state, words = told.state, told.words
    yield rule(words.text("look-table"))
    for seat, player in enumerate(state.players):
        yield from (_INDENT + line for line in _seat(words, seat, player))
    yield _INDENT + words.text("look-piles", deck=len(state.deck), discard=len(state.discard))
    if state.discard:
        yield _INDENT + words.text("look-top", card=words.face(state.discard[-1]))
    for aside in state.aside:
        yield _INDENT + words.text("look-aside", cards=words.faces(aside.cards))
    yield from _awaited(told)
    mine = range(len(state.players)) if found.viewer.is_auditor else (found.seat,)
    for own in mine:
        if own is not None:
            yield from _hand(told, own)
            if has_offers:
                yield from _offers(told, own)


def _seat(words: Wording, seat: int, player: Player) -> Iterator[str]:
    name = words.seat(seat)
    if player.role:
        role = words.text(f"role-{player.role}")
        name = words.text("role-of", name=name, role=role)
    if not player.alive:
        yield words.text("look-out", name=name)
        return
    if not player.character:
        yield words.text("look-seat-new", name=name)
        return
    yield words.text(
        "look-seat",
        name=name,
        character=words.text(f"character-{player.character}"),
        life=player.life,
        maximum=player.max_life,
        held=words.text("cards-hidden", count=len(player.hand)),
    )
    if player.in_play:
        yield _INDENT + words.text("look-in-play", cards=words.faces(player.in_play))


def _awaited(told: _Told) -> Iterator[str]:
    state, words = told.state, told.words
    yield rule(words.text("look-awaited"))
    if state.over:
        yield _INDENT + words.text("look-awaited-nobody")
        return
    if state.turn.seat >= 0:
        phase = words.text(f"phase-{state.turn.phase}")
        yield _INDENT + words.text("look-turn", name=words.seat(state.turn.seat), phase=phase)
    for wait in state.waits:
        kind = str(wait.__struct_config__.tag)
        other = getattr(wait, "other", wait.opener)
        yield _INDENT + words.text(
            f"look-wait-{kind}",
            name=words.seat(wait.seat),
            other=words.seat(other),
            needed=getattr(wait, "needed", 1),
        )


def _hand(told: _Told, seat: int) -> Iterator[str]:
    state, words = told.state, told.words
    player = state.players[seat]
    yield rule(words.text("look-hand", name=words.seat(seat)))
    if player.offer:
        listed = words.listed(words.text(f"character-{name}") for name in player.offer)
        yield _INDENT + words.text("look-offer", characters=listed)
    yield from (_INDENT + words.face(card) for card in player.hand)
    if not player.hand:
        yield _INDENT + words.text("list-none")


def _offers(told: _Told, seat: int) -> Iterator[str]:
    words = told.words
    yield rule(words.text("look-offers", name=words.seat(seat)))
    offers = told.found.game.legal(told.state, seat)
    yield from (_INDENT + line for offer in offers for line in offered(words, offer))
    if not offers:
        yield _INDENT + words.text("look-offers-none")


def offered(words: Wording, offer: Offer) -> Iterator[str]:
    if offer.type in _OFFERS:
        yield from _OFFERS[offer.type](words, offer)
        return
    yield words.text(
        f"look-may-{offer.type}",
        count=offer.count,
        cards=words.faces(offer.cards),
        characters=words.listed(words.text(f"character-{name}") for name in offer.characters),
    )


def _draw(words: Wording, offer: Offer) -> Iterator[str]:
    yield words.text("look-may-draw")
    if offer.targets:
        yield words.text("look-may-draw-from", names=_targets(words, offer))
    if offer.from_discard:
        yield words.text("look-may-draw-discard")


def _play(words: Wording, offer: Offer) -> Iterator[str]:
    card = words.face(offer.card)
    kind = words.text(f"card-{offer.use_as}") if offer.use_as else ""
    if not offer.targets:
        key = "look-may-play-as" if kind else "look-may-play"
        yield words.text(key, card=card, kind=kind)
        return
    key = "look-may-play-as-at" if kind else "look-may-play-at"
    yield words.text(key, card=card, kind=kind, names=_targets(words, offer))


_OFFERS: dict[str, Callable[[Wording, Offer], Iterator[str]]] = {"draw": _draw, "play": _play}


def _targets(words: Wording, offer: Offer) -> str:
    return words.listed(_target(words, target) for target in offer.targets)


def _target(words: Wording, target: Target) -> str:
    name = words.player(target.player)
    if not target.cards:
        return name
    hand = [words.text("look-target-hand")] if target.hand else []
    cards = words.listed([*hand, *map(words.face, target.cards)])
    return words.text("look-target", name=name, cards=cards)


def known(
    found: Standing, knowledge: Knowledge, names: Mapping[str, str], texts: Catalogue
) -> Iterator[str]:
    """Roles, cards in other hands, the deck: what is certain, since when, and why."""
    words = _told(found, names, texts).words
    yield rule(texts.text("look-know-roles"))
    yield from (_INDENT + _role(words, fact) for fact in knowledge.roles)
    if knowledge.seat is not None:
        yield rule(words.text("look-hand", name=words.seat(knowledge.seat)))
        yield _INDENT + (words.faces(knowledge.hand) or words.text("list-none"))
    yield rule(texts.text("look-know-hands"))
    held = [fact for fact in knowledge.cards if fact.pile == "hand" and fact.how != "own"]
    yield from (_INDENT + _held(words, fact) for fact in sorted(held, key=_by_owner))
    if not held:
        yield _INDENT + words.text("list-none")
    yield rule(texts.text("look-know-deck"))
    yield from (_INDENT + line for line in _deck(words, knowledge))
    unplaced = words.faces([card.card for card in knowledge.open_cards])
    yield rule(texts.text("look-know-open", count=len(knowledge.open_cards)))
    yield _INDENT + (unplaced or words.text("list-none"))


def _by_owner(fact: CardFact) -> tuple[int, int, int]:
    return fact.owner, fact.since, fact.card


def _role(words: Wording, fact: RoleFact) -> str:
    roles = words.listed(words.text(f"role-{role}") for role in fact.possible)
    name = words.seat(fact.seat)
    if not fact.how:
        return words.text("look-know-role-open", name=name, roles=roles)
    return words.text(f"look-know-role-{fact.how}", name=name, role=roles, seq=fact.since)


def _held(words: Wording, fact: CardFact) -> str:
    return words.text(
        f"look-know-card-{fact.how}",
        name=words.seat(fact.owner),
        card=words.face(fact.card),
        seq=fact.since,
    )


def _deck(words: Wording, knowledge: Knowledge) -> Iterator[str]:
    deck = knowledge.deck
    yield words.text("look-know-deck-count", count=deck.count, known=len(deck.known))
    if deck.known:
        yield words.text("look-know-deck-cards", cards=words.faces(deck.known))
    for number, card in enumerate(deck.top, 1):
        if card >= 0:
            yield words.text("look-know-deck-top", number=number, card=words.face(card))
