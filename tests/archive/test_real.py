"""On a real broker, by the users that services have: killed archivers, and the terminal."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from services.cli import stored
from services.cli.admin.ruleset import ruleset
from services.cli.broker import dial
from services.cli.embedded import up
from services.cli.installation import Installation
from services.cli.match.verb import match
from services.cli.stack import make_streams
from shared.archive.directory import DirectoryObjects
from shared.archive.jetstream import JetStreamObjects
from shared.archive.objects import Objects
from shared.archive.opening import Place
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.jetstream import JetStreamLog
from shared.matchfile.container import pack
from shared.runtime.nats_server import NatsServer
from tests.archive.hall import Hall, Lived, Steps, Stopped, lived, signed
from tests.conftest import Count

PLAYED = lived("PLAYED", "buckshot", 5, matches=3, ending="over")
CLOSED = lived("CLOSED", "buckshot", 2, matches=2, ending="closed")
GOESON = lived("GOESON", "buckshot", 9, matches=2, ending="running")


def renamed(number: int) -> list[Lived]:
    """The same rooms in other logs: their entries name them, so these are others."""
    seeds = {"PLAYE": (5, 3, "over"), "CLOSE": (2, 2, "closed"), "GOESO": (9, 2, "running")}
    letter = chr(ord("A") + number)
    return [
        lived(f"{name}{letter}", "buckshot", seed, matches=matches, ending=ending)
        for name, (seed, matches, ending) in seeds.items()
    ]


@asynccontextmanager
async def served(
    installation: Installation, lives: list[Lived], objects: Objects | None = None
) -> AsyncIterator[Hall]:
    """A hall whose log is the installation's, and its archive too unless it is given."""
    secrets = installation.secrets()
    async with AsyncExitStack() as opened:
        server = await opened.enter_async_context(NatsServer(installation.broker(secrets)))
        await make_streams(server.url, secrets)
        buses = [await dial(server.url, x, secrets.passwords[x]) for x in ("rules", "replay")]
        for bus in buses:
            opened.push_async_callback(bus.close)
        rules, replay = (bus.nc for bus in buses)
        hall = Hall(
            lives,
            log=_Both(JetStreamLog(rules), JetStreamLog(replay)),  # type: ignore[arg-type]
            cutting=JetStreamCutting(replay),
            objects=objects or JetStreamObjects(replay),
        )
        yield hall


class _Both:
    """Appends as the rules service may, does all else as the replay service may."""

    def __init__(self, rules: JetStreamLog, replay: JetStreamLog) -> None:
        self.append = rules.append
        self.read, self.head, self.follow = replay.read, replay.head, replay.follow


@pytest.mark.parametrize("where", ["broker", "folder"])
async def test_archivers_on_a_real_broker_that_are_killed_lose_and_double_nothing(
    tmp_path: Path, where: str, count: Count
) -> None:
    (tmp_path / "matches").mkdir()
    objects = DirectoryObjects(tmp_path / "matches") if where == "folder" else None
    runs = 0
    async with served(Installation(tmp_path / "installation"), [PLAYED], objects) as real:
        for number, at in enumerate((2, 4, 6, 7, 8, 9, 12)):
            hall = Hall(
                renamed(number), number, log=real.log, cutting=real.cutting, objects=real.objects
            )
            await hall.open()
            steps = Steps(at, Stopped())
            steps.between = hall.goes_on
            with pytest.raises(Stopped):
                await hall.archives(steps, owns=_owned(hall))
            await hall.holds()
            await hall.ends()
            for _ in range(3):
                await hall.archives(owns=_owned(hall))
            await hall.holds()
            logged, archived = await hall.places()
            assert not logged & archived
            assert len(archived) == await hall.proves() == 2 + 2 + 1
            runs += 1
    count("archivers killed on a real broker", runs, minimum=7)


