"""In which language a caller is answered: his session's, else what he says he reads."""

from collections.abc import Mapping
from typing import Any

from services.gateway.identity import credentials_of, header
from services.gateway.sessions import Sessions
from shared.contracts.http import Language
from shared.text.catalogue import LANGUAGES


class Languages:
    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def of(self, scope: Mapping[str, Any]) -> Language:
        """English to who says nothing. A session that has ended tells what its player reads too."""
        credentials = credentials_of(scope)
        known = None if credentials is None else self._sessions.language(credentials.token)
        return known or asked(scope) or "en"


def asked(scope: Mapping[str, Any]) -> Language | None:
    """The one of ours that `Accept-Language` prefers (RFC 9110 §12.5.4); `None`: neither."""
    found: dict[Language, float] = {}
    for part in (header(scope, b"accept-language") or "").split(","):
        name, _, parameters = part.partition(";")
        tag = name.strip().lower().partition("-")[0]
        for language in LANGUAGES:
            if tag == language:
                found[language] = max(found.get(language, 0), _weight(parameters))
    best = max(found, key=lambda language: found[language], default=None)
    return best if best is not None and found[best] > 0 else None


def _weight(parameters: str) -> float:
    """Of `q=0.5`: 0 where it is no number between 0 and 1."""
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    is_weight = name.strip().lower() == "q" and value.replace(".", "", 1).isdecimal()
    return float(value) if is_weight and value.isascii() and float(value) <= 1 else 0.0
