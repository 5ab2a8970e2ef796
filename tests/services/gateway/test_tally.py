"""What follows from what processes have counted."""

from services.gateway.tally import FIGURES, KEPT_MS, Tally, percentile
from shared.contracts.operating import Figures, RoomsKnown
from shared.runtime.metrics import LATENCY_MS, Metrics

ROOMS = RoomsKnown(lobby=1, running=2, over=3, stuck=1, overdue_ms=40_000, rooms=[])
EVERY_MS = 5_000


def spread(*values_ms: float) -> tuple[int, ...]:
    metrics = Metrics("gateway")
    histogram = metrics.histogram("x_ms", "For a test.")
    for value in values_ms:
        histogram.observe(value)
    return metrics.figures("x_ms").spreads.get("x_ms", ())


def gateway(accepted: int, refused: int = 0, *took_ms: float, sockets: int = 0) -> Figures:
    values = {"commands_total.accepted": accepted, "refused_total.stale": refused}
    return Figures({**values, "sockets": sockets}, {"view_ms": spread(*took_ms)} if took_ms else {})


def last(tally: Tally, name: str) -> float | None:
    return next(each for each in tally.figures() if each.name == name).points[-1]


def test_figures_of_metrics_have_their_labels_behind_their_names() -> None:
    metrics = Metrics("rules")
    metrics.counter("asked", "x", {"how": ("so", "otherwise")}).add(how="so")
    metrics.histogram("took_ms", "x", {"how": ("so", "otherwise")}).observe(3, how="otherwise")
    metrics.watched("rooms", "x").by(lambda: 7)
    metrics.histogram("never_ms", "x").observe(1)
    told = metrics.figures("asked_total", "took_ms", "rooms")
    assert told.values == {"asked_total.so": 1, "rooms": 7}
    assert told.spreads == {"took_ms.otherwise": (0, 0, *[1] * (len(LATENCY_MS) - 1))}


def test_a_percentile_lies_between_the_bounds_that_hold_it() -> None:
    assert percentile(0.5, ()) is None
    assert percentile(0.5, spread()) is None
    assert percentile(1, spread(7)) == 10
    assert percentile(0.5, spread(*[7] * 10)) == 7.5
    both = spread(*[1] * 90, *[70] * 10)
    assert 0 < (percentile(0.5, both) or 0) < 1
    assert 50 < (percentile(0.95, both) or 0) <= 100
    assert percentile(0.99, spread(60_000)) == LATENCY_MS[-1]


def test_a_rate_is_one_of_the_minute_before_and_of_all_processes() -> None:
    tally = Tally(EVERY_MS)
    for step in range(40):
        heard = {
            "gateway.a": gateway(1_000 + 5 * step, sockets=3),
            "gateway.b": gateway(50 + 10 * min(step, 20), sockets=4),
        }
        tally.take(step * EVERY_MS, heard, 900, ROOMS)
        if step == 20:
            assert last(tally, "people-actions") == 3
    assert last(tally, "people-actions") == 1
    assert last(tally, "people-sockets") == 7
    assert (last(tally, "rooms-stuck"), last(tally, "rooms-overdue")) == (1, 40_000)
    assert last(tally, "lag-behind") == 900


def test_who_comes_goes_or_starts_anew_makes_no_leap() -> None:
    tally = Tally(EVERY_MS)
    tally.take(0, {"gateway.a": gateway(1_000_000)}, None, None)
    tally.take(EVERY_MS, {"gateway.a": gateway(1_000_010)}, None, None)
    assert last(tally, "people-actions") == 2
    tally.take(2 * EVERY_MS, {"gateway.b": gateway(70)}, None, None)
    tally.take(3 * EVERY_MS, {"gateway.b": gateway(75)}, None, None)
    assert last(tally, "people-actions") == 1
    tally.take(4 * EVERY_MS, {}, None, None)
    assert last(tally, "people-sockets") == 0
    assert last(tally, "rooms-running") is None


def test_latency_is_of_what_was_timed_within_the_minute() -> None:
    tally = Tally(EVERY_MS)
    slow, both = [2_000.0] * 50, [2_000.0] * 50 + [3.0] * 50
    tally.take(0, {"gateway.a": gateway(0)}, None, None)
    assert last(tally, "view-p95") is None
    tally.take(EVERY_MS, {"gateway.a": gateway(50, 0, *slow)}, None, None)
    assert 1_000 < (last(tally, "view-p50") or 0) <= 2_500
    for step in range(2, 20):
        tally.take(step * EVERY_MS, {"gateway.a": gateway(100, 0, *both)}, None, None)
        if step == 13:
            assert 2 < (last(tally, "view-p99") or 0) <= 5
    assert last(tally, "view-p99") is None


def test_refusals_are_counted_for_a_quarter_of_an_hour() -> None:
    tally = Tally(EVERY_MS)
    tally.take(0, {"gateway.a": gateway(0, 2)}, None, None)
    tally.take(EVERY_MS, {"gateway.a": gateway(0, 9)}, None, None)
    assert [(each.code, each.count) for each in tally.refusals()] == [("stale", 7)]
    steps = KEPT_MS // EVERY_MS
    for step in range(2, steps + 2):
        tally.take(step * EVERY_MS, {"gateway.a": gateway(0, 9)}, None, None)
    assert tally.refusals() == []
    assert {len(each.points) for each in tally.figures()} == {steps}
    assert [each.name for each in tally.figures()] == [*FIGURES]