def _owned(hall: Hall) -> Callable[[str], bool]:
    names = {life.room for life in hall.lives}
    return lambda room: room in names


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Installations whose matches lie in the broker, and in a folder."""
    found = {}
    for where in ("broker", "folder"):
        root = tmp_path_factory.mktemp(where)
        (root / "matches").mkdir()
        installation = Installation(root / "installation")
        place = Place(str(root / "matches") if where == "folder" else "")
        objects = DirectoryObjects(root / "matches") if where == "folder" else None
        asyncio.run(_fill(installation, objects))
        installation.keep_archive(place)
        found[where] = root
    return found


async def _fill(installation: Installation, objects: Objects | None) -> None:
    async with served(installation, [PLAYED, CLOSED], objects) as hall:
        await hall.open()
        await hall.rest()
        logged, kept = await hall.places()
        assert (len(logged), len(kept)) == (1, 4)


def said(root: Path, verb: str, *arguments: str) -> Result:
    return CliRunner().invoke(
        match, [verb, *arguments, "--data", str(root / "installation")], catch_exceptions=False
    )


@pytest.mark.parametrize("where", ["broker", "folder"])
def test_the_terminal_reads_a_match_wherever_it_lies(
    archived: dict[str, Path], tmp_path: Path, where: str
) -> None:
    root = archived[where]
    for life, number in ((PLAYED, 1), (PLAYED, 3), (CLOSED, 2)):
        stretch = life.matches[number - 1]
        out = tmp_path / f"{life.room}-{number}.jsonl.gz"
        done = said(root, "export", life.room, "--match", str(number), "--out", str(out))
        assert done.exit_code == 0, done.output
        head, entries = stored.read(out)
        assert (head.match, entries) == (number, stretch.entries)
        assert head.signature is not None or number == 3
        proved = said(root, "verify", life.room, "--match", str(number), "--json")
        told = json.loads(proved.stdout)["sources"][0]
        assert (proved.exit_code, told["entries"]) == (0, len(stretch.entries))
        shown = said(root, "show", life.room, "--match", str(number))
        assert (shown.exit_code, len(shown.stdout.splitlines()) > 10) == (0, True)


def test_without_a_number_the_last_match_is_exported_also_if_only_the_archive_has_it(
    archived: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "last.jsonl.gz"
    done = said(archived["broker"], "export", CLOSED.room, "--out", str(out))
    assert done.exit_code == 0, done.output
    assert stored.read(out)[0].match == 2


def test_a_match_that_is_nowhere_is_said_to_be_missing(archived: dict[str, Path]) -> None:
    for verb in ("export", "show", "verify"):
        done = said(archived["broker"], verb, PLAYED.room, "--match", "7")
        assert (done.exit_code, "no match 7; there are 1 to 3" in done.stderr) == (2, True)
        assert "Traceback" not in done.stderr


def test_a_room_whose_log_begins_in_its_middle_is_verified(archived: dict[str, Path]) -> None:
    for life, entries in ((PLAYED, len(PLAYED.matches[2].entries)), (CLOSED, 1)):
        done = said(archived["broker"], "verify", life.room, "--json")
        told = json.loads(done.stdout)["sources"][0]
        assert (done.exit_code, told["entries"]) == (0, entries)


def test_an_archive_that_is_not_there_is_told(archived: dict[str, Path], tmp_path: Path) -> None:
    root = archived["folder"]
    hidden = tmp_path / "elsewhere"
    (root / "matches").rename(hidden)
    try:
        done = said(root, "verify", PLAYED.room, "--match", "1")
    finally:
        hidden.rename(root / "matches")
    assert (done.exit_code, "the archive cannot be read" in done.stderr) == (2, True)
    assert said(root, "verify", PLAYED.room).exit_code == 0, "the log is there"


@pytest.mark.parametrize("where", ["broker", "folder"])
def test_everything_that_was_archived_is_folded_before_a_deploy(
    archived: dict[str, Path], where: str
) -> None:
    arguments = ["verify-all", "--data", str(archived[where] / "installation"), "--json"]
    done = CliRunner().invoke(ruleset, arguments, catch_exceptions=False)
    told = json.loads(done.stdout)
    assert (done.exit_code, told["ok"], told["archived"]) == (0, True, 4)
    assert told["rooms"] == 2


def test_an_archived_match_that_does_not_hold_is_named(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "installation")
    (tmp_path / "matches").mkdir()
    asyncio.run(_fill(installation, DirectoryObjects(tmp_path / "matches")))
    installation.keep_archive(Place(str(tmp_path / "matches")))
    path = tmp_path / "matches" / "main" / PLAYED.room / "1.jsonl.gz"
    first = PLAYED.matches[0]
    entries = [*first.entries[:5], first.entries[6], *first.entries[6:]]
    path.write_bytes(pack(signed(first.head("auditor", {}), True), entries))
    (path.parent / "2.jsonl.gz").write_bytes(b"nothing")
    arguments = ["verify-all", "--data", str(installation.directory)]
    done = CliRunner().invoke(ruleset, arguments, catch_exceptions=False)
    assert done.exit_code == 2
    assert f"main/{PLAYED.room}/1.jsonl.gz: entry 6" in done.stdout
    assert f"main/{PLAYED.room}/2.jsonl.gz" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--archive", "no/such/folder"), "there is no folder"),
        (("--archive", "s3://"), "neither a folder nor like"),
        (("--archive", "ftp://somewhere"), "neither a folder nor like"),
        (("--archive-after-s", "-1"), "-1"),
        (("--archive-after-s", "599"), "599: a match is kept in the log for 600 seconds at least"),
    ],
)
def test_a_place_that_is_none_is_refused_before_anything_starts(
    tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    done = CliRunner().invoke(up, ["--data", str(tmp_path / "data"), "--port", "0", *arguments])
    assert (done.exit_code, why in done.stderr) == (2, True), done.output


def test_half_a_key_to_a_bucket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SALOON_REPLAY_ARCHIVE_KEY_ID", "a-name")
    arguments = ["--data", str(tmp_path / "data"), "--port", "0", "--archive", "s3://matches"]
    done = CliRunner().invoke(up, arguments)
    assert (done.exit_code, "one of them is not given" in done.stderr) == (2, True)
