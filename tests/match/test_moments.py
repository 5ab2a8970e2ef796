"""`match show --at` and `match knowledge`: what somebody saw and could know at an entry."""

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from services.cli.match import reading
from services.cli.match.standing import standing
from services.cli.parts import GAMES
from shared.contracts.bang_offers import COMPLETE
from shared.contracts.ids import PlayerId
from shared.games.bang.waits import AnyWait
from shared.room.aggregate import Room
from shared.room.view import sections
from shared.text.catalogue import LANGUAGES, Catalogue
from tests.conformance.lives import ROOM
from tests.conftest import Count
from tests.golden.rooms import ROOMS, path_of

from .logs import Kept, keep, run

each_game = pytest.mark.parametrize("game", GAMES.newest())


@each_game
def test_a_moment_is_the_view_that_was_sent_then(game: str, tmp_path: Path, count: Count) -> None:
    """Also out of the log as it may be given to its viewer; and so is what he can know."""
    compared = 0
    for seed in range(8):
        kept, dice = keep(tmp_path, game, seed), Random(seed)
        entries = list(reading.read(kept.life.log))
        for _ in range(4):
            seq = dice.randint(1, len(entries))
            player = dice.choice((None, *kept.seated))
            viewer = reading.Viewer(player)
            here = standing(entries, viewer, seq)
            true = sections(kept.room(seq).state, player, GAMES)
            assert here.view() == {name: json.loads(value) for name, value in true.items()}
            own = kept.redacted(player)
            there = standing(_read(own), viewer, seq)
            assert without_secret(there.view()) == without_secret(here.view())
            if here.is_seated:
                assert there.knows() == here.knows()
            compared += 1
    count(f"moments as they were sent, {game}", compared, minimum=32)


def _read(path: Path) -> list[reading.Read]:
    return list(reading.read(path.read_bytes().splitlines()[1:]))


def without_secret(view: dict[str, Any]) -> dict[str, Any]:
    """A redacted log never holds the secret, also not once it is revealed."""
    room = {name: value for name, value in view["room"].items() if name != "revealed_secret"}
    room.pop("secrets_dropped")
    return view | {"room": room}


@each_game
def test_every_moment_reads_in_every_set_of_words_and_tells_nothing_that_was_not_told(
    game: str, tmp_path: Path, count: Count
) -> None:
    lines = 0
    for seed in range(6):
        kept, dice = keep(tmp_path, game, seed + 20), Random(seed)
        player = dice.choice(kept.seated)
        own = kept.redacted(player)
        for language in LANGUAGES:
            for words in ((), ("--kids",)):
                seq = dice.randint(1, len(kept.life.log))
                asked = ("--at", seq, "--as", player, "--lang", language, *words)
                for verb in ("show", "knowledge"):
                    full, redacted = run(verb, kept.path, *asked), run(verb, own, *asked)
                    assert full.exit_code in (0, 2), full.output
                    assert full.stdout == redacted.stdout
                    assert full.exit_code == redacted.exit_code
                    lines += len(full.stdout.splitlines())
    count(f"lines about moments, {game}", lines, minimum=100)


@each_game
def test_an_auditor_sees_every_hand_and_a_player_his_own(game: str, rooms: dict[str, Kept]) -> None:
    kept = rooms[game]
    seq = in_mid_match(kept)
    told = json.loads(run("show", kept.path, "--at", seq, "--json").stdout)
    play = kept.room(seq).state.play
    assert set(told["view"]["own"]) == {player.id for player in play.players}
    one = play.players[0].id
    seen = json.loads(run("show", kept.path, "--at", seq, "--as", one, "--json").stdout)
    assert told["view"]["own"][one]["legal"] == seen["view"]["legal"]
    assert "own" not in seen["view"]
    assert (seen["entry"], seen["entries"], seen["as"]) == (seq, len(kept.life.log), one)


