"""L10 over released rulesets: loaded beside each other, each proves its own logs and no others."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest

from services.cli.parts import GAMES
from shared.engine.game import Game, Setup
from shared.room.aggregate import Room
from shared.room.events import LobbyReopened, MatchDealt, RoomEvent
from shared.room.rules import UnknownRules, held, installed
from shared.room.verify import verify
from shared.rulesets.archive import BadRuleset, Released, digest, read, released, write
from shared.rulesets.installed import Installed, load
from shared.rulesets.sources import sources
from tests.conformance.lives import ROOM, Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conformance.test_knowledge import Rememberer
from tests.conftest import Count

from .altered import CHANGES, altered, copy, named, second
from .rooms import LOGS
from .rooms import read as log_of

GAME = pytest.mark.parametrize("game", list(CHANGES))


def current(game: str) -> Game:
    return SUBJECTS[game].game


def both(game: str, directory: Path) -> Installed:
    """The rules of this release, and the planted second version."""
    second(game, directory)
    return Installed([current(game)], directory)


def kept_logs(game: str) -> Iterator[list[bytes]]:
    for path in sorted(LOGS.glob(f"{game}-1/*.jsonl.gz")):
        yield log_of(path)


@GAME
def test_logs_of_both_versions_are_proved_side_by_side(
    game: str, tmp_path: Path, count: Count
) -> None:
    games = both(game, tmp_path)
    newer = games[game]
    assert newer.ruleset == f"{game}/2"
    assert type(newer) is not type(current(game))
    differing = 0
    for seed in range(20):
        life = Life(SUBJECTS[game], seed, games=games).live()
        report = verify(life.log, games)
        assert report.first_bad is None, (seed, report.first_bad)
        folded = Room(ROOM, games)
        for stored in life.log:
            folded.apply(stored)
        assert folded.digest() == life.room.digest()
        restored = Room.restore(folded.snapshot(), games)
        assert restored.digest() == folded.digest()
        differing += verify(life.log, {game: SUBJECTS[game].game}).first_bad is not None
        count("L10 matches by released rules", report.matches)
    assert differing == 20, "rules that are not there prove nothing"
    proved = [verify(log, games) for log in kept_logs(game)]
    assert [report.first_bad for report in proved] == [None] * len(proved)
    count("L10 logs of version 1 beside version 2", len(proved))


@GAME
def test_the_second_version_plays_otherwise(game: str, tmp_path: Path) -> None:
    """Under the name of the second version but by the first one's rules its logs do not hold."""
    games = both(game, tmp_path / "two")
    renamed = write(
        tmp_path / "renamed", f"{game}/2", altered(sources(current(game)), named(game, 2))
    )
    impostor = load(renamed)
    plan = Plan(min(current(game).seats[0], 4), 0, {"opponent": "person"} if game != "bang" else {})
    found = [
        verify(Life(SUBJECTS[game], seed, games=games, plan=plan).live().log, {game: impostor})
        for seed in range(5)
    ]
    assert any(report.first_bad is not None for report in found)


@GAME
def test_a_released_copy_proves_what_was_played_before_its_release(
    game: str, tmp_path: Path, count: Count
) -> None:
    copied = load(copy(game, tmp_path))
    assert copied is not current(game)
    for log in kept_logs(game):
        report = verify(log, {game: copied})
        assert report.first_bad is None, report.first_bad
        count("L10 logs proved by a released copy", 1)


def known(log: list[bytes], game: Game) -> list[bytes]:
    """What the first seat knows after each entry of the first match."""
    room = Room(ROOM, {game.id: game})
    found: list[bytes] = []
    memory: Rememberer | None = None
    for seq, stored in enumerate(log, 1):
        for event in room.apply(stored).events:
            if isinstance(event, MatchDealt):
                if memory is not None:
                    return found
                setup = Setup(event.players, event.options, room.state.pace)
                memory = Rememberer(game, game.initial(setup), 0)
            elif memory is not None and not isinstance(event, RoomEvent):
                memory.hear(event, seq)
        if memory is not None:
            found.append(msgspec.json.encode(memory.knows()))
    return found


@GAME
def test_what_a_seat_knows_is_remembered_by_the_rules_of_its_match(
    game: str, tmp_path: Path, count: Count
) -> None:
    """Events of a released version are no others to its memory than today's are to today's."""
    copied = load(copy(game, tmp_path))
    for log in kept_logs(game):
        told = known(log, copied)
        assert told == known(log, current(game))
        count("moments known alike by a released copy", len(told))


@GAME
def test_a_room_goes_over_to_the_newer_version_between_two_matches(
    game: str, tmp_path: Path
) -> None:
    games = both(game, tmp_path)
    persons = current(game).seats[0]
    plan = Plan(persons, 0, {"opponent": "person"} if game != "bang" else {}, matches=2)
    life = Life(SUBJECTS[game], 3, plan=plan)
    dealt: list[str] = []
    for sent in life.sends():
        events = life.take(sent).events
        dealt += [e.ruleset for e in events if isinstance(e, MatchDealt | LobbyReopened)]
        if len(dealt) == 1:
            life.games = games
            life.room = Room.restore(life.room.snapshot(), games)
    assert dealt == [f"{game}/1", f"{game}/2", f"{game}/2"]
    assert verify(life.log, games).first_bad is None


@GAME
def test_without_its_version_nothing_of_a_room_is_read(game: str, tmp_path: Path) -> None:
    life = Life(SUBJECTS[game], 1, games=both(game, tmp_path)).live()
    alone = Installed([current(game)], tmp_path / "nothing")
    bad = verify(life.log, alone).first_bad
    assert bad is not None
    assert bad.seq == 1
    with pytest.raises(UnknownRules, match=f"{game}/2"):
        Room(ROOM, alone).apply(life.log[0])


