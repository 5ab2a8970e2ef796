"""Tokens of hosts' users: only one that is all that it has to be lets anybody in."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from services.gateway.service import GatewayService
from tests.conftest import Count
from tests.services.gateway.house import Host, Street, now_ms
from tests.services.gateway.test_bad_input import problem


def _b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _by_public_key(host: Host, now: int) -> str:
    """The old trick: the public key as the secret of a symmetric signature."""
    private = jwt.algorithms.OKPAlgorithm().prepare_key(host.player_key)
    assert isinstance(private, Ed25519PrivateKey)
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    claims = jwt.decode(host.token("eve", now), options={"verify_signature": False})
    return jwt.encode(claims, public, "HS256")


def _unsigned(host: Host, now: int) -> str:
    body = host.token("eve", now).split(".")[1]
    return f"{_b64(NONE)}.{body}."


def _changed(host: Host, now: int) -> str:
    head, body, signature = host.token("eve", now).split(".")
    other = host.token("ann", now).split(".")[1]
    assert other != body
    return f"{head}.{other}.{signature}"


NONE = b'{"alg":"none","typ":"JWT"}'
S = 1_000
BAD_TOKENS: dict[str, tuple[str, Callable[[Host, int], str]]] = {
    "nothing": ("unreadable", lambda *_: ""),
    "no token": ("unreadable", lambda *_: "a.b.c"),
    "deep": ("unreadable", lambda *_: f"{_b64(b'{}')}.{_b64(b'[' * 2_000)}.x"),
    "unsigned": ("signature", _unsigned),
    "signed with the public key": ("signature", _by_public_key),
    "changed": ("signature", _changed),
    "of no host": ("signature", lambda h, now: h.token("eve", now, iss="nobody")),
    "of no name": ("signature", lambda h, now: h.token("eve", now, iss=None)),
    "for somebody else": ("audience", lambda h, now: h.token("eve", now, aud="bank")),
    "for nobody": ("claims", lambda h, now: h.token("eve", now, aud=None)),
    "expired": ("expired", lambda h, now: h.token("eve", now - 71 * S)),
    "of tomorrow": ("too_early", lambda h, now: h.token("eve", now + 20 * S)),
    "not before": ("too_early", lambda h, now: h.token("eve", now, nbf=now // S + 20)),
    "for a day": ("too_long", lambda h, now: h.token("eve", now, exp=now // S + 86_400)),
    "ends before it begins": ("too_long", lambda h, now: h.token("eve", now, exp=now // S - 1)),
    "without an end": ("claims", lambda h, now: h.token("eve", now, exp=None)),
    "without a beginning": ("claims", lambda h, now: h.token("eve", now, iat=None)),
    "ends with a word": ("claims", lambda h, now: h.token("eve", now, exp=True)),
    "ends never": ("claims", lambda h, now: h.token("eve", now, exp=float("inf"))),
    "ends not a number": ("claims", lambda h, now: h.token("eve", now, exp=float("nan"))),
    "ends past all numbers": (
        "claims",
        lambda h, now: h.token("eve", now, iat=now / S + 0.5, exp=10**400),
    ),
    "not before all numbers": ("claims", lambda h, now: h.token("eve", now, nbf=10**400)),
    "begins before all times": ("claims", lambda h, now: h.token("eve", now, iat=-(10**400))),
    "of nobody": ("claims", lambda h, now: h.token("eve", now, sub=None)),
    "without a nickname": ("claims", lambda h, now: h.token("eve", now, name=None)),
    "a nickname that is none": ("claims", lambda h, now: h.token("eve", now, name=["x"])),
    "a room that is none": ("claims", lambda h, now: h.token("eve", now, room=7)),
}


async def test_a_token_that_is_not_all_that_it_has_to_be_opens_nothing(
    gateway: GatewayService, street: Street, host: Host, count: Count
) -> None:
    http = street.client(gateway)
    for name, (reason, bad) in BAD_TOKENS.items():
        token = bad(host, now_ms(gateway))
        answer = await http.post("/api/sessions/host", json={"token": token})
        assert problem(answer) == (401, "bad_host_token"), name
        assert answer.json()["params"] == {"reason": reason}, name
        assert "set-cookie" not in answer.headers
        assert not token or token not in answer.text
        count("tokens that opened nothing", 1)


async def test_clocks_may_differ_a_little(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    for late_s in (-9, 65):
        await street.visitor(gateway, host, "ann", now_ms(gateway) - late_s * S)


SAID: tuple[tuple[dict[str, Any], tuple[int, str]], ...] = (
    ({"sub": ""}, (400, "malformed")),
    ({"sub": "x" * 201}, (400, "malformed")),
    ({"sub": "\ud800"}, (400, "malformed")),
    ({"name": "x" * 21}, (422, "nickname")),
    ({"name": "a\u202eb"}, (422, "nickname")),
    ({"room": "nothing"}, (404, "no_such_room")),
)


async def test_what_a_token_says_is_looked_at_as_what_anybody_says(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    for claims, refusal in SAID:
        body = {"token": host.token("ann", now_ms(gateway), **claims)}
        answer = await street.client(gateway).post("/api/sessions/host", json=body)
        assert problem(answer) == refusal, claims


async def test_a_user_who_signs_out_may_come_again(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    first = await street.visitor(gateway, host, "ann", now_ms(gateway))
    assert (await first.http.delete("/api/session", headers=first.bearer)).status_code == 204
    assert problem(await first.get("/api/session")) == (401, "unauthenticated")
    await asyncio.sleep(0.002)  # so that it ends at another moment
    again = await street.visitor(gateway, host, "ann", now_ms(gateway))
    assert again.id == first.id
    assert (await again.get("/api/session")).status_code == 200
    assert problem(await first.get("/api/session")) == (401, "unauthenticated")
