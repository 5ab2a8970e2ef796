"""A store that never answers: a mount that hangs, or something else in a file's place."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shared.archive.directory import DirectoryObjects
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Address, Away, Damaged, Listed
from shared.archive.patience import PatientObjects

PLACE = Address("main/ROOM/1.jsonl.gz")

HANGS = """
import asyncio, os, sys, threading
from pathlib import Path
from shared.archive import directory
from shared.archive.objects import Address, Away
from shared.archive.patience import PatientObjects

async def main():
    store = PatientObjects(directory.DirectoryObjects(Path(sys.argv[1])), 200)
    directory._opened = lambda path: threading.Event().wait()
    for _ in range(20):
        try:
            await store.get(Address("main/ROOM/1.jsonl.gz"))
        except Away:
            print("away")
    print(await asyncio.to_thread(lambda: "others work"))

asyncio.run(main())
"""


class Hanging(MemoryObjects):
    """Nothing is ever answered."""

    async def put(self, address: Address, data: bytes) -> None:
        await asyncio.Event().wait()

    async def get(self, address: Address) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError

    async def delete(self, address: Address) -> None:
        await asyncio.Event().wait()

    async def listed(self, prefix: str = "") -> list[Listed]:
        await asyncio.Event().wait()
        raise AssertionError


async def test_each_call_that_takes_too_long_is_away() -> None:
    store = PatientObjects(Hanging(lambda: 0), limit_ms=20)
    for call in (store.put(PLACE, b"x"), store.get(PLACE), store.delete(PLACE), store.listed()):
        began_s = time.monotonic()
        with pytest.raises(Away):
            await call
        assert time.monotonic() - began_s < 2


@pytest.mark.parametrize("kind", ["fifo", "link", "socket"])
async def test_what_is_no_file_is_damaged_and_not_waited_for(tmp_path: Path, kind: str) -> None:
    path = tmp_path / PLACE
    path.parent.mkdir(parents=True)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "link":
        (tmp_path / "elsewhere").write_bytes(b"another")
        path.symlink_to(tmp_path / "elsewhere")
    else:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    store = DirectoryObjects(tmp_path)
    async with asyncio.timeout(5):
        with pytest.raises(Damaged):
            await store.get(PLACE)
        await store.put(PLACE, b"the match")
        assert await store.get(PLACE) == b"the match"


def test_a_process_whose_store_hangs_works_on_and_ends(tmp_path: Path) -> None:
    """More calls hang than there are threads for them."""
    ended = subprocess.run(
        [sys.executable, "-P", "-c", HANGS, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split("\n") == [*["away"] * 20, "others work", ""]
