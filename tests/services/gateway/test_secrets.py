"""What leaves a gateway beside its answers: log lines and metrics, with nobody's secret in them."""

import io
import logging

import pytest

from services.gateway.service import GatewayService
from shared.runtime import logs
from tests.services.gateway.house import CREDENTIAL, KEYS, Line, Street


@pytest.fixture
def told() -> io.StringIO:
    """Everything that is logged, at the lowest level."""
    stream = io.StringIO()
    logs.configure(level="debug", stream=stream, is_readable=False)
    logging.getLogger("uvicorn").setLevel(logging.DEBUG)
    return stream


async def test_no_token_key_name_or_query_reaches_a_log_line_or_a_metric(
    told: io.StringIO, gateway: GatewayService, street: Street
) -> None:
    host, other = await street.person(gateway, "Nickname-A"), await street.person(gateway)
    code = await host.opens(game="bang", visibility="invited")
    invitation = (await host.view(code))["sections"]["you"]["invitation"]
    await other.get(f"/api/rooms/{code}/view?invitation={invitation}")
    await other.does(code, "join", invitation=invitation)
    await host.get(f"/api/rooms/{code}/view?token={host.token}")
    await host.post("/api/sessions", {"nickname": "x", "secret-in-a-body": 1})
    await host.http.get("/api/automatic", headers={"authorization": f"Bearer {CREDENTIAL}"})
    await host.http.get("/api/session", headers={"cookie": f"saloon_session={host.token}"})
    line = await host.socket(code)
    await line.hears("view")
    await line.wire.send('{"type":"command","secret-on-a-socket":1}')
    await line.closed()
    broken = await host.socket(code)
    await broken.hears("view")
    await broken.wire.send(b"secret-bytes\xff", text=True)
    await broken.closed()
    query = f"{gateway.url}/api/rooms/{code}/socket?token={host.token}"
    silent = await Line.open(query, host.bearer)
    await silent.closed()
    metrics = (await host.http.get("/metrics")).text
    assert "request" in told.getvalue()
    everything = told.getvalue() + metrics
    for secret in (
        host.token,
        other.token,
        host.token.partition(".")[2],
        invitation,
        CREDENTIAL,
        *(key.decode() for key in KEYS),
        "Nickname-A",
        "secret-in-a-body",
        "secret-on-a-socket",
        "secret-bytes",
        "?",
    ):
        assert secret not in everything, secret
    assert code not in metrics
    assert host.id not in metrics
