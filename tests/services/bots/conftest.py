"""A house with a gateway that automatic players come to."""

from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest

from services.bots.metrics import BotsMetrics
from services.bots.service import BotsService
from services.bots.settings import BotsSettings
from services.gateway.service import GatewayService
from shared.client import Client
from shared.runtime.clock import SystemClock
from shared.runtime.metrics import Metrics
from tests.services.gateway.house import CREDENTIAL, House, house_in
from tests.services.worlds import memory_world

AT_ONCE = BotsSettings(
    look_ms=20,
    pace_least_ms=0,
    pace_most_ms=0,
    dealer_pace_least_ms=0,
    dealer_pace_most_ms=0,
    again_ms=50,
)


class Bots:
    def __init__(self, service: BotsService, metrics: BotsMetrics) -> None:
        self.service = service
        self.metrics = metrics


StartBots = Callable[..., Awaitable[Bots]]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with memory_world() as world, house_in(world) as made:
        await world.member()
        await made.projection()
        yield made


@pytest.fixture
async def gateway(house: House) -> GatewayService:
    return await house.gateway()


@pytest.fixture
async def host(gateway: GatewayService) -> AsyncIterator[Client]:
    async with Client(gateway.url) as client:
        await client.open_session("보리")
        yield client


@pytest.fixture
async def start_bots(house: House, gateway: GatewayService) -> AsyncIterator[StartBots]:
    started: list[BotsService] = []

    async def start(
        settings: BotsSettings = AT_ONCE,
        *,
        credential: str = CREDENTIAL,
        url: Callable[[], str] = lambda: gateway.url,
    ) -> Bots:
        metrics = BotsMetrics(Metrics("bots"))
        service = BotsService(
            credential=credential,
            clock=SystemClock(),
            settings=settings,
            metrics=metrics,
            chance=Random(7),
            fail=house.world.fail,
            gateway_url=url,
        )
        await service.start()
        started.append(service)
        return Bots(service, metrics)

    yield start
    for service in started:
        await service.stop()
