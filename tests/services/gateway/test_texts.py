"""The words that the browser client is given, part by part."""

import pytest

from services.gateway.service import GatewayService
from services.gateway.words import PAGES
from shared.text.catalogue import LANGUAGES, Catalogue, Language
from tests.services.gateway.house import Street


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kids", [False, True])
async def test_the_parts_hold_each_text_once(
    gateway: GatewayService, street: Street, language: Language, kids: bool
) -> None:
    client = street.client(gateway)
    parts = [
        (await client.get(f"/api/words/{language}/{page}?kids={int(kids)}")).json()["words"]
        for page in PAGES
    ]
    keys = [key for part in parts for key in part]
    assert all(parts)
    assert len(keys) == len(set(keys)) > 700
    known = Catalogue(language, kids)
    plain = {key: text for part in parts for key, text in part.items() if not known.params(key)}
    assert len(plain) > 300
    assert plain == {key: known.text(key) for key in plain}


async def test_a_part_that_is_none_or_of_no_language_is_not_found(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)
    for path in ("/api/words/ko/no-such-part", "/api/words/xx/first"):
        assert (await client.get(path)).status_code == 404
    tag = (await client.get("/api/words/ko/first")).headers["etag"]
    again = await client.get("/api/words/ko/first", headers={"if-none-match": tag})
    assert again.status_code == 304
