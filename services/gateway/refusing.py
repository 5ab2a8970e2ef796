"""Refusals on their way out: as exceptions within the gateway, as problems on the wire."""

import re
from typing import NoReturn

import msgspec

from shared.contracts.http import Language, Problem
from shared.contracts.refusals import GAME_CODES, Refusal, refuse
from shared.text.catalogue import Catalogue, TextError

BODY_LIMIT_BYTES = 64 * 1024

_STATUS = {
    **dict.fromkeys(("malformed", "bad_field"), 400),
    **dict.fromkeys(("unauthenticated", "bad_host_token"), 401),
    **dict.fromkeys(("forbidden", "not_host", "not_seated", "not_shown_yet"), 403),
    "no_watchers": 403,
    **dict.fromkeys(("not_found", "no_such_room", "no_such_match", "match_not_kept"), 404),
    "no_such_line": 404,
    "no_such_delivery": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "unsupported_media_type": 415,
    **dict.fromkeys(("unprocessable", "nickname", "unknown_game", "unknown_option"), 422),
    **dict.fromkeys(
        ("option_value", "clock_needed", "unknown_kind", "bad_commitment", "bad_reveal"), 422
    ),
    **dict.fromkeys(("answer_too_large", "no_such_phrase", "talk_text", "room_title"), 422),
    **dict.fromkeys(("rate_limited", "quota_exceeded"), 429),
    **dict.fromkeys(("internal", "damaged"), 500),
    **dict.fromkeys(("overloaded", "unavailable", "maintenance", "behind", "talk_away"), 503),
    **dict.fromkeys(GAME_CODES, 409),
}
_OTHERWISE = 409
"""What is left says that the room is in another state than the caller thought."""

_END_OF_SENTENCE = re.compile(r"(?<=[.!?])\s")


class Refused(Exception):
    """Ends a request with a refusal."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.code)
        self.why = why


def stop(code: str, **params: int | str) -> NoReturn:
    raise Refused(refuse(code, **params))


def status_of(why: Refusal) -> int:
    return _STATUS.get(why.code, _OTHERWISE)


def retry_after_s(why: Refusal) -> int | None:
    """For the header `Retry-After`: whole seconds, at least 1."""
    after_ms = why.params.get("retry_after_ms", 1_000 if why.code == "behind" else None)
    return max(1, -(-after_ms // 1_000)) if isinstance(after_ms, int) else None


def problem(why: Refusal, language: Language) -> bytes:
    """The refusal as `application/problem+json`, told in that language."""
    try:
        detail = Catalogue(language).refusal(why)
    except TextError:  # what a newer member refuses with has no sentence here yet
        detail = why.code
    return msgspec.json.encode(
        Problem(
            type=f"urn:saloon:problem:{why.code}",
            title=_END_OF_SENTENCE.split(detail, maxsplit=1)[0],
            status=status_of(why),
            detail=detail,
            code=why.code,
            params=why.params,
        )
    )
