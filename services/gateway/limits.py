"""Who may ask how often: token buckets, shared between gateways where guessing or flooding pays.

A player's commands are counted here alone, since a shared counter would cost every command a
round trip; with several gateways a player may spend his share at each.
"""

import math
from collections import OrderedDict
from typing import Literal

from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import stop
from services.gateway.settings import GatewaySettings
from shared.contracts.hosting import Tenant
from shared.contracts.ids import PlayerId
from shared.runtime.clock import Clock
from shared.runtime.viewstore import Limit, StoreAway, ViewStore

BUCKETS_LIMIT = 20_000

Quota = Literal["rooms_per_hour", "sessions_per_minute"]
_PER_S: dict[Quota, int] = {"rooms_per_hour": 3_600, "sessions_per_minute": 60}


class LocalBuckets:
    """Token buckets of one shape, the least recently used forgotten first."""

    def __init__(self, clock: Clock, limit: Limit) -> None:
        self._clock = clock
        self.limit = limit
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()
        """Tokens, and when they were counted."""

    def take(self, key: str) -> int:
        """Takes a token: 0 when it could, else milliseconds until it can."""
        limit, now_ms = self.limit, self._clock.now_ms()
        tokens, at_ms = self._buckets.get(key, (float(limit.capacity), now_ms))
        refill = max(0, now_ms - at_ms) * limit.refill_per_s / 1000
        tokens = min(float(limit.capacity), tokens + refill)
        missing = max(0.0, 1 - tokens)
        self._buckets[key] = (tokens if missing else tokens - 1, now_ms)
        self._buckets.move_to_end(key)
        while len(self._buckets) > BUCKETS_LIMIT:
            self._buckets.popitem(last=False)
        return math.ceil(missing * 1000 / limit.refill_per_s) if missing else 0

    def give_back(self, key: str) -> None:
        """A token that was taken; there are never more than the capacity."""
        if key in self._buckets:
            tokens, at_ms = self._buckets[key]
            self._buckets[key] = (tokens + 1, at_ms)


class Limits:
    """Each refuses with `rate_limited` and says when to come again."""

    def __init__(
        self, store: ViewStore, clock: Clock, settings: GatewaySettings, metrics: GatewayMetrics
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._shared = {
            "opening": settings.openings,
            "lookup": settings.lookups,
            "talk": settings.talks,
            "report": settings.reports,
        }
        self._local = {name: LocalBuckets(clock, limit) for name, limit in self._shared.items()}
        self._commands = LocalBuckets(clock, settings.commands)
        double = Limit(2 * settings.command_burst, 2 * settings.commands_per_s)
        self._messages = LocalBuckets(clock, double)
        self._replays = LocalBuckets(clock, settings.replays)
        self._hosts = LocalBuckets(clock, settings.host_calls)
        self._quotas: dict[str, LocalBuckets] = {}
        """As many as there are hosts, and quotas of each."""

    def command(self, player: PlayerId) -> None:
        self._judge("command", self._commands.take(player))

    def message(self, player: PlayerId) -> None:
        """Anything but a command, on a socket or not; twice as much as of commands."""
        self._judge("message", self._messages.take(player))

    def replay(self, player: PlayerId | None) -> None:
        """A question about a match, which costs more than a view; `None`: of an auditor."""
        self._judge("replay", self._replays.take(player or ""))

    def host(self, tenant: Tenant) -> None:
        """Something is asked by a host, beside what it has a quota of."""
        self._judge("host", self._hosts.take(tenant.name))

    async def quota(self, tenant: Tenant, quota: Quota) -> None:
        """Refuses with `quota_exceeded`. Of all gateways together; of each by itself while the
        store is away."""
        most: int = getattr(tenant.quotas, quota)
        limit = Limit(most, most / _PER_S[quota])
        key = f"{quota}:{tenant.name}"
        try:
            wait_ms = await self._store.take(key, limit, self._clock.now_ms())
        except StoreAway:
            self._metrics.store_away.add()
            local = self._quotas.get(key)
            if local is None or local.limit != limit:
                local = self._quotas[key] = LocalBuckets(self._clock, limit)
            wait_ms = local.take("")
        if wait_ms:
            self._metrics.limited.add(limit="quota")
            stop("quota_exceeded", quota=quota, limit=most, retry_after_ms=wait_ms)

    async def opening(self, address: str) -> None:
        """A session or a room is opened from there."""
        await self._take("opening", address)

    async def lookup(self, address: str) -> None:
        """A room's code is tried from there."""
        await self._take("lookup", address)

    async def found(self, address: str) -> None:
        """The code that was tried from there is one that may be known there: it costs nothing."""
        try:
            key, limit = f"lookup:{address}", self._shared["lookup"]
            await self._store.take(key, limit, self._clock.now_ms(), cost=-1)
        except StoreAway:
            self._metrics.store_away.add()
            self._local["lookup"].give_back(address)

    async def talk(self, player: PlayerId) -> None:
        """A player says something; through whichever gateway, since a flood pays everywhere."""
        await self._take("talk", player)

    async def report(self, player: PlayerId) -> None:
        await self._take("report", player)

    async def _take(self, name: str, whose: str) -> None:
        try:
            wait_ms = await self._store.take(
                f"{name}:{whose}", self._shared[name], self._clock.now_ms()
            )
        except StoreAway:
            self._metrics.store_away.add()
            wait_ms = self._local[name].take(whose)
        self._judge(name, wait_ms)

    def _judge(self, name: str, wait_ms: int) -> None:
        if wait_ms:
            self._metrics.limited.add(limit=name)
            stop("rate_limited", retry_after_ms=wait_ms)
