"""Every operation of the HTTP interface as data: it makes the routes and the served document.

So the document cannot say anything but what is there, and a test can go through all of it.
"""

from typing import get_args

from msgspec import Raw

from services.gateway.operation import Operation, Parameter
from shared.contracts import http, http_replay, http_words
from shared.contracts.commands import AUDITOR_LIMIT
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import View
from shared.contracts.talk import TalkLine

CODE = Parameter(
    "code", "path", "The room's six letters.", {"type": "string"}, True, example="KQXHWT"
)
_PLAYER = Parameter(
    "player", "path", "The player's id.", {"type": "string"}, True, example="auto-0a1b2c3d4e5f"
)
_INVITATION = Parameter(
    "invitation", "query", "The key of an invited room.", {"type": "string", "maxLength": 64}
)
KEY = Parameter(
    "Idempotency-Key",
    "header",
    "The same key has at most one effect; sending again is harmless.",
    {"type": "string", "minLength": 1, "maxLength": 100},
)
_LANGUAGE = Parameter(
    "language", "path", "ko or en.", {"type": "string", "enum": ["ko", "en"]}, True, example="ko"
)
_KIDS = Parameter("kids", "query", "1: the children's words.", {"type": "string"})
_NONE_MATCH = Parameter(
    "If-None-Match", "header", "An ETag; while it stands, 304 is answered.", {"type": "string"}
)

_MATCH = Parameter(
    "match", "path", "The match's number in the room.", {"type": "integer"}, True, example="1"
)
_AS = Parameter(
    "as",
    "query",
    "Whose eyes: a player's id or `watcher`; also `auditor`, for everything (not of knowledge"
    " and leaks). Left out: the caller's own. Until a match is over players may look as themselves"
    " or as watchers.",
    {"type": "string", "maxLength": 64},
)
_AT = Parameter(
    "at",
    "query",
    "The entry after which it is asked for. Left out: the last one.",
    {"type": "integer", "minimum": 1},
)
_AUDITOR = Parameter(
    "auditor",
    "query",
    "What an auditor calls himself. His look at a match that is not over becomes an entry of it.",
    {"type": "string", "minLength": 1, "maxLength": AUDITOR_LIMIT},
)

_ME = PlayerId("k3v5xq2m7aabcdef")
_ROOM = RoomId("KQXHWT")
_PUBLIC_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"  # of RFC 8032
_KEY_ID = "21fe31dfa154a261"
_SESSION = http.SessionReply(_ME, "보리", "ko", 1_800_000_000_000, "eyJ…")
_LISTING = http.RoomListing(_ROOM, "bang", "lobby", 3, 4, _ME, {"turnSeconds": 60}, 2, 4)

_MATCH_INFO = http_replay.MatchInfo(
    1, "bang", "bang/1", "over", 1, 412, 1_800_000_000_000, 1_800_000_900_000, [_ME]
)
_LINE = TalkLine("9f86d081884c7d65", _ME, 1_800_000_000_000, "hello")
_READING = ("no_such_room", "no_watchers", "overloaded", "answer_too_large", "damaged")
_OF_MATCH = (*_READING, "no_such_match", "match_not_kept", "no_such_player", "not_shown_yet")

