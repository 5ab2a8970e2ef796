"""The words that a page is given: what it begins with, and what its rarer screens add."""

from pathlib import Path

from services.gateway.service import GatewayService
from shared.text.catalogue import LANGUAGES, sources
from tests.services.gateway.house import Street

LATER = {"known.ftl", "ui-replay.ftl", "ui-rules.ftl"}


async def test_a_page_is_given_its_words_in_parts_that_make_up_the_whole(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)

    async def names(asked: str) -> set[str]:
        files = (await client.get(f"/api/texts/ko{asked}")).json()["files"]
        return {file["name"] for file in files}

    whole, first = await names(""), await names("?page=1")
    later = [await names(f"?page={screen}") for screen in ("replay", "rules")]
    assert all(part and not part & first for part in later)
    assert set().union(*later) == LATER
    assert whole - first - LATER == {"figures.ftl", "transcript.ftl"}
    assert await names("?page=no-such-screen") == whole


def test_the_childrens_words_are_none_of_those_that_come_later() -> None:
    for language in LANGUAGES:
        *files, kids = sources(language, kids=True)
        later = [path for path in files if path.name in LATER]
        assert len(later) == len(LATER)
        assert not set().union(*map(_keys, later)) & _keys(kids)


def _keys(path: Path) -> set[str]:
    lines = path.read_text("utf-8").splitlines()
    return {line.partition(" =")[0] for line in lines if " =" in line}
