"""Three brokers that keep three copies of everything."""

import asyncio
import subprocess
from pathlib import Path

from shared.eventstore.log import Away
from shared.eventstore.planning import ensure_streams
from shared.eventstore.streams import LogStreamSettings, log_streams
from shared.runtime.nats_server import find_binary
from shared.runtime.ports import free_ports
from tests.eventstore.worlds import ADMIN, connect

SIZE = 3
ELECTION_S = 30
"""The broker's elections take up to 9 s, and the first start needs two."""

CONFIGURATION = """\
server_name: "n{number}"
host: "127.0.0.1"
port: {port}
log_file: "{directory}/n{number}.log"
jetstream {{
  store_dir: "{directory}/n{number}"
  sync_interval: always
}}
cluster {{
  name: "saloon"
  host: "127.0.0.1"
  port: {route_port}
  no_advertise: true
  routes: [{routes}]
}}
authorization {{
  users: [{{ user: "{user}", password: "{password}" }}]
}}
"""


class Cluster:
    """Its nodes are 0, 1 and 2; each can be killed and started again."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        ports = free_ports(2 * SIZE)
        self._ports, self._route_ports = ports[:SIZE], ports[SIZE:]
        self._nodes: dict[int, subprocess.Popen[bytes]] = {}

    def url(self, number: int) -> str:
        return f"nats://127.0.0.1:{self._ports[number]}"

    def start(self, number: int) -> None:
        path = self._directory / f"n{number}.conf"
        path.write_text(
            CONFIGURATION.format(
                number=number,
                port=self._ports[number],
                route_port=self._route_ports[number],
                directory=self._directory,
                routes=", ".join(f'"nats-route://127.0.0.1:{x}"' for x in self._route_ports),
                user=ADMIN.name,
                password=ADMIN.password,
            )
        )
        self._nodes[number] = subprocess.Popen([find_binary(), "-c", path], start_new_session=True)

    def kill(self, number: int) -> None:
        self._nodes[number].kill()
        self._nodes[number].wait()

    def stop(self) -> None:
        for number in self._nodes:
            self.kill(number)

    async def make_streams(self) -> None:
        """Once the cluster has found together."""
        async with asyncio.timeout(ELECTION_S):
            connection = await connect(self.url(0))
            wanted = log_streams(settings=LogStreamSettings(replica_count=SIZE))
            while True:
                try:
                    await ensure_streams(connection, wanted)
                    break
                except Away:
                    await asyncio.sleep(0.2)
            await connection.close()
