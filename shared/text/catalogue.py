"""The text catalogue: a key and its parameters become one line in one language.

Texts lie in `ko/` and `en/`, one file for each subject; `kids.ftl` lies over the others when the
children's words are wanted. A key that does not exist, or a parameter that is missing, is our own
mistake and raises: no reader ever sees a raw key.

Functions that the files call, for every client to provide:

- `JOSA(word, "은/는")`: the word with the fitting Korean particle (`josa`);
- `SECONDS(ms)`: whole seconds, rounded up, at least 1;
- `KIBIBYTES(bytes)`: whole KiB, rounded down;
- `NAMED(words, "item")`: the texts `item-<word>` of words parted by spaces, as a list; a word that
  has none stands for itself, and no word at all reads as `list-none`. A further argument is put
  between: `NAMED(words, "option", "dealer")` lists the texts `option-dealer-<word>`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt
from fluent.syntax import ast, visitor

from ..contracts.refusals import Refusal, choice_name
from .josa import josa

Language = Literal["ko", "en"]
LANGUAGES: tuple[Language, ...] = ("ko", "en")

KIDS_FILE = "kids.ftl"
_FOLDER = Path(__file__).parent


class TextError(LookupError):
    """No line can be made: the key is unknown, or a parameter is missing or of a wrong type."""


class Catalogue:
    """All texts of one language, with standard or children's words. Files are read once."""

    __slots__ = ("_bundle", "_params", "kids", "language")

    def __init__(self, language: Language, kids: bool = False) -> None:
        self.language = language
        self.kids = kids
        self._bundle, self._params = _load(language, kids)

    def text(self, key: str, /, **params: str | int) -> str:
        """The line `key` with `params` filled in; parameters it does not use are passed over.

        Raises `TextError`, which names the key and never a parameter's value.
        """
        missing = self.params(key) - params.keys()
        if missing:
            raise TextError(f"{key}: no parameter {', '.join(sorted(missing))}")
        pattern = self._bundle.get_message(key).value
        assert pattern is not None, key
        line, errors = self._bundle.format_pattern(pattern, params)
        if errors:
            raise TextError(f"{key}: {type(errors[0]).__name__}")
        return str(line)

    def refusal(self, refusal: Refusal) -> str:
        """The sentence for a refusal, its numbers filled in."""
        return self.text(f"refusal-{refusal.code}", **refusal.params)

    def choice(self, option: str, value: str | int | bool) -> str:
        """The label of one choice of an option; true and false are called on and off."""
        return self.text(f"option-{option}-{choice_name(value)}")

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._params)

    def params(self, key: str) -> frozenset[str]:
        """Names of the parameters that `key` needs. Raises `TextError` for an unknown key."""
        try:
            return self._params[key]
        except KeyError:
            raise TextError(f"{key}: no such text") from None


def sources(language: Language, kids: bool = False) -> list[Path]:
    """The files of a set, in the order in which they are laid over each other."""
    subjects = sorted(_FOLDER.joinpath(language).glob("*.ftl"))
    standard = [path for path in subjects if path.name != KIDS_FILE]
    return [*standard, _FOLDER / language / KIDS_FILE] if kids else standard


@cache
def _load(language: Language, kids: bool) -> tuple[FluentBundle, dict[str, frozenset[str]]]:

    def named(words: Any, *prefix: Any) -> str:
        return _named(bundle, str(words).split(), "-".join(map(str, prefix)))

    functions: dict[str, Any] = {
        "JOSA": _josa,
        "SECONDS": _seconds,
        "KIBIBYTES": _kibibytes,
        "NAMED": named,
    }
    bundle = FluentBundle([language], functions=functions, use_isolating=False)
    for path in sources(language, kids):
        bundle.add_resource(_parsed(path), allow_overrides=True)
    found = entries(language, kids)
    return bundle, {name: _needed(name, found) for name in found if not name.startswith("-")}


@cache
def entries(language: Language, kids: bool = False) -> Mapping[str, ast.Message | ast.Term]:
    """Every entry by its key, a term's with a hyphen before it."""
    found: dict[str, ast.Message | ast.Term] = {}
    for path in sources(language, kids):
        for entry in _parsed(path).body:
            assert not isinstance(entry, ast.Junk), (path.name, entry.content)
            if isinstance(entry, ast.Message | ast.Term):
                name = _name(entry)
                assert (name in found) == (path.name == KIDS_FILE), (path.name, name)
                found[name] = entry
    return found


@cache
def _parsed(path: Path) -> ast.Resource:
    """Once, as every set holds the same files but one."""
    return FluentResource(path.read_text(encoding="utf-8"))


def _name(entry: ast.Message | ast.Term) -> str:
    return f"-{entry.id.name}" if isinstance(entry, ast.Term) else str(entry.id.name)


def _needed(name: str, known: Mapping[str, ast.Message | ast.Term]) -> frozenset[str]:
    """Parameters of an entry and of everything it refers to."""
    found = _References()
    found.visit(known[name])
    needed = set(found.variables)
    for other in found.entries:
        assert other in known, (name, other)
        needed |= _needed(other, known)
    return frozenset(needed)


class _References(visitor.Visitor):
    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.entries: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.entries.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802
        self.entries.add(f"-{node.id.name}")


def _named(bundle: FluentBundle, words: Sequence[str], prefix: str) -> str:
    return _text(bundle, "list-separator").join(
        _text(bundle, f"{prefix}-{word}", word) for word in words
    ) or _text(bundle, "list-none")


def _text(bundle: FluentBundle, key: str, otherwise: str = "") -> str:
    pattern = bundle.get_message(key).value if bundle.has_message(key) else None
    return otherwise if pattern is None else str(bundle.format_pattern(pattern)[0])


def _josa(word: Any, pair: str) -> str:
    return josa(str(int(word)) if isinstance(word, int) else str(word), pair)


def _seconds(ms: Any) -> FluentInt:
    return FluentInt(max(1, -(-int(ms) // 1_000)))


def _kibibytes(size: Any) -> FluentInt:
    return FluentInt(int(size) // 1024)
