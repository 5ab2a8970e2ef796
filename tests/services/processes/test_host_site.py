"""The site of docs/hosts.md, as it stands there, at an installation whose operator added it."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec

from services.cli.installation import Installation
from services.cli.stack import StackSettings, stack
from services.cli.tree import ROOT
from services.gateway.settings import GatewaySettings
from services.webhooks.settings import WebhooksSettings
from shared.client import Client
from shared.runtime.ports import free_port

LINES = 30


def example() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "hosts.md").read_text(), re.S)
    return str(code)


def test_the_example_is_short() -> None:
    assert sum(bool(line.strip()) for line in example().splitlines()) <= LINES


async def admin(data: Path, *words: str) -> Any:
    """What `saloon admin hosts` prints as JSON, beside services that run."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "services.cli", "admin", "hosts", *words),
        *("--json", "--data", str(data)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    told, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0, words
    return msgspec.json.decode(told)


@asynccontextmanager
async def running(path: Path, settings: str) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(path), env={"SITE": settings}, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def test_a_site_opens_a_room_sends_its_users_and_is_told_the_end(tmp_path: Path) -> None:
    data, port = tmp_path / "installation", free_port()
    site = tmp_path / "site.py"
    await asyncio.to_thread(site.write_text, example())
    settings = StackSettings(
        GatewaySettings(port=0, hosts_ms=100),
        bots=None,
        webhooks=WebhooksSettings(allow_private=True),
    )
    url = f"http://127.0.0.1:{port}"
    async with stack(Installation(data), settings) as serving:
        given = await admin(data, "add", "acme", "--url", f"{url}/told", "--insecure")
        own = "|".join(
            (serving.url, given["apiKey"], given["playerKey"], given["webhookSecret"], str(port))
        )
        async with running(site, own), httpx.AsyncClient(timeout=20) as http:
            ann = await come_in(http, url, "ann")
            ben = await come_in(http, url, "ben", room=ann["room"])
            async with Client(serving.url) as player:
                await play(player, ann)
            seated = {"authorization": f"Bearer {ben['session']}"}
            join = {"commandId": "join", "command": {"type": "join"}}
            path = f"{serving.url}/api/rooms/{ann['room']}"
            late = await http.post(f"{path}/commands", json=join, headers=seated)
            assert late.json()["code"] == "match_running"
            key = {"authorization": f"Bearer {given['apiKey']}"}
            ended = await http.delete(f"{serving.url}/api/host/rooms/{ann['room']}", headers=key)
            assert ended.status_code == 204, ended.text
            told = await everything(http, url, 2)
            assert [each["type"] for each in told] == ["match.abandoned", "room.closed"]
            assert told[0]["data"]["players"][0] == ann["player"]
            assert told[1]["data"]["why"] == "by_tenant"
            found = await admin(data, "deliveries", "acme")
            assert [each["state"] for each in found] == ["delivered"] * 2
            rows = await admin(data, "list")
            assert (rows[0]["name"], rows[0]["apiKeys"], rows[0]["roomsOpen"]) == ("acme", 1, 200)
            assert given["apiKey"] not in msgspec.json.encode(rows).decode()


async def come_in(http: httpx.AsyncClient, url: str, user: str, room: str = "") -> dict[str, Any]:
    """What the user's page does: asks its site, and shows the token to the games."""
    async with asyncio.timeout(30):
        while True:
            with suppress(httpx.TransportError):  # the site is not there yet
                asked = await http.get(f"{url}/play", params={"user": user, "room": room})
                if asked.status_code == 200:  # its key is known
                    break
            await asyncio.sleep(0.1)
    page = asked.json()
    answer = await http.post(f"{page['games']}/api/sessions/host", json={"token": page["token"]})
    assert answer.status_code == 201, answer.text
    session = answer.json()
    return {**page, "player": session["player"], "session": session["token"]}


async def play(player: Client, ann: dict[str, Any]) -> None:
    """A match of one person and three automatic players is dealt."""
    player.token = ann["session"]
    async with player.socket(ann["room"]) as table:
        for _ in range(3):
            await table.command({"type": "addAutomatic"})
        await table.ready()
        await table.command({"type": "start"})
        async for _ in table:
            if table.view["room"]["phase"] == "match":
                break


async def everything(http: httpx.AsyncClient, url: str, count: int) -> list[Any]:
    """What the site was told, once it is so much."""
    async with asyncio.timeout(30):
        while True:
            page = (await http.get(f"{url}/play", params={"user": "ann", "room": "X"})).json()
            if len(page["told"]) >= count:
                return sorted(page["told"], key=lambda each: each["type"])
            await asyncio.sleep(0.1)
