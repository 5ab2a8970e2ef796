"""What the timer keeps across restarts: its ledger and the place in the log where it was so.

One value, so that both always belong together, also when two instances keep theirs in turn.
"""

import zlib

import msgspec
import structlog
from msgspec import Struct

from services.timer.ledger import Ledger, Record
from services.timer.metrics import TimerMetrics
from shared.contracts.ids import RoomId
from shared.eventstore.log import Checkpoint
from shared.runtime.bus import BusError, TooLarge
from shared.runtime.keeping import Keeping

_log = structlog.stdlib.get_logger(__name__)

_NAME = "ledger"
_VERSION = 1
_FAST = 1


class _Kept(Struct):
    version: int
    checkpoint: bytes
    rooms: dict[RoomId, Record]


_decoder = msgspec.json.Decoder(_Kept)


class Kept:
    def __init__(self, keeping: Keeping, metrics: TimerMetrics) -> None:
        self._keeping = keeping
        self._metrics = metrics

    async def load(self) -> tuple[Ledger, Checkpoint | None]:
        """The ledger, and where to go on; an empty one and none where nothing usable was kept."""
        try:
            data = (await self._keeping.get_all()).get(_NAME)
        except BusError as error:
            _log.warning("ledger_not_loaded", kind=type(error).__name__)
            return Ledger(), None
        if data is None:
            return Ledger(), None
        try:
            kept = _decoder.decode(zlib.decompress(data))
        except (zlib.error, msgspec.DecodeError) as error:
            _log.warning("ledger_not_readable", kind=type(error).__name__)
            return Ledger(), None
        if kept.version != _VERSION:
            return Ledger(), None
        return Ledger(kept.rooms), Checkpoint(kept.checkpoint)

    async def save(self, ledger: Ledger, checkpoint: Checkpoint) -> None:
        """Without it the next start takes longer; so what goes wrong here ends nothing."""
        ledger.has_changed = False
        kept = _Kept(_VERSION, checkpoint, ledger.rooms)
        data = zlib.compress(msgspec.json.encode(kept), _FAST)
        outcome = "stored"
        try:
            await self._keeping.put(_NAME, data)
        except TooLarge:
            outcome = "too_large"
        except BusError:
            outcome = "failed"
            ledger.has_changed = True
        if outcome != "stored":
            _log.warning("ledger_not_kept", outcome=outcome, size_bytes=len(data))
        self._metrics.kept.add(outcome=outcome)
