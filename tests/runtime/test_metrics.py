"""Metrics: a registry per service, and labels that cannot grow."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from shared.runtime.metrics import Metrics


def test_services_in_one_process_count_apart() -> None:
    rules, timer = Metrics("rules"), Metrics("timer")
    rules.counter("commands", "Commands.").add(2)
    timer.counter("commands", "Commands.").add()
    assert rules.value("commands_total") == 2
    assert timer.value("commands_total") == 1
    assert b"saloon_timer" not in rules.render()


def test_what_is_rendered_can_be_read_by_prometheus() -> None:
    metrics = Metrics("rules")
    metrics.counter("commands", "Commands.", {"outcome": ("accepted", "refused")}).add(
        outcome="accepted"
    )
    metrics.gauge("rooms", "Rooms.").set(7)
    metrics.watched("lag_ms", "Lag.").by(lambda: 12.5)
    metrics.counted("reconnects", "Reconnects.").by(lambda: 3)
    metrics.histogram("latency_ms", "Latency.").observe(3)
    families = {
        family.name: family for family in text_string_to_metric_families(metrics.render().decode())
    }
    assert families["saloon_rules_commands"].samples[0].labels == {"outcome": "accepted"}
    assert families["saloon_rules_rooms"].samples[0].value == 7
    assert families["saloon_rules_lag_ms"].samples[0].value == 12.5
    (reconnects,) = families["saloon_rules_reconnects"].samples
    assert (reconnects.name, reconnects.value) == ("saloon_rules_reconnects_total", 3)
    buckets = [
        sample
        for sample in families["saloon_rules_latency_ms"].samples
        if sample.name.endswith("_bucket") and sample.value == 1
    ]
    assert buckets[0].labels == {"le": "5.0"}
    assert "process_resident_memory_bytes" in families


def test_counters_begin_at_zero_so_that_their_first_step_is_seen() -> None:
    metrics = Metrics("rules")
    metrics.counter("guards", "Guards.", {"guard": ("damaged", "internal")})
    metrics.histogram("append_ms", "Appends.", {"outcome": ("stored",)})
    rendered = metrics.render().decode()
    assert 'saloon_rules_guards_total{guard="damaged"} 0.0' in rendered
    assert 'saloon_rules_append_ms_count{outcome="stored"} 0.0' in rendered


def test_gauges_go_up_and_down() -> None:
    metrics = Metrics("rules")
    gauge = metrics.gauge("sockets", "Sockets.", {"kind": ("person", "bot")})
    gauge.add(3, kind="bot")
    gauge.add(-1, kind="bot")
    assert metrics.value("sockets", kind="bot") == 2
    assert metrics.value("sockets", kind="person") == 0


@pytest.mark.parametrize("labels", [{"outcome": "ROOM42"}, {"room": "accepted"}, {}])
def test_a_label_takes_only_what_was_declared(labels: dict[str, str]) -> None:
    counter = Metrics("rules").counter("commands", "Commands.", {"outcome": ("accepted",)})
    with pytest.raises(AssertionError):
        counter.add(1, **labels)
