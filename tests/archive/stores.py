"""The stores that the suite of `Objects` runs on."""

import itertools
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from shared.archive.directory import DirectoryObjects
from shared.archive.jetstream import JetStreamObjects, archive_stream
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Objects
from shared.archive.s3 import Bucket, S3Objects
from shared.eventstore.planning import ensure_streams
from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.bus_nats import connect
from shared.runtime.nats_server import NatsServer
from shared.runtime.secret import Secret

ADMIN = BrokerUser("admin", "admin", publish=(">",), subscribe=(">",))
_buckets = itertools.count(1)


@dataclass
class Store:
    """One empty store, and a way to come to it as another process would."""

    objects: Objects
    again: Callable[[], Objects]


def memory_store() -> Store:
    objects = MemoryObjects(lambda: 1_800_000_000_000)
    return Store(objects, lambda: objects)


def directory_store(root: Path) -> Store:
    root.mkdir()
    return Store(DirectoryObjects(root), lambda: DirectoryObjects(root))


@asynccontextmanager
async def broker_store(broker: NatsServer) -> AsyncIterator[Store]:
    """Empties what was there."""
    buses = [
        await connect(
            broker.url, user="admin", password="admin", name="test", inbox_prefix="_INBOX.admin"
        )
        for _ in range(2)
    ]
    await ensure_streams(buses[0].nc, [archive_stream(replicas=1)])
    await buses[0].request("$JS.API.STREAM.PURGE.OBJ_ARCHIVE", b"", timeout_ms=2_000)
    try:
        yield Store(JetStreamObjects(buses[0].nc), lambda: JetStreamObjects(buses[1].nc))
    finally:
        for bus in buses:
            await bus.close()


@contextmanager
def service() -> Iterator[str]:
    """The URL of a service on this machine that speaks S3."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        yield "http://{}:{}".format(*server.get_host_and_port())
    finally:
        server.stop()


def bucket_at(url: str, *, prefix: str = "") -> Bucket:
    """A new bucket of the service."""
    name = f"matches-{next(_buckets)}"
    httpx.put(f"{url}/{name}").raise_for_status()
    return Bucket(name, prefix, url, key_id="key", secret=Secret("of-that-key"), timeout_s=5)


def s3_store(url: str, *, prefix: str = "") -> Store:
    bucket = bucket_at(url, prefix=prefix)
    return Store(S3Objects(bucket), lambda: S3Objects(bucket))
