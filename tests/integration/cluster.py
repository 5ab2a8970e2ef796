"""A house over three brokers, each log in three copies."""

from collections.abc import Mapping
from pathlib import Path

from tests.integration.house import CALM, House, Times
from tests.kubernetes.brokers import Brokers


class ClusterHouse(House):
    def __init__(
        self, folder: Path, counts: Mapping[str, int], times: Times = CALM, log_level: str = "info"
    ) -> None:
        super().__init__(folder, counts, times, log_level)
        self.brokers = Brokers(self.installation.directory)

    @property
    def broker_url(self) -> str:
        return self.brokers.urls

    async def start_broker(self) -> None:
        self.brokers.start()
        await self.brokers.make_streams()

    async def stop_broker(self) -> None:
        self.brokers.kill()
