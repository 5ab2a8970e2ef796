"""How a service's settings are declared once, and read from flags and environment.

A service declares a frozen, keyword-only `msgspec.Struct`. Each field says its unit in its name and
its meaning and range in an annotation:

    port: Annotated[int, Meta(ge=0, le=65535, description="Where HTTP is served; 0: any.")] = 8080

The flag is `--port`, the variable `SALOON_<SERVICE>_PORT`; a flag wins. A `Secret` has no flag of
its own, since everybody on a machine can read command lines: it comes from the variable, or from
the file that `--<name>-file` or `SALOON_<SERVICE>_<NAME>_FILE` names.
"""

import difflib
import math
import types
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import click
import msgspec
from msgspec import NODEFAULT, Meta, Struct

_Settings = TypeVar("_Settings", bound=Struct)
_Command = TypeVar("_Command", bound=Callable[..., Any])

_TRUE, _FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


class Secret:
    """Text that is never shown: not by `repr`, `str`, a format or a log."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret(***)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError("a secret is not to be stored")


class SettingsError(Exception):
    """What is wrong with the settings, each problem a sentence that begins with the name."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class _Refused(Exception):
    """Why a text is no value; never contains a secret."""


class _Field(NamedTuple):
    name: str
    kind: Any
    """The type without annotations and without `None`."""
    meta: Meta
    is_optional: bool
    default: Any
    """`NODEFAULT` where a value has to be given."""

    @property
    def is_secret(self) -> bool:
        return self.kind is Secret

    @property
    def flag(self) -> str:
        dashed = self.name.replace("_", "-")
        return f"--{dashed}-file" if self.is_secret else f"--{dashed}"

    def variable(self, service: str) -> str:
        return f"{_prefix(service)}{self.name.upper()}"


def options(kind: type[Struct], service: str) -> Callable[[_Command], _Command]:
    """A decorator that gives a click command one option for each field.

    They arrive as keyword arguments, `None` where not given; pass them on to `load`.
    """

    def decorate(command: _Command) -> _Command:
        for field in reversed(_fields(kind)):
            command = _option(field, service)(command)
        return command

    return decorate


def load(
    kind: type[_Settings],
    service: str,
    flags: Mapping[str, object],
    environ: Mapping[str, str],
) -> _Settings:
    """The settings of `service`. Raises `SettingsError` with every problem at once.

    A variable with the service's prefix that names no field is a problem, too: most likely it is
    misspelt, and the default would be used without a word. (Kubernetes makes such variables for its
    services unless `enableServiceLinks` is off.)
    """
    fields = _fields(kind)
    values: dict[str, Any] = {}
    problems = list(_unknown_variables(fields, service, environ))
    for field in fields:
        try:
            values[field.name] = _value(field, _given(field, service, flags, environ))
        except _Refused as refused:
            problems.append(f"{field.variable(service)} ({field.flag}): {refused}")
    if problems:
        raise SettingsError(problems)
    return kind(**values)


def described(settings: Struct) -> dict[str, object]:
    """The settings as they may be logged."""
    values = {name: getattr(settings, name) for name in settings.__struct_fields__}
    return {
        name: value if isinstance(value, bool | int | float | None) else str(value)
        for name, value in values.items()
    }


def _prefix(service: str) -> str:
    return f"SALOON_{service.upper().replace('-', '_')}_"


def _fields(kind: type[Struct]) -> list[_Field]:
    return [
        _Field(field.name, *_unwrapped(field.type), default=_default(field))
        for field in msgspec.structs.fields(kind)
    ]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def _unwrapped(annotation: Any) -> tuple[Any, Meta, bool]:
    """The bare type, its `Meta`, and whether `None` is allowed."""
    meta, is_optional = Meta(), False
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *rest = get_args(annotation)
            meta = next((each for each in rest if isinstance(each, Meta)), meta)
        elif get_origin(annotation) in (Union, types.UnionType):
            kinds = [each for each in get_args(annotation) if each is not types.NoneType]
            assert len(kinds) == 1, f"a setting is of one type: {annotation}"
            annotation, is_optional = kinds[0], True
        else:
            return annotation, meta, is_optional


def _option(field: _Field, service: str) -> Callable[[_Command], _Command]:
    names = [field.flag, field.name]
    if field.kind is bool:
        names[0] += f"/--no-{field.name.replace('_', '-')}"
    return click.option(
        *names,
        default=None,
        metavar=None if field.kind is bool else _allowed(field).split(",")[0].upper(),
        help=_help(field, service),
    )


def _help(field: _Field, service: str) -> str:
    sentences = [field.meta.description or "", f"{_allowed(field).capitalize()}."]
    if field.default is not NODEFAULT and not field.is_secret:
        sentences.append(f"Default: {_shown(field.default)}.")
    return " ".join([*sentences, f"[{field.variable(service)}]"]).strip()


def _shown(value: object) -> str:
    if value is None or value == "" or value == ():
        return "none"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unknown_variables(
    fields: list[_Field], service: str, environ: Mapping[str, str]
) -> Iterable[str]:
    known = {field.variable(service) for field in fields}
    known |= {f"{field.variable(service)}_FILE" for field in fields if field.is_secret}
    for name in sorted(environ):
        if name.startswith(_prefix(service)) and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            yield f"{name}: there is no such setting" + (f"; {near[0]}?" if near else "")


def _given(
    field: _Field, service: str, flags: Mapping[str, object], environ: Mapping[str, str]
) -> str | bool | None:
    """What was given for the field, as it was given; `None`: nothing."""
    flag = flags.get(field.name)
    assert flag is None or isinstance(flag, str | bool), field.name
    variable = field.variable(service)
    if not field.is_secret:
        return environ.get(variable) if flag is None else flag
    path = environ.get(f"{variable}_FILE") if flag is None else str(flag)
    if path is not None and variable in environ:
        raise _Refused("is given both itself and as a file")
    return environ.get(variable) if path is None else _file_text(path)


def _file_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeError) as error:
        raise _Refused(f"cannot be read from {path} ({type(error).__name__})") from None


def _value(field: _Field, given: str | bool | None) -> Any:
    if given is None:
        if field.default is NODEFAULT:
            raise _Refused(f"is missing; needs {_allowed(field)}")
        return field.default
    if given == "" and field.is_optional:
        return None
    try:
        value = _parsed(field.kind, given)
        checked = value.reveal() if isinstance(value, Secret) else value
        _check_range(field, checked)
    except ValueError:
        what = "what is given" if field.is_secret else f"{given!r}"
        raise _Refused(f"{what} is not allowed; needs {_allowed(field)}") from None
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


def _check_range(field: _Field, value: Any) -> None:
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


def _allowed(field: _Field) -> str:
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
