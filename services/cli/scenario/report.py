"""What the verb prints: each failure with what was expected, then the numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from .runner import Verdict


def lines(verdicts: Sequence[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        if verdict.outcome == "failed":
            yield f"FAILED {verdict.id}  {verdict.title}".rstrip()
            for finding in verdict.findings:
                yield f"  {finding.where}: expected {finding.expected}; was {finding.actual}"
    missing = Counter(verdict.game for verdict in verdicts if verdict.outcome == "not installed")
    for game in sorted(missing):
        yield f"game not installed: {game}"
    yield total(verdicts)


def total(verdicts: Sequence[Verdict]) -> str:
    """`N passed, N failed`, and how many belong to games that are not installed."""
    numbers = counted(verdicts)
    parts = [f"{numbers['passed']} passed", f"{numbers['failed']} failed"]
    if numbers["not installed"]:
        parts.append(f"{numbers['not installed']} not installed")
    return ", ".join(parts)


def counted(verdicts: Sequence[Verdict]) -> Counter[str]:
    return Counter(verdict.outcome for verdict in verdicts)


def as_json(verdicts: Sequence[Verdict]) -> str:
    """One object: the numbers, and every case with its outcome and findings."""
    numbers = counted(verdicts)
    whole = {
        "passed": numbers["passed"],
        "failed": numbers["failed"],
        "notInstalled": numbers["not installed"],
        "cases": verdicts,
    }
    return msgspec.json.format(msgspec.json.encode(whole, enc_hook=str)).decode()
