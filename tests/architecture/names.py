"""Names of cards and characters, and where they must not stand."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

CARD_IDS = (
    *("bang", "missed", "beer", "panic", "catBalou", "duel", "generalStore", "indians"),
    *("stagecoach", "gatling", "saloon", "wellsFargo", "barrel", "mustang", "scope", "jail"),
    *("dynamite", "volcanic", "schofield", "remington", "carabine", "winchester"),
)
CHARACTER_IDS = (
    *("bart", "blackJack", "calamity", "elGringo", "jesse", "jourdonnais", "kit", "lucky"),
    *("paul", "pedro", "rose", "sid", "slab", "suzy", "vulture", "willy"),
)
DISPLAY_NAMES = (
    *("BANG!", "Missed!", "Panic!", "Indians!", "Cat Balou", "General Store", "Stagecoach"),
    *("Gatling", "Wells Fargo", "Mustang", "Dynamite", "Volcanic", "Schofield", "Remington"),
    *("Carabine", "Winchester", "Bart Cassidy", "Black Jack", "Calamity Janet", "El Gringo"),
    *("Jesse Jones", "Jourdonnais", "Kit Carlson", "Lucky Duke", "Paul Regret", "Pedro Ramirez"),
    *("Rose Doolan", "Sid Ketchum", "Slab the Killer", "Suzy Lafayette", "Vulture Sam"),
    "Willy the Kid",
)
"""Beer, Duel, Barrel, Scope, Jail, Saloon are left out: they are words of plain English too."""


def words(name: str) -> str:
    """One spelling for `catBalou`, `cat_balou`, `CatBalou` and `CAT_BALOU`."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return parted.strip("_").lower()


_IDS = {words(name): name for name in (*CARD_IDS, *CHARACTER_IDS)}

# The project's own name is a card's too, so alone among the ids it may be part of a longer name.
_PARTS = tuple(f"_{name}_" for name in _IDS if name != "saloon")


class Named(NamedTuple):
    text: str
    line: int


def identifiers(tree: ast.AST) -> Iterator[Named]:
    """Every name that the source gives or uses, modules in import lines left out."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield Named(name, line)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield Named(name, line)
            case ast.ClassDef(name=name):
                yield Named(name, line)
            case ast.keyword(arg=str(name)):
                yield Named(name, node.value.lineno)
            case _:
                pass


def literals(tree: ast.AST) -> Iterator[Named]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield Named(node.value, node.lineno)


def exact(source: str) -> Iterator[Named]:
    """Identifiers and whole string literals that are the id of a card or a character."""
    tree = ast.parse(source)
    for found in (*identifiers(tree), *literals(tree)):
        known = _IDS.get(words(found.text))
        if known is not None:
            yield Named(known, found.line)


def contained(source: str) -> Iterator[Named]:
    """As `exact`, and ids within longer identifiers, and printed names anywhere in the text."""
    yield from exact(source)
    for found in identifiers(ast.parse(source)):
        spelled = f"_{words(found.text)}_"
        if found.text and words(found.text) not in _IDS:
            for part in _PARTS:
                if part in spelled:
                    yield Named(found.text, found.line)
    for number, line in enumerate(source.splitlines(), 1):
        for name in DISPLAY_NAMES:
            if name in line:
                yield Named(name, number)
