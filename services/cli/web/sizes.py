"""How large the client is, by gzip as the gateway packs it.

*Entry* is all that a browser fetches from an empty cache to a seat at the western table: the
scripts and styles that the page names, what these import, and the words that the page begins with,
of one language. *Whole* is every script and style that was built. Words are no part of what is
built: they are the catalogue's, told beside it. Both are told for the set that has the most.
"""

import gzip
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from services.gateway.catalogue import Documents
from services.gateway.words import PAGES
from shared.text.catalogue import LANGUAGES, Language

ENTRY_MOST, WHOLE_MOST = 60_000, 80_000
"""Bytes."""

_NAMED = re.compile(r"/assets/([^\"]+)")
_IMPORTED = re.compile(r"(?:from|import)\s*[\"']\./([^\"']+)")


class Sizes(Struct, frozen=True):
    """Bytes by gzip."""

    files: Mapping[str, int]
    """Every script and style."""
    entry: frozenset[str]
    """Those of `files` that belong to the entry."""
    words: Mapping[str, int]
    """Each part, in the largest set."""

    @property
    def entry_size(self) -> int:
        return sum(self.files[name] for name in self.entry) + self.words[PAGES[0]]

    @property
    def whole_size(self) -> int:
        return sum(self.files.values())

    def lines(self) -> Iterator[str]:
        for name, size in sorted(self.files.items(), key=lambda each: -each[1]):
            yield f"{size:>7,} {name}{'  (entry)' if name in self.entry else ''}"
        for page, size in self.words.items():
            yield f"{size:>7,} words: {page}{'  (entry)' if page == PAGES[0] else ''}"
        yield f"{self.entry_size:>7,} entry, at most {ENTRY_MOST:,}"
        yield f"{self.whole_size:>7,} whole, at most {WHOLE_MOST:,}"
        yield f"{sum(self.words.values()):>7,} words of one language"

    @property
    def fits(self) -> bool:
        return self.entry_size <= ENTRY_MOST and self.whole_size <= WHOLE_MOST


def measure(bundle: Path) -> Sizes:
    """`bundle`: the folder that was built, with the page in it."""
    assets = sorted(path for path in bundle.rglob("*") if path.suffix in (".js", ".css"))
    bodies = {path.name: path.read_bytes() for path in assets}
    files = {name: len(gzip.compress(body, mtime=0)) for name, body in bodies.items()}
    return Sizes(files, _entry(bundle / "index.html", bodies), _words())


def _entry(page: Path, bodies: Mapping[str, bytes]) -> frozenset[str]:
    named = set(_NAMED.findall(page.read_text("utf-8")))
    wanted = named & bodies.keys()
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        found.add(name)
        if name.endswith(".js"):
            wanted |= set(_IMPORTED.findall(bodies[name].decode())) & bodies.keys() - found
    return frozenset(found)


def _words() -> Mapping[str, int]:
    documents = Documents({}, "")
    sets: list[Mapping[str, int]] = [
        {page: len(_packed(documents, language, kids, page)) for page in PAGES}
        for language in LANGUAGES
        for kids in (False, True)
    ]
    return max(sets, key=lambda each: sum(each.values()))


def _packed(documents: Documents, language: Language, kids: bool, page: str) -> bytes:
    found = documents.words(language, kids=kids, page=page)
    assert found is not None, page
    return found.packed
