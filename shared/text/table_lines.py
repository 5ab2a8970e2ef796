"""Lines for the events of a match of the western game, one function for each event that has one.

Events are known by their tags and read by their fields; the game itself is not imported.
"""

from collections.abc import Callable
from typing import Any

from .wording import Wording

Line = Callable[[Wording, Any], str | None]

TURN_CLOCK = 0
"""Stands for the clock of a turn among the ids of waits, which begin at 1."""


def _seated(words: Wording, event: Any) -> str:
    words.seating = tuple(event.order)
    return words.text("log-seated", names=words.listed(map(words.player, event.order)))


def _role_dealt(words: Wording, event: Any) -> str | None:
    (role,) = event.role
    if not role:
        return None
    return words.text("log-role", name=words.seat(event.seat), role=words.text(f"role-{role}"))


def _characters_offered(words: Wording, event: Any) -> str | None:
    if not all(event.characters):
        return None
    offered = words.listed(words.text(f"character-{name}") for name in event.characters)
    return words.text("log-offered", name=words.seat(event.seat), characters=offered)


def _character_picked(words: Wording, event: Any) -> str:
    return words.text("log-picked", name=words.seat(event.seat))


def _character_taken(words: Wording, event: Any) -> str:
    return words.text(
        "log-character",
        name=words.seat(event.seat),
        character=words.text(f"character-{event.character}"),
        life=event.life,
    )


def _pile_shuffled(words: Wording, event: Any) -> str:
    return words.text("log-shuffled", count=len(event.cards))


def _turn_began(words: Wording, event: Any) -> str:
    words.turn_seat = event.seat
    words.is_time_up = False
    words.extended.clear()
    return words.text("log-turn", round=event.round, name=words.seat(event.seat))


def _turn_skipped(words: Wording, event: Any) -> str:
    return words.text("log-turn-skipped", name=words.seat(event.seat))


def _clock_set(words: Wording, event: Any) -> str | None:
    """A clock is set many times in a turn; that it ran out, or was extended, is said once."""
    if event.expired and not words.is_time_up:
        words.is_time_up = True
        return words.text("log-time-is-up")
    return _extended(words, event, TURN_CLOCK, words.turn_seat)


def _wait_changed(words: Wording, event: Any) -> str | None:
    return _extended(words, event.wait, event.wait.id, event.wait.seat)


def _extended(words: Wording, clock: Any, number: int, seat: int) -> str | None:
    if not clock.extended or number in words.extended:
        return None
    words.extended.add(number)
    return words.text("log-extended", name=words.seat(seat))


def _autopilot_changed(words: Wording, event: Any) -> str | None:
    return words.presence(event.seat, event.away)


def _card_played(words: Wording, event: Any) -> str:
    face = words.face(event.card)
    name = words.seat(event.seat)
    target = words.seat(event.target) if event.target >= 0 else ""
    if event.target == event.seat:
        return words.text("log-played-own", name=name, card=face)
    if words.cards[event.card].kind != event.kind:
        kind = words.text(f"card-{event.kind}")
        return words.text("log-played-as", name=name, card=face, kind=kind, target=target)
    return words.text(f"log-played-{event.kind}", name=name, card=face, target=target)


def _card_shown(words: Wording, event: Any) -> str:
    return words.text("log-shown", name=words.seat(event.seat), card=words.face(event.card))


MOVED = {
    ("deck", "hand", "dealt"): "log-dealt",
    ("deck", "hand", "drawn"): "log-drawn",
    ("discard", "hand", "drawn"): "log-drawn-from-discard",
    ("deck", "hand", "ability"): "log-ability",
    ("deck", "hand", "reward"): "log-reward",
    ("deck", "aside", "looked"): "log-looked",
    ("aside", "hand", "kept"): "log-kept",
    ("aside", "deck", "returned"): "log-returned",
    ("deck", "aside", "laid"): "log-laid",
    ("aside", "hand", "taken"): "log-taken",
    ("hand", "discard", "answered"): "log-answered",
    ("hand", "hand", "stolen"): "log-stolen-from-hand",
    ("play", "hand", "stolen"): "log-stolen-from-play",
    ("hand", "discard", "discarded"): "log-discarded-from-hand",
    ("play", "discard", "discarded"): "log-discarded-from-play",
    ("hand", "discard", "excess"): "log-excess",
    ("play", "discard", "replaced"): "log-replaced",
    ("play", "play", "passed"): "log-passed",
    ("hand", "discard", "penalty"): "log-penalty",
    ("play", "discard", "penalty"): "log-penalty",
    ("hand", "discard", "traded"): "log-traded",
    ("hand", "hand", "inherited"): "log-inherited",
    ("play", "hand", "inherited"): "log-inherited",
    ("hand", "discard", "eliminated"): "log-left-behind",
    ("play", "discard", "eliminated"): "log-left-behind",
}
"""Where cards came from, where they went, why -> the line that says so."""

