"""What is counted: named, bounded, and described where operators read."""

import math
import re

from services.cli.counted import declared, rendered, services
from services.cli.tree import ROOT

SERIES_LIMIT = 450
"""Of one metric in one process; a histogram's buckets apart."""


def test_the_document_is_what_the_code_counts() -> None:
    kept = (ROOT / "docs" / "metrics.md").read_text("utf-8")
    assert kept == rendered(), "./saloon metrics > docs/metrics.md"


def test_every_metric_is_named_for_its_kind_and_says_what_it_is() -> None:
    for service in services():
        for metric in declared(service):
            assert re.fullmatch(rf"saloon_{service}_[a-z_]+", metric.name), metric
            assert (metric.kind == "counter") == metric.name.endswith("_total"), metric
            assert metric.what.endswith("."), metric
            assert "|" not in metric.what, metric


def test_no_label_can_grow() -> None:
    for service in services():
        for metric in declared(service):
            values = [len(each) for each in metric.labels.values()]
            assert math.prod(values) <= SERIES_LIMIT, metric.name
            assert metric.labels.keys().isdisjoint({"room", "player", "seat", "seq"}), metric.name