def test_the_newest_version_is_found_by_its_number(tmp_path: Path) -> None:
    for number in (2, 9, 10):
        changed = altered(sources(current("buckshot")), named("buckshot", number))
        write(tmp_path, f"buckshot/{number}", changed)
    games = Installed([current("buckshot"), current("bang")], tmp_path)
    assert games["buckshot"].ruleset == "buckshot/10"
    assert games["bang"] is games["bang/1"] is current("bang")
    assert games["buckshot/1"] is current("buckshot")
    names = ("bang/1", "buckshot/1", "buckshot/10", "buckshot/2", "buckshot/9")
    assert held(games) == names
    assert {game.ruleset for game in games.newest().values()} == {"bang/1", "buckshot/10"}
    assert installed(games, "buckshot", "buckshot/9").ruleset == "buckshot/9"
    for wrong in (("bang", "bang/2"), ("poker", ""), ("buckshot", "bang/1")):
        with pytest.raises(UnknownRules):
            installed(games, *wrong)


@GAME
def test_a_release_is_the_same_file_whenever_it_is_made(game: str, tmp_path: Path) -> None:
    one, two = copy(game, tmp_path / "one"), copy(game, tmp_path / "two")
    assert one.path.name == two.path.name
    assert one.path.read_bytes() == two.path.read_bytes()
    assert digest(read(one)).startswith(one.digest)
    assert read(one) == sources(current(game))
    shuffled = dict(reversed([*read(one).items()]))
    assert write(tmp_path / "three", f"{game}/1", shuffled).path.read_bytes() == (
        one.path.read_bytes()
    )


def test_a_name_stands_for_one_set_of_rules(tmp_path: Path) -> None:
    copy("bang", tmp_path)
    copy("bang", tmp_path)
    other = altered(sources(current("bang")), CHANGES["bang"])
    with pytest.raises(BadRuleset, match="from other sources"):
        write(tmp_path, "bang/1", other)
    with pytest.raises(BadRuleset, match="no name for a release"):
        write(tmp_path, "bang/1+more", other)
    assert [each.ruleset for each in released(tmp_path)] == ["bang/1"]


def damaged(kept: Released, how: str) -> Released:
    """The same file after an accident or a trick; its name stays, unless that is the trick."""
    whole = kept.path.read_bytes()
    match how:
        case "cut":
            kept.path.write_bytes(whole[:-100])
        case "empty":
            kept.path.write_bytes(b"")
        case "foreign":
            kept.path.write_bytes(b"no zip at all")
        case "a changed rule":
            found = altered(read(kept), CHANGES[kept.game])
            repack(kept, found)
        case "a source more":
            repack(kept, {**read(kept), "games/more.py": b"x = 1\n"})
        case "another name":
            moved = kept.path.with_name(kept.path.name.replace("-1-", "-3-"))
            kept.path.rename(moved)
            return kept._replace(ruleset=f"{kept.game}/3", path=moved)
    return kept


def repack(kept: Released, found: dict[str, bytes]) -> None:
    with ZipFile(kept.path, "w", ZIP_DEFLATED) as archive:
        for name, source in found.items():
            archive.writestr(f"{kept.package}/{name}", source)


@pytest.mark.parametrize(
    "how", ["cut", "empty", "foreign", "a changed rule", "a source more", "another name"]
)
def test_a_damaged_release_is_not_loaded(how: str, tmp_path: Path) -> None:
    made = altered(sources(current("buckshot")), named("buckshot", 1)) | {"mark.py": how.encode()}
    kept = damaged(write(tmp_path, "buckshot/1", made), how)
    games = Installed([], tmp_path)
    with pytest.raises(BadRuleset, match=kept.path.name):
        games["buckshot"]


def test_a_folder_with_strange_files_is_named(tmp_path: Path) -> None:
    kept = copy("bang", tmp_path)
    shutil.copy(kept.path, tmp_path / "bang-1-0123456789abcdef.zip")
    with pytest.raises(BadRuleset, match="are both bang/1"):
        released(tmp_path)
    (tmp_path / "bang-1-0123456789abcdef.zip").rename(tmp_path / "rules.zip")
    with pytest.raises(BadRuleset, match="not named as a ruleset"):
        released(tmp_path)
    assert released(tmp_path / "none") == []


def test_rules_that_need_what_is_gone_say_so(tmp_path: Path) -> None:
    made = sources(current("buckshot"))
    made["contracts/ids.py"] = b"from shared.contracts.ids import Gone\n"
    kept = write(tmp_path, "buckshot/1", made)
    for _ in range(2):
        with pytest.raises(BadRuleset, match="needs what this release has not"):
            load(kept)


def test_a_released_game_refuses_with_the_same_values(tmp_path: Path) -> None:
    """Both ask for one class of refusals, or a refusal would pass for a rule that ran."""
    games = both("bang", tmp_path)
    life = Life(SUBJECTS["bang"], 0, games=games, plan=Plan(4, 0, {}))
    refused = 0
    for sent in life.sends():
        if life.state.phase == "match":
            wrong = msgspec.structs.replace(
                sent.envelope, command=b'{"type":"discard","turn":99,"card_ids":[]}'
            )
            before = life.room.digest()
            assert not hasattr(life.room.decide(wrong, sent.now_ms), "stored")
            assert life.room.digest() == before
            refused += 1
        life.take(sent)
    assert refused > 20
    assert GAMES["bang"].ruleset == "bang/1"
