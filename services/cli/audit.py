"""What an audit of a match found, for people and for programs."""

from collections.abc import Iterator
from typing import Any

from shared.matchfile.head import key_id
from shared.matchfile.proving import Verdict
from shared.text.catalogue import Catalogue


def lines(texts: Catalogue, verdict: Verdict) -> Iterator[str]:
    """What is proved, check by check, or what first is not."""
    report = verdict.report
    yield texts.text("audit-counted", entries=report.entries, events=report.events)
    if not verdict.holds:
        yield _what_is_wrong(texts, verdict)
        return
    yield from _proved(texts, verdict)
    if verdict.rules != "unreleased":
        yield texts.text(f"audit-rules-{verdict.rules}", ruleset=verdict.ruleset)
    if verdict.key:
        yield texts.text("audit-signature", key=key_id(verdict.key))
    if verdict.anchored:
        yield texts.text("audit-anchor", seq=verdict.anchored)
    else:
        yield texts.text("audit-unanchored")
    if report.test_seeds:
        yield texts.text("audit-test-seed")
    if report.secrets_dropped:
        yield texts.text("audit-dropped", count=report.secrets_dropped)


def _proved(texts: Catalogue, verdict: Verdict) -> Iterator[str]:
    for check in verdict.checks:
        if check not in ("signature", "anchor"):
            yield texts.text(f"audit-{check}")
    if verdict.report.is_redacted:
        yield texts.text("audit-closed")
    if not verdict.report.is_over:
        yield texts.text("audit-endless")


def _what_is_wrong(texts: Catalogue, verdict: Verdict) -> str:
    if verdict.seq is None:
        return texts.text("audit-bad-file", why=verdict.why)
    return texts.text("audit-bad", seq=verdict.seq, why=verdict.why)


def plain(verdict: Verdict) -> dict[str, Any]:
    """The same as plain values for JSON, names in snake case."""
    report, bad = verdict.report, None
    if verdict.failed is not None:
        bad = {"entry": verdict.seq, "check": verdict.failed, "why": verdict.why}
    return {
        "ok": verdict.holds,
        "entries": report.entries,
        "events": report.events,
        "matches": report.matches,
        "test_seeds": report.test_seeds,
        "secrets_dropped": report.secrets_dropped,
        "over": report.is_over,
        "redacted": report.is_redacted,
        "checks": verdict.checks,
        "rules": verdict.rules,
        "key": verdict.key,
        "anchored": verdict.anchored,
        "first_bad": bad,
    }
