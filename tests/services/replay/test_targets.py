"""Places for checkpoints: a file is added whole or not at all, and never another in its place."""

import socket
from pathlib import Path

import pytest

from services.replay.targets import (
    BadSetting,
    Directory,
    InArchive,
    Taken,
    Unreachable,
    Url,
    target_of,
)
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Address, Full
from shared.runtime.secret import Secret
from tests.services.replay.sink import Sink

NAME = "2026-11-30/08-16-52.123-1a2b3c4d.json"


async def test_a_file_is_added_once_and_stays(tmp_path: Path) -> None:
    target = Directory(tmp_path / "some" / "where")
    for _ in range(2):
        await target.put(NAME, b"one")
    with pytest.raises(Taken):
        await target.put(NAME, b"other")
    await target.put("2026-12-01/x.json", b"later")
    found = {str(path.relative_to(tmp_path)): path.read_bytes() for path in files(tmp_path)}
    assert found == {f"some/where/{NAME}": b"one", "some/where/2026-12-01/x.json": b"later"}
    await target.close()


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_a_folder_that_cannot_be_written_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unreachable):
        await Directory(tmp_path / "file").put(NAME, b"one")


async def test_a_web_server_gets_it_with_the_token_and_is_not_told_to_overwrite() -> None:
    sink = Sink()
    with sink.serving():
        target = Url(f"{sink.url}/", Secret("sesame"))
        await target.put(NAME, b"one")
        sink.forgets = True
        with pytest.raises(Unreachable):
            await target.put("x", b"two")
        await target.put("x", b"two")  # it had been stored: the answer was lost
        for status in (301, 401, 500):
            sink.status = status
            with pytest.raises(Unreachable, match=f"status {status}") as caught:
                await target.put("y", b"three")
            assert "sesame" not in str(caught.value)
        await target.close()
    assert sink.files == {f"/kept/{NAME}": b"one", "/kept/x": b"two"}
    assert {asked["authorization"] for asked in sink.asked} == {"Bearer sesame"}
    assert {asked["if-none-match"] for asked in sink.asked} == {"*"}


async def test_a_server_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    target = Url(url)
    with pytest.raises(Unreachable):
        await target.put(NAME, b"one")
    await target.close()


@pytest.mark.parametrize(
    "setting",
    ["https://ann:secret@there/x", "http://there/x?secret", "https://", "https://there:secret/"],
)
def test_a_url_that_cannot_be_or_holds_a_password_is_refused_and_not_repeated(setting: str) -> None:
    with pytest.raises(BadSetting) as caught:
        target_of(setting, None, MemoryObjects(lambda: 0))
    assert "secret" not in str(caught.value)


class Troubled(MemoryObjects):
    """A store that takes nothing more."""

    async def put(self, address: Address, data: bytes) -> None:
        raise Full("no room")


async def test_the_archive_gets_it_in_a_folder_of_its_own() -> None:
    objects = MemoryObjects(lambda: 0)
    target = target_of("archive", None, objects)
    assert target is not None
    for _ in range(2):
        await target.put(NAME, b"one")
    with pytest.raises(Taken):
        await target.put(NAME, b"other")
    assert [each.address for each in await objects.listed()] == [f"checkpoints/{NAME}"]
    assert await objects.get(Address(f"checkpoints/{NAME}")) == b"one"
    with pytest.raises(Unreachable, match="Full"):
        await InArchive(Troubled(lambda: 0)).put(NAME, b"one")
    await target.close()


async def test_a_setting_is_a_folder_a_url_or_nothing(tmp_path: Path) -> None:
    objects = MemoryObjects(lambda: 0)
    assert target_of("", None, objects) is None
    assert isinstance(target_of(str(tmp_path), None, objects), Directory)
    url = target_of("https://there/checkpoints", None, objects)
    assert isinstance(url, Url)
    await url.close()
