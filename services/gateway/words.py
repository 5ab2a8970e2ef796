"""The words that the browser client asks for, in parts: what it begins with, and what it shows
seldom or not at every table."""

import re
from collections.abc import Mapping
from typing import get_args

from shared.contracts.http import Language, WordsPage
from shared.text.patterns import patterns

PAGES: tuple[WordsPage, ...] = get_args(WordsPage)

_UNASKED = re.compile(
    r"look-(?!know-|wait-|turn-of)|transcript-|audit-|gun-(result|course|place)|phase-|side-|weapon-"
    r"|look-know-(roles|hands|deck(-c.*)?|shells)$|roles-in-play|option-named|result-(place|points)"
)
"""What only terminals and pages of text say, and what stands within other texts already."""
_BUCKSHOT = re.compile(
    r"(ui-)?gun-|item-|shell-"
    r"|refusal-(unknown_item|no_such_item|already_cuffed|cuff_immune|already_sawed)"
)
_REPLAY = re.compile(r"look-know-|ui-known|ui-replay-")
_MORE = re.compile(
    r"(card|character)-does-|option-.*-about|result-|ui-(rules-|talk-(?!new|said|reported)|options-(?!default)"
    r"|title$|title-about|watching|kids-|language|nothing-kept|text-|calm|left-handed|sign-out|sound|vibration"
    r"|shortcuts|you-are$"
    r"|match-over|ranking|won|still-standing|points|had|host-goes-on|verify|match-file|secret|holds"
    r"|does-not-hold|seal-(?!about)|chain-|heard-held|test-seed)"
    r"|refusal-(stale_turn|not_reaction_target|wrong_card|no_such_(card|room|player|phrase)"
    r"|not_offered|room_|match_running|again_first|not_(host|seated)|already_seated|out_of_match"
    r"|nickname|talk_|ability_not_owned|unknown_|other_|option_value|no_such_(match|delivery|line)"
    r"|match_not_kept|not_shown_yet|answer_too_large|damaged|malformed|command_id_conflict"
    r"|unprocessable|too_large|unsupported_media_type|not_found|method_not_allowed|quota_exceeded"
    r"|bad_|behind|too_early|nothing_due|no_result|no_match|clock_needed|seat(s_needed|ed_by_rule)"
    r"|is_automatic|not_automatic|phrases_only|forbidden|lobby_open)"
)
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
