"""A room of a tenant: who comes in, who ends it, and that its log says whose it is."""

import pytest

from shared.contracts.entries import read_entry
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import refuse
from shared.contracts.tenancy import is_foreign, tenant_of
from shared.room.aggregate import Repeated, Room
from shared.room.events import MatchClosed, RoomClosed
from shared.room.frames import Views
from shared.room.verify import verify
from tests.room.table import CODE, GAMES, HOST, SYSTEM, Table, events

ANN, BEN = "acme~ann", "acme~ben"
STRANGER = "beta~eve"
GUEST = "eve"


def opened(visibility: str = "link", owner: str = ANN, *others: str) -> Table:
    table = Table()
    table.do(owner, {"type": "create", "game": "tricks", "visibility": visibility})
    for player in others:
        table.do(player, "join")
    return table


def test_whose_a_player_is_his_id_says() -> None:
    players = (ANN, GUEST, "auto-0a1b2c", "~x", "")
    assert [tenant_of(PlayerId(player)) for player in players] == ["acme", "", "", "", ""]


@pytest.mark.parametrize(
    ("player", "tenant", "visibility", "foreign"),
    [
        (ANN, "acme", "link", False),
        (ANN, "acme", "public", False),
        (ANN, "", "public", True),
        (ANN, "beta", "public", True),
        (GUEST, "", "link", False),
        (GUEST, "acme", "public", False),
        (GUEST, "acme", "link", True),
        (GUEST, "acme", "invited", True),
    ],
)
def test_who_is_at_home_where(player: str, tenant: str, visibility: str, foreign: bool) -> None:
    assert is_foreign(PlayerId(player), tenant, visibility) is foreign  # type: ignore[arg-type]


def test_the_room_that_a_tenants_player_opens_is_the_tenants() -> None:
    table = Table()
    first = table.do(ANN, {"type": "create", "game": "tricks"})
    assert events(first) == ["room_opened", "tenant_named", "secret_chosen", "seat_taken"]
    assert (table.state.tenant, table.state.host) == ("acme", ANN)
    assert b'"tenant":"acme"' in Views(table.room).sections(None)["room"]


def test_a_guests_room_is_nobodys_and_says_nothing_of_it() -> None:
    table = Table().open()
    assert table.state.tenant == ""
    assert b"tenant" not in table.log[0]
    assert b"tenant" not in Views(table.room).sections(None)["room"]


@pytest.mark.parametrize("visibility", ["link", "invited", "public"])
def test_to_players_of_others_a_tenants_room_is_none(visibility: str) -> None:
    table = opened(visibility, ANN)
    key = table.state.invitation
    for command in ("join", {"type": "join", "invitation": key}, "leave", "fly"):
        assert table.refuses(STRANGER, command) == refuse("no_such_room")
        if visibility != "public":
            assert table.refuses(GUEST, command) == refuse("no_such_room")
    table.do(BEN, {"type": "join", "invitation": key})
    if visibility == "public":
        table.do(GUEST, "join")


@pytest.mark.parametrize("visibility", ["link", "public"])
def test_to_a_tenants_player_a_room_of_nobody_is_none(visibility: str) -> None:
    table = opened(visibility, HOST)
    assert table.refuses(ANN, "join") == refuse("no_such_room")


def test_a_guest_keeps_the_seat_that_he_took_while_the_room_was_public() -> None:
    table = opened("public", ANN, GUEST)
    table.do(ANN, {"type": "setVisibility", "visibility": "link"})
    table.do(GUEST, {"type": "ready", "ready": True})
    table.do(GUEST, "leave")
    assert table.refuses(GUEST, "join") == refuse("no_such_room")


@pytest.mark.parametrize("tenant", ["acme", ""])
def test_a_running_match_that_is_ended_has_no_winner_and_tells_its_secret(tenant: str) -> None:
    table = opened("link", ANN, BEN).ready()
    table.do(ANN, "start")
    secret = table.state.secret
    by = {"tenant": tenant} if tenant else {}
    ended = table.do(SYSTEM, {"type": "end", **by}, "end")
    closed = next(event for event in ended.events if isinstance(event, MatchClosed))
    assert (closed.winners, closed.abandoned) == ((), True)
    assert ended.events[-1] == RoomClosed("by_tenant" if tenant else "by_operator")
    assert (table.state.phase, table.state.revealed_secret) == ("closed", secret)
    assert table.send(SYSTEM, {"type": "end", **by}, "end") == Repeated(len(table.log))
    assert table.refuses(SYSTEM, {"type": "end"}) == refuse("room_closed")
    assert verify(table.log, GAMES).first_bad is None


@pytest.mark.parametrize("phase", ["lobby", "reveal", "over"])
def test_a_room_is_ended_in_every_phase(phase: str) -> None:
    table = opened("link", ANN, BEN)
    if phase == "reveal":
        ready = {"type": "ready", "ready": True}
        table.do(ANN, {**ready, "commitment": "0" * 64})
        table.do(BEN, ready)
        table.do(ANN, "start")
    elif phase == "over":
        table.ready().do(ANN, "start")
        table.finish()
    assert table.state.phase == phase
    told = [] if phase == "over" else ["secret_revealed"]
    assert events(table.do(SYSTEM, {"type": "end"})) == [*told, "room_closed"]
    assert (table.state.phase, table.room.due) == ("closed", None)
    assert verify(table.log, GAMES).first_bad is None


@pytest.mark.parametrize("owner", [HOST, STRANGER])
def test_to_a_tenant_the_room_of_another_is_none_also_when_it_is_closed(owner: str) -> None:
    table = opened("public", owner)
    end = {"type": "end", "tenant": "acme"}
    assert table.refuses(SYSTEM, end) == refuse("no_such_room")
    table.do(SYSTEM, "end")
    assert table.refuses(SYSTEM, end) == refuse("no_such_room")
    assert Table().refuses(SYSTEM, end) == refuse("no_such_room")


@pytest.mark.parametrize("tenant", ["Acme", "a-b", "a~", "x" * 21, 7, None])
def test_what_can_be_no_tenant_is_malformed(tenant: object) -> None:
    assert opened().refuses(SYSTEM, {"type": "end", "tenant": tenant}) == refuse("malformed")


def test_no_player_ends_a_room() -> None:
    assert opened().refuses(ANN, "end") == refuse("malformed")


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_log_that_begins_with_a_restating_entry_says_whose_the_room_is(is_closed: bool) -> None:
    table = opened("link", ANN, BEN).ready()
    table.do(ANN, "start")
    if is_closed:
        table.do(SYSTEM, {"type": "end", "tenant": "acme"})
        last = table.do(SYSTEM, "restate")
        assert events(last) == ["restated", "tenant_named", "room_closed"]
    else:
        table.finish()
        last = table.do(ANN, "again")
        assert events(last)[:3] == ["restated", "tenant_named", "lobby_reopened"]
    number, previous = len(table.log) - 1, bytes.fromhex(read_entry(table.log[-1]).prev)
    folded = Room(CODE, GAMES, number, previous)
    folded.apply(table.log[-1])
    assert folded.digest() == table.room.digest()
    assert folded.state.tenant == "acme"
    assert verify(table.log[-1:], GAMES, number, previous).first_bad is None
    assert Room.restore(folded.snapshot(), GAMES).state.tenant == "acme"
    assert folded.decide(table.envelope(STRANGER, "join"), table.now_ms) == refuse("no_such_room")
