"""A match over processes, and what is told of it afterwards: what was told while it ran."""

import asyncio
import gzip
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from nats.errors import Error as BrokerError

from services.cli.broker import dial
from services.cli.tree import ROOT
from shared.contracts.messages import Frame
from tests.conftest import Count
from tests.integration.house import CALM, House
from tests.integration.people import Party, gathered
from tests.services.processes.running import command, environ

COUNTS = {"rules": 1, "projection": 1, "timer": 1, "replay": 1, "gateway": 1}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path, COUNTS, CALM) as made:
        yield made


async def test_a_match_is_replayed_to_each_seat_as_it_was_heard(
    house: House, tmp_path: Path, count: Count
) -> None:
    async with gathered(house.url) as party, httpx.AsyncClient(base_url=house.url) as http:
        await party.start()
        await party.plays(5_000, Random(4))
        await party.settled()
        path = f"/api/rooms/{party.room}/matches"
        compared = 0
        for person in party.people:
            bearer = {"authorization": f"Bearer {person.client.token}"}
            told = (await http.get(f"{path}/1/frames", headers=bearer)).raise_for_status().json()
            heard = {x.seq: _plain(x) for x in person.heard if isinstance(x, Frame)}
            again = {frame["seq"]: _without_type(frame) for frame in told["frames"]}
            assert told["over"]
            assert again.keys() >= heard.keys()
            assert {seq: again[seq] for seq in heard} == heard
            compared += len(heard)
        count("frames heard again after the match", compared)
        await _files_hold(house, party, http, tmp_path)
    await _the_gateway_reads_no_log(house)


def _plain(frame: Frame) -> Any:
    return _without_type(msgspec.json.decode(msgspec.json.encode(frame)))


def _without_type(frame: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in frame.items() if name != "type"}


async def _files_hold(house: House, party: Party, http: httpx.AsyncClient, folder: Path) -> None:
    """Whole and for one seat; the same bytes as the terminal's."""
    guest = party.people[1]
    bearer = {"authorization": f"Bearer {guest.client.token}"}
    for viewer in ("auditor", guest.id):
        path = f"/api/rooms/{party.room}/matches/1/file?as={viewer}"
        answer = (await http.get(path, headers=bearer)).raise_for_status()
        served = folder / f"{viewer}.jsonl.gz"
        served.write_bytes(answer.content)
        exported = await asyncio.to_thread(_exported, house, party, viewer, folder)
        assert served.read_bytes() == exported.read_bytes(), gzip.decompress(answer.content)[:600]
        assert await asyncio.to_thread(_is_verified, served)


def _exported(house: House, party: Party, viewer: str, folder: Path) -> Path:
    made = folder / f"{viewer}-too.jsonl.gz"
    wanted = ("match", "export", party.room, "--as", viewer, "--out", str(made))
    data = str(house.installation.directory)
    subprocess.run(command(*wanted, "--data", data), env=environ(), timeout=60, check=True)
    return made


def _is_verified(path: Path) -> bool:
    verifier = ROOT / "tools" / "verify_match.py"
    return subprocess.run([sys.executable, verifier, path], check=False, timeout=60).returncode == 0


async def _the_gateway_reads_no_log(house: House) -> None:
    bus = await dial(house.broker.url, "gateway", house.secrets.passwords["gateway"])
    for subject in ("$JS.API.DIRECT.GET.EV0", "inner.API.STREAM.MSG.GET.EV0", "ev.0.main.X"):
        with pytest.raises((BrokerError, TimeoutError)):
            await bus.nc.request(subject, b'{"seq":1}', timeout=0.2)
    await bus.close()
