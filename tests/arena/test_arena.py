"""What the arena plays and counts, and that only what is asked for decides it."""

import struct
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from matplotlib.image import imread

from services.bots.minds import MINDS
from services.cli.arena.plot import DOTS_PER_INCH
from tests.arena.minds import Attentive
from tests.arena.running import found, run
from tests.conftest import Count

TWENTY = "--game bang --players random --seats 4 -n 20 --options random --verify 5"


def share(of: str) -> dict[str, Any]:
    return {"type": of, "minimum": 0, **({"maximum": 1} if of == "number" else {})}


def exactly(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
FIGURE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0}
HASH: dict[str, Any] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
SCHEMA = exactly(
    asked=exactly(
        game=TEXT,
        seats=COUNT,
        players={"type": "array", "items": TEXT, "minItems": 1},
        among=TEXT,
        roles={"type": "array", "items": TEXT},
        matches=COUNT,
        seed=HASH,
        options={"enum": ["default", "random"]},
    ),
    matches=COUNT,
    wins={
        "type": "array",
        "items": exactly(
            role={"type": ["string", "null"]},
            player=TEXT,
            matches=COUNT,
            won=COUNT,
            share=share("number"),
            low=share("number"),
            high=share("number"),
        ),
    },
    moves=exactly(least=COUNT, p50=COUNT, p99=COUNT, most=COUNT, all=COUNT),
    verified=COUNT,
    views_checked=COUNT,
    refusals={"const": 0},
    digest=HASH,
    broken={"type": "null"},
    measured=exactly(
        seconds=FIGURE,
        jobs=COUNT,
        matches_per_s=FIGURE,
        cpu_ms={
            "type": "object",
            "additionalProperties": exactly(moves=COUNT, p50=FIGURE, p99=FIGURE, longest=FIGURE),
        },
    ),
)


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MINDS["bang"], "attentive", Attentive)


def without_figures(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name != "measured"}


def won(plain: dict[str, Any]) -> dict[tuple[str, str], tuple[int, int]]:
    return {(row["role"], row["player"]): (row["matches"], row["won"]) for row in plain["wins"]}


def test_the_seed_decides_and_the_number_of_jobs_does_not(count: Count) -> None:
    alone, together = found(TWENTY, jobs="1"), found(TWENTY, jobs="2")
    assert without_figures(alone) == without_figures(together)
    assert (alone["measured"]["jobs"], together["measured"]["jobs"]) == (1, 2)
    assert found(TWENTY, jobs="1", seed="2")["digest"] != alone["digest"]
    count("matches played alike by one process and by two", alone["matches"], minimum=20)


def test_the_json_is_as_promised_and_its_counts_agree() -> None:
    plain = found(TWENTY, jobs="1")
    jsonschema.validate(plain, SCHEMA)
    assert plain["matches"] == 20
    assert plain["verified"] == 4
    assert plain["moves"]["all"] == plain["measured"]["cpu_ms"]["random"]["moves"]
    counted = won(plain)
    # Of the law, the outlaws and the renegade one side wins each match, whatever it is made of.
    assert sum(counted[role, "random"][1] for role in ("sheriff", "outlaw", "renegade")) == 20
    assert all(trials == 20 for trials, _ in counted.values())


def test_every_log_is_proved_unless_less_is_asked_for() -> None:
    asked = "--game bang --players random --seats 4 -n 3 --jobs 1"
    assert found(asked)["verified"] == 3
    assert found(asked, verify="end")["verified"] == 1


@pytest.mark.usefixtures("attentive")
def test_one_among_others_has_each_role_in_turn() -> None:
    asked = "--game bang --players attentive --among random --role each -n 2 --jobs 1"
    plain = found(asked, verify="end")
    roles = ["deputy", "outlaw", "renegade", "sheriff"]
    assert plain["asked"]["roles"] == roles
    counted = won(plain)
    held = {row["role"]: row["matches"] for row in plain["wins"] if row["player"] == "attentive"}
    assert held.pop(None) == 8
    assert held == dict.fromkeys(roles, 2)
    # Whoever is alone in a role leaves nobody of the others in it.
    assert counted["sheriff", "random"][0] == 6
    assert counted["outlaw", "random"][0] == 8


@pytest.mark.usefixtures("attentive")
@pytest.mark.parametrize(
    ("asked", "seats"),
    [("--players attentive,random", 7), ("--players attentive --among random", 2)],
)
def test_players_change_seats_evenly(asked: str, seats: int) -> None:
    """Of 14 matches at 7 seats; one of two players has 3 or 4 of the seats by turns, or 1."""
    held = [0] * 7
    for number in range(1, 15):
        plain = found(f"--game bang {asked} -n 14", only=str(number))
        names = [seat["player"] for seat in plain["seats"]]
        held = [n + (name == "attentive") for n, name in zip(held, names, strict=True)]
    assert held == [seats] * 7


@pytest.mark.parametrize(
    ("asked", "possible"),
    [
        ("--players random -n 0", "1<=x<=10000000"),
        ("--players random -n -3", "1<=x<=10000000"),
        ("--players nobody -n 1", "bang is played by"),
        ("--players random, -n 1", "no player ''"),
        ("--players random --among nobody -n 1", "bang is played by"),
        ("--players random --seats 3 -n 1", "bang takes 4 to 7 seats"),
        ("--players random --seats 8 -n 1", "bang takes 4 to 7 seats"),
        ("--players random,random,random,random,random --seats 4 -n 1", "at most 4"),
        ("--players random --role sheriff -n 1", "--among"),
        (
            "--players random --among random --seats 4 --role deputy -n 1",
            "outlaw, renegade, sheriff or each",
        ),
        ("--players random,random --among random --role each -n 1", "one name"),
        ("--players random -n 1 --verify 0", "every, end or a number from 1 on"),
        ("--players random -n 5 --only 6", "there are 5 matches"),
        ("--players random -n 1 --plot shares.jpg", ".png"),
        ("--players random -n 1 --seed xyz", "hex digits"),
    ],
)
def test_what_cannot_be_played_is_refused_and_what_can_is_said(asked: str, possible: str) -> None:
    done = run(f"--game bang {asked}")
    assert done.exit_code == 2
    assert possible in done.stderr
    assert not done.stdout


def test_an_unknown_game_is_refused_and_the_games_are_named() -> None:
    done = run("--game chess --players random -n 1")
    assert done.exit_code == 2
    assert "bang" in done.stderr


def test_people_read_tables() -> None:
    told = run("--game bang --players random --seats 4 -n 3 --jobs 1").stdout
    for said in ("sheriff", "95 % (Wilson)", "p99 ms", "3 logs verified", "no law was broken"):
        assert said in told


def test_the_picture_is_a_png_that_shows_something_and_the_same_again(tmp_path: Path) -> None:
    pictures = [tmp_path / "one.png", tmp_path / "two.png"]
    for path in pictures:
        found("--game bang --players random --seats 4 -n 3 --jobs 1", plot=path)
    data = pictures[0].read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    assert width == 8 * DOTS_PER_INCH
    assert 2 * DOTS_PER_INCH < height < 6 * DOTS_PER_INCH
    assert 5_000 < len(data) < 200_000
    shown = imread(pictures[0])
    assert shown.shape[:2] == (height, width)
    assert shown.std() > 0.05
    assert data == pictures[1].read_bytes()


def test_a_picture_that_cannot_be_written_is_told_before_any_match(tmp_path: Path) -> None:
    asked = "--game bang --players random --seats 4 -n 1 --jobs 1"
    done = run(asked, plot=tmp_path / "nowhere" / "x.png")
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr
    assert not done.stdout
