"""The operations of hosts, and the one by which their users come in, as data; and those of all."""

from services.gateway.operation import Operation, Parameter
from services.gateway.operations import CODE, KEY, OPERATIONS
from services.gateway.ops_operations import OPS_OPERATIONS
from shared.contracts import http_hosts as http
from shared.contracts.hosting import Attempt, Delivery
from shared.contracts.http import RoomListing, SessionReply
from shared.contracts.ids import Millis, PlayerId, RoomId

_PLAYER = PlayerId("acme~c5vq3mzt6kx2jr7hfyw4na2dpe")
_ROOM = RoomId("KQXHWT")
_LISTING = RoomListing(_ROOM, "bang", "lobby", 3, 4, _PLAYER, {}, 2, 4, "acme")
_DELIVERY = Delivery(
    "KQXHWT-1-match",
    "match.ended",
    _ROOM,
    1,
    Millis(1_800_000_000_000),
    "delivered",
    1,
    (Attempt(Millis(1_800_000_000_400), "200", 31),),
)
_DELIVERIES = http.DeliveriesReply([_DELIVERY], 17)
_ID = Parameter(
    "id", "path", "The delivery's id.", {"type": "string"}, True, example="KQXHWT-1-match"
)

HOST_OPERATIONS = (
    Operation(
        "openHostSession",
        "POST",
        "/api/sessions/host",
        "Opens a session for a host's user, who comes with a token that the host has signed.",
        caller="anybody",
        takes=http.HostSessionRequest,
        gives=SessionReply,
        status=201,
        sends=http.HostSessionRequest("eyJ…", "ko"),
        answers=SessionReply(_PLAYER, "보리", "ko", 1_800_000_000_000, "eyJ…"),
        refuses=("bad_host_token", "nickname", "no_such_room", "quota_exceeded"),
    ),
    Operation(
        "readHost",
        "GET",
        "/api/host",
        "Which host the key is of, and what it may have.",
        caller="host",
        gives=http.HostInfo,
        answers=http.HostInfo("acme", 3, 200, 1_000, 300),
    ),
    Operation(
        "namePlayer",
        "GET",
        "/api/host/player",
        "What a user of the host is called in rooms and results.",
        caller="host",
        gives=http.HostPlayerReply,
        parameters=(
            Parameter(
                "user",
                "query",
                "The host's own id of its user.",
                {"type": "string", "minLength": 1, "maxLength": 200},
                True,
                example="bori@example",
            ),
        ),
        answers=http.HostPlayerReply(_PLAYER),
    ),
    Operation(
        "openHostRoom",
        "POST",
        "/api/host/rooms",
        "Opens a room of the host's; the user that it names is seated and becomes its host.",
        caller="host",
        takes=http.HostRoomRequest,
        gives=http.HostRoomReply,
        status=201,
        parameters=(KEY,),
        sends=http.HostRoomRequest("bori@example", "보리", "bang", {"turnSeconds": 60}),
        answers=http.HostRoomReply(_ROOM, 1, _PLAYER),
        refuses=(
            *("quota_exceeded", "nickname", "unknown_game", "unknown_option", "option_value"),
            *("clock_needed", "command_id_conflict", "overloaded"),
        ),
    ),
    Operation(
        "listHostRooms",
        "GET",
        "/api/host/rooms",
        "The host's rooms that are open.",
        caller="host",
        gives=http.HostRoomsReply,
        answers=http.HostRoomsReply([_LISTING]),
    ),
    Operation(
        "endHostRoom",
        "DELETE",
        "/api/host/rooms/{code}",
        "Ends a room of the host's; a running match ends without a winner.",
        caller="host",
        status=204,
        parameters=(CODE,),
        refuses=("no_such_room", "room_closed"),
    ),
    Operation(
        "listDeliveries",
        "GET",
        "/api/host/deliveries",
        "What became of what was to be told to the host, for a week.",
        caller="host",
        gives=http.DeliveriesReply,
        parameters=(
            Parameter(
                "after",
                "query",
                "`next` of the answer before; then only what has changed since.",
                {"type": "integer", "minimum": 0},
            ),
            Parameter(
                "limit",
                "query",
                "Deliveries in one answer.",
                {"type": "integer", "minimum": 1, "maximum": 100},
            ),
        ),
        answers=_DELIVERIES,
    ),
    Operation(
        "redeliver",
        "POST",
        "/api/host/deliveries/{id}/redeliver",
        "Tells it once more, now.",
        caller="host",
        gives=http.DeliveriesReply,
        parameters=(_ID,),
        answers=_DELIVERIES,
        refuses=("no_such_delivery",),
    ),
)

EVERY_OPERATION = (*OPERATIONS, *HOST_OPERATIONS, *OPS_OPERATIONS)
