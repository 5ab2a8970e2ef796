"""`match branch`: a match that is over goes on otherwise from one of its entries."""

import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from services.cli import stored
from services.cli.match import reading
from services.cli.match.branching import ROOM as BRANCH
from services.cli.match.branching import Branch, origin_of
from services.cli.match.onward import Automatic, go_on
from services.cli.match.source import Unreadable
from services.cli.parts import GAMES
from shared.matchfile.opened import whole
from shared.room.aggregate import Room
from shared.room.verify import verify
from tests.conformance.lives import ROOM, Life
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count

from .logs import Kept, run
from .test_moments import in_mid_match

each_game = pytest.mark.parametrize("game", GAMES.newest())
LIVES = 12
POINTS = 3


def points(life: Life, dice: Random) -> list[int]:
    """Entries of a life after which a match runs, that is over later."""
    room, found = Room(ROOM, GAMES), []
    for entry in life.log:
        room.apply(entry)
        if room.state.phase == "match":
            found.append(room.seq)
    return dice.sample(found, min(POINTS, len(found)))


@each_game
def test_a_what_if_begins_where_the_match_was_and_its_log_holds(game: str, count: Count) -> None:
    branched = 0
    for seed in range(LIVES):
        life, dice = Life(SUBJECTS[game], seed + 60).live(), Random(seed)
        entries = list(reading.read(life.log))
        for at in points(life, dice):
            made = Branch(entries, at, b"chance")
            before = Room(ROOM, GAMES)
            for entry in life.log[:at]:
                before.apply(entry)
            for seat, player in enumerate(made.game.seating(before.state.play)):
                old = renamed(sections(made, before.state.play, seat), made)
                assert old == sections(made, made.room.state.play, seat), (seed, at)
                assert made.seating[seat] == made.ids[player]
            assert before.due is not None and made.room.due is not None
            assert before.due.at_ms == made.room.due.at_ms
            finished(made, dice)
            branched += 1
    count(f"what-ifs played to their end, {game}", branched, minimum=LIVES)


def sections(made: Branch, play: object, seat: int) -> str:
    return msgspec.json.encode(made.game.sections(play, seat)).decode()


def renamed(told: str, made: Branch) -> str:
    """All at once, because the new names may be old ones of others."""
    new = {str(was): now for was, now in made.ids.items()}
    return re.sub(r'"([a-z0-9-]+)"', lambda found: f'"{new.get(found[1], found[1])}"', told)


def finished(made: Branch, dice: Random) -> None:
    """Goes on at random; the log tells where it comes from, and is a log like any other."""
    easiest = made.game.player_kinds[0]
    go_on(
        made,
        [Automatic(made, seat, easiest, dice) for seat in range(len(made.seating))],
        lambda _: None,
    )
    log = [entry.stored for entry in made.log]
    report = verify(log, GAMES)
    assert (report.first_bad, report.matches, report.test_seeds) == (None, 1, 1)
    assert origin_of(log[0]) == made.origin
    assert made.game.is_over(made.room.state.play)


@each_game
def test_the_same_command_gives_the_same_log(
    game: str, rooms: dict[str, Kept], tmp_path: Path
) -> None:
    kept = rooms[game]
    seq = in_mid_match(kept)
    one, again, other = (tmp_path / name for name in ("one", "again", "other"))
    told = run("branch", kept.path, "--at", seq, "--save", one, "--json")
    assert told.exit_code == 0, told.output
    run("branch", kept.path, "--at", seq, "--save", again)
    run("branch", kept.path, "--at", seq, "--save", other, "--seed", "2")
    assert one.read_bytes() == again.read_bytes() != other.read_bytes()
    plain = json.loads(told.stdout)
    entry = json.loads(kept.life.log[seq - 1])
    assert plain["origin"] == {
        "room": ROOM,
        "match": kept.room(seq).state.match,
        "seq": seq,
        "hash": entry["hash"],
    }
    head, log = stored.read(one)
    assert (head.room, len(log), log[-1]) == (BRANCH, plain["entries"], log[-1])
    assert json.loads(log[-1])["hash"] == plain["head"]
    assert run("verify", one).exit_code == 0
    shown = run("show", one)
    assert (shown.exit_code, f"on from entry {seq}" in shown.stdout.splitlines()[0]) == (0, True)
    assert json.loads(run("show", one, "--json").stdout)["origin"] == plain["origin"]
    assert json.loads(run("show", kept.path, "--json").stdout)["origin"] is None
    for two in ((kept.path, one), (one, kept.path)):
        parted = run("diff", *two)
        assert (parted.exit_code, f"on from entry {seq}" in parted.stdout) == (1, True)
    assert "on from entry" not in run("diff", one, other).stdout


@pytest.mark.parametrize("words", [(), ("--lang", "ko", "--kids")])
def test_a_person_plays_by_numbers_and_sees_one_hand(
    words: tuple[str, ...], rooms: dict[str, Kept], count: Count
) -> None:
    """Numbers that there are not are asked for again."""
    ends = {(): ("How it ended", "Hand of "), ("--lang", "ko", "--kids"): ("결과", "의 손 ━")}
    end, hand = ends[words]
    for kept in rooms.values():
        seq, dice = in_mid_match(kept), Random(7)
        number = kept.seated.index(kept.room(seq).waited_for()[0]) + 1
        asked = ("branch", kept.path, "--at", seq, "--seat", f"{number}=person", *words)
        done = run(*asked, said="".join(f"{dice.randint(1, 5)}\n" for _ in range(9_000)))
        assert (done.exit_code, end in done.stdout) == (0, True), done.output[-500:]
        hands = [line for line in done.stdout.splitlines() if hand in line]
        assert all(str(number) in line for line in hands)
        enough = run(*asked, said="")
        assert (enough.exit_code, end in enough.stdout) == (1, False)
    count("what-ifs that a person played", len(rooms), minimum=2)


def test_nobody_may_look_into_a_match_that_runs(rooms: dict[str, Kept], tmp_path: Path) -> None:
    for game, kept in rooms.items():
        seq = in_mid_match(kept)
        cut = tmp_path / game
        entries = kept.life.log[: seq + 1]
        stored.write(cut, whole(entries, {}), entries)
        done = run("branch", cut, "--at", seq)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "not over" in done.stderr


def test_where_no_match_runs_nothing_can_branch(rooms: dict[str, Kept]) -> None:
    kept = rooms["bang"]
    for at in (0, -3, 1, len(kept.life.log), 10**12):
        done = run("branch", kept.path, "--at", at)
        assert (done.exit_code, f"no match runs after entry {at}" in done.stderr) == (2, True)
    assert run("branch", kept.path).exit_code == 2


def test_a_redacted_log_is_not_enough(rooms: dict[str, Kept]) -> None:
    kept = rooms["bang"]
    done = run("branch", kept.redacted(kept.seated[0]), "--at", in_mid_match(kept))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "written for somebody else; this needs the whole log" in done.stderr
    with pytest.raises(Unreadable):
        Branch(list(reading.read(stored.read(kept.redacted(None))[1])), 30, b"")


@pytest.mark.parametrize(
    "asked",
    [
        ("--players", "nobody"),
        ("--seat", "1=nobody"),
        ("--seat", "1"),
        ("--seat", "99=random"),
        ("--seat", "watcher=random"),
        ("--seed", "xyz"),
        ("--seat", "1=person", "--json"),
    ],
)
def test_players_that_there_are_not_are_refused(
    asked: tuple[str, ...], rooms: dict[str, Kept]
) -> None:
    kept = rooms["bang"]
    done = run("branch", kept.path, "--at", in_mid_match(kept), *asked)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
