"""What each operation does. Requests are judged before they come here (`application`)."""

from hashlib import blake2b
from uuid import uuid4

from services.gateway.catalogue import Document, Documents
from services.gateway.core import Gateway
from services.gateway.host_handlers import HostHandlers
from services.gateway.identity import cookie
from services.gateway.operation import Call, Handler, Reply
from services.gateway.ops_handlers import OpsHandlers
from services.gateway.refusing import stop
from services.gateway.replays import Asker, plain, takes_gzip
from services.gateway.rooms import PAGE_LIMIT
from services.gateway.sessions import Session
from services.gateway.spoken import as_json, as_number, idempotency_key, number, room_of, told
from shared.contracts.http import IDEMPOTENCY_HEADER, Language
from shared.contracts.ids import CommandId, PlayerId
from shared.contracts.replay import What
from shared.runtime.bus import BusError
from shared.text.catalogue import LANGUAGES

_CACHED = "public, max-age=300"
_LONGEST_SEQ = 1 << 53
_MOST_MATCHES = 1 << 31
_MOST_ENTRIES = 1_000_000_000


class Handlers:
    def __init__(self, gateway: Gateway, documents: Documents) -> None:
        self._gateway = gateway
        self._documents = documents

    def all(self) -> dict[str, Handler]:
        """By the operation's id."""
        return {
            "openSession": self.open_session,
            "readSession": self.read_session,
            "endSession": self.end_session,
            "listGames": self.list_games,
            "listKeys": self.list_keys,
            "readTexts": self.read_texts,
            "readWords": self.read_words,
            "listRooms": self.list_rooms,
            "openRoom": self.open_room,
            "lookUpRoom": self.look_up_room,
            "sendCommand": self.send_command,
            "readView": self.read_view,
            "sayLine": self.say_line,
            "readTalk": self.read_talk,
            "reportLine": self.report_line,
            "reportTitle": self.report_title,
            "readResult": self.read_result,
            "listMatches": self.list_matches,
            "readFrames": self.read_frames,
            "readKnowledge": self.read_knowledge,
            "readLeaks": self.read_leaks,
            "readProofs": self.read_proofs,
            "readMatchFile": self.read_match_file,
            "listAutomaticSeats": self.list_automatic_seats,
            "claimSeat": self.claim_seat,
            **HostHandlers(self._gateway).all(),
            **OpsHandlers(self._gateway).all(),
        }

    async def open_session(self, call: Call) -> Reply:
        gateway = self._gateway
        await gateway.limits.opening(call.address)
        token, session = await gateway.sessions.open(call.body.nickname, call.body.language)
        age_s = (session.expires_ms - gateway.clock.now_ms()) // 1_000
        value = cookie(token, age_s, is_secure=gateway.settings.secure_cookie)
        return as_json(told(session, token), 201, {"set-cookie": value})

    async def read_session(self, call: Call) -> Reply:
        return as_json(told(call.session))

    async def end_session(self, call: Call) -> Reply:
        try:
            await self._gateway.sign_out(call.session)
        except BusError:
            stop("unavailable", retry_after_ms=1_000)
        value = cookie("", 0, is_secure=self._gateway.settings.secure_cookie)
        return Reply(status=204, headers={"set-cookie": value})

    async def list_games(self, call: Call) -> Reply:
        return _cached(call, self._documents.games)

    async def list_keys(self, call: Call) -> Reply:
        return _cached(call, self._documents.keys)

    async def read_texts(self, call: Call) -> Reply:
        language, kids = _set_of(call)
        return _cached(call, self._documents.texts(language, kids=kids))

    async def read_words(self, call: Call) -> Reply:
        language, kids = _set_of(call)
        found = self._documents.words(language, kids=kids, page=call.path["page"])
        if found is None:
            stop("not_found")
        return _cached(call, found)

    async def list_rooms(self, call: Call) -> Reply:
        self._gateway.limits.message(call.session.player)
        limit = number(call, "limit", 1, PAGE_LIMIT, otherwise=50)
        return as_json(
            await self._gateway.rooms.listed(call.session, call.query.get("after", ""), limit)
        )

    async def open_room(self, call: Call) -> Reply:
        await self._gateway.limits.opening(call.address)
        opened = await self._gateway.rooms.open(call.session, call.body, idempotency_key(call))
        self._gateway.guessing.note(opened.code, call.session)
        return as_json(opened, 201, {"location": f"/api/rooms/{opened.code}"})

    async def look_up_room(self, call: Call) -> Reply:
        self._gateway.limits.message(call.session.player)
        room = room_of(call)
        return as_json(await self._gateway.rooms.info(room, call.session, _invitation(call)))

    async def send_command(self, call: Call) -> Reply:
        self._gateway.limits.command(call.session.player)
        header_id = call.headers(IDEMPOTENCY_HEADER.encode()) or ""
        done = await self._gateway.rooms.from_body(
            room_of(call), call.session, call.body, header_id
        )
        return as_json(done)

    async def read_view(self, call: Call) -> Reply:
        self._gateway.limits.message(call.session.player)
        after = number(call, "after", 0, _LONGEST_SEQ, otherwise=0)
        viewer, seen = await self._gateway.entering.view(
            room_of(call), call.session, _invitation(call), after
        )
        mark = blake2b(f"{seen.hash}:{viewer or ''}".encode(), digest_size=8).hexdigest()
        etag = f'"{seen.seq}-{mark}"'
        headers = {"etag": etag, "cache-control": "private, no-cache"}
        if call.headers(b"if-none-match") == etag:
            return Reply(status=304, headers=headers)
        headers["x-server-now-ms"] = str(self._gateway.clock.now_ms())
        return Reply(seen.data, headers=headers)

    async def say_line(self, call: Call) -> Reply:
        header_id, body_id = call.headers(IDEMPOTENCY_HEADER.encode()) or "", call.body.say_id
        if header_id and body_id and header_id != body_id:
            stop("malformed")
        say_id = CommandId(body_id or header_id or uuid4().hex)
        line = await self._gateway.talk.say(room_of(call), call.session, call.body, say_id)
        return as_json(line)

    async def read_talk(self, call: Call) -> Reply:
        self._gateway.limits.message(call.session.player)
        found = await self._gateway.talk.read(room_of(call), call.session, _invitation(call))
        return as_json(found)

    async def report_line(self, call: Call) -> Reply:
        line = call.path["line"][:64]
        await self._gateway.talk.report(room_of(call), call.session, line, _invitation(call))
        return Reply(status=204)

    async def report_title(self, call: Call) -> Reply:
        await self._gateway.talk.report_title(room_of(call), call.session, _invitation(call))
        return Reply(status=204)

    async def read_result(self, call: Call) -> Reply:
        self._gateway.limits.message(call.session.player)
        return as_json(
            await self._gateway.results.read(room_of(call), call.session, _invitation(call))
        )

    async def list_matches(self, call: Call) -> Reply:
        return _compressed(call, await self._replay(call, "matches"))

    async def read_frames(self, call: Call) -> Reply:
        return _compressed(call, await self._replay(call, "frames"))

    async def read_knowledge(self, call: Call) -> Reply:
        return _compressed(call, await self._replay(call, "knowledge"))

    async def read_leaks(self, call: Call) -> Reply:
        return _compressed(call, await self._replay(call, "leaks"))

    async def read_proofs(self, call: Call) -> Reply:
        return _compressed(call, await self._replay(call, "proofs"))

    async def read_match_file(self, call: Call) -> Reply:
        data = await self._replay(call, "file")
        name = f"{room_of(call)}-{call.path['match']}.jsonl.gz"
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{name}"',
        }
        return Reply(data, headers=headers, media_type="application/gzip")

    async def _replay(self, call: Call, what: What) -> bytes:
        session: Session | None = call.session
        self._gateway.limits.replay(None if session is None else session.player)
        match = 0 if what == "matches" else as_number(call.path["match"], 1, _MOST_MATCHES)
        auditor = "" if session is not None else call.query.get("auditor", "auditor")
        asker = Asker(session, auditor, _invitation(call))
        viewpoint = call.query.get("as", "")[:64]
        at = number(call, "at", 1, _MOST_ENTRIES, otherwise=0) if what == "knowledge" else 0
        return await self._gateway.replays.ask(room_of(call), what, asker, match, viewpoint, at)

    async def list_automatic_seats(self, call: Call) -> Reply:
        self._gateway.automatic.authorize(call.bearer or "")
        return as_json(await self._gateway.automatic.seats())

    async def claim_seat(self, call: Call) -> Reply:
        self._gateway.automatic.authorize(call.bearer or "")
        player = PlayerId(call.path["player"])
        return as_json(await self._gateway.automatic.claim(room_of(call), player, call.body))


def _set_of(call: Call) -> tuple[Language, bool]:
    """The language and whether it is the children's words that are wanted."""
    named: dict[str, Language] = {language: language for language in LANGUAGES}
    language = named.get(call.path["language"])
    if language is None:
        stop("not_found")
    return language, call.query.get("kids") == "1"


def _cached(call: Call, found: Document) -> Reply:
    headers = {"etag": found.etag, "cache-control": _CACHED, "vary": "accept-encoding"}
    if call.headers(b"if-none-match") == found.etag:
        return Reply(status=304, headers=headers)
    if not takes_gzip(call.headers(b"accept-encoding")):
        return Reply(found.body, headers=headers)
    return Reply(found.packed, headers={**headers, "content-encoding": "gzip"})


def _compressed(call: Call, answer: bytes) -> Reply:
    """JSON that comes compressed, to those who take it so."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if not takes_gzip(call.headers(b"accept-encoding")):
        return Reply(plain(answer), headers=headers)
    return Reply(answer, headers={**headers, "content-encoding": "gzip"})


def _invitation(call: Call) -> str:
    return call.query.get("invitation", "")[:64]
