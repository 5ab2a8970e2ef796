"""Replays by HTTP: passed on as they are, to players and to auditors, within limits."""

import gzip

import httpx
import pytest
from msgspec.structs import replace

from services.gateway.replays import takes_gzip
from services.gateway.service import GatewayService
from services.gateway.settings import GatewaySettings
from tests.services.gateway.house import AUDITOR, CREDENTIAL, GENEROUS, House, Person, Street

EVERY = replace(GENEROUS, replay_burst=10_000)
BEARER = {"authorization": f"Bearer {AUDITOR}"}


class Evening:
    """A match of two people over one gateway."""

    def __init__(self, service: GatewayService, street: Street) -> None:
        self.service = service
        self.street = street
        self.people: list[Person] = []
        self.code = ""

    async def begin(self) -> "Evening":
        host = await self.street.person(self.service, "Ann")
        self.code = await host.opens(game="buckshot", options={"opponent": "person"})
        guest = await self.street.person(self.service, "Bob")
        await guest.does(self.code, "join")
        self.people = [host, guest]
        for person in self.people:
            await person.does(self.code, "ready", ready=True)
        await host.does(self.code, "start")
        return self

    def path(self, what: str = "", query: str = "") -> str:
        rest = f"/1/{what}" if what else ""
        return f"/api/rooms/{self.code}/matches{rest}{query}"

    async def audits(self, path: str) -> httpx.Response:
        return await self.street.client(self.service).get(path, headers=BEARER)


@pytest.fixture
async def evening(house: House, street: Street) -> Evening:
    return await Evening(await house.gateway(EVERY), street).begin()


@pytest.fixture
async def quiet_evening(memory_house: House, street: Street) -> Evening:
    """In memory only: of what the gateway does by itself."""
    return await Evening(await memory_house.gateway(EVERY), street).begin()


