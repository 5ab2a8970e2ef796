"""A released ruleset as one file: `bang-1-<digest>.zip`, the same bytes whoever makes it.

The digest is sha256 over the sources, names and lengths included, in order of their names; the
file's name holds its first 16 digits, the package's name the first 8. A file whose content has
another digest than its name is not loaded.
"""

import io
import re
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from shared.rulesets.sources import Sources

_NAME = re.compile(r"(?P<game>[a-z]+)-(?P<version>[1-9]\d*)-(?P<digest>[0-9a-f]{16})\.zip")
_RULESET = re.compile(r"[a-z]+/[1-9]\d*")
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_UNIX = 3


class BadRuleset(Exception):
    """A file is not the ruleset it is named for; the text says why."""


class Released(NamedTuple):
    """A released ruleset, by the name of its file."""

    ruleset: str
    """`bang/1`."""
    digest: str
    """The first 16 digits."""
    path: Path

    @property
    def game(self) -> str:
        return self.ruleset.partition("/")[0]

    @property
    def package(self) -> str:
        return _package(self.ruleset, self.digest)


def digest(sources: Mapping[str, bytes]) -> str:
    """sha256 in hex."""
    found = sha256()
    for name in sorted(sources):
        for part in (name.encode(), sources[name]):
            found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()


def released(directory: Path) -> list[Released]:
    """What is in the folder, by name and version; nothing where there is no folder.

    Raises `BadRuleset` where a zip is not named as one, or two are the same version.
    """
    found: dict[str, Released] = {}
    for path in sorted(directory.glob("*.zip")):
        named = _NAME.fullmatch(path.name)
        if named is None:
            raise BadRuleset(f"{path} is not named as a ruleset")
        ruleset = f"{named['game']}/{named['version']}"
        if ruleset in found:
            raise BadRuleset(f"{path} and {found[ruleset].path.name} are both {ruleset}")
        found[ruleset] = Released(ruleset, named["digest"], path)
    return sorted(found.values(), key=lambda each: version(each.ruleset))


def version(ruleset: str) -> tuple[str, int, str]:
    """What rulesets are ordered by: their game, then the number, `bang/9` before `bang/10`; one
    that was made for a trial, `bang/1+more`, comes after the version it was made of."""
    game, _, rest = ruleset.partition("/")
    number = re.match(r"\d*", rest)
    assert number is not None
    return game, int(number[0] or 0), rest


def write(directory: Path, ruleset: str, sources: Sources) -> Released:
    """Puts the sources into the folder under that name.

    Raises `BadRuleset` if the name is none for a release, or is taken by other sources.
    """
    if _RULESET.fullmatch(ruleset) is None:
        raise BadRuleset(f"{ruleset} is no name for a release; bang/2 would be one")
    whole = digest(sources)
    path = directory / f"{ruleset.replace('/', '-')}-{whole[:16]}.zip"
    made = Released(ruleset, whole[:16], path)
    for other in released(directory):
        if other.ruleset == ruleset and other.digest != made.digest:
            raise BadRuleset(f"{ruleset} was released as {other.path.name}, from other sources")
    directory.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_packed(made.package, sources))
    return made


def read(kept: Released) -> Sources:
    """The sources as they were released. Raises `BadRuleset`."""
    inside = f"{kept.package}/"
    try:
        with zipfile.ZipFile(kept.path) as archive:
            names = archive.namelist()
            found = {name.removeprefix(inside): archive.read(name) for name in names}
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise BadRuleset(f"{kept.path} cannot be read ({type(error).__name__})") from None
    is_inside = all(name.startswith(inside) for name in names) and len(found) == len(names)
    if not is_inside or digest(found)[:16] != kept.digest:
        raise BadRuleset(f"{kept.path} does not hold what its name says")
    return found


def _package(ruleset: str, whole: str) -> str:
    return f"saloon_rules_{ruleset.replace('/', '_')}_{whole[:8]}"


def _packed(package: str, sources: Sources) -> bytes:
    """Not compressed: what packs smaller today may pack otherwise tomorrow."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(sources):
            member = zipfile.ZipInfo(f"{package}/{name}", _EARLIEST)
            member.create_system = _UNIX
            member.external_attr = 0o644 << 16
            archive.writestr(member, sources[name])
    return packed.getvalue()
