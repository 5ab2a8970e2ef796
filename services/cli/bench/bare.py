"""The bare publish loop that commands are compared with: same size, same durability, no rules."""

import asyncio
from pathlib import Path
from time import perf_counter

import nats
from nats.js.api import StorageType, StreamConfig

from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.nats_server import NatsServer, ServerSettings

STREAMS = 4
IN_FLIGHT = 256


async def bare_publishes_per_s(directory: Path, size_bytes: int, seconds: float) -> float:
    """Acknowledged publishes a second with `IN_FLIGHT` under way, over as many streams as the log
    has, each message synced to disk before it is acknowledged."""
    user = BrokerUser("bare", "bare", (">",), (">",))
    async with NatsServer(ServerSettings(directory, users=(user,))) as server:
        client = await nats.connect(server.url, user="bare", password="bare")  # noqa: S106
        stream = client.jetstream()
        for number in range(STREAMS):
            config = StreamConfig(
                name=f"BARE{number}", subjects=[f"bare.{number}.>"], storage=StorageType.FILE
            )
            await stream.add_stream(config)
        done = 0
        until = perf_counter() + seconds

        async def one(lane: int) -> None:
            nonlocal done
            payload = bytes(size_bytes)
            while perf_counter() < until:
                await stream.publish(f"bare.{lane % STREAMS}.{lane}", payload)
                done += 1

        began = perf_counter()
        await asyncio.gather(*(one(lane) for lane in range(IN_FLIGHT)))
        spent = perf_counter() - began
        await client.close()
        return done / spent
