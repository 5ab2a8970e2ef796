"""What nobody should send: each is refused with one word, leaves nothing, and is never echoed."""

from typing import get_args

import pytest
from msgspec import json

from shared.contracts.bang import BangCommand
from shared.contracts.buckshot import BuckshotCommand
from shared.contracts.commands import type_of
from shared.contracts.ids import CommandId, PlayerId
from shared.contracts.refusals import refuse
from shared.engine.game import Game
from shared.games.bang import Bang
from shared.games.buckshot import Buckshot
from shared.room.aggregate import Accepted, Envelope, Room
from tests.conftest import Count
from tests.room.table import CODE, GAMES, HOST, START_MS, SYSTEM, Table
from tests.room.walks import Walk

UNREAD = ("malformed", "bad_field")
MALFORMED = {
    "nothing": b"",
    "no JSON": b"join",
    "two values": b'{"type":"join"}{"type":"join"}',
    "a byte order mark": b'\xef\xbb\xbf{"type":"join"}',
    "bad UTF-8": b'{"type":"join","invitation":"\xff"}',
    "UTF-16": '{"type":"join"}'.encode("utf-16"),
    "half a surrogate": b'{"type":"join","invitation":"\\ud800"}',
    "no object": b"[]",
    "no type": b"{}",
    "null": b"null",
    "a type that is no word": b'{"type":7}',
    "an unknown type": b'{"type":"win"}',
    "an unknown field": b'{"type":"leave","seat":1}',
    "a foreign seat": b'{"type":"lay","wait":1,"card":1,"seat":0}',
    "a missing field": b'{"type":"kick"}',
    "text for a number": b'{"type":"lay","wait":"1","card":1}',
    "a fraction": b'{"type":"lay","wait":1.5,"card":1}',
    "no number": b'{"type":"lay","wait":NaN,"card":1}',
    "a truth for a number": b'{"type":"lay","wait":true,"card":1}',
    "a number of 5,000 digits": b'{"type":"lay","wait":1,"card":' + b"9" * 5_000 + b"}",
    "200 levels": b'{"type":"setOptions","options":' + b'{"a":' * 200 + b"1" + b"}" * 201,
    "100,000 levels": b"[" * 100_000,
    "levels where a text belongs": b'{"type":"join","invitation":' + b"[" * 50_000,
    "levels in an unknown field": b'{"type":"join","x":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "an endless name": b'{"type":"kick","player":"' + b"a" * 65 + b'"}',
    "a kind with a space": b'{"type":"addAutomatic","playerKind":"a b"}',
    "a visibility": b'{"type":"setVisibility","visibility":"all"}',
    "an option that is a list": b'{"type":"setOptions","options":{"rounds":[2]}}',
}


NO_COMMANDS = (
    *("nothing", "no JSON", "two values", "a byte order mark", "UTF-16"),
    *("no object", "no type", "null", "a type that is no word", "100,000 levels"),
)


@pytest.mark.parametrize("name", NO_COMMANDS)
def test_what_is_no_command_is_of_no_type(name: str) -> None:
    assert type_of(MALFORMED[name]) == ""
    assert type_of(b'{"type":"join"}') == "join"


@pytest.mark.parametrize("sent", MALFORMED.values(), ids=MALFORMED.keys())
@pytest.mark.parametrize("phase", ["lobby", "match", "over"])
def test_malformed_commands_are_refused_and_leave_nothing(phase: str, sent: bytes) -> None:
    table = Table().open("ben")
    if phase != "lobby":
        table.ready().do(HOST, "start")
    if phase == "over":
        table.finish()
    assert table.refuses(HOST, sent).code in UNREAD


