"""`match stats`: what many logs add up to."""

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from services.cli import stored
from services.cli.arena.wilson import interval
from services.cli.match.tally import Match, distinct
from services.cli.parts import GAMES
from shared.matchfile.head import AUDITOR
from shared.matchfile.opened import stretches, whole
from shared.room.aggregate import Room
from tests.conformance.lives import ROOM, Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count

from .logs import Kept, keep, run

LIVES = 12
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module", params=list(GAMES.newest()))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs of one game, which its name ends in."""
    made = tmp_path_factory.mktemp(f"stats-{request.param}-", numbered=True)
    for seed in range(LIVES):
        keep(made, request.param, seed + 40)
    return made


def outcomes(path: Path) -> list[tuple[bool, list[tuple[str, str, bool]]]]:
    """By folding the log: for each match whether it was abandoned, and by seat the role, the
    character and whether he won."""
    room = Room(ROOM, GAMES)
    found = []
    phase = ""
    for entry in path.read_bytes().splitlines()[1:]:
        room.apply(entry)
        state = room.state
        if phase == "match" and state.phase != "match":
            game = room.game
            assert game is not None
            outcome = game.outcome(state.play)
            assert outcome is not None
            seats = [
                (getattr(player, "role", ""), getattr(player, "character", ""), player.won)
                for player in outcome.detail.players
            ]
            found.append((outcome.abandoned, seats))
        phase = state.phase
    return found


def test_what_is_counted_is_what_folding_gives(folder: Path, count: Count) -> None:
    (game,) = (game for game in GAMES.newest() if f"stats-{game}" in folder.name)
    told = json.loads(run("stats", folder, "--json").stdout)
    assert (told["logs"], told["unread"], told["refusals"]) == (LIVES, [], None)
    mine = told["games"][game]
    played = [each for path in folder.glob("*.jsonl") for each in outcomes(path)]
    assert mine["matches"] == len(played)
    assert mine["abandoned"] == sum(is_abandoned for is_abandoned, _ in played)
    finished = [seats for is_abandoned, seats in played if not is_abandoned]
    assert mine["finished"] == len(finished)
    for row in mine["wins"]:
        if row["by"] == "side":
            continue
        own = [
            [
                seat[2]
                for number, seat in enumerate(seats, 1)
                if row["name"] in (*seat[:2], f"seat-{number}")
            ]
            for seats in finished
        ]
        assert row["matches"] == sum(bool(wins) for wins in own), row
        assert row["won"] == sum(any(wins) for wins in own), row
        assert (row["low"], row["high"]) == interval(row["won"], row["matches"])
    sides = [row for row in mine["wins"] if row["by"] == "side"]
    assert sum(row["won"] for row in sides) == (len(finished) if sides else 0)
    count(f"matches counted, {game}", len(played), minimum=LIVES)


def test_a_redacted_log_counts_the_same(rooms: dict[str, Kept]) -> None:
    for kept in rooms.values():
        told = [
            json.loads(run("stats", path, "--json").stdout)
            for path in (kept.path, kept.redacted(None), kept.redacted(kept.seated[0]))
        ]
        assert told[0] == told[1] == told[2]


def test_time_outs_are_counted(rooms: dict[str, Kept]) -> None:
    for game, kept in rooms.items():
        told = json.loads(run("stats", kept.path, "--json").stdout)["games"][game]
        sent = sum(b'{"command":{"type":"timeout"' in entry for entry in kept.life.log)
        first = next(n for n, e in enumerate(kept.life.log) if b'["match_dealt"' in e)
        before = sum(b'{"command":{"type":"timeout"' in e for e in kept.life.log[:first])
        assert told["timeouts"] == sent - before


def test_figures_are_said_in_both_languages_and_drawn(folder: Path, tmp_path: Path) -> None:
    picture = tmp_path / "shares.png"
    said = run("stats", folder, "--plot", picture)
    assert (said.exit_code, "Who won how often" in said.stdout) == (0, True)
    assert "95 %" in said.stdout
    assert "Refusals leave nothing" in said.stdout
    assert picture.read_bytes().startswith(PNG)
    again = tmp_path / "again.png"
    assert "누가 얼마나 이겼나" in run("stats", folder, "--lang", "ko", "--plot", again).stdout
    assert again.read_bytes() == picture.read_bytes()


