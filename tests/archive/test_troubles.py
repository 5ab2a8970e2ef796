"""Stores that are full, away, closed to us, or damaged say which of this they are."""

import asyncio
import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import TimeoutError as BrokerTimeout

from shared.archive.directory import DirectoryObjects
from shared.archive.jetstream import CHUNK_BYTES, JetStreamObjects
from shared.archive.objects import Address, Away, Damaged, Full, Missing, ObjectsError, Refused
from shared.archive.s3 import S3Objects
from shared.runtime.nats_server import NatsServer, ServerSettings
from shared.runtime.secret import Secret
from tests.archive.stores import ADMIN, broker_store, bucket_at
from tests.runtime.waiting import until

ONE = Address("main/SALOON/1.jsonl.gz")


async def test_a_folder_that_is_not_there_is_away_and_is_not_made(tmp_path: Path) -> None:
    objects = DirectoryObjects(tmp_path / "not mounted")
    with pytest.raises(Away):
        await objects.put(ONE, b"x")
    with pytest.raises(Away):
        await objects.get(ONE)
    with pytest.raises(Away):
        await objects.delete(ONE)
    with pytest.raises(Away):
        await objects.listed()
    assert not (tmp_path / "not mounted").exists()


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, Full),
        (errno.EDQUOT, Full),
        (errno.EROFS, Refused),
        (errno.EACCES, Refused),
        (errno.EIO, Away),
        (errno.ESTALE, Away),
    ],
)
async def test_what_a_disk_says_is_told_and_leaves_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[ObjectsError]
) -> None:
    objects = DirectoryObjects(tmp_path)
    await objects.put(ONE, b"old")

    def fails(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(kind):
        await objects.put(ONE, b"new")
    monkeypatch.undo()
    assert await objects.get(ONE) == b"old"
    assert [path.name for path in (tmp_path / "main" / "SALOON").iterdir()] == ["1.jsonl.gz"]


async def test_what_a_dead_writer_left_is_no_object_and_goes(tmp_path: Path) -> None:
    objects = DirectoryObjects(tmp_path)
    await objects.put(ONE, b"one")
    old, young = (tmp_path / "main" / "SALOON" / f".part-{x}" for x in ("old", "young"))
    for part in (old, young):
        part.write_bytes(b"half")
    os.utime(old, (1, 1))
    assert [listed.address for listed in await objects.listed()] == [ONE]
    await objects.put(ONE, b"two")
    assert (old.exists(), young.exists()) == (False, True)


async def test_a_file_where_a_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "main").write_bytes(b"in the way")
    objects = DirectoryObjects(tmp_path)
    with pytest.raises(Away):
        await objects.put(ONE, b"x")
    with pytest.raises(Missing):
        await objects.get(ONE)


async def test_a_bucket_of_the_broker_that_is_full_says_so(broker: NatsServer) -> None:
    async with broker_store(broker) as store:
        assert isinstance(store.objects, JetStreamObjects)
        nc = store.objects._connection
        config = msgspec.json.decode((await nc.request("$JS.API.STREAM.INFO.OBJ_ARCHIVE")).data)
        await store.objects.put(ONE, b"o" * 200_000)
        limited = {**config["config"], "max_bytes": 300_000}
        await nc.request("$JS.API.STREAM.UPDATE.OBJ_ARCHIVE", msgspec.json.encode(limited))
        try:
            with pytest.raises(Full):
                await store.objects.put(ONE, b"n" * 200_000)
            assert await store.objects.get(ONE) == b"o" * 200_000
            await store.objects.delete(ONE)  # what was left of the broken put is gone too
            await store.objects.put(ONE, b"n" * 200_000)
        finally:
            unlimited = msgspec.json.encode({**config["config"], "max_bytes": -1})
            await nc.request("$JS.API.STREAM.UPDATE.OBJ_ARCHIVE", unlimited)


class Lossy:
    """A connection on which the broker's answer to the `lost`th message that it stores is lost."""

    def __init__(self, connection: Client, lost: int) -> None:
        self._connection = connection
        self._lost = lost

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def request(self, subject: str, *given: Any, **further: Any) -> Msg:
        answer = await self._connection.request(subject, *given, **further)
        self._lost -= subject.startswith("$O.")
        if self._lost == 0 and subject.startswith("$O."):
            raise BrokerTimeout
        return answer


