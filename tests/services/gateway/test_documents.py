"""The served documents: valid, true, and with nothing left out."""

import re
from typing import Any, get_args
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from services.gateway.catalogue import Documents
from services.gateway.closing import CLOSE_CODES
from services.gateway.host_operations import EVERY_OPERATION
from services.gateway.operation import Operation
from services.gateway.service import GatewayService
from shared.contracts.buckshot import ITEMS
from shared.contracts.messages import ClientMessage, ServerMessage
from shared.contracts.refusals import CODES
from shared.games.bang import Bang
from shared.games.bang.events import BangEvent
from shared.games.buckshot.events import BuckshotEvent
from shared.matchfile.head import key_id
from shared.room.aggregate import Room
from shared.room.events import RoomEvents
from shared.room.frames import Views
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count
from tests.services.gateway.house import AUDITOR, CREDENTIAL, House, Street

EVENTS = (BangEvent, BuckshotEvent)


@pytest.fixture
async def openapi(gateway: GatewayService, street: Street) -> Any:
    return (await street.client(gateway).get("/api/openapi.json")).json()


@pytest.fixture
async def asyncapi(gateway: GatewayService, street: Street) -> Any:
    return (await street.client(gateway).get("/api/asyncapi.json")).json()


def validator(schema: Any, document: Any) -> Draft202012Validator:
    """Of a schema that refers to the document's components."""
    return Draft202012Validator({**schema, "components": document["components"]})


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for each in value.values() for found in references(each)]
    if isinstance(value, list):
        return [found for each in value for found in references(each)]
    return []


def resolved(document: Any, reference: str) -> Any:
    found = document
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


async def test_the_openapi_document_is_valid_and_its_examples_are_true(openapi: Any) -> None:
    OpenAPIV31SpecValidator(openapi).validate()
    examples = 0
    for path in openapi["paths"].values():
        for operation in path.values():
            bodies = [each.get("content", {}) for each in operation["responses"].values()]
            bodies.append(operation.get("requestBody", {}).get("content", {}))
            for content in bodies:
                for described in content.values():
                    validator(described["schema"], openapi).validate(described["example"])
                    examples += 1
    assert examples > 50
    commands = openapi["components"]["schemas"]["Command"]["examples"]
    for command in commands:
        validator({"$ref": "#/components/schemas/Command"}, openapi).validate(command)
    assert {command["type"] for command in commands} >= {"ready", "play", "use", "shoot"}


async def test_the_asyncapi_document_holds_together(asyncapi: Any) -> None:
    for reference in references(asyncapi):
        assert resolved(asyncapi, reference), reference
    for name, message in asyncapi["components"]["messages"].items():
        schema = message["payload"]
        for example in message["examples"]:
            validator(schema, asyncapi).validate(example["payload"])
            assert example["payload"]["type"] == name
    text = asyncapi["info"]["description"]
    assert all(f"- {code}: " in text for code in CLOSE_CODES)


async def test_the_asyncapi_document_has_every_message(asyncapi: Any) -> None:
    for union, operation in ((ClientMessage, "fromClient"), (ServerMessage, "fromServer")):
        tags = {str(kind.__struct_config__.tag) for kind in union.__args__}
        listed = asyncapi["operations"][operation]["messages"]
        assert {each["$ref"].rpartition("/")[2] for each in listed} == tags


WESTERN = {"create", "join", "ready", "start", "draw", "play", "endPlay"}
FOR_TWO = {"create", "ready", "start", "shoot", "use"}


@pytest.mark.parametrize(
    ("game", "plan", "commands"),
    [
        ("bang", Plan(4, 0, {"characterDraft": "random"}, absence=0.02), WESTERN),
        ("bang", Plan(4, 0, {"characterDraft": "choose2"}, absence=0.02), WESTERN),
        ("buckshot", Plan(1, 1, {}, absence=0.02), FOR_TWO),
    ],
    ids=["bang-random", "bang-choose2", "buckshot"],
)
async def test_commands_and_views_of_a_whole_match_are_as_described(
    openapi: Any, asyncapi: Any, game: str, plan: Plan, commands: set[str]
) -> None:
    life = Life(SUBJECTS[game], seed=3, plan=plan).live()
    room, seen, sent = Room(life.room.state.room, life.games), set[str](), set[str]()
    sections = [
        validator({"$ref": "#/components/schemas/Sections"}, d) for d in (openapi, asyncapi)
    ]
    command = validator({"$ref": "#/components/schemas/Command"}, openapi)
    frame = validator({"$ref": "#/components/schemas/Frame"}, asyncapi)
    views: Views | None = None
    happened: set[str] = set()
    for number, stored in enumerate(life.log):
        applied = room.apply(stored)
        if applied.header.actor:
            command.validate(said := msgspec.json.decode(applied.leaves[0])["command"])
            sent.add(said["type"])
        if views is None:
            views = Views(room)
        else:
            for told in {each.data for each in views.frames(applied).values()}:
                frame.validate(heard := msgspec.json.decode(told))
                happened.update(event[0] for event in heard["events"])
        if number % 8 == 0 or game != "bang" or number > len(life.log) - 3:
            for viewer in (None, *room.state.players[:2]):
                for name, value in Views(room).sections(viewer).items():
                    each = sections[number % 2]
                    each.validate({name: msgspec.json.decode(value)})
                    seen.add(name.partition("/")[0])
    assert seen >= sections_of(openapi, game) - {"check", "hints", "blocked"}
    assert sent >= commands
    assert happened >= {
        "readiness_changed",
        "match_dealt",
        "turn_began",
        "match_ended",
        "match_closed",
    }


