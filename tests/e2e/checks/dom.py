"""Whether what stands in a page tells somebody what was hidden from him: its texts and attributes
at every entry that was shown, held against the truth."""

import re
from collections.abc import Callable, Iterator
from functools import cache

import msgspec
from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from services.cli.parts import GAMES
from services.gateway.catalogue import Documents
from shared.contracts.http import CardInfo
from shared.text.catalogue import Catalogue
from tests.e2e.checks.leaks import ROLES
from tests.e2e.truth import Cards, Truth

from .asking import script

RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}
_OF_CLASSES = re.compile(r"\b(?:table-of|tile-hurt|tint)-\d+|\bplace-[ltr]\d\b")
_ADDRESS = re.compile(r"/m/[A-Z]{6}-\d+(?:#seq=\d+)?")
_MADE_UP = frozenset({"data-seq", "data-seat", "data-size", "tabindex", "id", "for", "style"})
_NAMING = frozenset({"aria-labelledby", "aria-describedby", "aria-controls", "name"})
"""Attributes whose numbers are no cards: places, sizes, and names for parts to find each other."""
_FIELDS = frozenset({"value", "min", "max", "maxlength", "content"})
_SHELLS = re.compile(r"\b(?:live|blank)\b")


class Text(Struct, frozen=True):
    """`seq`: the entry that was shown when it first stood there."""

    seq: int
    text: str


class OfSeat(Struct, frozen=True):
    seq: int
    seat: int
    text: str


class Mark(Struct, frozen=True):
    """An attribute; or what a card of the hand, of a seat (`face`) or one that lies open (`drawn`)
    shows."""

    seq: int
    name: str
    value: str


class Chamber(Struct, frozen=True):
    """The shells that are in the gun, as they are drawn, the next one first."""

    seq: int
    shells: list[str]


class Dom(Struct, frozen=True):
    """`looks`: how often the whole page was looked through."""

    said: list[Text]
    inSeats: list[OfSeat]  # noqa: N815 - as the page names it
    marks: list[Mark]
    chambers: list[Chamber]
    looks: int


async def watch(context: BrowserContext) -> None:
    """For all pages that `context` opens from now on."""
    await context.add_init_script(script("dom"))


async def stood(page: Page) -> Dom:
    return convert(await page.evaluate("window.saloonDom()"), Dom)


def faults(truth: Truth, viewer: str, dom: Dom, texts: Catalogue) -> list[str]:
    """What stood there that `viewer` (empty: a watcher) could not know, in the words of `texts`."""
    return [*dict.fromkeys(_Judge(truth, viewer, texts).of(dom))]


@cache
def _cards() -> tuple[CardInfo, ...]:
    games = msgspec.json.decode(Documents(GAMES.newest(), "showdown").games.body)["games"]
    return convert(next(game["cards"] for game in games if game["cards"]), tuple[CardInfo, ...])


def card(number: int) -> CardInfo:
    return next(each for each in _cards() if each.id == number)


def rank_of(face: CardInfo) -> str:
    return RANKS.get(face.rank, str(face.rank))


def faces_of(texts: Catalogue) -> dict[str, Cards]:
    """What cards are called in full, and which are called so."""

    def called(face: CardInfo) -> str:
        name, suit = texts.text(f"card-{face.kind}"), texts.text(f"suit-{face.suit}")
        return texts.text("card-face", name=name, suit=suit, rank=rank_of(face))

    return _by(called)


def _drawn_faces(texts: Catalogue) -> dict[str, Cards]:
    return _by(lambda face: f"{rank_of(face)} {face.suit} {texts.text(f'card-{face.kind}')}")


def _by(called: Callable[[CardInfo], str]) -> dict[str, Cards]:
    found: dict[str, Cards] = {}
    for each in _cards():
        found[called(each)] = found.get(called(each), frozenset()) | {each.id}
    return found