MOVED_SILENTLY = frozenset({"played", "turned"})
"""The card that was played, or turned up for a check, is told by an event of its own."""


def _cards_moved(words: Wording, event: Any) -> str | None:
    if event.why in MOVED_SILENTLY:
        return None
    source, to = event.source, event.to
    key = MOVED[source.pile, to.pile, event.why]
    if key == "log-answered" and source.owner in words.dying:
        key = "log-rescues"
    if key == "log-stolen-from-play" and source.owner == to.owner:
        key = "log-stolen-own"
    named = {"cards": words.faces(event.cards)}
    if source.pile in ("hand", "play"):
        named["owner"] = words.seat(source.owner)
    if to.pile in ("hand", "play"):
        named["name"] = words.seat(to.owner)
    elif event.audience:
        named["name"] = words.seat(event.audience[0])
    return words.text(key, **named)


def _check_made(words: Wording, event: Any) -> str:
    return words.text(
        f"log-check-{event.purpose}",
        name=words.seat(event.seat),
        turned=_turned(words, event),
        success="yes" if event.success else "no",
    )


def _turned(words: Wording, event: Any) -> str:
    if event.chosen < 0:
        return words.text("check-none")
    card = words.face(event.chosen)
    if len(event.cards) == 1:
        return words.text("check-one", card=card)
    return words.text("check-chosen", card=card, cards=words.faces(event.cards))


LIFE = {
    "shot": "log-hurt-shot",
    "demand": "log-hurt-demand",
    "standoff": "log-hurt-standoff",
    "explosion": "log-hurt-explosion",
    "healed": "log-healed",
    "traded": "log-healed",
    "rescued": "log-rescued",
}
"""Why a life changed -> the line that says so."""


def _life_changed(words: Wording, event: Any) -> str:
    if event.life > 0:
        words.dying.discard(event.seat)
    else:
        words.dying.add(event.seat)
    return words.text(
        LIFE[event.why], name=words.seat(event.seat), amount=abs(event.amount), life=event.life
    )


def _wait_opened(words: Wording, event: Any) -> str | None:
    """Who is waited for is shown by the table; only that somebody may fall is worth a line."""
    if event.wait.__struct_config__.tag != "dying":
        return None
    return words.text("log-dying", name=words.seat(event.wait.seat))


def _eliminated(words: Wording, event: Any) -> str:
    name, role = words.seat(event.seat), words.text(f"role-{event.role}")
    if event.killer < 0:
        return words.text("log-fell", name=name, role=role)
    return words.text("log-fell-to", name=name, role=role, killer=words.seat(event.killer))


def _match_ended(words: Wording, event: Any) -> str:
    roles = words.listed(
        words.text("role-of", name=words.seat(seat), role=words.text(f"role-{role}"))
        for seat, role in enumerate(event.roles)
    )
    key = f"log-ended-{event.winner}" if event.winner else "log-abandoned"
    return words.text(key, roles=roles)


LINES: dict[str, Line] = {
    "seated": _seated,
    "role_dealt": _role_dealt,
    "characters_offered": _characters_offered,
    "character_picked": _character_picked,
    "character_taken": _character_taken,
    "pile_shuffled": _pile_shuffled,
    "turn_began": _turn_began,
    "turn_skipped": _turn_skipped,
    "clock_set": _clock_set,
    "wait_opened": _wait_opened,
    "wait_changed": _wait_changed,
    "autopilot_changed": _autopilot_changed,
    "card_played": _card_played,
    "card_shown": _card_shown,
    "cards_moved": _cards_moved,
    "check_made": _check_made,
    "life_changed": _life_changed,
    "eliminated": _eliminated,
    "match_ended": _match_ended,
}

SILENT = frozenset({"draws_used", "counter_changed", "wait_closed", "step_taken", "phase_changed"})
"""Bookkeeping: what comes of it has lines of its own."""
