"""The broker's own object store, laid out as its other clients have it (`nats object get`).

An object is one message that says what it is and, on a subject of its own, its bytes in chunks. It
is there once that message is stored; chunks that a broken put left behind belong to nothing. All
is asked of the stream's leader, so that what was put is read back.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_hex

import msgspec
from msgspec import Struct
from nats.aio.client import Client

from shared.contracts.ids import Millis
from shared.eventstore import log, reading
from shared.eventstore.streams import Stream, limit
from shared.eventstore.wire import (
    NO_MESSAGE,
    NO_ROOM,
    Answer,
    GotMessage,
    PubAck,
    StreamInfo,
    ask,
    refuse_fault,
    request,
)

from .objects import (
    OBJECT_LIMIT,
    Address,
    Away,
    Damaged,
    Full,
    Listed,
    Missing,
    Refused,
    bounded,
    checked,
)

BUCKET = "ARCHIVE"
STREAM = f"OBJ_{BUCKET}"
_CHUNKS = f"$O.{BUCKET}.C."
_METAS = f"$O.{BUCKET}.M."
CHUNK_BYTES = 128 * 1024
_DIGEST = "SHA-256="
LISTED_AT_ONCE = 500


class _Options(Struct):
    max_chunk_size: int = CHUNK_BYTES


class _Meta(Struct, omit_defaults=True):
    """What an object is, in the words of the layout."""

    name: str
    bucket: str
    nuid: str
    size: int = 0
    chunks: int = 0
    digest: str = ""
    mtime: str = ""
    deleted: bool = False
    options: _Options | None = None


_metas = msgspec.json.Decoder(_Meta)


def archive_stream(*, replicas: int, storage: str = "file", bytes_limit: int = 0) -> Stream:
    """`bytes_limit`: the most that it holds, 0: no limit; a full one takes nothing more."""
    return Stream(
        STREAM,
        {
            "subjects": [f"{_CHUNKS}>", f"{_METAS}>"],
            "storage": storage,
            "max_bytes": limit(bytes_limit),
            "num_replicas": replicas,
            "discard": "new",
            "allow_rollup_hdrs": True,
            "allow_direct": True,
        },
        chosen=("max_bytes",),
    )


class JetStreamObjects:
    """`Objects` over a connection that stays the caller's; needs the stream of `archive_stream`."""

    def __init__(self, connection: Client, timeout_s: float = 5.0) -> None:
        self._connection = connection
        self._timeout_s = timeout_s

    async def put(self, address: Address, data: bytes) -> None:
        subject = _meta_subject(address)
        bounded(data)
        with _named(address):
            before = await self._meta(subject)
            nuid = token_hex(11)
            chunks = [data[at : at + CHUNK_BYTES] for at in range(0, len(data), CHUNK_BYTES)]
            meta = _Meta(
                name=address,
                bucket=BUCKET,
                nuid=nuid,
                size=len(data),
                chunks=len(chunks),
                digest=_digest(data),
                mtime=datetime.now(UTC).isoformat(),
                options=_Options(),
            )
            is_described = False
            try:
                for chunk in chunks:
                    await self._store(_CHUNKS + nuid, chunk)
                is_described = True
                rollup = {"Nats-Rollup": "sub"}
                await self._store(subject, msgspec.json.encode(meta), rollup)
            except (Full, Refused, log.Away) as error:
                # What describes them may have been stored where no answer came: then they stay.
                if not (is_described and isinstance(error, log.Away)):
                    with suppress(log.Away):
                        await self._purge(_CHUNKS + nuid)
                raise
            if before is not None:
                with suppress(log.Away):
                    await self._purge(_CHUNKS + before.nuid)

    async def get(self, address: Address) -> bytes:
        subject = _meta_subject(address)
        read = ""
        with _named(address):
            while True:
                meta = await self._meta(subject)
                if meta is None or meta.deleted:
                    raise Missing(address)
                if meta.nuid == read:
                    raise Damaged(f"{address} is not whole")
                if meta.size > OBJECT_LIMIT:
                    raise Refused(f"{address} has {meta.size} bytes, the limit is {OBJECT_LIMIT}")
                data = await self._chunks(_CHUNKS + meta.nuid, meta.chunks)
                if len(data) == meta.size and _digest(data) == meta.digest:
                    return data
                read = meta.nuid  # unless another put has taken them away

    async def delete(self, address: Address) -> None:
        subject = _meta_subject(address)
        with _named(address):
            meta = await self._meta(subject)
            if meta is not None:
                await self._purge(subject)
                await self._purge(_CHUNKS + meta.nuid)

    async def listed(self, prefix: str = "") -> list[Listed]:
        with _named(prefix):
            subjects = [
                subject for subject in await self._subjects() if _name(subject).startswith(prefix)
            ]
            found: list[Listed] = []
            for at in range(0, len(subjects), LISTED_AT_ONCE):
                wanted = {"multi_last": subjects[at : at + LISTED_AT_ONCE]}
                some = await reading.batch(self._connection, STREAM, wanted, self._timeout_s)
                found += [_listed(each) for each in some if not _is_deleted(each)]
        return sorted(found, key=lambda listed: listed.address)

    async def _subjects(self) -> list[str]:
        """Of what describes objects. The broker lists subjects in pages."""
        found: list[str] = []
        while True:
            question = {"subjects_filter": f"{_METAS}*", "offset": len(found)}
            info = await ask(
                self._connection, f"STREAM.INFO.{STREAM}", question, StreamInfo, self._timeout_s
            )
            refuse_fault(info, "the archive")
            found += info.state.subjects
            if not info.state.subjects or len(found) >= info.total:
                return found

    async def _meta(self, subject: str) -> _Meta | None:
        found = await self._got({"last_by_subj": subject})
        if found is None:
            return None
        try:
            return _metas.decode(found[1])
        except msgspec.DecodeError:
            raise Damaged("what describes an object cannot be read") from None

    async def _chunks(self, subject: str, number: int) -> bytes:
        """As many of them as there are."""
        parts: list[bytes] = []
        place = 1
        for _ in range(number):
            found = await self._got({"seq": place, "next_by_subj": subject})
            if found is None:
                break
            place = found[0] + 1
            parts.append(found[1])
        return b"".join(parts)

    async def _got(self, which: dict[str, object]) -> tuple[int, bytes] | None:
        """Number and data of a message, as the leader has it."""
        verb = f"STREAM.MSG.GET.{STREAM}"
        found = await ask(self._connection, verb, which, GotMessage, self._timeout_s)
        if found.error is not None and found.error.err_code == NO_MESSAGE:
            return None
        refuse_fault(found, "the archive")
        assert found.message is not None, "an answer is a message or a fault"
        return found.message.seq, found.message.data

    async def _store(
        self, subject: str, data: bytes, headers: dict[str, str] | None = None
    ) -> None:
        reply = await request(self._connection, subject, data, self._timeout_s, headers)
        fault = msgspec.json.decode(reply.data, type=PubAck).error
        if fault is not None and fault.err_code in NO_ROOM:
            raise Full(f"the archive takes nothing more: {fault.description}")
        if fault is not None:
            raise Refused(f"the archive: {fault.description} ({fault.err_code})")

    async def _purge(self, subject: str) -> None:
        verb = f"STREAM.PURGE.{STREAM}"
        purged = await ask(self._connection, verb, {"filter": subject}, Answer, self._timeout_s)
        refuse_fault(purged, "the archive")


@contextmanager
def _named(what: str) -> Iterator[None]:
    try:
        yield
    except log.Away as away:
        raise Away(f"{what}: {away}") from None


def _meta_subject(address: Address) -> str:
    return _METAS + urlsafe_b64encode(checked(address).encode()).decode()


def _name(subject: str) -> str:
    """Empty for what is no name of ours."""
    try:
        return urlsafe_b64decode(subject.removeprefix(_METAS)).decode()
    except ValueError:
        return ""


def _digest(data: bytes) -> str:
    return _DIGEST + urlsafe_b64encode(sha256(data).digest()).decode()


def _is_deleted(message: reading.Message) -> bool:
    """By another client: ours leave nothing."""
    try:
        return _metas.decode(message.data).deleted
    except msgspec.DecodeError:
        return False


def _listed(message: reading.Message) -> Listed:
    at = datetime.fromisoformat(message.headers["Nats-Time-Stamp"])
    address = Address(_name(message.headers["Nats-Subject"]))
    return Listed(address, Millis(int(at.timestamp() * 1000)))
