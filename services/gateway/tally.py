"""What all processes together have counted, over the last 15 minutes, and what follows from it.

Kept in memory alone: a gateway that was started just now knows nothing of before.
"""

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from shared.contracts.http_ops import OpsFigure, OpsRefusals, Unit
from shared.contracts.operating import Figures, RoomsKnown
from shared.runtime.metrics import LATENCY_MS

KEPT_MS = 900_000
WINDOW_MS = 60_000
"""What is a rate or a percentile is one of the minute before."""

_BOUNDS = len(LATENCY_MS) + 1
_REFUSED = "gateway.refused_total."

Spread = tuple[int, ...]
_NOTHING: Spread = (0,) * _BOUNDS


class _Sample(NamedTuple):
    at_ms: int
    counts: dict[str, float]
    """How much counters have grown since the first sample."""
    spreads: dict[str, Spread]

    def grow(self, service: str, figures: Figures, known: Figures) -> None:
        """By what a process of that service has counted since it said what is `known`."""
        for name, value in figures.values.items():
            if "_total" in name:
                full = f"{service}.{name}"
                grown = value - known.values.get(name, 0)
                self.counts[full] = self.counts.get(full, 0) + grown
        for name, spread in figures.spreads.items():
            if len(spread) != _BOUNDS:  # a release that counts by other bounds
                continue
            full = f"{service}.{name}"
            earlier = known.spreads.get(name, _NOTHING)
            total = self.spreads.get(full, _NOTHING)
            self.spreads[full] = tuple(
                t + s - e for t, s, e in zip(total, spread, earlier, strict=True)
            )


class Moment(NamedTuple):
    """What figures are worked out of."""

    values: Mapping[str, float]
    """Of all processes that are alive, added up, by service and name."""
    behind_ms: int | None
    """Of the projection's member that is furthest behind."""
    rooms: RoomsKnown | None
    deliveries: int | None
    """To hosts, that were not made yet."""
    since: _Sample
    now: _Sample

    def grown(self, prefix: str) -> float:
        """How much the counters with such names have grown within the window."""
        return sum(
            count - self.since.counts.get(name, 0)
            for name, count in self.now.counts.items()
            if name.startswith(prefix)
        )


def percentile(share: float, spread: Spread) -> float | None:
    """The bound, in milliseconds, that this share of the values keeps, straight between the bounds
    that are counted by; of what is beyond the last, that one. `None`: there are none."""
    if not spread or not spread[-1]:
        return None
    sought = share * spread[-1]
    steps = pairwise(zip((0, *LATENCY_MS), (0, *spread), strict=False))
    for (low_ms, below), (high_ms, count) in steps:
        if count >= sought:
            return low_ms + (high_ms - low_ms) * (sought - below) / (count - below)
    return LATENCY_MS[-1]


def _latency(name: str, share: float, moment: Moment) -> float | None:
    now, before = moment.now.spreads.get(name, ()), moment.since.spreads.get(name)
    if before is not None:
        now = tuple(count - earlier for count, earlier in zip(now, before, strict=True))
    return percentile(share, now)


def _per_second(prefix: str, moment: Moment) -> float | None:
    passed_ms = moment.now.at_ms - moment.since.at_ms
    return moment.grown(prefix) * 1000 / passed_ms if passed_ms else None


def _standing(name: str, moment: Moment) -> float:
    return sum(value for each, value in moment.values.items() if each.startswith(name))


def _rooms(name: str, moment: Moment) -> float | None:
    return None if moment.rooms is None else getattr(moment.rooms, name)


def _behind(moment: Moment) -> float | None:
    return moment.behind_ms


def _deliveries(moment: Moment) -> float | None:
    return moment.deliveries


