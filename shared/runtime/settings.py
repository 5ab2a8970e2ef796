"""How a service's settings are declared once, and read from flags and environment.

A service declares a frozen `msgspec.Struct`. A field says its unit in its name, its range in an
annotation, and its meaning in the sentence below it (or in the annotation's `description`):

    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    "Where HTTP is served; 0: any free one."

The fields of a struct within the struct have its name in front, unless it is marked `INLINE`. The
flag is `--port`, the variable `SALOON_<SERVICE>_PORT`; a flag wins. In place of a variable, the
file that `SALOON_<SERVICE>_<NAME>_FILE` names may hold the value. A `Secret` has no flag of its
own, since everybody on a machine can read command lines: `--<name>-file` names its file.
"""

import difflib
import functools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import NODEFAULT, Struct

from shared.runtime.setting_fields import (
    Field,
    Refused,
    allowed,
    build,
    fields_of,
    prefix_of,
    value_of,
)

_Settings = TypeVar("_Settings", bound=Struct)
_Command = TypeVar("_Command", bound=Callable[..., Any])


class SettingsError(Exception):
    """What is wrong with the settings, each problem a sentence that begins with the name."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def options(kind: type[Struct], service: str) -> Callable[[_Command], _Command]:
    """A decorator that gives a click command one option for each field.

    They arrive as keyword arguments, `None` where not given; pass them on to `load`.
    """

    def decorate(command: _Command) -> _Command:
        for field in reversed(fields_of(kind)):
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
    fields = fields_of(kind)
    values: dict[tuple[str, ...], Any] = {}
    problems = list(_unknown_variables(fields, service, environ))
    for field in fields:
        try:
            values[field.path] = value_of(field, _given(field, service, flags, environ))
        except Refused as refused:
            problems.append(f"{field.variable(service)} ({field.flag}): {refused}")
    if problems:
        raise SettingsError(problems)
    settings = build(kind, (), values)
    assert isinstance(settings, kind)
    return settings


def described(settings: Struct) -> dict[str, object]:
    """The settings as they may be logged."""
    values = {
        field.name: functools.reduce(getattr, field.path, settings)
        for field in fields_of(type(settings))
    }
    return {
        name: value if isinstance(value, bool | int | float | None) else str(value)
        for name, value in values.items()
    }


def _option(field: Field, service: str) -> Callable[[_Command], _Command]:
    names = [field.flag, field.name]
    if field.kind is bool:
        names[0] += f"/--no-{field.name.replace('_', '-')}"
    return click.option(
        *names,
        default=None,
        metavar=None if field.kind is bool else allowed(field).split(",")[0].upper(),
        help=_help(field, service),
    )


def _help(field: Field, service: str) -> str:
    sentences = [field.description, f"{allowed(field).capitalize()}."]
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
    fields: list[Field], service: str, environ: Mapping[str, str]
) -> Iterable[str]:
    known = {field.variable(service) for field in fields}
    known |= {f"{name}_FILE" for name in known}
    for name in sorted(environ):
        if name.startswith(prefix_of(service)) and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            yield f"{name}: there is no such setting" + (f"; {near[0]}?" if near else "")


def _given(
    field: Field, service: str, flags: Mapping[str, object], environ: Mapping[str, str]
) -> str | bool | None:
    """What was given for the field, as it was given; `None`: nothing."""
    flag = flags.get(field.name)
    assert flag is None or isinstance(flag, str | bool), field.name
    if flag is not None and not field.is_secret:
        return flag
    variable = field.variable(service)
    path = environ.get(f"{variable}_FILE") if flag is None else str(flag)
    if path is not None and variable in environ:
        raise Refused("is given both itself and as a file")
    return environ.get(variable) if path is None else _file_text(path)


def _file_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeError) as error:
        raise Refused(f"cannot be read from {path} ({type(error).__name__})") from None
