"""Kubernetes' own description of its objects, as types that `lightkube-models` makes of it.

It says each field's name, its type and whether it has to be there. Which words a field takes
(`RollingUpdate`) it does not say.
"""

import importlib
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints


def faults(document: Mapping[str, Any]) -> list[str]:
    """Each as `path: what is wrong`; empty for an object that Kubernetes can read."""
    version, kind = str(document.get("apiVersion")), str(document.get("kind"))
    group, _, number = version.rpartition("/")
    try:
        module = _models(f"{group.partition('.')[0] or 'core'}_{number}")
        described = getattr(module, kind)
    except (ImportError, AttributeError):
        return [f"there is no {version} {kind}"]
    return list(_faults(document, described, kind))


def _faults(value: Any, wanted: Any, at: str) -> Iterator[str]:
    wanted = _without_none(wanted)
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Union or isinstance(wanted, types.UnionType):
        if all(any(_faults(value, each, at)) for each in inner):
            yield f"{at}: {value!r} is none of {wanted}"
    elif is_dataclass(wanted):
        yield from _of_object(value, wanted, at)
    elif origin is list:
        yield from _of_each(value, list, inner, at)
    elif wanted is dict:  # labels, settings, amounts: all that Kubernetes maps are texts
        yield from _of_each(value, dict, (str,), at)
    elif origin is dict:
        yield from _of_each(value, dict, inner[1:], at)
    else:
        assert wanted in (str, int, float, bool), f"{at}: {wanted}"
        is_number_as_truth = isinstance(value, bool) and wanted is not bool
        if not isinstance(value, wanted) or is_number_as_truth:
            yield f"{at}: {value!r} is no {wanted.__name__}"


def _of_object(value: Any, wanted: Any, at: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{at}: {value!r} is no object"
        return
    known = _fields(wanted)
    for name, inner in value.items():
        if name in known:
            yield from _faults(inner, known[name][0], f"{at}.{name}")
        else:
            yield f"{at}.{name}: there is no such field"
    for name, (_, has_to_be) in known.items():
        if has_to_be and name not in value:
            yield f"{at}.{name}: is missing"


def _of_each(value: Any, kind: type, inner: tuple[Any, ...], at: str) -> Iterator[str]:
    if not isinstance(value, kind):
        yield f"{at}: {value!r} is no {kind.__name__}"
    elif inner:
        assert isinstance(value, dict | list)
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _faults(each, inner[0], f"{at}.{name}")


@cache
def _fields(wanted: Any) -> dict[str, tuple[Any, bool]]:
    """Of each field: its type, and whether it has to be there."""
    hints = get_type_hints(wanted)
    return {
        x.metadata.get("json", x.name): (
            hints[x.name],
            x.default is MISSING and x.default_factory is MISSING,
        )
        for x in fields(wanted)
    }


def _without_none(wanted: Any) -> Any:
    rest = [x for x in get_args(wanted) if x is not types.NoneType]
    return rest[0] if get_origin(wanted) is Union and len(rest) == 1 else wanted


def _models(name: str) -> types.ModuleType:
    """A module of the package, which expects to lie beside the client it is made for; of that it
    needs three names."""
    for package in ("lightkube.core", "lightkube.core.schema"):
        if package not in sys.modules:
            sys.modules[package] = types.ModuleType(package)
    vars(sys.modules["lightkube.core.schema"]).update(
        dataclass=dataclass, field=field, DictMixin=type("DictMixin", (), {})
    )
    return importlib.import_module(f"lightkube.models.{name}")