@pytest.mark.parametrize("sent", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_room_that_does_not_exist_takes_no_malformed_command_either(sent: bytes) -> None:
    refusal = Table().refuses(HOST, sent)
    assert refusal.code in (*UNREAD, "no_such_room")


@pytest.mark.parametrize("command_id", ["", "a" * 129, "a\nb", "a\x00", "a\u202eb", "\ud800"])
def test_a_command_id_is_short_and_printable(command_id: str) -> None:
    table = Table()
    envelope = table.envelope(HOST, {"type": "create", "game": "tricks"})
    named = Envelope(envelope.actor, CommandId(command_id), envelope.command, envelope.supplied)
    assert table.post(named) == refuse("malformed")
    assert table.room.seq == 0


@pytest.mark.parametrize(
    ("game", "foreign"), [("bang", BuckshotCommand), ("buckshot", BangCommand)]
)
def test_a_command_of_another_game_is_told_what_this_room_plays(game: str, foreign: object) -> None:
    games: dict[str, Game] = {"bang": Bang(), "buckshot": Buckshot()}
    games |= {game.ruleset: game for game in games.values()}
    table = Table(games)
    table.do(HOST, {"type": "create", "game": game})
    for kind in get_args(foreign):
        command = {"type": kind.__struct_config__.tag, "turn": "whichever"}
        assert table.refuses(HOST, command) == refuse("other_game", game=game)
        assert table.refuses("dag", command) == refuse("other_game", game=game)
        assert table.refuses(SYSTEM, command) == refuse("malformed")
    own = {"bang": "play", "buckshot": "shoot"}[game]
    assert table.refuses(HOST, own) == refuse("bad_field", field="turn"), "it lacks fields"
    table.do(HOST, {"type": "setVisibility", "visibility": "invited"})
    assert table.refuses("dag", {"type": command["type"]}) == refuse("no_such_room")


@pytest.mark.parametrize("number", [2**63, 2**64, 10**30, -(10**30)])
def test_huge_numbers_are_read_or_refused_and_never_break_the_room(number: int) -> None:
    table = Table().deal("ben")
    body = b'{"type":"lay","wait":1,"card":%d}' % number
    assert table.refuses(HOST, body).code in (*UNREAD, "no_such_card", "not_reaction_target")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"type": "ready"}, "ready"),
        ({"type": "ready", "ready": 1}, "ready"),
        ({"type": "win"}, "type"),
        ({"type": "setTalk", "talk": "shouting"}, "talk"),
        ({"type": "setOptions", "options": {"rounds": [2]}}, "options[...]"),
    ],
)
def test_what_is_missing_or_of_another_form_is_named(sent: dict[str, object], field: str) -> None:
    assert Table().open("ben").refuses(HOST, sent) == refuse("bad_field", field=field)


def test_a_players_command_of_the_system_is_not_explained() -> None:
    for name in ("timeout", "look", "end"):
        assert Table().open("ben").refuses(HOST, {"type": name}) == refuse("malformed")


def test_a_refusal_never_repeats_what_was_sent() -> None:
    table = Table().open("ben")
    canary = "canary" * 9
    for body in (
        {"type": canary},
        {"type": "kick", "player": canary},
        {"type": "join", "invitation": canary},
        {"type": "reveal", "entropy": canary},
        {"type": "ready", "ready": True, "commitment": canary},
        {"type": "setVisibility", "visibility": canary},
        {"type": "setOptions", "options": {"rounds": canary}},
        {"type": "setOptions", "options": {canary: [2]}},
        {"type": "leave", canary: 1},
        {"type": "leave", f"x` - at `$.{canary}": 1},
        {"type": "leave", f"x - at `$.{canary}": 1},
        {"type": "setTalk", "talk": f"x - at `$.{canary}`"},
    ):
        assert canary not in json.encode(table.refuses(HOST, body)).decode()


def test_spaces_and_the_order_of_fields_do_not_make_another_command() -> None:
    stored = set()
    for body in (
        b'{"type":"addAutomatic","playerKind":"calm"}',
        b' { "type" : "addAutomatic" , "playerKind" : "calm" } \n',
        b'{"playerKind":"quick","playerKind":"\\u0063alm","type":"addAutomatic"}',
    ):
        table = Table(seed=7).open()
        stored.add(table.do(HOST, body, "one").stored)
    assert len(stored) == 1


def test_damaged_commands_of_a_walk_never_break_its_room(count: Count) -> None:
    damaged = 0
    for seed in range(40):
        walk = Walk(seed)
        for step in walk.steps(80):
            body = bytearray(step.envelope.command)
            for _ in range(3):
                place = walk.random.randrange(len(body) + 1)
                body[place : place + walk.random.randrange(3)] = walk.random.randbytes(
                    walk.random.randrange(3)
                )
            walk.table.send(step.envelope.actor, bytes(body))
            damaged += 1
        again = Room(CODE, GAMES)
        for stored in walk.table.log:
            again.apply(stored)
        assert again.digest() == walk.table.room.digest()
    count("room: damaged commands survived", damaged, minimum=2_000)


def test_an_actors_name_cannot_pass_for_another_actor_and_id() -> None:
    table = Table().open()
    for actor, command_id in (("ab", "c"), ("a", "bc")):
        joined = table.room.decide(table.envelope(PlayerId(actor), "join", command_id), START_MS)
        assert isinstance(joined, Accepted)
