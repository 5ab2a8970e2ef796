"""What every service counts of what it stands on: its connection to the broker, and the time."""

from shared.runtime.broker_clock import BrokerClock
from shared.runtime.bus_nats import NatsBus
from shared.runtime.metrics import Metrics


class GroundMetrics:
    """Stands at 0 until it is said what to watch."""

    def __init__(self, metrics: Metrics) -> None:
        self._connected = metrics.watched("broker_connected", "1 while the broker is connected.")
        self._reconnects = metrics.counted(
            "broker_reconnects", "Times that the broker was found again after it was lost."
        )
        self._offset_ms = metrics.watched(
            "clock_offset_ms", "The broker's time minus this machine's."
        )
        self._error_ms = metrics.watched(
            "clock_error_ms", "How wrong the broker's time may be known here; above 250: not ready."
        )

    def watch(self, bus: NatsBus, clock: BrokerClock) -> None:
        self._connected.by(lambda: bus.is_connected)
        self._reconnects.by(lambda: bus.reconnects)
        self._offset_ms.by(lambda: clock.offset_ms)
        self._error_ms.by(lambda: clock.error_ms)
