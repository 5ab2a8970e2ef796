"""The words that the browser client asks for, in parts: what it begins with, and what it shows
seldom or not at every table."""

import re
from collections.abc import Mapping
from typing import get_args

from shared.contracts.http import Language
from shared.contracts.http_words import WordsPage
from shared.text.patterns import patterns

PAGES: tuple[WordsPage, ...] = get_args(WordsPage)

_UNASKED = re.compile(
    r"look-(?!know-|wait-|turn-of)|transcript-|audit-|phase-|side-|weapon-"
    r"|look-know-(roles|hands|deck(-c.*)?|shells)$|roles-in-play|option-named|result-place"
)
"""What only terminals and pages of text say, and what stands within other texts already."""
_BUCKSHOT = re.compile(
    r"(ui-)?gun-|item-|shell-"
    r"|refusal-(unknown_item|no_such_item|already_cuffed|cuff_immune|already_sawed)"
)
_REPLAY = re.compile(r"look-know-|ui-known|ui-replay-")
_MORE = re.compile(
    r"(card|character)-does-|option-|phrase-|result-"
    r"|ui-(rules-|talk-(?!new|said|reported)|options-(?!default)|game$|create-now|title$|title-about"
    r"|watching|kids-|language|nothing-kept|text-|calm|left-handed|sign-out|sound|vibration"
    r"|shortcuts|log-|you-are$|distances|did-last|look-from-here|sheriff-life|match-over|ranking|won"
    r"|still-standing|points|had|host-goes-on|again$|replay$|verify|match-file|secret|holds"
    r"|does-not-hold|seal-(?!about)|chain-|heard-held|test-seed)"
    r"|refusal-(?!out_of_range|bang_limit|reaction_only|not_your_turn|reactions_pending|self_target"
    r"|sheriff_cannot_be_jailed|already_in_play|full_life|two_players_left|nothing_to_take"
    r"|barrel_unavailable|not_enough_players|not_ready|unauthenticated|rate_limited|overloaded"
    r"|unavailable|internal)"
)
"""Of refusals all but those that a table shows by itself, and those of a server that is busy."""
_PAGES: Mapping[WordsPage, re.Pattern[str]] = {
    "buckshot": _BUCKSHOT,
    "replay": _REPLAY,
    "ops": re.compile(r"ui-ops"),
    "more": _MORE,
}


def page_of(key: str) -> WordsPage | None:
    """`None`: the client never asks for it."""
    if _UNASKED.match(key):
        return None
    return next((page for page, keys in _PAGES.items() if keys.match(key)), "first")


def words(language: Language, *, kids: bool, page: WordsPage) -> Mapping[str, str]:
    """By key, as patterns."""
    known = patterns(language, kids)
    return {key: pattern for key, pattern in known.items() if page_of(key) == page}
