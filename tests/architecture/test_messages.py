"""Services of two releases understand each other while one takes the other's place; what players
send is read to the letter."""

import inspect
from types import ModuleType
from typing import get_args

import msgspec
import pytest
from msgspec import Raw, Struct

from shared.contracts import hosting, http, messages, operating, replay
from shared.contracts.ids import CommandId, Millis, PlayerId, RoomId
from shared.contracts.refusals import Refusal
from shared.contracts.talk import Report, TalkLine
from shared.runtime.members import Announcement
from tests.conftest import Count

ROOM, PLAYER = RoomId("QWERTY"), PlayerId("p")
LINE = TalkLine("7", PLAYER, 5, text="hello")
FROM_PLAYERS = {*get_args(messages.ClientMessage), http.Body, *http.Body.__subclasses__()}
SAMPLES: tuple[Struct, ...] = (
    messages.CommandRequest(ROOM, PLAYER, CommandId("c"), Raw(b'{"type":"join"}')),
    messages.Accepted(3),
    messages.Refused(Refusal("not_your_turn", {"distance": 3}), 3),
    messages.Retry(500),
    messages.Elsewhere("bang/2"),
    messages.ViewRequest(ROOM, PLAYER, 4),
    messages.Frame(3, "ab", 5, [Raw(b"[]")], {"piles": Raw(b"{}")}),
    messages.View(3, "ab", {"piles": Raw(b"{}")}),
    messages.PresenceReport("g", ROOM, [PLAYER], 1),
    messages.WatchReport("g"),
    messages.ResultMessage(CommandId("c"), accepted=True, seq=3),
    messages.HelloMessage(ROOM, PLAYER, 5),
    messages.ClockMessage(5),
    messages.PongMessage(1, 5),
    messages.PresenceMessage([PLAYER], 1),
    messages.SayResultMessage(CommandId("s"), "7"),
    messages.SaidMessage(LINE),
    messages.TalkMessage([LINE]),
    Report(ROOM, PLAYER, 6, LINE, (LINE,)),
    replay.ReplayRequest(ROOM, "frames", 1),
    Announcement(("bang/1",)),
    operating.Figures({"rooms": 3.0}, {"append_ms.stored": (0, 2, 2)}),
    operating.RoomsRequest(20, 20),
    operating.RoomLine(ROOM, "running", 41, 5, is_stuck=True),
    operating.RoomsKnown(1, 1, 0, 1, 5, [operating.RoomLine(ROOM, "running", 41)]),
    hosting.DeliveriesRequest("acme", 4),
    hosting.RedeliverRequest("acme", "QWERTY-1-match"),
    hosting.Deliveries([], 4),
    hosting.Tenant("acme", ("00" * 32,), ("11" * 32,), "22" * 32),
    hosting.Hook("acme", "https://acme.example/", ("33" * 32,)),
    hosting.Ending(
        *("QWERTY-1-match", "acme", "match.ended", ROOM, 1, Millis(5), "bang", "bang/1", 4, "ab")
    ),
)
"""Of everything that a service says to another or keeps for it, or the server says to a client."""


def structs(module: ModuleType) -> set[type[Struct]]:
    """Those that are made there."""
    return {
        each
        for _, each in inspect.getmembers(module, inspect.isclass)
        if issubclass(each, Struct) and each.__module__ == module.__name__
    }


def test_there_is_a_sample_of_every_message() -> None:
    said = {type(sample) for sample in SAMPLES}
    assert said | FROM_PLAYERS >= structs(messages) | structs(replay) | structs(operating)
    assert not said & FROM_PLAYERS


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_message_with_a_field_of_a_later_release_is_read(sample: Struct, count: Count) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(sample))
    told = msgspec.json.encode({**plain, "a_later_field": {"of": [1, None]}})
    read = msgspec.json.decode(told, type=type(sample))
    assert msgspec.json.encode(read) == msgspec.json.encode(sample)
    count("messages read with a field of a later release", 1)


@pytest.mark.parametrize("sent", sorted(FROM_PLAYERS, key=str))
def test_what_players_send_has_no_field_that_is_not_known(sent: type[Struct]) -> None:
    assert sent.__struct_config__.forbid_unknown_fields
