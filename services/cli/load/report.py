"""What a load found, for people and for programs."""

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from services.cli.load.driving import Finding
from services.cli.load.processor import GENERATOR
from services.cli.load.request import Pace
from services.cli.load.tally import Spread

WRONG, UNPROVED = 1, 3
"""Exit codes: something accepted is not as it was told; not everything could be asked."""
_WIDTH = 100
_SHARES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))


class Asked(Struct, frozen=True):
    """The load as a whole."""

    urls: tuple[str, ...]
    """Of the gateways; none: of a server of its own."""
    rooms: int
    seats: int
    pace: Pace
    rate: float
    seconds: float
    moves: int
    processes: int


def wrongs(finding: Finding) -> dict[str, int]:
    """What must never be, by name; none where nothing was."""
    tally, checked = finding.tally, finding.checked
    found = {
        "lost": checked.lost,
        "doubled": checked.doubled,
        "differing": checked.differing,
        "two commands in one entry": tally.shared,
        "entries of which two seats were told differently": tally.disagreements,
        "frames told twice": tally.told_twice,
        "views that went back": tally.went_back,
        "unreadable messages": tally.unreadable,
        "answers to no question": tally.stray,
    }
    return {name: number for name, number in found.items() if number}


def exit_code(finding: Finding) -> int:
    if wrongs(finding):
        return WRONG
    checked, tally = finding.checked, finding.tally
    is_proved = finding.is_complete and not checked.unchecked and not finding.troubles
    unknown = checked.unanswered - checked.unanswered_stored
    return 0 if is_proved and tally.opened and not unknown else UNPROVED


def verdict(asked: Asked, finding: Finding) -> Iterator[str]:
    """In sentences, the worst first."""
    for name, number in wrongs(finding).items():
        yield f"WRONG: {number:,} {name}"
    yield from (f"NOT PROVED: {why}" for why in _doubts(finding))
    yield from _notes(asked, finding)
    if finding.checked.rooms and not wrongs(finding):
        yield f"nothing lost, nothing doubled, nothing told otherwise{_by_what(finding)}"


def _doubts(finding: Finding) -> Iterator[str]:
    if finding.ended == "broken":
        yield "a process of the load ended by itself or took too long"
    if finding.ended == "cut off":
        yield "it was cut off before everything was compared"
    if not finding.tally.opened:
        yield f"no room could be opened ({_told(why_not(finding)) or 'there was no time'})"
    if finding.checked.unchecked:
        yield f"{finding.checked.unchecked:,} rooms could not be asked in the end"
    yield from finding.troubles


def _notes(asked: Asked, finding: Finding) -> Iterator[str]:
    tally, checked = finding.tally, finding.checked
    if 0 < tally.opened < asked.rooms:
        why = _told(why_not(finding))
        yield f"{tally.opened:,} of {asked.rooms:,} rooms were opened{f' ({why})' if why else ''}"
    if "rate_limited" in tally.slowed:
        yield (
            f"the gateway's limit for one address put openings off {tally.slowed['rate_limited']:,}"
            " times: set its --opening-burst and --openings-per-s for a load"
        )
    if checked.unanswered:
        stored = f", {checked.unanswered_stored:,} of them are stored" if checked.logs else ""
        yield f"{checked.unanswered:,} commands were never answered{stored}"
    if finding.out:
        yield f"{finding.out:,} seats were not let in any more"


def _by_what(finding: Finding) -> str:
    checked = finding.checked
    by = (
        f"the log of {checked.logs:,} rooms"
        if checked.logs
        else f"views of {checked.rooms:,} rooms"
    )
    return f": {checked.commands:,} accepted commands against {by}"


def why_not(finding: Finding) -> dict[str, int]:
    """Why rooms are not open, by code; put off where nothing says more."""
    return finding.tally.not_opened or finding.tally.slowed


def _told(codes: Mapping[str, int]) -> str:
    return ", ".join(f"{code} {number:,}×" for code, number in sorted(codes.items()))


def show(asked: Asked, finding: Finding) -> None:
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    console.print(_counts(asked, finding))
    console.print(_latencies(finding))
    console.print(_processor(finding))
    for line in verdict(asked, finding):
        console.print(line, highlight=False, soft_wrap=True)


