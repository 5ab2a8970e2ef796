"""Somebody whom a host has sent: a site that embeds the games, with a token behind the address."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import jwt
import msgspec
from playwright.async_api import expect

from services.cli.tree import ROOT
from tests.conftest import Count
from tests.e2e.conftest import Invite
from tests.e2e.test_bad_input import NOT_LOADED
from tests.services.processes.running import Up, environ


def added(data: Path, name: str) -> Any:
    """What a new host is given."""
    command = (sys.executable, "-P", "-m", "services.cli", "admin", "hosts", "add", name)
    told = subprocess.run(
        [*command, "--json", "--data", str(data)],
        cwd=ROOT,
        env=environ(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    return msgspec.json.decode(told.stdout)


async def opened(house: Up, key: str) -> str:
    """A room of the host's, as soon as its key is known."""
    body = {"user": "ann", "nickname": "Ann"}
    headers = {"authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(base_url=house.url, headers=headers) as http, asyncio.timeout(30):
        while True:
            answer = await http.post("/api/host/rooms", json=body)
            if answer.status_code == 201:
                code: str = answer.json()["code"]
                return code
            await asyncio.sleep(0.2)


def token_of(given: Any, user: str, nickname: str, age_s: int = 0) -> str:
    now_s = int(time.time()) - age_s
    claims = {"iss": given["name"], "aud": "saloon", "sub": user, "name": nickname}
    return jwt.encode({**claims, "iat": now_s, "exp": now_s + 60}, given["playerKey"], "EdDSA")


async def test_a_hosts_user_comes_in_without_being_asked_who_he_is(
    house: Up, data: Path, invite: Invite, count: Count
) -> None:
    given = await asyncio.to_thread(added, data, "acme")
    code = await opened(house, given["apiKey"])
    person = await invite()
    await person.go(f"/r/{code}#watch&token={token_of(given, 'ben', 'Daon')}")
    await expect(person.button("ui-sit-down")).to_be_visible()
    assert "token" not in person.page.url
    assert (await person.session())["nickname"] == "Daon"
    assert (await person.session())["player"].startswith("acme~")
    await person.page.reload()
    await expect(person.button("ui-sit-down")).to_be_visible()
    count("people whom a host has sent", 1)


async def test_a_token_that_is_too_old_leads_to_the_door_and_says_why(
    house: Up, data: Path, invite: Invite, count: Count
) -> None:
    given = await asyncio.to_thread(added, data, "beta")
    await opened(house, given["apiKey"])
    person = await invite()
    person.complaints.forgive(NOT_LOADED)
    await person.go(f"/#token={token_of(given, 'ben', 'Daon', 600)}")
    await expect(person.called("textbox", "ui-nickname")).to_be_visible()
    why = person.texts.text("refusal-bad_host_token", reason="expired")
    await expect(person.page.get_by_text(why).first).to_be_visible()
    assert "token" not in person.page.url
    count("people whom a host has sent", 1)
