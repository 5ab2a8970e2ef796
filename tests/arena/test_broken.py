"""What must not be stops the arena, with files that tell of it and a command that repeats it."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import json

from services.bots.minds import MINDS
from services.cli.arena import match as playing
from services.cli.match.verb import match
from shared.contracts.bang import BangCommand
from shared.contracts.bang_offers import Offer
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.engine.game import Due
from shared.games.bang import Bang
from shared.games.bang.state import State
from tests.arena import minds
from tests.arena.running import run
from tests.conftest import Count

ASKED = "--game bang --players faulty --among random --seats 5 -n 8 --options random --verify end"
BY_RANDOM = "--game bang --players random --seats 4 -n 3 --jobs 1"


def stopped(folder: Path, arguments: str) -> dict[str, Any]:
    """What the JSON file tells; the log beside it is whole and ends before the fault."""
    done = run(arguments, **{"save-dir": folder})
    assert done.exit_code == 1, done.output
    (path,) = folder.glob("*.json")
    facts: dict[str, Any] = json.decode(path.read_bytes())
    assert facts["broken"] in done.stderr
    assert facts["reproduce"] in done.stderr
    assert str(path) in done.stderr
    assert path.with_suffix(".jsonl").is_file()
    return facts


def again(folder: Path, facts: dict[str, Any]) -> dict[str, Any]:
    launcher, verb, *arguments = shlex.split(facts["reproduce"])
    assert (launcher, verb) == ("./saloon", "arena")
    return stopped(folder, shlex.join(arguments))


def log_of(folder: Path) -> Path:
    (log,) = folder.glob("*.jsonl")
    return log


@pytest.mark.parametrize(
    ("mind", "law", "detail"),
    [
        (minds.Cheat, "the move is refused", "code"),
        (minds.Raising, "the mind raised an exception", "no such thought"),
        (minds.Deaf, "the mind raised an exception", "events too many"),
        (minds.Silent, "the mind does not move", "no command"),
        (minds.Thinking, "the match hangs", "interrupted"),
        (minds.Mumbling, "the mind's move is no command", "object"),
    ],
)
def test_a_faulty_mind_stops_it_with_files_that_reproduce(
    mind: Any,
    law: str,
    detail: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    count: Count,
) -> None:
    monkeypatch.setitem(MINDS["bang"], "faulty", mind)
    monkeypatch.setattr(playing, "MATCH_LIMIT_S", 3.0)
    facts = stopped(tmp_path / "first", f"{ASKED} --jobs 1")
    assert facts["broken"] == law
    assert detail in facts["detail"]
    assert facts["player"] == "faulty"
    assert facts["view"]["me"]["seat"] == facts["seat"]
    assert facts["view"]["me"]["role"] == facts["role"]
    assert list(facts["names"].values())[facts["seat"]] == "faulty"
    assert (facts["command"] != "") == (law == "the move is refused")
    repeated = again(tmp_path / "again", facts)
    if law != "the match hangs":
        assert repeated == facts
    log = log_of(tmp_path / "first")
    assert log.read_bytes() == log_of(tmp_path / "again").read_bytes()
    assert CliRunner().invoke(match, ["verify", str(log)]).exit_code == 0
    count("faulty minds found", 1)


def test_a_refusal_is_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(MINDS["bang"], "faulty", minds.Cheat)
    done = run(f"{ASKED} --jobs 1 --json", **{"save-dir": tmp_path})
    plain = json.decode(done.stdout)
    assert done.exit_code == 1
    assert plain["refusals"] == 1
    assert plain["broken"]["match"] == plain["matches"] + 1


def test_two_processes_stop_at_the_match_at_which_one_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(MINDS["bang"], "faulty", minds.Late)
    asked = "--game bang --players faulty --among random --seats 4 -n 40 --verify end"
    alone = stopped(tmp_path / "one", f"{asked} --jobs 1")
    assert alone["match"] > 1
    assert stopped(tmp_path / "two", f"{asked} --jobs 2") == alone


class Moody(Bang):
    """Draws by how often it was asked."""

    asked = 0

    def decide(
        self, state: State, seat: int, command: BangCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        Moody.asked += 1
        return super().decide(state, seat, command, now_ms, Draws(Moody.asked.to_bytes(32)))


class Failing(Bang):
    def decide(
        self, state: State, seat: int, command: BangCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        assert state.turn.number < 5, "a rule that was forgotten"
        return super().decide(state, seat, command, now_ms, draws)


class Blind(Bang):
    def see(self, state: State, viewer: int | None) -> State:
        assert state.turn.number < 5, "a view that was forgotten"
        return super().see(state, viewer)


class Telling(Bang):
    """Offers by a card that is hidden."""

    def legal(self, state: State, viewer: int) -> Sequence[Offer]:
        offers = super().legal(state, viewer)
        return offers[:-1] if state.deck and state.deck[-1] >= 0 else offers


class Timeless(Bang):
    """Knows the deadline only with all cards in sight."""

    def due(self, state: State) -> Due | None:
        found = super().due(state)
        is_masked = bool(state.deck) and state.deck[-1] < 0
        return found and Due(found.at_ms + is_masked, found.id)


class Idle(Bang):
    def waited_for(self, state: State) -> tuple[int, ...]:
        return () if state.turn.number == 3 else super().waited_for(state)


class Endless(Bang):
    def due(self, state: State) -> Due | None:
        return None if state.turn.number == 3 else super().due(state)


@pytest.mark.parametrize(
    ("game", "law", "detail"),
    [
        (Moody, "the log does not hold (L1, L11)", "entry"),
        (Failing, "the rules raised an exception", "a rule that was forgotten"),
        (Blind, "the rules raised an exception", "a view that was forgotten"),
        (Telling, "a view tells other moves than the state (L3)", ""),
        (Timeless, "a view tells another deadline than the state (L2)", ""),
        (Idle, "the match waits for nobody (L8)", "()"),
        (Endless, "the rules raised an exception", "L8"),
    ],
)
def test_broken_rules_stop_it(
    game: type[Bang],
    law: str,
    detail: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    count: Count,
) -> None:
    monkeypatch.setattr(playing, "GAMES", {"bang": game()})
    facts = stopped(tmp_path / "first", BY_RANDOM)
    assert facts["broken"] == law
    assert detail in facts["detail"]
    assert again(tmp_path / "again", facts)["broken"] == law
    count("broken rules found", 1)


def test_a_match_without_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOVE_LIMIT", 50)
    facts = stopped(tmp_path / "first", BY_RANDOM)
    assert facts["broken"] == "the match does not end"
    assert again(tmp_path / "again", facts) == facts
