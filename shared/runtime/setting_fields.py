"""What a setting's declaration says: where it is, what it takes, and what a text means for it."""

import ast
import inspect
import itertools
import math
import textwrap
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from shared.runtime.secret import Secret

INLINE = "inline"
"""`Annotated[BrokerSettings, INLINE]`: the fields of this struct are named without its own name."""

_SHOWN_CHARACTERS = 80
_TRUE, _FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


class Refused(Exception):
    """Why a text is no value; never contains a secret."""


class Field(NamedTuple):
    path: tuple[str, ...]
    """Where it is: the names of attributes."""
    name: str
    """What it is called outside: of the path, what is not inline."""
    kind: Any
    """The type without annotations and without `None`."""
    meta: Meta
    is_optional: bool
    default: Any
    """`NODEFAULT` where a value has to be given."""
    description: str

    @property
    def is_secret(self) -> bool:
        return self.kind is Secret

    @property
    def flag(self) -> str:
        dashed = self.name.replace("_", "-")
        return f"--{dashed}-file" if self.is_secret else f"--{dashed}"

    def variable(self, service: str) -> str:
        return f"{prefix_of(service)}{self.name.upper()}"


def prefix_of(service: str) -> str:
    return f"SALOON_{service.upper().replace('-', '_')}_"


def fields_of(kind: type[Struct], default: Any = NODEFAULT) -> list[Field]:
    """Those of structs within it, too. `default`: the value that stands where nothing is given."""
    sentences = _sentences(kind)
    found: list[Field] = []
    for field in msgspec.structs.fields(kind):
        bare, meta, is_optional, is_inline = _unwrapped(field.type)
        own = _default(field) if default is NODEFAULT else getattr(default, field.name)
        if isinstance(bare, type) and issubclass(bare, Struct):
            prefix = "" if is_inline else f"{field.name}_"
            found += [
                inner._replace(path=(field.name, *inner.path), name=prefix + inner.name)
                for inner in fields_of(bare, own)
            ]
        else:
            description = meta.description or sentences.get(field.name, "")
            found.append(
                Field((field.name,), field.name, bare, meta, is_optional, own, description)
            )
    return found


def build(kind: type[Struct], path: tuple[str, ...], values: Mapping[tuple[str, ...], Any]) -> Any:
    """The struct at `path` out of the values of its fields, given by their paths."""
    given = {}
    for field in msgspec.structs.fields(kind):
        inner, bare = (*path, field.name), _unwrapped(field.type)[0]
        is_struct = isinstance(bare, type) and issubclass(bare, Struct)
        given[field.name] = build(bare, inner, values) if is_struct else values[inner]
    return kind(**given)


def _sentences(kind: type[Struct]) -> dict[str, str]:
    """The docstrings below the fields, which Python itself drops."""
    sentences: dict[str, str] = {}
    for ancestor in reversed(kind.__mro__[:-2]):
        try:
            body = ast.parse(textwrap.dedent(inspect.getsource(ancestor))).body[0]
        except OSError:  # no source at hand
            continue
        assert isinstance(body, ast.ClassDef)
        for field, below in itertools.pairwise(body.body):
            match field, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(sentence))),
                ):
                    sentences[name] = " ".join(sentence.split())
    return sentences


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def _unwrapped(annotation: Any) -> tuple[Any, Meta, bool, bool]:
    """The bare type, its `Meta`, whether `None` is allowed, whether it is inline."""
    meta, is_optional, is_inline = Meta(), False, False
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *rest = get_args(annotation)
            meta = next((each for each in rest if isinstance(each, Meta)), meta)
            is_inline = is_inline or INLINE in rest
        elif get_origin(annotation) in (Union, types.UnionType):
            kinds = [each for each in get_args(annotation) if each is not types.NoneType]
            assert len(kinds) == 1, f"a setting is of one type: {annotation}"
            annotation, is_optional = kinds[0], True
        else:
            return annotation, meta, is_optional, is_inline


def value_of(field: Field, given: str | bool | None) -> Any:
    """What `given` (`None`: nothing) means for the field. Raises `Refused`."""
    if given is None:
        if field.default is NODEFAULT:
            raise Refused(f"is missing; needs {allowed(field)}")
        return field.default
    if given == "" and field.is_optional:
        return None
    try:
        value = _parsed(field.kind, given)
        checked = value.reveal() if isinstance(value, Secret) else value
        _check_range(field, checked)
    except ValueError:
        what = "what is given" if field.is_secret else repr(given)[:_SHOWN_CHARACTERS]
        raise Refused(f"{what} is not allowed; needs {allowed(field)}") from None
    return value


def _parsed(kind: Any, given: str | bool) -> Any:
    """`ValueError` when `given` is no `kind`."""
    if kind is bool:
        return given if isinstance(given, bool) else _truth(given)
    text = str(given)
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise ValueError
        return text
    if get_origin(kind) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    assert kind in (int, float, str, Path, Secret), f"no such kind of setting: {kind}"
    value = kind(text)
    if kind is float and not math.isfinite(value):
        raise ValueError
    return value


def _truth(text: str) -> bool:
    if text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE
    raise ValueError


def _check_range(field: Field, value: Any) -> None:
    """`ValueError` when the value is outside of what the annotation allows."""
    meta, plain = field.meta, str(value) if isinstance(value, Path) else value
    if isinstance(plain, bool):
        return
    kind = tuple[str, ...] if isinstance(plain, tuple) else type(plain)
    bare = Meta(
        **{
            name: limit
            for name in ("gt", "ge", "lt", "le", "pattern", "min_length", "max_length")
            if (limit := getattr(meta, name)) is not None
        }
    )
    msgspec.convert(plain, Annotated[kind, bare])  # its ValidationError is a ValueError


def allowed(field: Field) -> str:
    """What the field takes, in words."""
    kind, meta = field.kind, field.meta
    if get_origin(kind) is Literal:
        words = " or ".join(map(str, get_args(kind)))
    elif get_origin(kind) is tuple:
        words = "texts separated by commas"
    else:
        words = {
            bool: "true or false",
            int: "a whole number",
            float: "a number",
            str: "a text",
            Path: "a path",
            Secret: "a secret in a file",
        }[kind]
    limits = {
        "from": meta.ge,
        "above": meta.gt,
        "up to": meta.le,
        "below": meta.lt,
        "of at least so many characters:": meta.min_length,
        "of at most so many characters:": meta.max_length,
        "like": meta.pattern,
    }
    said = " ".join(f"{word} {limit}" for word, limit in limits.items() if limit is not None)
    return f"{words} {said}".strip() + (", or nothing" if field.is_optional else "")
