"""A whole house for tests: rules, projection and gateways, and the people who come in by HTTP."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from secrets import token_bytes, token_hex
from typing import Any

import httpx
import jwt
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from services.cli.admin.hosts import keys
from services.cli.parts import PAGES, finishing
from services.gateway.service import GatewayService
from services.gateway.settings import GatewaySettings
from services.projection.metrics import ProjectionMetrics
from services.projection.service import ProjectionService
from services.projection.settings import ProjectionSettings
from services.replay.metrics import ReplayMetrics
from services.replay.service import ReplayService
from services.replay.settings import ReplaySettings
from shared.archive.jetstream import JetStreamObjects
from shared.archive.matches import Matches
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Objects
from shared.contracts.hosting import AUDIENCE, Quotas, Tenant
from shared.contracts.rights import OUTER_API
from shared.contracts.subjects import PROJECTION, REPLAY, RULES, TIMER
from shared.runtime import tenants
from shared.runtime.bus import Bus
from shared.runtime.bus_memory import MemoryBroker
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import Clock, SystemClock
from shared.runtime.members import MemberId, Members
from shared.runtime.metrics import Metrics
from shared.runtime.names import MemoryNames, Names, NatsNames
from shared.runtime.redis_server import RedisServer
from shared.runtime.talk import MemoryTalk, NatsTalk
from shared.runtime.viewstore import ViewStore
from shared.runtime.viewstore_memory import MemoryViewStore
from shared.runtime.viewstore_redis import RedisViewStore, redis_client
from tests.services.worlds import GAMES, PASSWORDS, MemoryShore, Shore, World

CREDENTIAL = "the-automatic-players-credential"
AUDITOR = "the-auditors-credential"
SIGNING_KEY = bytes(range(32))
EAGER = ReplaySettings(look_wait_ms=400)
KEYS = (b"an-older-key-of-at-least-32-bytes", b"the-newest-key-of-at-least-32-byt")
GENEROUS = GatewaySettings(
    port=0,
    opening_burst=10_000,
    lookup_burst=10_000,
    command_burst=10_000,
    presence_ms=50,
    recheck_ms=200,
    first_message_ms=300,
    drain_ms=1_000,
    talk_burst=10_000,
    report_burst=10_000,
    talk_look_ms=50,
    hosts_ms=100,
)


def memory_talk(shore: Shore) -> MemoryTalk:
    """What is said on a memory bus; not used on a real one."""
    broker = shore.broker if isinstance(shore, MemoryShore) else MemoryBroker(SystemClock())
    return MemoryTalk(broker.connect("talk"))


class House:
    """Everything that serves, in one world. `redis`: where the real one keeps its views."""

    def __init__(self, world: World, redis: RedisServer | None) -> None:
        self.world = world
        self.memory_store = MemoryViewStore(world.clock)
        self._redis = redis
        self.replay_service: ReplayService
        """The one that was started last."""
        self.replay_metrics: ReplayMetrics
        self.names = MemoryNames(world.clock, retention_days=90)
        self.pages = PAGES
        self.talk = memory_talk(world.shore)
        self.archive = MemoryObjects(world.clock.now_ms)
        self._ending: list[Any] = []

    def store(self, service: str) -> ViewStore:
        if self._redis is None:
            return self.memory_store
        return RedisViewStore(
            redis_client(self._redis.url, user=service, password=PASSWORDS[service])
        )

    async def projection(self) -> ProjectionService:
        world = self.world
        bus = await world.bus(PROJECTION)
        log, snapshots = world.shore.log(bus)
        service = ProjectionService(
            bus=bus,
            members=Members(bus, world.shore.bucket(bus), world.clock, service=PROJECTION),
            member=MemberId(f"p{token_hex(4)}"),
            log=log,
            snapshots=snapshots,
            games=GAMES,
            store=self._kept(self.store(PROJECTION)),
            keeping=world.shore.keeping(bus, PROJECTION),
            wishes=world.shore.wishes(bus),
            clock=world.clock,
            settings=ProjectionSettings(),
            metrics=ProjectionMetrics(Metrics(PROJECTION)),
            fail=world.fail,
        )
        await service.start()
        self._ending.append(service.stop)
        return service

    def objects(self, bus: Bus) -> Objects:
        """The archive."""
        return JetStreamObjects(bus.nc) if isinstance(bus, NatsBus) else self.archive

    async def replay(self, settings: ReplaySettings = EAGER) -> ReplayService:
        world = self.world
        bus = await world.bus(REPLAY)
        metrics = ReplayMetrics(Metrics(REPLAY))
        service = ReplayService(
            bus=bus,
            members=Members(bus, world.shore.bucket(bus), world.clock, service=REPLAY),
            rules=Members(bus, world.shore.bucket(bus), world.clock, service=RULES),
            member=MemberId(f"r{token_hex(4)}"),
            log=world.shore.log(bus)[0],
            matches=Matches(world.shore.log(bus)[0], self.objects(bus)),
            names=NatsNames(bus) if isinstance(bus, NatsBus) else self.names,
            games=GAMES,
            clock=world.clock,
            settings=settings,
            metrics=metrics,
            finished=finishing(SIGNING_KEY),
            fresh=lambda: token_bytes(32),
            fail=world.fail,
        )
        await service.start()
        self._ending.append(service.stop)
        self.replay_service, self.replay_metrics = service, metrics
        return service

    async def gateway(
        self,
        settings: GatewaySettings = GENEROUS,
        credential: str = CREDENTIAL,
        auditor: str = AUDITOR,
        clock: Clock | None = None,
    ) -> GatewayService:
        world = self.world
        bus = await world.bus("gateway")
        names: Names = NatsNames(bus, OUTER_API) if isinstance(bus, NatsBus) else self.names
        service = GatewayService(
            bus=bus,
            members=Members(bus, world.shore.bucket(bus), world.clock, service=RULES),
            store=self._kept(self.store("gateway")),
            names=names,
            talk=NatsTalk(bus) if isinstance(bus, NatsBus) else self.talk,
            wishes=world.shore.wishes(bus),
            clock=clock or world.clock,
            games=GAMES,
            settings=settings,
            metrics=Metrics("gateway"),
            keys=KEYS,
            credential=credential,
            auditor=auditor,
            fresh=lambda: token_bytes(32),
            is_clock_trusted=lambda: True,
            fail=world.fail,
            pages=self.pages,
            directory=tenants.tenants(world.shore.hosts(bus)),
            others=[
                Members(bus, world.shore.bucket(bus), world.clock, service=other)
                for other in (PROJECTION, TIMER, REPLAY)
            ],
        )
        await service.start()
        self._ending.append(service.stop)
        return service

    async def host(self, quotas: Quotas = Quotas()) -> "Host":  # noqa: B008 - frozen
        """A new one, which every gateway will know of."""
        made, given = keys.made(f"h{token_hex(6)}", "", quotas)
        host = Host(self.world.shore, made.tenant, given)
        await host.keep()
        return host

    def _kept(self, store: ViewStore) -> ViewStore:
        self._ending.append(store.close)
        return store

    async def end(self) -> None:
        while self._ending:
            await self._ending.pop()()


@asynccontextmanager
async def house_in(world: World, redis: RedisServer | None = None) -> AsyncIterator[House]:
    house = House(world, redis)
    try:
        yield house
    finally:
        await house.end()


class Host:
    """A site that embeds the games, and what it was given."""

    def __init__(self, shore: Shore, tenant: Tenant, given: keys.Given) -> None:
        self._shore = shore
        self.tenant = tenant
        self.name = tenant.name
        self.key = given.api_key
        self.player_key = given.player_key

    async def keep(self, tenant: Tenant | None = None) -> None:
        self.tenant = tenant or self.tenant
        await self._shore.keep_host(tenants.TENANTS + self.name, msgspec.json.encode(self.tenant))

    async def remove(self) -> None:
        await self._shore.keep_host(tenants.TENANTS + self.name, b"")

    def token(self, user: str, now_ms: int, **claims: Any) -> str:
        """What its page hands to a user; `claims` in place of what there is, `None`: without."""
        now_s = now_ms // 1000
        usual = {"iss": self.name, "aud": AUDIENCE, "sub": user, "name": "보리"}
        said = {**usual, "iat": now_s, "exp": now_s + 60, **claims}
        told = {name: value for name, value in said.items() if value is not None}
        return jwt.encode(told, self.player_key, "EdDSA")

    async def ask(
        self, http: httpx.AsyncClient, method: str, path: str, body: Any = None, **headers: str
    ) -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent["authorization"] = f"Bearer {self.key}"
        return await http.request(method, f"/api/host{path}", json=body, headers=sent)

    async def known(self, http: httpx.AsyncClient) -> None:
        """Returns when that gateway knows it."""
        async with asyncio.timeout(10):
            while (await self.ask(http, "GET", "")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def opens(self, http: httpx.AsyncClient, user: str, **request: Any) -> Any:
        body = {"user": user, "nickname": "보리", **request}
        answer = await self.ask(http, "POST", "/rooms", body, idempotency_key=token_hex(8))
        assert answer.status_code == 201, answer.text
        return answer.json()


def now_ms(gateway: GatewayService) -> int:
    """The time by which it judges."""
    return gateway.gateway.clock.now_ms()


class Person:
    """Somebody with a session, who speaks to one gateway."""

    def __init__(self, url: str, http: httpx.AsyncClient, told: Mapping[str, Any]) -> None:
        self.url = url
        self.http = http
        self.id: str = told["player"]
        self.token: str = told["token"]
        self.room = ""
        """The code of the room he plays in, where a test says it once."""
        self._numbers = itertools.count(1)

    @property
    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(path, headers={**self.bearer, **headers})

    async def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.http.post(path, json=body, headers={**self.bearer, **sent})

    async def opens(self, **request: Any) -> str:
        """A new room's code."""
        answer = await self.post("/api/rooms", request, idempotency_key=token_hex(8))
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def says(
        self, code: str, type_: str, command_id: str = "", **fields: Any
    ) -> httpx.Response:
        command = {"type": type_, **fields}
        body = {"commandId": command_id or f"c{next(self._numbers)}", "command": command}
        return await self.post(f"/api/rooms/{code}/commands", body)

    async def does(self, code: str, type_: str, **fields: Any) -> int:
        """Says it and is accepted; the entry's number."""
        answer = await self.says(code, type_, **fields)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["seq"])

    async def view(self, code: str, after: int = 0) -> Any:
        answer = await self.get(f"/api/rooms/{code}/view?after={after}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def socket(self, code: str, after: int = 0, **resume: Any) -> "Line":
        line = await Line.open(f"{self.url}/api/rooms/{code}/socket", self.bearer)
        await line.send({"type": "resume", "after": after, **resume})
        return line


class Line:
    """A websocket that a test reads message by message."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.heard: list[Any] = []

    @classmethod
    async def open(cls, url: str, headers: Mapping[str, str], **options: Any) -> "Line":
        address = url.replace("http", "ws", 1)
        return cls(await connect(address, additional_headers=dict(headers), **options))

    async def send(self, message: Any) -> None:
        await self.wire.send(msgspec.json.encode(message).decode())

    async def hears(self, type_: str, within_s: float = 5, **fields: Any) -> Any:
        """The next message of that type with those fields; others are passed over, and kept."""
        async with asyncio.timeout(within_s):
            while True:
                message = msgspec.json.decode(await self.wire.recv())
                self.heard.append(message)
                if message["type"] == type_ and fields.items() <= message.items():
                    return message

    async def closed(self, within_s: float = 5) -> tuple[int | None, str | None]:
        """Code and reason, once it is closed from the other side."""
        async with asyncio.timeout(within_s):
            while True:
                try:
                    self.heard.append(msgspec.json.decode(await self.wire.recv()))
                except ConnectionClosed:
                    return self.wire.close_code, self.wire.close_reason

    async def close(self) -> None:
        await self.wire.close()


class Street:
    """Where people come from: clients that are closed in the end."""

    def __init__(self) -> None:
        self._open: list[Any] = []

    def client(self, service: GatewayService) -> httpx.AsyncClient:
        """One without a session."""
        http = httpx.AsyncClient(base_url=service.url, timeout=10)
        self._open.append(http)
        return http

    async def person(
        self, service: GatewayService, nickname: str = "보리", language: str = "en"
    ) -> Person:
        http = self.client(service)
        body = {"nickname": nickname, "language": language}
        answer = await http.post("/api/sessions", json=body)
        assert answer.status_code == 201, answer.text
        http.cookies.clear()
        return Person(service.url, http, answer.json())

    async def visitor(
        self, service: GatewayService, host: Host, user: str, now_ms: int, **claims: Any
    ) -> Person:
        """Somebody whom a host has sent."""
        http = self.client(service)
        body = {"token": host.token(user, now_ms, **claims), "language": "en"}
        answer = await http.post("/api/sessions/host", json=body)
        assert answer.status_code == 201, answer.text
        http.cookies.clear()
        return Person(service.url, http, answer.json())

    async def close(self) -> None:
        for http in self._open:
            await http.aclose()
