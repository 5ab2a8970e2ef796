"""What `match show` gives beside the transcript: one moment as its viewer saw it, and JSON."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from services.cli.match import asked, gun, reading, western
from services.cli.match.branching import Origin, origin_of
from services.cli.match.opened import Opened
from services.cli.match.reading import Read, Viewer
from services.cli.match.standing import Standing, standing
from services.cli.transcript import rule
from shared.contracts.entries import read_header
from shared.text.catalogue import Catalogue

_TABLES: Mapping[str, Callable[..., Iterator[str]]] = {"bang": western.table, "buckshot": gun.table}
"""Lines of a match by game: `(standing, names, texts)`."""


def lines(
    log: Opened, viewer: Viewer, at: int | None, texts: Catalogue, *, is_json: bool
) -> Iterator[str]:
    """The transcript, or the moment after entry `at`; as lines to read or as one JSON object.

    Raises `BadEntry` and `Unreadable`.
    """
    origin = origin_of(log.entries[0].stored) if log.entries else None
    if origin is not None and not is_json:
        yield origin_line(texts, origin)
    if at is None and not is_json:
        yield from reading.lines(log.entries, viewer, log.names, texts)
        return
    found = None if at is None else standing(log.entries, viewer, at)
    if is_json:
        plain = _record(log, viewer) if found is None else _moment(log, found)
        yield msgspec.json.format(msgspec.json.encode(plain)).decode()
    elif found is not None:
        yield from _told(log, found, texts)


def origin_line(texts: Catalogue, origin: Origin) -> str:
    """Where a what-if comes from."""
    told = texts.text("look-branch", room=origin.room, match=origin.match, seq=origin.seq)
    return rule(told)


def _told(log: Opened, found: Standing, texts: Catalogue) -> Iterator[str]:
    yield head(found, log.last, log.names, texts)
    yield texts.text(f"look-phase-{found.state.phase}")
    if found.is_seated:
        yield from _TABLES[found.game.id](found, log.names, texts)
        return
    yield rule(texts.text("look-room"))
    for member in found.state.members:
        is_ready = member.ready or bool(member.automatic)
        name = log.names.get(member.player) or texts.text("player-unnamed")
        yield "  " + texts.text("look-member", name=name, ready="yes" if is_ready else "no")


def head(found: Standing, last: int, names: dict[str, str], texts: Catalogue) -> str:
    """Which entry it is, and whose eyes."""
    viewer = found.viewer
    if viewer.is_auditor:
        return texts.text("look-head-auditor", seq=found.seq, last=last)
    if viewer.player is None:
        return texts.text("look-head-watcher", seq=found.seq, last=last)
    name = names.get(viewer.player) or texts.text("player-unnamed")
    return texts.text("look-head", seq=found.seq, last=last, name=name)


def _moment(log: Opened, found: Standing) -> dict[str, Any]:
    """The view in sections, as clients get it."""
    return {
        "room": found.state.room,
        "entry": found.seq,
        "entries": log.last,
        "at_ms": found.at_ms,
        "as": who(found.viewer),
        "names": log.names,
        "view": found.view(),
    }


def who(viewer: Viewer) -> str:
    """A player's id, or `auditor` or `watcher`."""
    return asked.AUDITOR if viewer.is_auditor else viewer.player or asked.WATCHER


def _record(log: Opened, viewer: Viewer) -> dict[str, Any]:
    """Every entry with what `viewer` heard, an event as an array with its tag first."""
    origin = origin_of(log.entries[0].stored) if log.entries else None
    return {
        "room": reading.room_of(log.entries),
        "origin": None if origin is None else origin._asdict(),
        "entries": log.last,
        "as": who(viewer),
        "names": log.names,
        "record": [_plain_entry(each, viewer) for each in log.entries],
    }


def _plain_entry(each: Read, viewer: Viewer) -> dict[str, Any]:
    header = read_header(each.entry)
    events = [found.event for found in each.events if found.event is not None]
    return {
        "entry": each.seq,
        "at_ms": header.at_ms,
        "actor": header.actor,
        "events": [msgspec.to_builtins(viewer.hears(event, each.seating)) for event in events],
    }
