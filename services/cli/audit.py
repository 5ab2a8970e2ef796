"""What an audit of a room's log found, for people and for programs."""

from collections.abc import Iterator
from typing import Any

from shared.room.verify import Report
from shared.text.catalogue import Catalogue


def lines(texts: Catalogue, report: Report) -> Iterator[str]:
    """What is proved, and what first is not."""
    yield texts.text("audit-counted", entries=report.entries, events=report.events)
    bad = report.first_bad
    if bad is not None:
        yield texts.text("audit-bad", seq=bad.seq, why=bad.why)
        return
    yield texts.text("audit-chain")
    yield texts.text("audit-closed" if report.is_redacted else "audit-again")
    if report.test_seeds:
        yield texts.text("audit-test-seed")
    if report.secrets_dropped:
        yield texts.text("audit-dropped", count=report.secrets_dropped)


def plain(report: Report) -> dict[str, Any]:
    """The same as plain values for JSON, names in snake case."""
    bad = report.first_bad
    return {
        "ok": bad is None,
        "entries": report.entries,
        "events": report.events,
        "matches": report.matches,
        "test_seeds": report.test_seeds,
        "secrets_dropped": report.secrets_dropped,
        "redacted": report.is_redacted,
        "first_bad": None if bad is None else {"entry": bad.seq, "why": bad.why},
    }