CLOSED = {
    *("automatic", "border", "character", "characters", "game", "item", "items", "kind", "phase"),
    *(
        "playerKind",
        "purpose",
        "role",
        "shell",
        "suit",
        "target",
        "targetCard",
        "via",
        "winnerTeam",
    ),
}
"""Names of fields whose words are known."""

OPEN = {
    ("Play", "target"),
    ("SayBody", "target"),
    ("SayMessage", "target"),
    ("TalkLine", "target"),
    ("Hint", "target"),
    ("TurnView", "phase"),
    ("PhaseChanged", "phase"),
    ("DrawsUsed", "purpose"),
}
"""Players by their ids, and what no source lists: the steps of a turn, what draws are used for."""


def texts(schema: Any) -> list[Any]:
    """The schemas of all texts in a field."""
    own = [schema] if schema.get("type") == "string" else []
    inner = [schema.get("items"), *schema.get("anyOf", ())]
    return own + [found for each in inner if isinstance(each, dict) for found in texts(each)]


async def test_fields_whose_words_are_known_say_which_there_are(
    openapi: Any, asyncapi: Any, count: Count
) -> None:
    closed = 0
    for document in (openapi, asyncapi):
        schemas = document["components"]["schemas"]
        rows = [(name, schema.get("properties", {})) for name, schema in schemas.items()]
        rows += [
            (name, {place.get("title"): place for place in schema.get("prefixItems", ())})
            for name, schema in schemas.items()
        ]
        shown = schemas["Sections"]["properties"]
        rows += [("room", shown["room"]["properties"])]
        rows += [("members", shown["members"]["items"]["properties"])]
        for name, fields in rows:
            for field in fields.keys() & CLOSED:
                if (name.rpartition(".")[2], field) not in OPEN:
                    found = texts(fields[field])
                    assert all("enum" in text for text in found), (name, field)
                    closed += len(found)
        assert schemas["Shoot"]["properties"]["target"]["enum"] == ["self", "opponent"]
        assert tuple(schemas["UseItem"]["properties"]["item"]["enum"]) == ITEMS
        assert schemas["AddAutomatic"]["properties"]["playerKind"]["enum"][-1] == ""
    count("fields whose words are told", closed)


async def test_what_is_none_of_the_words_is_still_refused_with_those_there_are(
    gateway: GatewayService, street: Street
) -> None:
    host = await street.person(gateway)
    code = await host.opens(game="buckshot", options={"opponent": "person"})
    answer = await host.says(code, "addAutomatic", playerKind="steady")
    assert answer.json()["params"] == {"kinds": "novice house sharp"}


async def test_every_event_is_described_by_name_and_place(asyncapi: Any) -> None:
    schemas = asyncapi["components"]["schemas"]
    forms = [resolved(asyncapi, form["$ref"]) for form in schemas["Event"]["anyOf"]]
    assert len(forms) == sum(map(len, (get_args(RoomEvents), *map(get_args, EVENTS))))
    for form in forms:
        assert form["prefixItems"][0]["title"] == "name"
        assert form["title"].startswith(("room: ", "bang: ", "buckshot: "))


async def test_the_address_itself_says_where_the_documents_are(
    gateway: GatewayService, street: Street
) -> None:
    answer = await street.client(gateway).get("/api")
    assert answer.status_code == 200
    for path in (answer.json()["openapi"], answer.json()["asyncapi"]):
        assert (await street.client(gateway).get(path)).status_code == 200


def sections_of(document: Any, game: str) -> set[str]:
    """Names of the sections that are described as that game's, or as every game's."""
    described = document["components"]["schemas"]["Sections"]
    rows = {**described["properties"], **described["patternProperties"]}
    found = set()
    for name, schema in rows.items():
        abouts = [form["description"] for form in schema.get("anyOf", [schema])]
        others = [about for about in abouts if re.match(r"\w+: ", about)]
        if len(others) < len(abouts) or any(about.startswith(f"{game}: ") for about in others):
            found.add(name.removeprefix("^").partition("/")[0])
    return found