OPERATIONS = (
    Operation(
        "openSession",
        "POST",
        "/api/sessions",
        "Opens a guest's session. Pages get a cookie, programs use the token as a bearer.",
        caller="anybody",
        takes=http.SessionRequest,
        gives=http.SessionReply,
        status=201,
        sends=http.SessionRequest("보리", "ko"),
        answers=_SESSION,
        refuses=("nickname",),
    ),
    Operation(
        "readSession",
        "GET",
        "/api/session",
        "Who the caller is.",
        gives=http.SessionReply,
        answers=http.SessionReply(_ME, "보리", "ko", 1_800_000_000_000),
    ),
    Operation(
        "endSession",
        "DELETE",
        "/api/session",
        "Ends the session everywhere, closes its sockets and erases the nickname.",
        status=204,
    ),
    Operation(
        "listGames",
        "GET",
        "/api/games",
        "What can be played: options with their choices, and every card by its id.",
        caller="anybody",
        gives=http.GamesReply,
        parameters=(_NONE_MATCH,),
        answers=http.GamesReply(
            [
                http.GameInfo(
                    "bang",
                    "bang/1",
                    4,
                    7,
                    [
                        http.OptionInfo(
                            "turnSeconds",
                            "choice",
                            [30, 60, 90, 120],
                            60,
                            False,
                            "option-turnSeconds",
                        )
                    ],
                    [http.CardInfo(0, "bang", "S", 14)],
                    [http.KindInfo("bang", "brown", False, "card-bang")],
                    [http.CharacterInfo("bart", 4, "character-bart")],
                    [http.PlayerKindInfo("steady", "kind-steady")],
                    "title-showdown",
                    [http.PhraseInfo("help", "may", True, "phrase-help")],
                )
            ],
            "title-showdown",
        ),
    ),
    Operation(
        "listKeys",
        "GET",
        "/api/keys",
        "Public keys that match files and checkpoints are signed with, the present one first.",
        caller="anybody",
        gives=http.KeysReply,
        answers=http.KeysReply([http.PublicKey(_KEY_ID, _PUBLIC_KEY)]),
    ),
    Operation(
        "readTexts",
        "GET",
        "/api/texts/{language}",
        "All texts of a language as Fluent files.",
        caller="anybody",
        gives=http.TextsReply,
        parameters=(
            _LANGUAGE,
            _KIDS,
            _NONE_MATCH,
        ),
        answers=http.TextsReply("en", False, [http.TextFile("cards.ftl", "card-bang = Shot!")]),
    ),
    Operation(
        "readWords",
        "GET",
        "/api/words/{language}/{page}",
        "A part of the browser client's words, made ready for it.",
        caller="anybody",
        gives=http_words.WordsReply,
        parameters=(
            _LANGUAGE,
            Parameter(
                "page",
                "path",
                "Which part.",
                {"type": "string", "enum": list(get_args(http_words.WordsPage))},
                True,
                example="first",
            ),
            _KIDS,
            _NONE_MATCH,
        ),
        answers=http_words.WordsReply("en", False, "first", {"log-drawn": "{name} draws {cards}."}),
    ),
    Operation(
        "listRooms",
        "GET",
        "/api/rooms",
        "Public rooms, page by page.",
        gives=http.RoomsReply,
        parameters=(
            Parameter("after", "query", "`next` of the page before.", {"type": "string"}),
            Parameter(
                "limit",
                "query",
                "Rooms on a page.",
                {"type": "integer", "minimum": 1, "maximum": 100},
            ),
        ),
        answers=http.RoomsReply([http.ListedRoom(_LISTING, "보리")]),
    ),
    Operation(
        "openRoom",
        "POST",
        "/api/rooms",
        "Opens a room. The caller is seated and becomes host.",
        takes=http.RoomRequest,
        gives=http.RoomReply,
        status=201,
        parameters=(KEY,),
        sends=http.RoomRequest("bang", {"turnSeconds": 60}, "public"),
        answers=http.RoomReply(_ROOM, 1),
        refuses=(
            "unknown_game",
            "unknown_option",
            "option_value",
            "clock_needed",
            "command_id_conflict",
            "overloaded",
            "maintenance",
            "room_title",
        ),
    ),
    Operation(
        "lookUpRoom",
        "GET",
        "/api/rooms/{code}",
        "What somebody who knows the code may know before entering.",
        gives=http.RoomInfo,
        parameters=(CODE, _INVITATION),
        answers=http.RoomInfo(_ROOM, "bang", "lobby", "link", 3, 7, _ME, "보리", True),
        refuses=("no_such_room",),
    ),
    Operation(
        "sendCommand",
        "POST",
        "/api/rooms/{code}/commands",
        "One command of lobby or match. The seat is the caller's, never the body's.",
        takes=http.CommandBody,
        gives=http.CommandDone,
        parameters=(CODE, KEY),
        sends=http.CommandBody(Raw(b'{"type":"join"}'), CommandId("8f14e45f")),
        answers=http.CommandDone(CommandId("8f14e45f"), 7),
        refuses=(
            "no_such_room",
            "forbidden",
            "command_id_conflict",
            "unprocessable",
            "other_game",
            "game_over",
            "again_first",
        ),
    ),
    Operation(
        "readView",
        "GET",
        "/api/rooms/{code}/view",
        "Everything the caller may see now.",
        gives=View,
        answers=View(7, "3f9c…", {"members": Raw(b"[]")}),
        parameters=(
            CODE,
            Parameter(
                "after",
                "query",
                "Wait up to 2 s for a view not older than this entry.",
                {"type": "integer", "minimum": 0},
            ),
            _INVITATION,
            _NONE_MATCH,
        ),
        refuses=("no_such_room", "no_watchers", "behind"),
    ),
    Operation(
        "sayLine",
        "POST",
        "/api/rooms/{code}/talk",
        "Says a phrase or, where the room allows it, a text at the table, from a seat. Everybody in"
        " the room hears it over the socket. It is no part of the match.",
        takes=http.SayBody,
        gives=TalkLine,
        parameters=(CODE, KEY),
        sends=http.SayBody("wellShot", PlayerId("auto-0a1b2c3d4e5f")),
        answers=_LINE,
        refuses=(
            *("no_such_room", "room_closed", "not_seated", "talk_off", "phrases_only"),
            *("no_such_phrase", "no_such_player", "self_target", "invalid_target"),
            *("out_of_match", "talk_text", "talk_away"),
        ),
    ),
    Operation(
        "readTalk",
        "GET",
        "/api/rooms/{code}/talk",
        "What was said at the table lately, to whoever may look into the room.",
        gives=http.TalkReply,
        parameters=(CODE, _INVITATION),
        answers=http.TalkReply("phrases", [_LINE]),
        refuses=("no_such_room", "no_watchers"),
    ),
    Operation(
        "reportLine",
        "POST",
        "/api/rooms/{code}/talk/{line}/report",
        "Shows a line, and those around it, to whoever runs the server. Nobody at the table is"
        " told.",
        status=204,
        parameters=(
            CODE,
            Parameter("line", "path", "The line's id.", {"type": "string"}, True, example=_LINE.id),
            _INVITATION,
        ),
        refuses=("no_such_room", "no_watchers", "no_such_line", "talk_away"),
    ),
    Operation(
        "reportTitle",
        "POST",
        "/api/rooms/{code}/title/report",
        "Shows what the room is called to whoever runs the server. Nobody in it is told.",
        status=204,
        parameters=(CODE, _INVITATION),
        refuses=("no_such_room", "no_watchers", "no_such_line", "talk_away"),
    ),
    Operation(
        "readResult",
        "GET",
        "/api/rooms/{code}/result",
        "How the last match ended, with its summary in the caller's language.",
        gives=http.ResultReply,
        parameters=(CODE, _INVITATION),
        answers=http.ResultReply(
            _ROOM,
            1,
            "bang",
            Raw(b'{"winners":[],"ranking":[],"abandoned":true,"detail":{}}'),
            "The match was abandoned.",
            [],
            "",
        ),
        refuses=("no_such_room", "no_watchers", "no_result"),
    ),
    Operation(
        "listMatches",
        "GET",
        "/api/rooms/{code}/matches",
        "The matches of a room, also those that are over.",
        caller="reader",
        gives=http_replay.MatchesReply,
        parameters=(CODE, _INVITATION, _AUDITOR),
        answers=http_replay.MatchesReply(_ROOM, [_MATCH_INFO], {_ME: "보리"}),
        refuses=_READING,
    ),
    Operation(
        "readFrames",
        "GET",
        "/api/rooms/{code}/matches/{match}/frames",
        "Everything that one viewer was sent of a match, to be gone through entry by entry.",
        caller="reader",
        gives=http_replay.FramesReply,
        parameters=(CODE, _MATCH, _AS, _INVITATION, _AUDITOR),
        answers=http_replay.FramesReply(_ROOM, 1, "watcher", True, View(1, "00", {}), []),
        refuses=_OF_MATCH,
    ),
    Operation(
        "readKnowledge",
        "GET",
        "/api/rooms/{code}/matches/{match}/knowledge",
        "What one viewer could know of a match at an entry, had he forgotten nothing.",
        caller="reader",
        gives=http_replay.KnowledgeReply,
        parameters=(CODE, _MATCH, _AS, _AT, _INVITATION, _AUDITOR),
        answers=http_replay.KnowledgeReply(_ROOM, 1, "watcher", True, 412, "bang", Raw(b"null")),
        refuses=_OF_MATCH,
    ),
    Operation(
        "readLeaks",
        "GET",
        "/api/rooms/{code}/matches/{match}/leaks",
        "What one viewer was sent of a match although it was private. There must be nothing.",
        caller="reader",
        gives=http_replay.LeaksReply,
        parameters=(CODE, _MATCH, _AS, _INVITATION, _AUDITOR),
        answers=http_replay.LeaksReply(_ROOM, 1, "watcher", True, 412, []),
        refuses=_OF_MATCH,
    ),
    Operation(
        "readProofs",
        "GET",
        "/api/rooms/{code}/matches/{match}/proofs",
        "The entries of a match, closed but for what the viewer may have.",
        caller="reader",
        gives=http_replay.ProofsReply,
        parameters=(CODE, _MATCH, _AS, _INVITATION, _AUDITOR),
        answers=http_replay.ProofsReply(_ROOM, 1, "watcher", True, 1, "00" * 32, []),
        refuses=_OF_MATCH,
    ),
    Operation(
        "readMatchFile",
        "GET",
        "/api/rooms/{code}/matches/{match}/file",
        "The same as a match file, which proves itself; signed once the match is over.",
        caller="reader",
        media_type="application/gzip",
        parameters=(CODE, _MATCH, _AS, _INVITATION, _AUDITOR),
        refuses=_OF_MATCH,
    ),
    Operation(
        "listAutomaticSeats",
        "GET",
        "/api/automatic",
        "Seats of automatic players that nobody plays.",
        caller="automaton",
        gives=http.AutomaticSeats,
        answers=http.AutomaticSeats(
            [http.AutomaticSeat(_ROOM, PlayerId("auto-0a1b2c3d4e5f"), "random")]
        ),
    ),
    Operation(
        "claimSeat",
        "POST",
        "/api/automatic/{code}/{player}/claim",
        "Takes up such a seat for a time, or renews the lease.",
        caller="automaton",
        takes=http.ClaimRequest,
        gives=http.ClaimReply,
        parameters=(CODE, _PLAYER),
        sends=http.ClaimRequest("Robo"),
        answers=http.ClaimReply("eyJ…", 1_800_000_000_000, 10_000),
        refuses=("no_such_player", "already_seated"),
    ),
)

OFTEN_REFUSED = (
    *("malformed", "bad_field", "too_large", "unsupported_media_type"),
    *("rate_limited", "unavailable"),
)
"""What any operation may refuse with; where a session is needed also `unauthenticated`."""