_Work = Callable[[Moment], float | None]
_LATENCIES = {"view": "gateway.view_ms", "append": "rules.append_ms.stored"}
FIGURES: dict[str, tuple[Unit, _Work]] = {
    **{f"rooms-{n}": ("count", partial(_rooms, n)) for n in ("stuck", "running", "lobby", "over")},
    "rooms-overdue": ("ms", partial(_rooms, "overdue_ms")),
    "people-sockets": ("count", partial(_standing, "gateway.sockets")),
    "people-actions": ("perSecond", partial(_per_second, "gateway.commands_total.accepted")),
    "people-refusals": ("perSecond", partial(_per_second, _REFUSED)),
    **{
        f"{name}-p{share}": ("ms", partial(_latency, metric, share / 100))
        for name, metric in _LATENCIES.items()
        for share in (50, 95, 99)
    },
    "lag-p95": ("ms", partial(_latency, "projection.lag_ms", 0.95)),
    "lag-behind": ("ms", _behind),
    "queue-commands": ("count", partial(_standing, "gateway.commands_in_flight")),
    "queue-deliveries": ("count", _deliveries),
    "queue-endings": ("count", partial(_standing, "replay.endings_waiting")),
    "queue-archive": ("count", partial(_standing, "replay.archive_waiting")),
    "quarantine-commands": ("count", partial(_standing, "rules.guards_total.set_aside")),
    "quarantine-damaged": ("count", partial(_standing, "rules.guards_total.damaged")),
}
"""In the order in which they are shown."""


class Tally:
    """`every_ms`: between two samples."""

    def __init__(self, every_ms: int) -> None:
        self.every_ms = every_ms
        kept = max(1, KEPT_MS // every_ms)
        self._samples: deque[_Sample] = deque(maxlen=kept)
        self._points: deque[dict[str, float | None]] = deque(maxlen=kept)
        self._heard: Mapping[str, Figures] = {}

    @property
    def at_ms(self) -> int:
        return self._samples[-1].at_ms if self._samples else 0

    def take(
        self,
        at_ms: int,
        heard: Mapping[str, Figures],
        behind_ms: int | None,
        rooms: RoomsKnown | None,
        deliveries: int | None = None,
    ) -> None:
        """`heard`: what every process that is alive says, by its service, a dot, and its name in
        this life."""
        now = self._sampled(at_ms, heard)
        self._samples.append(now)
        since = next(each for each in self._samples if at_ms - each.at_ms <= WINDOW_MS)
        moment = Moment(_added_up(heard), behind_ms, rooms, deliveries, since, now)
        self._points.append({name: _round(work(moment)) for name, (_, work) in FIGURES.items()})

    def _sampled(self, at_ms: int, heard: Mapping[str, Figures]) -> _Sample:
        before = self._samples[-1] if self._samples else _Sample(at_ms, {}, {})
        now = _Sample(at_ms, dict(before.counts), dict(before.spreads))
        for who, figures in heard.items():
            # Of a process that was not heard before nobody knows when it counted that.
            now.grow(_service_of(who), figures, known=self._heard.get(who, figures))
        self._heard = heard
        return now

    def figures(self) -> list[OpsFigure]:
        return [
            OpsFigure(name, unit, [point[name] for point in self._points])
            for name, (unit, _) in FIGURES.items()
        ]

    def refusals(self) -> list[OpsRefusals]:
        """Within the time that is kept."""
        if not self._samples:
            return []
        first, last = self._samples[0].counts, self._samples[-1].counts
        grown = {
            name.removeprefix(_REFUSED): int(count - first.get(name, 0))
            for name, count in last.items()
            if name.startswith(_REFUSED)
        }
        found = [OpsRefusals(code, count) for code, count in grown.items() if count]
        return sorted(found, key=lambda each: (-each.count, each.code))


def _service_of(who: str) -> str:
    return who.partition(".")[0]


def _added_up(heard: Mapping[str, Figures]) -> dict[str, float]:
    """What all processes say, by service and name."""
    values: dict[str, float] = {}
    for who, figures in heard.items():
        for name, value in figures.values.items():
            full = f"{_service_of(who)}.{name}"
            values[full] = values.get(full, 0) + value
    return values


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
