"""The operations of those who operate an installation, as data."""

from services.gateway.operation import Operation, Parameter
from services.gateway.settings import OPS_PAGE_LIMIT
from shared.contracts import http_ops as http
from shared.contracts.ids import RoomId

_NOW_MS = 1_800_000_000_000

OPS_OPERATIONS = (
    Operation(
        "readOps",
        "GET",
        "/api/ops",
        "How the installation does: figures of the last 15 minutes, and who is at work. Nothing"
        " that is hidden.",
        caller="auditor",
        gives=http.OpsReply,
        answers=http.OpsReply(
            _NOW_MS,
            5_000,
            [http.OpsFigure("rooms-running", "count", [3, 4])],
            [http.OpsRefusals("not_your_turn", 7)],
            [http.OpsService("rules", 2, ["1.0.0"])],
            _NOW_MS,
            12,
        ),
    ),
    Operation(
        "listOpsRooms",
        "GET",
        "/api/ops/rooms",
        "Rooms that are not closed, page by page, those first that are stuck past a deadline.",
        caller="auditor",
        gives=http.OpsRoomsReply,
        parameters=(
            Parameter(
                "skip",
                "query",
                "How many rooms come before the page.",
                {"type": "integer", "minimum": 0},
            ),
            Parameter(
                "limit",
                "query",
                "Rooms on a page.",
                {"type": "integer", "minimum": 1, "maximum": OPS_PAGE_LIMIT},
            ),
        ),
        answers=http.OpsRoomsReply(
            [http.OpsRoom(RoomId("KQXHWT"), "running", 41, 45_000, True, "bang", 1)], 1
        ),
    ),
)
