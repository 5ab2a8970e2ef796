"""One backup that several tests look at, each on a copy."""

import asyncio
import shutil
from pathlib import Path

import pytest
from msgspec import Struct

from services.cli.admin.backup.saving import kept_streams
from shared.contracts.ids import RoomId
from shared.eventstore.layout import MAIN
from shared.eventstore.reading import Message
from tests.services.backup.place import Place, all_of, fill


class Saved(Struct):
    folder: Path
    secrets: bytes
    rooms: list[RoomId]
    was: dict[str, list[Message]]
    """What was in each stream that is kept."""
    said: str

    @property
    def entries(self) -> int:
        return sum(len(found) for name, found in self.was.items() if name.startswith("EV"))


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    place = Place(tmp_path_factory.mktemp("saved"))
    folder = place.folder / "copy"

    async def make() -> Saved:
        async with place.serving() as server:
            rooms = await fill(place, server)
            ended = await place.runs("backup", str(folder))
            assert ended.code == 0, ended
            was = await all_of(place, server, kept_streams(MAIN))
        return Saved(folder, (place.data / "secrets.json").read_bytes(), rooms, was, ended.said)

    return asyncio.run(make())


@pytest.fixture
def place(tmp_path: Path, saved: Saved) -> Place:
    """The same installation after a disaster: its secrets are all that is left."""
    return Place(tmp_path, saved.secrets)


@pytest.fixture
def copy(tmp_path: Path, saved: Saved) -> Path:
    """The backup, to be harmed."""
    return Path(shutil.copytree(saved.folder, tmp_path / "copy"))