def address(operation: Operation) -> str:
    found = {p.name: p.example for p in operation.parameters if p.where == "path"}
    asked = [p for p in operation.parameters if p.where == "query" and p.is_required]
    query = urlencode({p.name: p.example for p in asked})
    path = re.sub(r"\{(\w+)\}", lambda name: found[name[1]], operation.path)
    return f"{path}?{query}" if query else path


OF_OTHERS = frozenset({"listDeliveries", "redeliver", "listOpsRooms"})
"""Answered by services that this house has not."""


@pytest.mark.parametrize("operation", EVERY_OPERATION, ids=[each.id for each in EVERY_OPERATION])
async def test_every_operation_answers_as_described(
    memory_house: House,
    gateway: GatewayService,
    street: Street,
    openapi: Any,
    operation: Operation,
) -> None:
    """With its own examples; what they name that is not there is refused as described."""
    person, host = await street.person(gateway), await memory_house.host()
    await host.known(person.http)
    headers = {
        "anybody": {},
        "host": {"authorization": f"Bearer {host.key}"},
        "session": person.bearer,
        "reader": person.bearer,
        "automaton": {"authorization": f"Bearer {CREDENTIAL}"},
        "auditor": {"authorization": f"Bearer {AUDITOR}"},
    }[operation.caller]
    if any(parameter.name == "Idempotency-Key" for parameter in operation.parameters):
        headers = {**headers, "idempotency-key": "8f14e45f"}
    body = b"" if operation.sends is None else msgspec.json.encode(operation.sends)
    if operation.id == "openHostSession":
        now_ms = gateway.gateway.clock.now_ms()
        body = msgspec.json.encode({"token": host.token("ann", now_ms)})
    if body:
        headers = {**headers, "content-type": "application/json"}
    answer = await person.http.request(
        operation.method, address(operation), headers=headers, content=body
    )
    described = openapi["paths"][operation.path][operation.method.lower()]["responses"]
    check(answer, described, openapi)
    if "{code}" not in operation.path and operation.id not in OF_OTHERS:
        assert answer.status_code == operation.status
    if operation.caller != "anybody":
        naked = await street.client(gateway).request(
            operation.method,
            address(operation),
            content=body,
            headers={"content-type": "application/json"} if body else {},
        )
        assert naked.status_code == 401
        check(naked, described, openapi)


def check(answer: httpx.Response, described: Any, document: Any) -> None:
    response = described[str(answer.status_code)]
    if "content" not in response:
        assert answer.content == b""
        return
    content = response["content"][answer.headers["content-type"]]
    validator(content["schema"], document).validate(answer.json())
    if answer.status_code >= 400:
        code = answer.json()["code"]
        assert code in response["description"]
        assert tuple(answer.json().get("params", {})) == CODES[code]


def test_public_keys_are_told_the_present_one_first() -> None:
    keys = ("ab" * 32, "cd" * 32)
    told = msgspec.json.decode(Documents({}, "showdown", keys).keys.body)["keys"]
    assert [each["key"] for each in told] == list(keys)
    assert all(each["id"] == key_id(each["key"]) for each in told)


async def test_the_catalogue_says_what_can_be_played(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)
    answer = await client.get("/api/games")
    bang, buckshot = answer.json()["games"]
    assert len(bang["cards"]) == 80
    assert len(bang["characters"]) == 16
    assert {option["key"] for option in bang["options"]} == {o.key for o in Bang().options}
    texts = (await client.get("/api/texts/ko")).json()
    sources = "\n".join(file["source"] for file in texts["files"])
    named = [*bang["options"], *bang["kinds"], *bang["characters"], *buckshot["options"]]
    named += [*bang["playerKinds"], *buckshot["playerKinds"]]
    names = [each["text"] for each in named]
    names += [answer.json()["title"], bang["title"], buckshot["title"]]
    assert [each["kind"] for each in buckshot["playerKinds"]] == ["novice", "house", "sharp"]
    assert buckshot["seatsLeast"] == buckshot["seatsMost"] == 2
    assert [name for name in names if not re.search(rf"^{name} = ", sources, re.MULTILINE)] == []
    kids = (await client.get("/api/texts/ko?kids=1")).json()
    assert kids["files"][-1]["name"] == "kids.ftl"
    for path in ("/api/games", "/api/texts/ko"):
        tag = (await client.get(path)).headers["etag"]
        assert (await client.get(path, headers={"if-none-match": tag})).status_code == 304


async def test_it_can_be_inspected(gateway: GatewayService, street: Street) -> None:
    client = street.client(gateway)
    assert (await client.get("/livez")).text == "ok\n"
    assert (await client.get("/readyz")).json() == {"ready": True, "failing": []}
    await street.person(gateway)
    metrics = (await client.get("/metrics")).text
    assert 'saloon_gateway_answers_total{status="2xx"}' in metrics