def test_a_log_that_cannot_be_read_is_named_and_the_rest_is_counted(
    rooms: dict[str, Kept], tmp_path: Path
) -> None:
    good = rooms["bang"].path.read_bytes()
    damaged = {"empty.jsonl": b"", "broken.jsonl.gz": b"\x1f\x8b no", "cut": good[:-9]}
    for name, data in damaged.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "good.jsonl").write_bytes(good)
    done = run("stats", tmp_path, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["logs"], len(told["unread"]), told["foreign"]) == (1, 1, 3, 0)
    assert all(name in done.stderr for name in damaged)


def test_what_is_no_match_file_is_counted_and_does_no_harm(
    rooms: dict[str, Kept], tmp_path: Path
) -> None:
    for name, data in (("a.py", b"x = 1\n"), ("b.gz", b"\x1f\x8b no"), ("c.png", b"\0" * 9)):
        (tmp_path / name).write_bytes(data)
    nothing = run("stats", tmp_path)
    assert (nothing.exit_code, "no match files, and passed over: 3\n" in nothing.stderr) == (
        2,
        True,
    )
    (tmp_path / "good").write_bytes(rooms["bang"].path.read_bytes())
    done = run("stats", tmp_path, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["logs"], told["unread"], told["foreign"]) == (0, 1, [], 3)
    assert done.stderr == "no match files, and passed over: 3\n"
    asked_for = run("stats", tmp_path / "good", tmp_path / "a.py")
    assert (asked_for.exit_code, "a.py" in asked_for.stderr) == (1, True)


def test_where_there_is_nothing_to_count_it_says_so(tmp_path: Path, rooms: dict[str, Kept]) -> None:
    assert run("stats").exit_code == 2
    assert run("stats", tmp_path).exit_code == 2
    assert run("stats", "no-such-file").exit_code == 2
    lobby = tmp_path / "lobby.jsonl"
    lobby.write_bytes(b"\n".join(rooms["bang"].path.read_bytes().splitlines()[:3]) + b"\n")
    assert run("stats", lobby).exit_code == 2
    assert run("stats", rooms["bang"].path, "--plot", tmp_path / "shares.svg").exit_code == 2


def test_a_match_counts_once_however_often_it_is_given(tmp_path: Path) -> None:
    plan = replace(Plan.of(SUBJECTS["buckshot"].game, Random("plan 5")), matches=3)
    log = Life(SUBJECTS["buckshot"], 5, plan=plan).live().log
    room, below = tmp_path / "room.jsonl", tmp_path / "archive" / "main" / ROOM
    below.mkdir(parents=True)
    stored.write(room, whole(log, {}), log)
    alone = json.loads(run("stats", room, "--json").stdout)
    assert (alone["games"]["buckshot"]["matches"], alone["left_out"]) == (3, 0)
    for each in stretches(log):
        head = each.head(AUDITOR, {})
        stored.write(below / f"{each.match}.jsonl.gz", head, each.entries)
    (below / ".part-1").write_bytes(b"half")
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"\n".join(room.read_bytes().splitlines()[:-5]) + b"\n")
    done = run("stats", cut, tmp_path, tmp_path / "archive", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["logs"], told["left_out"]) == (0, 9, 12 - 3 + 3)
    assert told["games"] == alone["games"]
    assert json.loads(run("stats", tmp_path / "archive", "--json").stdout)["logs"] == 3
    assert "counted once: left out 3" in run("stats", room, room).stdout


def test_a_path_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "foreign.jsonl").write_bytes(b"hello\n")
    said = run("stats", tmp_path).stderr.splitlines()[0]
    assert said.count(str(tmp_path)) == 1, said


def test_what_ifs_that_share_a_deal_are_matches_of_their_own() -> None:
    def match(deal: str, end: str, entries: int, *, is_over: bool) -> Match:
        return Match("bang", 4, True, 0, deal, end, entries=entries, is_over=is_over)

    first, second = match("a", "1", 9, is_over=True), match("a", "2", 9, is_over=True)
    early, late = match("b", "3", 4, is_over=False), match("b", "4", 6, is_over=False)
    cut = match("a", "0", 5, is_over=False)
    assert distinct([cut, first, early, second, late, first]) == [first, second, late]