@pytest.mark.parametrize("lost", [1, 3, 4])
async def test_a_put_of_which_the_broker_did_not_answer_leaves_all_or_nothing(
    broker: NatsServer, lost: int
) -> None:
    """Three chunks, and what describes them."""
    async with broker_store(broker) as store:
        assert isinstance(store.objects, JetStreamObjects)
        nc = store.objects._connection
        lossy: Any = Lossy(nc, lost)
        data = b"d" * (2 * CHUNK_BYTES + 1)
        with pytest.raises(Away):
            await JetStreamObjects(lossy).put(ONE, data)
        if lost == 4:
            assert await store.objects.get(ONE) == data
        else:
            info = msgspec.json.decode((await nc.request("$JS.API.STREAM.INFO.OBJ_ARCHIVE")).data)
            assert info["state"]["messages"] == 0


async def test_an_object_of_the_broker_that_lost_a_part_is_damaged_until_it_is_put_again(
    broker: NatsServer,
) -> None:
    async with broker_store(broker) as store:
        assert isinstance(store.objects, JetStreamObjects)
        nc = store.objects._connection
        await store.objects.put(ONE, b"o" * 500_000)
        some = b'{"filter":"$O.ARCHIVE.C.>","keep":2}'
        await nc.request("$JS.API.STREAM.PURGE.OBJ_ARCHIVE", some)
        with pytest.raises(Damaged):
            await store.objects.get(ONE)
        await store.objects.put(ONE, b"n" * 500_000)
        assert await store.objects.get(ONE) == b"n" * 500_000


async def test_a_broker_that_is_away_is_told_and_then_keeps_what_it_had(tmp_path: Path) -> None:
    async with (
        NatsServer(ServerSettings(tmp_path / "broker", (ADMIN,))) as server,
        broker_store(server) as store,
    ):
        await store.objects.put(ONE, b"one")
        objects = store.objects
        assert isinstance(objects, JetStreamObjects)
        server.kill()
        await asyncio.sleep(0.1)
        hasty = JetStreamObjects(objects._connection, timeout_s=0.3)
        for call in (hasty.put(ONE, b"two"), hasty.get(ONE), hasty.delete(ONE), hasty.listed()):
            with pytest.raises(Away):
                await call
        await server.restart()
        await until(lambda: objects._connection.is_connected, within_s=10)
        assert await objects.get(ONE) == b"one"


@contextmanager
def answering(status: int, body: bytes = b"") -> Iterator[str]:
    """A service that answers everything alike."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_PUT = do_DELETE = do_POST = do_HEAD = answer  # noqa: N815

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (507, "InsufficientStorage", Full),
        (403, "QuotaExceeded", Full),
        (403, "AccessDenied", Refused),
        (403, "SignatureDoesNotMatch", Refused),
        (401, "Unauthorized", Refused),
        (500, "InternalError", Away),
        (503, "SlowDown", Away),
    ],
)
async def test_what_a_service_says_is_told(
    s3: str, status: int, code: str, kind: type[ObjectsError]
) -> None:
    with answering(status, f"<Error><Code>{code}</Code></Error>".encode()) as url:
        bucket = replace(bucket_at(s3), endpoint=url, secret=Secret("a-key-of-ours"), timeout_s=1)
        objects = S3Objects(bucket)
        with pytest.raises(kind) as told:
            await objects.put(ONE, b"x")
    assert "a-key-of-ours" not in str(told.value)


async def test_a_bucket_that_does_not_exist_is_refused(s3: str) -> None:
    objects = S3Objects(replace(bucket_at(s3), name="no-such-bucket"))
    with pytest.raises(Refused):
        await objects.put(ONE, b"x")
    with pytest.raises(Refused):
        await objects.get(ONE)


async def test_a_service_that_is_away_is_told(s3: str) -> None:
    objects = S3Objects(replace(bucket_at(s3), endpoint="http://127.0.0.1:9", timeout_s=1))
    for call in (objects.put(ONE, b"x"), objects.get(ONE), objects.delete(ONE), objects.listed()):
        with pytest.raises(Away):
            await call
