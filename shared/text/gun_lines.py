"""Lines for the events of a match of the game for two, one function for each event that has one.

Events are known by their tags and read by their fields; the game itself is not imported.
"""

from typing import Any

from .table_lines import Line
from .wording import Wording


def _seated(words: Wording, event: Any) -> str:
    words.seating = tuple(event.order)
    words.health = dict.fromkeys(range(len(event.order)), event.health)
    words.full_health = event.health
    name, other = (words.player(player) for player in event.order)
    return words.text("gun-seated", name=name, other=other, health=event.health)


def _loaded(words: Wording, event: Any) -> str:
    return words.text("gun-loaded", live=event.live_count, blank=event.blank_count)


def _items_dealt(words: Wording, event: Any) -> str:
    name = words.seat(event.seat)
    if not event.items:
        return words.text("gun-items-none", name=name)
    items = words.listed(words.text(f"item-{item}") for item in event.items)
    if event.lost:
        return words.text("gun-items-lost", name=name, items=items, lost=event.lost)
    return words.text("gun-items", name=name, items=items)


def _item_used(words: Wording, event: Any) -> str:
    name = words.seat(event.seat)
    if event.item == "cigarettes" and words.health.get(event.seat) == words.full_health:
        return words.text("gun-used-cigarettes-wasted", name=name)
    other = words.seat(_across(event.seat))
    return words.text(f"gun-used-{event.item}", name=name, other=other)


def _across(seat: int) -> int:
    return 1 - seat


def _shell_seen(words: Wording, event: Any) -> str | None:
    """Told to whoever looked; that he did is told by the item."""
    (shell,) = event.shell
    if not shell:
        return None
    return words.text("gun-seen", name=words.seat(event.seat), shell=words.text(f"shell-{shell}"))


def _shot_fired(words: Wording, event: Any) -> str:
    at = "self" if event.target == event.seat else "other"
    name, other = words.seat(event.seat), words.seat(_across(event.seat))
    return words.text(f"gun-fired-{at}-{event.shell}", name=name, other=other)


def _shell_ejected(words: Wording, event: Any) -> str:
    return words.text("gun-ejected", shell=words.text(f"shell-{event.shell}"))


def _health_changed(words: Wording, event: Any) -> str:
    words.health[event.seat] = event.health
    key = "gun-hurt" if event.amount < 0 else "gun-healed"
    name = words.seat(event.seat)
    return words.text(key, name=name, amount=abs(event.amount), health=event.health)


def _turn_began(words: Wording, event: Any) -> str:
    words.turn_seat = event.seat
    words.extended.clear()
    scores = words.listed(
        words.text("gun-score", name=words.seat(seat), health=_bar(words, health))
        for seat, health in words.health.items()
    )
    return words.text("gun-turn", name=words.seat(event.seat), scores=scores or "?")


def _bar(words: Wording, health: int) -> str:
    """Health as a row of full and empty circles."""
    return "●" * health + "○" * max(0, words.full_health - health)


def _turn_skipped(words: Wording, event: Any) -> str:
    return words.text("gun-skipped", name=words.seat(event.seat))


TURN_CLOCK = 0


def _clock_set(words: Wording, event: Any) -> str | None:
    """That a turn got its time once more is said once; of who is away it is known that he does
    not act."""
    if event.expired:
        seat = words.turn_seat
        return None if seat in words.away else words.text("gun-time-is-up", name=words.seat(seat))
    if not event.extended or TURN_CLOCK in words.extended:
        return None
    words.extended.add(TURN_CLOCK)
    return words.text("log-extended", name=words.seat(words.turn_seat))


def _autopilot_changed(words: Wording, event: Any) -> str | None:
    (words.away.add if event.away else words.away.discard)(event.seat)
    return words.presence(event.seat, event.away)


def _match_ended(words: Wording, event: Any) -> str:
    shells = words.listed(words.text(f"shell-{shell}") for shell in event.chamber)
    left = shells or words.text("list-none")
    if event.winner < 0:
        return words.text("gun-abandoned", shells=left)
    return words.text("gun-ended", name=words.seat(event.winner), shells=left)


LINES: dict[str, Line] = {
    "seated": _seated,
    "loaded": _loaded,
    "items_dealt": _items_dealt,
    "item_used": _item_used,
    "shell_seen": _shell_seen,
    "shot_fired": _shot_fired,
    "shell_ejected": _shell_ejected,
    "health_changed": _health_changed,
    "turn_began": _turn_began,
    "turn_skipped": _turn_skipped,
    "clock_set": _clock_set,
    "autopilot_changed": _autopilot_changed,
    "match_ended": _match_ended,
}

SILENT = frozenset({"barrel_sawn", "cuffed"})
"""Told by the item that did it."""
