"""The benches run to their end and report every row; what they measure is not judged here."""

import json
import shutil
from typing import Any

import pytest

from tests.house.test_command_line import saloon

PATH_ROWS = (
    "accepted commands, 256 in flight",
    "move to frame, p50",
    "move to frame, p99",
    "bytes a move, all seats, without offers",
    "bytes a move, all seats",
    "closed loop, the crowd included",
    "owner killed in it, longest command",
)


def rows_of(*arguments: str) -> list[dict[str, Any]]:
    ended = saloon("bench", *arguments, "--json")
    assert ended.returncode == 0, ended.stderr
    rows: list[dict[str, Any]] = json.loads(ended.stdout)["rows"]
    return rows


def test_the_engine_bench_reports_each_part_beside_the_whole() -> None:
    rows = rows_of("engine")
    assert [row["what"] for row in rows if row["goal"] is not None] == [
        "whole pipeline of one command",
        "commands with 8 views, one core",
        "random whole matches, 7 seats",
        "fold of a stored match",
        "memory of an idle live room",
    ]
    assert all(row["figure"] > 0 for row in rows)


def test_the_replay_bench_reports_sizes_and_times() -> None:
    rows = {row["what"]: row for row in rows_of("replay", "--rounds", "1")}
    for what in ("frames of one player, size", "proofs of one player, size"):
        assert rows[what]["reached"], rows[what]
    assert all(row["figure"] > 0 for row in rows.values())
    assert len(rows) == 11


def test_the_verify_bench_reports_speed_and_sizes() -> None:
    rows = rows_of("verify", "--rounds", "1", "--matches", "2")
    figures = {row["what"]: row["figure"] for row in rows}
    assert all(figure > 0 for figure in figures.values())
    assert {
        "matches of 7 verified, one core",
        "bytes of a match file, for an auditor",
        "  for a seat",
    } <= figures.keys()


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="not installed: redis-server")
def test_the_path_bench_loses_and_doubles_nothing() -> None:
    rows = rows_of("path", "--seconds", "1", "--rooms", "3", "--moves", "20")
    figures = {row["what"]: row["figure"] for row in rows}
    for what in PATH_ROWS:
        assert any(name.startswith(what) and figures[name] > 0 for name in figures), what
    assert figures["  commands lost or doubled"] == 0
