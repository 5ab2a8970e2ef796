"""Lines for the events of a room around its matches, one function for each event that has one.

Events are known by their tags and read by their fields; the room itself is not imported.
"""

from typing import Any

from .table_lines import Line
from .wording import Wording


def _room_opened(words: Wording, event: Any) -> str:
    words.game = event.game
    words.options = dict(event.options)
    words.host, words.visibility = event.host, event.visibility
    return words.text("room-opened", name=words.player(event.host))


def _tenant_named(words: Wording, event: Any) -> str | None:
    """It is named again whenever the room is restated."""
    before, words.tenant = words.tenant, event.tenant
    return None if before else words.text("room-tenant", name=event.tenant)


def _restated(words: Wording, event: Any) -> None:
    """What is known already, to whoever has read on from the beginning."""
    words.host, words.visibility = event.host, event.visibility


def _seat_taken(words: Wording, event: Any) -> str:
    key = "room-seat-taken-bot" if event.automatic else "room-seat-taken"
    return words.text(key, name=words.player(event.player))


DEPARTURES = {"left": "room-left", "kicked": "room-kicked", "removed": "room-removed"}


def _seat_given_up(words: Wording, event: Any) -> str | None:
    """Whoever left in mid-match was told of then; his seat ends with the match."""
    if event.why == "left" and event.player in words.left:
        words.left.discard(event.player)
        return None
    is_open = event.why == "kicked" and words.visibility in ("public", "link")
    key = "room-kicked-open" if is_open else DEPARTURES[event.why]
    return words.text(key, name=words.player(event.player))


def _host_changed(words: Wording, event: Any) -> str | None:
    """Where the host stays, it is his invitation key that has changed."""
    before, words.host = words.host, event.host
    if before == event.host:
        return words.text("room-new-key") if words.visibility == "invited" else None
    return words.text("room-host", name=words.player(event.host))


def _options_changed(words: Wording, event: Any) -> str:
    before, words.options = words.options, dict(event.options)
    if not before:
        return words.text("room-options-other")
    changes = [
        words.text(
            "room-option-change",
            option=words.text(f"option-{option}"),
            choice=words.catalogue.choice(option, value),
        )
        for option, value in event.options.items()
        if before.get(option) != value
    ]
    if not changes:
        return words.text("room-options-other")
    return words.text("room-options", changes=words.listed(changes))


def _visibility_changed(words: Wording, event: Any) -> str:
    words.visibility = event.visibility
    visibility = words.text(f"visibility-{event.visibility}")
    return words.text("room-visibility", visibility=visibility)


def _is_known(words: Wording, event: Any) -> bool:
    tag = event.__struct_config__.tag
    before = words.settings.get(tag)
    words.settings[tag] = event
    return bool(before == event)


def _title_changed(words: Wording, event: Any) -> str | None:
    if _is_known(words, event):
        return None
    if not event.title:
        return words.text("room-title-none")
    return words.text("room-title", title=event.title)


def _watching_changed(words: Wording, event: Any) -> str | None:
    is_known = _is_known(words, event)
    return None if is_known else words.text(f"room-watching-{'on' if event.watching else 'off'}")


def _wording_changed(words: Wording, event: Any) -> str | None:
    is_known = _is_known(words, event)
    return None if is_known else words.text(f"room-wording-{'kids' if event.kids else 'own'}")


def _talk_changed(words: Wording, event: Any) -> str:
    return words.text(f"room-talk-{event.talk}")


def _readiness_changed(words: Wording, event: Any) -> str:
    key = "room-ready" if event.ready else "room-unready"
    return words.text(key, name=words.player(event.player))


def _start_locked(words: Wording, _: Any) -> str:
    return words.text("room-locked")


def _match_dealt(words: Wording, event: Any) -> str:
    words.game = event.game
    words.seating = ()
    words.turn_seat = -1
    words.dying.clear()
    words.options = dict(event.options)
    key = "room-dealt-test" if event.test_seed else "room-dealt"
    return words.text(key, match=event.match)


def _presence_changed(words: Wording, event: Any) -> str | None:
    """Being away, and being back, is told by the match."""
    if not event.left:
        words.left.discard(event.player)
        return None
    words.left.add(event.player)
    return words.text("room-left-match", name=words.player(event.player))


def _match_closed(words: Wording, event: Any) -> str | None:
    if not event.winners:
        return None
    return words.text("room-winners", names=words.listed(map(words.player, event.winners)))


def _secret_revealed(words: Wording, event: Any) -> str:
    return words.text("room-secret" if event.dealt else "room-secret-unused")


def _looked_into(words: Wording, event: Any) -> str:
    return words.text("room-looked-into", name=event.auditor)


def _lobby_reopened(words: Wording, _: Any) -> str:
    return words.text("room-again")


def _room_closed(words: Wording, event: Any) -> str | None:
    if event.why == "cleared":
        return None
    return words.text(f"room-closed-{event.why}")


LINES: dict[str, Line] = {
    "room_opened": _room_opened,
    "tenant_named": _tenant_named,
    "restated": _restated,
    "seat_taken": _seat_taken,
    "seat_given_up": _seat_given_up,
    "host_changed": _host_changed,
    "options_changed": _options_changed,
    "visibility_changed": _visibility_changed,
    "talk_changed": _talk_changed,
    "title_changed": _title_changed,
    "watching_changed": _watching_changed,
    "wording_changed": _wording_changed,
    "readiness_changed": _readiness_changed,
    "start_locked": _start_locked,
    "match_dealt": _match_dealt,
    "presence_changed": _presence_changed,
    "match_closed": _match_closed,
    "secret_revealed": _secret_revealed,
    "lobby_reopened": _lobby_reopened,
    "looked_into": _looked_into,
    "room_closed": _room_closed,
}

SILENT = frozenset({"secret_chosen", "entropy_revealed"})
"""Hashes and random bytes: for whoever checks, not for a reader."""
