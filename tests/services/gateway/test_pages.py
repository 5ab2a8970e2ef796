"""The browser client: which addresses show it, and how its files are sent."""

import gzip
from pathlib import Path

import pytest

from services.gateway.pages import POLICY
from services.gateway.service import GatewayService
from tests.services.gateway.house import House, Street

BROWSER = {"accept": "text/html,application/xhtml+xml", "accept-encoding": "identity"}
PAGE = b'<!doctype html><script type="module" src="/assets/main-1a2b.js"></script>'
SCRIPT = b"export const answer = 42;\n" * 40


@pytest.fixture
def memory_house(memory_house: House, tmp_path: Path) -> House:
    """With a client of its own, so that nothing here hangs on how the real one was built."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "assets" / "main-1a2b.js").write_bytes(SCRIPT)
    memory_house.pages = tmp_path
    return memory_house


@pytest.mark.parametrize("path", ["/", "/r/KQXHWT", "/m/KQXHWT-1", "/rules", "/ops"])
async def test_every_address_of_a_screen_gives_the_page(
    gateway: GatewayService, street: Street, path: str
) -> None:
    answer = await street.client(gateway).get(path, headers=BROWSER)
    assert (answer.status_code, answer.content) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers.get_list("content-security-policy") == [POLICY]
    assert "unsafe" not in POLICY


async def test_a_page_that_did_not_change_is_not_sent_again(
    gateway: GatewayService, street: Street
) -> None:
    http = street.client(gateway)
    tag = (await http.get("/")).headers["etag"]
    again = await http.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


async def test_a_file_is_kept_for_ever_under_its_name(
    gateway: GatewayService, street: Street
) -> None:
    http = street.client(gateway)
    answer = await http.get("/assets/main-1a2b.js", headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, SCRIPT)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (await http.get("/assets/main-0000.js")).status_code == 404
    assert (await http.get("/assets/..%2Findex.html")).status_code == 404


@pytest.mark.parametrize("path", ["/", "/assets/main-1a2b.js", "/api/texts/ko", "/api/games"])
async def test_what_is_long_comes_packed_to_those_who_unpack(
    gateway: GatewayService, street: Street, path: str
) -> None:
    http = street.client(gateway)
    plain = await http.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    async with http.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        body = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers["vary"] == "accept-encoding"
    if answer.headers.get("content-encoding") == "gzip":
        assert len(body) < len(plain.content)
        body = gzip.decompress(body)
    else:
        assert path == "/", "only a page as short as this one gains nothing"
    assert body == plain.content


@pytest.mark.parametrize("path", ["/", "/assets/main-1a2b.js", "/api", "/livez", "/api/texts/en"])
async def test_what_can_be_read_can_be_asked_about(
    gateway: GatewayService, street: Street, path: str
) -> None:
    http = street.client(gateway)
    read, asked = await http.get(path), await http.head(path)
    assert (asked.status_code, asked.content) == (read.status_code, b"")
    assert asked.headers["content-type"] == read.headers["content-type"]
    assert (await http.head("/api/nothing")).status_code == 404


async def test_an_address_that_leads_nowhere_shows_people_the_page_and_programs_a_problem(
    gateway: GatewayService, street: Street
) -> None:
    http = street.client(gateway)
    shown = await http.get("/somewhere/else", headers=BROWSER)
    assert (shown.status_code, shown.content) == (404, PAGE)
    for path, headers in (("/somewhere/else", {}), ("/api/else", BROWSER), ("/assets/x", BROWSER)):
        told = await http.get(path, headers=headers)
        assert told.status_code == 404
        assert told.json()["code"] == "not_found"
        assert told.headers["content-security-policy"].startswith("default-src 'none'")


async def test_a_client_that_was_not_built_is_missed_in_words(
    memory_house: House, street: Street, tmp_path: Path
) -> None:
    memory_house.pages = tmp_path / "none"
    http = street.client(await memory_house.gateway())
    for path in ("/", "/r/KQXHWT", "/nothing"):
        answer = await http.get(path, headers=BROWSER)
        assert answer.status_code == 503
        assert "saloon web build" in answer.text
        assert answer.headers["cache-control"] == "no-store"
    assert (await http.get("/api")).status_code == 200
