"""One installation and one browser for all tests; a context of their own for each person."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio
from msgspec.structs import replace
from playwright.async_api import Browser

from tests.e2e.chromium import chromium
from tests.e2e.person import Person, Way, arrive
from tests.e2e.scenes import FOLDERS
from tests.services.processes.running import Up

PACE_MS = ("20", "60")
"""What automatic players take for a move: soon, but not at once, as a table is played."""


class Invite(Protocol):
    async def __call__(self, way: Way | None = None, **changes: object) -> Person: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser lives in one loop, so all that speak to it do."""
    for item in items:
        if "tests/e2e/" in item.nodeid:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the installation."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="session")
def house(data: Path) -> Iterator[Up]:
    """`./saloon up` as a process, with fixed deals where a test asks for one."""
    with Up(data, "--test-seeds", "--pace", *PACE_MS) as up:
        FOLDERS[up.url] = data
        yield up
        up.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def invite(browser: Browser, house: Up) -> AsyncIterator[Invite]:
    """`await invite(language="en", screen=DESK)`: another person, with nothing to complain of in
    the end."""
    people: list[Person] = []

    async def come(way: Way | None = None, **changes: object) -> Person:
        wanted = replace(way or Way(house.url), **changes)
        people.append(await arrive(browser, wanted))
        return people[-1]

    yield come
    for person in people:
        await person.close()
    complaints = [told for person in people for told in person.complaints.take()]
    assert not complaints, "\n".join(complaints)