def problem(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


async def test_a_player_reads_his_own_match(evening: Evening) -> None:
    host, guest = evening.people
    listed = (await guest.get(evening.path())).json()
    assert [(each["match"], each["phase"]) for each in listed["matches"]] == [(1, "running")]
    assert listed["names"] == {host.id: "Ann", guest.id: "Bob"}
    answer = await guest.get(evening.path("frames"))
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-store"
    told = answer.json()
    assert (told["viewer"], told["over"], told["code"]) == (guest.id, False, evening.code)
    assert told["frames"][-1]["seq"] == listed["matches"][0]["lastSeq"]
    now = await guest.view(evening.code)
    assert told["frames"][-1]["hash"] == now["hash"]
    proofs = (await guest.get(evening.path("proofs"))).json()
    assert [entry["hash"] for entry in proofs["entries"]][-1] == now["hash"]
    file = await guest.get(evening.path("file"))
    assert file.headers["content-type"] == "application/gzip"
    assert "content-encoding" not in file.headers
    assert file.headers["content-disposition"] == (
        f'attachment; filename="{evening.code}-1.jsonl.gz"'
    )
    assert gzip.decompress(file.content).startswith(b'{"file":"saloon-match"')


@pytest.mark.parametrize("what", ["frames", "proofs", "file"])
async def test_what_is_not_his_is_refused_with_a_problem(quiet_evening: Evening, what: str) -> None:
    host, guest = quiet_evening.people
    assert problem(await guest.get(quiet_evening.path(what, f"?as={host.id}"))) == (
        403,
        "not_shown_yet",
    )
    assert problem(await guest.get(quiet_evening.path(what, "?as=nobody"))) == (
        409,
        "no_such_player",
    )
    beyond = quiet_evening.path(what).replace("/1/", "/2/")
    assert problem(await guest.get(beyond)) == (404, "no_such_match")
    for number in ("0", "x", "-1", "99999999999999999999", "%31%30", "1.0"):
        answer = await guest.get(quiet_evening.path(what).replace("/1/", f"/{number}/"))
        assert problem(answer)[1] in ("malformed", "no_such_match")
    naked = await quiet_evening.street.client(quiet_evening.service).get(quiet_evening.path(what))
    assert problem(naked) == (401, "unauthenticated")
    korean = await guest.http.get(
        quiet_evening.path(what).replace(quiet_evening.code, "QQQQQQ"), headers=guest.bearer
    )
    assert problem(korean) == (404, "no_such_room")


async def test_a_stranger_watches_an_open_room_and_knows_of_no_invited_one(
    evening: Evening,
) -> None:
    host, _ = evening.people
    stranger = await evening.street.person(evening.service, "Cho")
    told = (await stranger.get(evening.path("frames"))).json()
    assert told["viewer"] == "watcher"
    await host.does(evening.code, "setVisibility", visibility="invited")
    unknown = await stranger.get(evening.path("frames").replace(evening.code, "QQQQQQ"))
    for what in ("", "frames", "proofs", "file"):
        answer = await stranger.get(evening.path(what))
        assert problem(answer) == (404, "no_such_room")
        assert answer.content == unknown.content
    key = (await host.view(evening.code))["sections"]["you"]["invitation"]
    answer = await stranger.get(evening.path("frames", f"?invitation={key}"))
    assert answer.json()["viewer"] == "watcher"


async def test_an_auditor_sees_everything_and_everybody_hears_of_it(evening: Evening) -> None:
    host, guest = evening.people
    line = await guest.socket(evening.code)
    await line.hears("view")
    assert (await evening.audits(evening.path())).status_code == 200
    proofs = (await evening.audits(evening.path("proofs", "?auditor=Mina"))).json()
    assert all(isinstance(leaf, list) for entry in proofs["entries"] for leaf in entry["leaves"])
    await line.hears("frame", events=[["looked_into", "Mina"]])
    await evening.audits(evening.path("frames", f"?as={host.id}"))
    await line.hears("frame", events=[["looked_into", "auditor"]])
    await line.close()
    for name in ("%0a", "%20", "", "x" * 41, "%E3%85%A4"):
        answer = await evening.audits(evening.path("proofs", f"?auditor={name}"))
        assert problem(answer) == (400, "malformed")


@pytest.mark.parametrize("shown", ["x", CREDENTIAL, AUDITOR[:-1], f"{AUDITOR}x", "é" * 20])
async def test_nobody_else_is_an_auditor(quiet_evening: Evening, shown: str) -> None:
    headers = {b"authorization": f"Bearer {shown}".encode()}
    answer = await quiet_evening.street.client(quiet_evening.service).get(
        quiet_evening.path("proofs"), headers=headers
    )
    assert problem(answer) == (401, "unauthenticated")


async def test_the_auditors_credential_opens_nothing_else(quiet_evening: Evening) -> None:
    for path in ("/api/session", f"/api/rooms/{quiet_evening.code}/view", "/api/automatic"):
        assert problem(await quiet_evening.audits(path)) == (401, "unauthenticated")


async def test_whoever_takes_no_gzip_gets_the_same_without(quiet_evening: Evening) -> None:
    guest = quiet_evening.people[1]
    packed = await guest.get(quiet_evening.path("frames"))
    bare = await guest.get(quiet_evening.path("frames"), **{"accept-encoding": "identity"})
    assert "content-encoding" not in bare.headers
    assert bare.headers["vary"] == "accept-encoding"
    assert bare.content == packed.content


def test_who_takes_gzip() -> None:
    takes = ("gzip", "br, gzip", "GZIP;q=0.5", "*", "deflate, *;q=0.1")
    not_so = ("", "identity", "br", "gzip;q=0", "gzip; q=0.0", "gzipped")
    assert not takes_gzip(None)
    assert [takes_gzip(each) for each in takes] == [True] * len(takes)
    assert [takes_gzip(each) for each in not_so] == [False] * len(not_so)


async def test_questions_are_limited(memory_house: House, street: Street) -> None:
    few: GatewaySettings = replace(GENEROUS, replay_burst=3, replays_per_s=0.001)
    evening = await Evening(await memory_house.gateway(few), street).begin()
    guest = evening.people[1]
    statuses = [(await guest.get(evening.path("frames"))).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert (await evening.people[0].get(evening.path("frames"))).status_code == 200
    audited = [(await evening.audits(evening.path())).status_code for _ in range(4)]
    assert audited == [200, 200, 200, 429]


async def test_guessing_codes_by_replays_is_limited(memory_house: House, street: Street) -> None:
    few = replace(EVERY, lookup_burst=2, lookups_per_s=0.001)
    service = await memory_house.gateway(few)
    person = await street.person(service)
    paths = [f"/api/rooms/QQQQQ{letter}/matches" for letter in "BCDF"]
    assert [(await person.get(path)).status_code for path in paths] == [404, 404, 429, 429]


async def test_without_a_replay_service_it_says_when_to_come_again(
    memory_house: House, street: Street
) -> None:
    evening = await Evening(await memory_house.gateway(EVERY), street).begin()
    await memory_house.replay_service.stop()
    answer = await evening.people[0].get(evening.path("frames"))
    assert problem(answer) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
