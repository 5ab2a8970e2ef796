"""What a request shows to say who sends it: a bearer token, or a page's cookie."""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from msgspec import Struct

from shared.contracts.http import SESSION_COOKIE

_BEARER = "bearer "


class Credentials(Struct, frozen=True):
    token: str
    is_cookie: bool
    """The browser sent it by itself, so the page it came from has to be known."""


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """The value of a header that may come once; `None` where it does not come."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def credentials_of(scope: Mapping[str, Any]) -> Credentials | None:
    """A bearer token wins over a cookie; `None` where there is neither."""
    token = bearer_of(scope)
    if token is not None:
        return Credentials(token, is_cookie=False)
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(header(scope, b"cookie") or "")
    except CookieError:
        return None
    morsel = cookies.get(SESSION_COOKIE)
    return None if morsel is None else Credentials(morsel.value, is_cookie=True)


def bearer_of(scope: Mapping[str, Any]) -> str | None:
    value = header(scope, b"authorization")
    if value is None or not value.lower().startswith(_BEARER):
        return None
    return value[len(_BEARER) :].strip()


def cookie(token: str, max_age_s: int, *, is_secure: bool) -> str:
    """A `Set-Cookie` value; an empty token takes the cookie away."""
    parts = [
        f"{SESSION_COOKIE}={token}",
        "Path=/",
        f"Max-Age={max_age_s}",
        "HttpOnly",
        "SameSite=Strict",
    ]
    return "; ".join([*parts, "Secure"] if is_secure else parts)
