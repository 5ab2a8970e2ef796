"""The broker's time: one source for all deadlines, however wrong the machines' own clocks are.

It is read from the time stamp that a stream's leader puts on every answer about that stream: every
process asks the same one, and needs no right but to ask for that stream's information.
"""

from collections import deque
from datetime import datetime

import msgspec
from msgspec import Struct

from shared.contracts.ids import Millis
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock

TIME_SUBJECT = "$JS.API.STREAM.INFO.KV_MEMBERS"
TRUSTED_ERROR_MS = 250
"""A process that knows the broker's time less well than this is not ready."""

_DRIFT_PER_MS = 0.0005
"""How far a machine's clock may run off: 500 parts in a million, ten times what is common."""
_SAMPLES_KEPT = 8
_REQUEST_TIMEOUT_MS = 500
_LONGEST_NAP_MS = 1_000


class _Stamped(Struct):
    ts: datetime


class _Sample(Struct, frozen=True):
    taken_ms: int
    """When the answer came, by the local clock."""
    offset_ms: int
    """Broker's time minus local time."""
    error_ms: int
    """Half the round trip: the offset is at most this wrong."""

    def error_at(self, local_ms: int) -> float:
        return self.error_ms + abs(local_ms - self.taken_ms) * _DRIFT_PER_MS


class BrokerClock:
    """Local time plus the measured offset. Before the first measurement it is the local time.

    `run` has to run beside it. When the broker's clock is set back, this one stands still until
    that has caught up; when it is set forward, this one jumps.
    """

    def __init__(
        self,
        local: Clock,
        bus: Bus,
        *,
        subject: str = TIME_SUBJECT,
        interval_ms: int = 5_000,
        retry_ms: int = 200,
    ) -> None:
        self._local = local
        self._bus = bus
        self._subject = subject
        self._interval_ms = interval_ms
        self._retry_ms = retry_ms
        self._samples: deque[_Sample] = deque(maxlen=_SAMPLES_KEPT)
        self._best: _Sample | None = None
        """The least wrong of them. It stays that until another comes, as all age alike; the time
        is asked so often that to look through them each time would show."""
        self._latest_ms = 0

    def now_ms(self) -> Millis:
        self._latest_ms = max(self._latest_ms, self._local.now_ms() + self.offset_ms)
        return Millis(self._latest_ms)

    async def sleep_ms(self, duration_ms: int) -> None:
        await self._local.sleep_ms(duration_ms)

    async def sleep_until_ms(self, at_ms: int) -> None:
        # The offset may change while asleep, hence naps.
        while (missing_ms := at_ms - self.now_ms()) > 0:
            await self._local.sleep_ms(min(missing_ms, _LONGEST_NAP_MS))

    @property
    def offset_ms(self) -> int:
        return 0 if self._best is None else self._best.offset_ms

    @property
    def error_ms(self) -> float:
        """How wrong `now_ms` may be now; infinite before the first measurement."""
        best = self._best
        return float("inf") if best is None else best.error_at(self._local.now_ms())

    @property
    def is_trusted(self) -> bool:
        return self.error_ms <= TRUSTED_ERROR_MS

    async def measure(self) -> None:
        """Asks once. Raises a `BusError` when no answer comes, or one without a time."""
        sent_ms = self._local.now_ms()
        answer = await self._bus.request(self._subject, b"", timeout_ms=_REQUEST_TIMEOUT_MS)
        came_ms = self._local.now_ms()
        try:
            stamp = msgspec.json.decode(answer, type=_Stamped).ts
        except msgspec.ValidationError:
            raise BusError(f"{self._subject}: answered without a time") from None
        self._keep(
            _Sample(
                taken_ms=came_ms,
                offset_ms=int(stamp.timestamp() * 1000) - (sent_ms + came_ms) // 2,
                error_ms=(came_ms - sent_ms) // 2 + 1,
            )
        )

    async def run(self) -> None:
        """Measures until cancelled: often until the clock is trusted, then at each interval."""
        while True:
            try:
                await self.measure()
            except BusError:
                await self._local.sleep_ms(self._retry_ms)
                continue
            settled = len(self._samples) == _SAMPLES_KEPT and self.is_trusted
            await self._local.sleep_ms(self._interval_ms if settled else self._retry_ms)

    def _keep(self, newest: _Sample) -> None:
        """Two samples that cannot both be right mean that a clock was set: the newest counts."""
        now_ms = newest.taken_ms
        for older in self._samples:
            apart_ms = abs(older.offset_ms - newest.offset_ms)
            if apart_ms > older.error_at(now_ms) + newest.error_at(now_ms):
                self._samples.clear()
                break
        self._samples.append(newest)
        self._best = min(self._samples, key=lambda sample: sample.error_at(now_ms))