class _Judge:
    def __init__(self, truth: Truth, viewer: str, texts: Catalogue) -> None:
        self._truth = truth
        self._viewer = viewer
        self._own = truth.seat_of(viewer)
        self._faces = faces_of(texts)
        self._drawn = _drawn_faces(texts)
        self._roles = {texts.text(f"role-{role}"): role for role in ROLES}
        self._has_cards = any(moment.shown for moment in truth.moments.values())
        known: Cards = frozenset()
        self._known: dict[int, Cards] = {}
        """By entry: the cards that have ever lain open to the viewer until then."""
        for seq in sorted(truth.moments):
            known |= self._shown(seq)
            self._known[seq] = known

    def of(self, dom: Dom) -> Iterator[str]:
        for text in dom.said:
            if self._is_judged(text.seq):
                yield from self._text(text)
        for each in dom.inSeats:
            if self._is_judged(each.seq):
                yield from self._seat(each)
        for mark in dom.marks:
            if self._is_judged(mark.seq):
                yield from self._mark(mark)
        for chamber in dom.chambers:
            if self._is_judged(chamber.seq):
                yield from self._chamber(chamber)

    def _is_judged(self, seq: int) -> bool:
        """What the last entries disclose may be announced with the one before."""
        moments = [self._truth.moments.get(seq), self._truth.moments.get(seq + 1)]
        return all(moment is not None and not moment.is_over for moment in moments)

    def _shown(self, seq: int) -> Cards:
        moment = self._truth.moments[seq]
        return moment.shown.get(self._viewer, moment.shown.get("", frozenset()))

    def _now(self, seq: int) -> Cards:
        """A check is turned over before its entry is shown."""
        return self._shown(seq) | self._shown(seq + 1)

    def _text(self, text: Text) -> Iterator[str]:
        for secret in self._truth.secrets:
            if secret in text.text:
                yield f"entry {text.seq}: the match's secret in a text"
        if self._has_cards:
            for face, cards in self._faces.items():
                if face in text.text and not cards & self._known[text.seq + 1]:
                    yield f'entry {text.seq}: {face} in "{text.text}"'

    def _seat(self, each: OfSeat) -> Iterator[str]:
        allowed = self._roles_at(each.seq + 1, each.seat)
        for name, role in self._roles.items():
            if name in each.text and role not in allowed:
                yield f'entry {each.seq}: role {role} of seat {each.seat} in "{each.text}"'

    def _roles_at(self, seq: int, seat: int) -> set[str]:
        known = {self._truth.moments[seq].roles.get(seat, "")}
        return known | ({self._truth.roles[seat]} if seat == self._own else set())

    def _mark(self, mark: Mark) -> Iterator[str]:
        where = f"entry {mark.seq}: "
        if mark.name in ("face", "drawn"):
            faces = self._faces if mark.name == "face" else self._drawn
            for face, cards in faces.items() if self._has_cards else ():
                is_there = face in mark.value if mark.name == "face" else face == mark.value
                if is_there and not cards & self._now(mark.seq):
                    yield f'{where}card {face} is {mark.name} in "{mark.value}"'
            return
        if mark.name in _MADE_UP | _NAMING | _FIELDS:
            return
        value = _ADDRESS.sub("", _OF_CLASSES.sub("", mark.value))
        for number in re.findall(r"\d+", value) if self._has_cards else ():
            if int(number) not in self._now(mark.seq):
                yield f'{where}card {number} in {mark.name}="{mark.value}"'
        roles = {
            role
            for seat in range(len(self._truth.seats))
            for role in self._roles_at(mark.seq + 1, seat)
        }
        for role in ROLES - roles:
            if role in value:
                yield f'{where}role {role} in {mark.name}="{mark.value}"'
        if mark.name not in ("class", "aria-live") and _SHELLS.search(value):
            yield f'{where}a shell in {mark.name}="{mark.value}"'

    def _chamber(self, chamber: Chamber) -> Iterator[str]:
        """Only the next shell, and only for who has looked at it."""
        has_looked = any(
            self._own >= 0 and self._truth.moments[seq].knows[self._own]
            for seq in (chamber.seq, chamber.seq + 1)
        )
        seen = [place for place, shell in enumerate(chamber.shells) if shell != "hidden"]
        if seen and (seen != [0] or not has_looked):
            yield f"entry {chamber.seq}: shells {seen} of the gun"
