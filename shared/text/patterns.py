"""Texts as patterns, for a client that has no Fluent parser: what is constant is filled in already.

A pattern is text with places in braces:

- `{name}`: the parameter, a number written as the language does it;
- `{name|JOSA|은/는}`: a function of the catalogue, of the parameter and further arguments; `$name`
  among these is a parameter too;
- `{count?0{…}one{…}*{…}}`: what fits the parameter, by its word, its number or the language's
  plural category; `*` fits everything. There are places in it, but no choice.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from fluent.syntax import ast

from .catalogue import Language, TextError, entries
from .josa import josa

OTHERWISE = "*"
_RESERVED = "{}|"


@cache
def patterns(language: Language, kids: bool = False) -> Mapping[str, str]:
    """By key. Raises `TextError` for a text that has no such form."""
    known = entries(language, kids)
    return {
        key: "".join(_Reader(key, known).pieces(entry.value))
        for key, entry in known.items()
        if not key.startswith("-")
    }


class _Reader:
    def __init__(self, key: str, known: Mapping[str, ast.Message | ast.Term]) -> None:
        self._key = key
        self._known = known

    def pieces(self, pattern: ast.Pattern | None, *, chosen: bool = False) -> Iterator[str]:
        for element in pattern.elements if pattern else ():
            if isinstance(element, ast.TextElement):
                yield self._plain(element.value)
            else:
                yield from self._place(element.expression, chosen)

    def _place(self, of: ast.SyntaxNode, chosen: bool) -> Iterator[str]:
        match of:
            case ast.StringLiteral():
                yield self._plain(of.parse()["value"])
            case ast.VariableReference():
                yield f"{{{of.id.name}}}"
            case ast.MessageReference():
                yield from self.pieces(self._known[of.id.name].value, chosen=chosen)
            case ast.TermReference():
                yield from self.pieces(self._known[f"-{of.id.name}"].value, chosen=chosen)
            case ast.FunctionReference():
                yield self._call(of)
            case ast.SelectExpression() if not chosen:
                variants = "".join(map(self._variant, of.variants))
                yield f"{{{self._parameter(of.selector)}?{variants}}}"
            case _:
                raise self._unknown(of)

    def _variant(self, of: ast.Variant) -> str:
        key = of.key.name if isinstance(of.key, ast.Identifier) else of.key.value
        name = OTHERWISE if of.default else key
        return f"{name}{{{''.join(self.pieces(of.value, chosen=True))}}}"

    def _call(self, of: ast.FunctionReference) -> str:
        function = of.id.name
        first, *others = of.arguments.positional
        if not isinstance(first, ast.VariableReference):
            word = "".join(self._place(first, chosen=True))
            (pair,) = others
            if function != "JOSA" or "{" in word or not isinstance(pair, ast.StringLiteral):
                raise self._unknown(of)
            return josa(word, pair.value)
        arguments = [self._argument(each) for each in others]
        return f"{{{'|'.join([first.id.name, function, *arguments])}}}"

    def _argument(self, of: ast.SyntaxNode) -> str:
        if isinstance(of, ast.StringLiteral):
            return self._plain(of.parse()["value"])
        return f"${self._parameter(of)}"

    def _parameter(self, of: ast.SyntaxNode) -> str:
        if not isinstance(of, ast.VariableReference):
            raise self._unknown(of)
        return str(of.id.name)

    def _plain(self, text: str) -> str:
        if any(sign in text for sign in _RESERVED):
            raise TextError(f"{self._key}: one of {_RESERVED} in a text")
        return text

    def _unknown(self, of: ast.SyntaxNode) -> TextError:
        return TextError(f"{self._key}: {type(of).__name__} has no place in a pattern")