def _counts(asked: Asked, finding: Finding) -> Table:
    tally, checked, measured = finding.tally, finding.checked, finding.tally.measured
    pace = f"{asked.pace.least_s:g} to {asked.pace.most_s:g} s of thought"
    how = f"{asked.rate:g} moves/s" if asked.rate else pace
    table = Table(
        title=f"{' and '.join(asked.urls) or 'a server of its own'}: {how}",
        title_justify="left",
        show_header=False,
    )
    table.add_column("what")
    table.add_column("figure", justify="right")
    per_s = measured.moves / finding.seconds if finding.seconds else 0.0
    refused = sum(tally.refused.values())
    rows = {
        "rooms opened, of those asked for": f"{tally.opened:,} of {asked.rooms:,}",
        "  seats each": f"{asked.seats}",
        "  opened in": f"{finding.opening_s:,.1f} s",
        "then measured for": f"{finding.seconds:,.1f} s",
        "moves a second": f"{per_s:,.1f}",
        "  that nobody could make at their time": f"{measured.skipped:,}" if asked.rate else "",
        "matches that ended": f"{tally.matches:,}",
        "commands sent": f"{tally.sent:,}",
        "  accepted (over HTTP, too)": f"{tally.accepted:,}",
        "  refused": f"{refused:,}" + (f" ({_told(tally.refused)})" if refused else ""),
        "  never answered": f"{checked.unanswered:,}",
        "  put off by the server": f"{tally.put_off:,}",
        "lost": f"{checked.lost:,}",
        "doubled": f"{checked.doubled:,}",
        "told otherwise than it is": f"{checked.differing + tally.disagreements:,}",
        "time-outs of the server's clock": f"{checked.by_clock:,}",
        "sockets open in the end": f"{finding.sockets:,}",
        "  connected again": f"{tally.reconnects:,}",
        "frames told": f"{measured.frames:,}",
        "  bytes a move, all seats": f"{measured.bytes / max(measured.moves, 1):,.0f}",
    }
    for what, figure in rows.items():
        if figure:
            table.add_row(what, figure)
    return table


def _latencies(finding: Finding) -> Table:
    table = Table(title="milliseconds", title_justify="left")
    table.add_column("from a command's sending to")
    for name in ("count", *(name for name, _ in _SHARES), "most"):
        table.add_column(name, justify="right")
    measured = finding.tally.measured
    rows = (
        ("its acceptance", measured.accept),
        ("its frame, at every seat", measured.frame),
        ("(from one entry of a room to its next)", measured.pause),
        ("(how late the generator is)", measured.lag),
    )
    for what, spread in rows:
        figures = [f"{spread.quantile_ms(share):,.1f}" for _, share in _SHARES]
        table.add_row(what, f"{spread.count:,}", *figures, f"{spread.most_ms:,.1f}")
    return table


def _processor(finding: Finding) -> Table:
    table = Table(title=f"processor, of {os.cpu_count()} cores", title_justify="left")
    table.add_column("process")
    for name in ("cores", "of all that is known", "MB"):
        table.add_column(name, justify="right")
    cores = sum(used.cores for used in finding.used) or 1.0
    for used in finding.used:
        memory = f"{used.memory_bytes / 1e6:,.0f}"
        table.add_row(used.name, f"{used.cores:.2f}", f"{used.cores / cores:.0%}", memory)
    if all(used.name == GENERATOR for used in finding.used):
        table.add_row("server: not on this machine, or not to be looked at", "", "", "")
    return table


def plain(asked: Asked, finding: Finding) -> dict[str, Any]:
    """As plain values for JSON."""
    tally, measured = finding.tally, finding.tally.measured
    counts = msgspec.to_builtins(tally)
    del counts["measured"]
    return {
        "asked": msgspec.to_builtins(asked),
        "ended": finding.ended,
        "exit_code": exit_code(finding),
        "verdict": list(verdict(asked, finding)),
        "wrong": wrongs(finding),
        "opening_s": finding.opening_s,
        "seconds": finding.seconds,
        "moves_per_s": measured.moves / finding.seconds if finding.seconds else 0.0,
        "counts": counts,
        "checked": {
            **msgspec.to_builtins(finding.checked),
            "is_complete": finding.is_complete,
        },
        "measured": {
            "moves": measured.moves,
            "skipped": measured.skipped,
            "frames": measured.frames,
            "bytes": measured.bytes,
        },
        "latency_ms": {
            "accept": _plain(measured.accept),
            "frame": _plain(measured.frame),
            "generator_lag": _plain(measured.lag),
        },
        "pause_ms": _plain(measured.pause),
        "sockets": finding.sockets,
        "out": finding.out,
        "processor": {
            "cores": os.cpu_count(),
            "processes": msgspec.to_builtins(finding.used),
        },
        "moments": [
            {
                "at_s": moment.at_s,
                "moves": moment.moves,
                "accept": _plain(moment.accept),
                "frame": _plain(moment.frame),
            }
            for moment in finding.moments
        ],
    }


def _plain(spread: Spread) -> dict[str, float]:
    figures = {name: spread.quantile_ms(share) for name, share in _SHARES}
    return {"count": spread.count, **figures, "most": spread.most_ms}