def in_mid_match(kept: Kept) -> int:
    """An entry after which a match runs, far from its beginning."""
    room = Room(ROOM, GAMES)
    running = []
    for entry in kept.life.log:
        room.apply(entry)
        if room.state.phase == "match":
            running.append(room.seq)
    return running[len(running) * 2 // 3]


@each_game
def test_the_record_for_programs_holds_every_entry(game: str, rooms: dict[str, Kept]) -> None:
    kept = rooms[game]
    told = json.loads(run("show", kept.path, "--as", "watcher", "--json").stdout)
    assert [each["entry"] for each in told["record"]] == list(range(1, len(kept.life.log) + 1))
    tags = [event[0] for each in told["record"] for event in each["events"]]
    assert {"room_opened", "match_dealt", "match_ended", "match_closed"} <= set(tags)


@each_game
def test_knowledge_for_programs_names_entry_and_seat(game: str, rooms: dict[str, Kept]) -> None:
    kept = rooms[game]
    seq = in_mid_match(kept)
    player = kept.room(seq).state.play.players[1].id
    told = json.loads(run("knowledge", kept.path, "--as", player, "--at", seq, "--json").stdout)
    assert (told["entry"], told["game"], told["knowledge"]["seat"]) == (seq, game, 1)
    assert run("knowledge", kept.path, "--as", "watcher", "--at", seq).exit_code == 0


@pytest.mark.parametrize("verb", ["show", "knowledge"])
@pytest.mark.parametrize("seq", ["0", "-1", "1000000000000000000000", "x"])
def test_an_entry_that_is_not_there_is_refused(verb: str, seq: str, rooms: dict[str, Kept]) -> None:
    done = run(verb, rooms["bang"].path, "--as", "1", "--at", seq)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert seq in done.stderr


@pytest.mark.parametrize("verb", ["show", "knowledge"])
def test_whoever_is_not_there_is_refused(verb: str, rooms: dict[str, Kept], tmp_path: Path) -> None:
    kept = rooms["bang"]
    nobody = run(verb, kept.path, "--as", "Nobody", "--at", 9)
    assert nobody.exit_code == 2
    assert "nobody called Nobody" in nobody.stderr
    empty = tmp_path / "empty"
    empty.touch()
    for given in (empty, tmp_path / "nothing", tmp_path):
        assert run(verb, given, "--as", "1", "--data", tmp_path).exit_code == 2


def test_a_record_that_was_written_for_somebody_else_says_so(rooms: dict[str, Kept]) -> None:
    kept = rooms["bang"]
    seq = in_mid_match(kept)
    one, other = (player.id for player in kept.room(seq).state.play.players[:2])
    for verb, viewer in (("show", other), ("knowledge", other), ("show", "auditor")):
        done = run(verb, kept.redacted(one), "--as", viewer, "--at", seq)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "written for somebody else" in done.stderr
        assert "--as with whom it was written for" in done.stderr


def test_knowledge_wants_a_seat_and_a_match(rooms: dict[str, Kept]) -> None:
    kept = rooms["bang"]
    assert run("knowledge", kept.path).exit_code == 2
    assert "told everything" in run("knowledge", kept.path, "--as", "auditor").stderr
    lobby = run("knowledge", kept.path, "--as", "1", "--at", 1)
    assert (lobby.exit_code, "no match" in lobby.stderr) == (2, True)


def test_what_cannot_be_read_is_named(rooms: dict[str, Kept], tmp_path: Path) -> None:
    lines = rooms["bang"].path.read_bytes().splitlines()
    lines[7] = lines[7][:-3] + b'0"}'
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"\n".join(lines) + b"\n")
    for verb in ("show", "knowledge"):
        done = run(verb, damaged, "--as", "1", "--at", 5)
        assert done.exit_code == 1
        assert "Entry 7 " in done.stderr


def test_players_have_the_numbers_in_which_they_sat_down(rooms: dict[str, Kept]) -> None:
    kept = rooms["bang"]
    seq = in_mid_match(kept)
    first: PlayerId = kept.seated[0]
    by_number = run("show", kept.path, "--at", seq, "--as", "1").stdout
    assert by_number == run("show", kept.path, "--at", seq, "--as", first).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_awaited_or_offered_has_its_words(language: Any) -> None:
    texts = Catalogue(language)
    for wait in get_args(AnyWait):
        assert f"look-wait-{wait.__struct_config__.tag}" in texts.keys
    assert {f"look-may-{kind}" for kind in COMPLETE} <= texts.keys


def test_automatic_players_without_a_nickname_are_called_by_their_game() -> None:
    for game, name in (("buckshot", "Dealer"), ("bang", "Robo 1")):
        golden = next(each for each in ROOMS if each.game == game and each.plan.automatic)
        shown = run("show", path_of(golden)).stdout
        assert f"The bot {name} took a seat." in shown
        assert "bot Guest" not in shown
        looked = run("show", path_of(golden), "--at", "20", "--as", name, "--json").stdout
        assert json.loads(looked)["as"].startswith("auto-")
