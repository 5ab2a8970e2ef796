"""Why a command is refused: a code and its numbers, never a sentence.

`CODES` is the whole vocabulary: every refusal that leaves Saloon uses one of these codes with
exactly these parameters, and the text catalogue has a sentence for each in every language.
"""

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """A player's mistake as a value; it leaves no event behind (L4)."""

    code: str
    params: dict[str, int | str] = {}


BANG_CODES: dict[str, tuple[str, ...]] = {
    "out_of_range": ("distance", "range"),
    "bang_limit": ("limit",),
    "reaction_only": (),
    "ability_not_owned": (),
    "not_your_turn": (),
    "stale_turn": (),
    "wrong_phase": ("phase",),
    "reactions_pending": ("count",),
    "not_reaction_target": (),
    "wrong_card": (),
    "wrong_card_count": ("needed", "given"),
    "no_such_card": (),
    "not_offered": (),
    "invalid_target": (),
    "self_target": (),
    "sheriff_cannot_be_jailed": (),
    "already_in_play": (),
    "full_life": ("life",),
    "two_players_left": (),
    "nothing_to_take": (),
    "barrel_unavailable": (),
    "dead_player": (),
    "game_over": (),
}
"""Code -> names of its parameters. Rule refusals of BANG! (§8.2)."""

BUCKSHOT_CODES: dict[str, tuple[str, ...]] = {
    "not_your_turn": (),
    "stale_turn": (),
    "invalid_target": (),
    "unknown_item": ("items",),
    "no_such_item": ("items",),
    "already_cuffed": (),
    "cuff_immune": (),
    "already_sawed": (),
    "game_over": (),
}
"""Those of Buckshot Roulette. `items`: those there are, or those held, parted by spaces."""

GAME_CODES = {**BANG_CODES, **BUCKSHOT_CODES}

ROOM_CODES: dict[str, tuple[str, ...]] = {
    "no_such_room": (),
    "room_full": ("limit",),
    "room_closed": (),
    "match_running": (),
    "no_match": (),
    "again_first": (),
    "lobby_open": (),
    "not_host": (),
    "not_seated": (),
    "already_seated": (),
    "not_enough_players": ("minimum", "seated"),
    "not_ready": ("waiting",),
    "no_such_player": (),
    "not_automatic": (),
    "is_automatic": (),
    "unknown_game": (),
    "other_game": ("game",),
    "unknown_option": ("option",),
    "option_value": ("option", "choices"),
    "clock_needed": (),
    "unknown_kind": ("kinds",),
    "seated_by_rule": (),
    "seats_needed": ("count",),
    "other_kind_seated": ("wanted", "kinds"),
    "bad_commitment": (),
    "bad_reveal": (),
    "too_early": ("missing_ms",),
    "nothing_due": (),
}
"""Refusals of the room around a match: seats, readiness, options, the start. `choices` and `kinds`:
all there are (`other_kind_seated`: that are seated), parted by spaces; `wanted`: kinds that the
options would seat; `game`: what the room plays, by its id."""

TRANSPORT_CODES: dict[str, tuple[str, ...]] = {
    "malformed": (),
    "bad_field": ("field",),
    "command_id_conflict": (),
    "unprocessable": (),
    "too_large": ("limit_bytes",),
    "unsupported_media_type": (),
    "unauthenticated": (),
    "forbidden": (),
    "not_found": (),
    "method_not_allowed": (),
    "rate_limited": ("retry_after_ms",),
    "overloaded": ("retry_after_ms",),
    "unavailable": ("retry_after_ms",),
    "maintenance": ("retry_after_ms",),
    "behind": ("seq",),
    "no_result": (),
    "no_such_match": ("first", "last"),
    "match_not_kept": (),
    "not_shown_yet": (),
    "no_watchers": (),
    "answer_too_large": ("size_bytes",),
    "damaged": (),
    "nickname": ("minimum", "maximum"),
    "quota_exceeded": ("quota", "limit", "retry_after_ms"),
    "bad_host_token": ("reason",),
    "no_such_delivery": (),
    "internal": (),
}
"""Refusals that arise before a command reaches the rules, or instead of an answer. `field`: what is
missing in what was sent or has another form, such as `cardIds[0]`; `quota`: what a host has no more
of; `reason`: a word for what is wrong with the token of a host's user."""

TALK_CODES: dict[str, tuple[str, ...]] = {
    "talk_off": (),
    "phrases_only": (),
    "no_such_phrase": (),
    "out_of_match": (),
    "talk_text": ("minimum", "maximum"),
    "room_title": ("maximum",),
    "no_such_line": (),
    "talk_away": ("retry_after_ms",),
}
"""Refusals of table talk and of what is said in one's own words, before it reaches the rules."""

CODES: dict[str, tuple[str, ...]] = {
    **GAME_CODES,
    **ROOM_CODES,
    **TRANSPORT_CODES,
    **TALK_CODES,
}


def refuse(code: str, **params: int | str) -> Refusal:
    """A refusal whose code and parameter names are checked against `CODES` (asserted)."""
    assert tuple(params) == CODES[code], (code, params)
    return Refusal(code, params)


def choice_name(value: str | int | bool) -> str:
    """What a choice of an option is called in refusals and keys of texts."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
