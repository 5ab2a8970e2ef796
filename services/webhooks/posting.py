"""One delivery: an HTTP request that the host can prove to be ours, by Standard Webhooks.

`webhook-signature` holds, for each of the host's secrets, `v1,` and the base64 of HMAC-SHA256 over
`<webhook-id>.<webhook-timestamp>.<body>`. Of the answer its status counts, and nothing is read
beyond that; a redirect is no answer that counts.
"""

import asyncio
import hmac
import ssl
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from time import monotonic

import httpx
import msgspec
from msgspec import Struct

from services.webhooks.addresses import Unreachable, address_of
from services.webhooks.settings import WebhooksSettings
from shared.contracts.hosting import Attempt, Ending, Hook, Standing, What
from shared.contracts.ids import Millis, PlayerId, RoomId
from shared.runtime.clock import Clock

GONE = "410"
"""With this the host says that it wants no more of it."""

_PORTS = {"https": 443, "http": 80}


class _Data(Struct, frozen=True, rename="camel"):
    """What a host is told; see `hosting.Ending`."""

    room: RoomId
    match: int
    game: str
    ruleset: str
    at_ms: Millis
    seq: int
    hash: str
    players: tuple[PlayerId, ...]
    winners: tuple[PlayerId, ...]
    ranking: tuple[PlayerId, ...]
    standings: tuple[Standing, ...]
    test_seed: bool
    why: str


class _Body(Struct, frozen=True):
    type: What
    timestamp: str
    """When it happened, ISO 8601."""
    data: _Data


def body_of(ending: Ending) -> bytes:
    """The same bytes at each try."""
    fields = {name: getattr(ending, name) for name in _Data.__struct_fields__}
    moment = datetime.fromtimestamp(ending.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    told = _Body(ending.what, moment.replace("+00:00", "Z"), _Data(**fields))
    return msgspec.json.encode(told)


def signed(id_: str, timestamp_s: int, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """The headers that prove it. `secrets`: in hex."""
    content = f"{id_}.{timestamp_s}.".encode() + body
    signatures = (
        b64encode(hmac.digest(bytes.fromhex(secret), content, sha256)).decode()
        for secret in secrets
    )
    return {
        "webhook-id": id_,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


class Posting:
    """`close` it in the end."""

    def __init__(self, clock: Clock, settings: WebhooksSettings) -> None:
        self._clock = clock
        self._settings = settings
        self._http = httpx.AsyncClient(
            trust_env=False,
            follow_redirects=False,
            timeout=settings.timeout_ms / 1000,
            # A connection is made for the name that it was opened with; another host may have the
            # same address.
            limits=httpx.Limits(max_keepalive_connections=0),
            headers={"user-agent": "saloon-webhooks/1", "content-type": "application/json"},
        )

    async def post(self, hook: Hook, ending: Ending) -> Attempt:
        """Tries once; says what came of it, and raises nothing that the world may do."""
        began_ms, began_s = self._clock.now_ms(), monotonic()
        try:
            async with asyncio.timeout(self._settings.timeout_ms / 1000):
                outcome = await self._post(hook, ending, began_ms // 1000)
        except Unreachable as unreachable:
            outcome = unreachable.outcome
        except (TimeoutError, httpx.TimeoutException):
            outcome = "timeout"
        except httpx.ConnectError as error:
            outcome = "bad_certificate" if _is_about_tls(error) else "not_connected"
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, ValueError):
            outcome = "no_answer"
        return Attempt(Millis(began_ms), outcome, int((monotonic() - began_s) * 1000))

    async def close(self) -> None:
        await self._http.aclose()

    async def _post(self, hook: Hook, ending: Ending, now_s: int) -> str:
        url = httpx.URL(hook.url)
        allow_private = self._settings.allow_private
        if url.scheme not in _PORTS or (url.scheme == "http" and not allow_private):
            raise Unreachable("not_https")
        port = url.port or _PORTS[url.scheme]
        address = await address_of(url.host, port, allow_private=allow_private)
        body = body_of(ending)
        request = self._http.build_request(
            "POST",
            url.copy_with(host=address, username=None, password=None, fragment=None),
            content=body,
            headers={
                "host": url.netloc.decode("ascii"),
                **signed(ending.id, now_s, body, hook.secrets),
            },
            extensions={"sni_hostname": url.host},
        )
        response = await self._http.send(request, stream=True)
        await response.aclose()
        return str(response.status_code)


def is_taken(outcome: str) -> bool:
    return len(outcome) == 3 and outcome.startswith("2")


def _is_about_tls(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
