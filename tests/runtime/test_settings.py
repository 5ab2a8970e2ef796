"""Settings: declared once, read from flags and environment, refused with name and range."""

import pickle
from pathlib import Path
from typing import Annotated, Literal

import click
import pytest
from click.testing import CliRunner
from msgspec import Meta, Struct

from shared.runtime.secret import Secret
from shared.runtime.setting_fields import INLINE
from shared.runtime.settings import SettingsError, described, load, options


class Door(Struct, frozen=True):
    width_mm: Annotated[int, Meta(ge=1)] = 900
    """How wide it is,
    in the clear."""
    colour: str = "red"


class Lease(Struct, frozen=True, kw_only=True):
    owner: str
    rent: int = 5


class House(Struct, frozen=True):
    lease: Annotated[Lease, INLINE]
    door: Door = Door(colour="blue")


class Shop(Struct, frozen=True, kw_only=True):
    port: Annotated[int, Meta(ge=0, le=65535, description="Where it listens.")] = 8080
    pace: Annotated[float, Meta(gt=0, description="Speed of everything.")] = 1.0
    url: Annotated[str, Meta(min_length=1, description="Where the broker is.")]
    key: Annotated[Secret, Meta(min_length=8, description="Signs tokens.")]
    level: Annotated[Literal["debug", "info"], Meta(description="How much is told.")] = "info"
    is_open: Annotated[bool, Meta(description="Lets people in.")] = True
    hosts: Annotated[tuple[str, ...], Meta(description="Names it answers to.")] = ()
    folder: Annotated[Path, Meta(description="Where data lies.")] = Path("data")
    limit: Annotated[int | None, Meta(ge=1, description="At most so many.")] = None


GIVEN = {"SALOON_SHOP_URL": "nats://here", "SALOON_SHOP_KEY": "canary-key"}


def problems(**environ: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as refusal:
        load(Shop, "shop", {}, {**GIVEN, **environ})
    return refusal.value.problems


def test_defaults_stand_where_nothing_is_given() -> None:
    shop = load(Shop, "shop", {}, {**GIVEN, "PATH": "/bin", "SALOON_OTHER_PORT": "1"})
    assert shop == Shop(url="nats://here", key=Secret("canary-key"))


def test_the_environment_is_read_in_every_kind() -> None:
    shop = load(
        Shop,
        "shop",
        {},
        {
            **GIVEN,
            "SALOON_SHOP_PORT": "0",
            "SALOON_SHOP_PACE": "0.05",
            "SALOON_SHOP_LEVEL": "debug",
            "SALOON_SHOP_IS_OPEN": "No",
            "SALOON_SHOP_HOSTS": "a.example, b.example",
            "SALOON_SHOP_FOLDER": "/srv/data",
            "SALOON_SHOP_LIMIT": "7",
        },
    )
    assert (shop.port, shop.pace, shop.level, shop.is_open) == (0, 0.05, "debug", False)
    assert shop.hosts == ("a.example", "b.example")
    assert (shop.folder, shop.limit) == (Path("/srv/data"), 7)


def test_a_flag_wins_over_the_environment() -> None:
    environ = {**GIVEN, "SALOON_SHOP_PORT": "1", "SALOON_SHOP_IS_OPEN": "true"}
    shop = load(Shop, "shop", {"port": "2", "is_open": False, "url": None}, environ)
    assert (shop.port, shop.is_open, shop.url) == (2, False, "nats://here")


def test_nothing_takes_an_optional_value_away() -> None:
    assert load(Shop, "shop", {"limit": ""}, {**GIVEN, "SALOON_SHOP_LIMIT": "7"}).limit is None


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("PORT", "65536", "a whole number from 0 up to 65535"),
        ("PORT", "-1", "a whole number from 0 up to 65535"),
        ("PORT", "80.5", "a whole number"),
        ("PORT", "", "a whole number"),
        ("PORT", "9" * 5_000, "a whole number"),
        ("PACE", "0", "a number above 0"),
        ("PACE", "nan", "a number above 0"),
        ("PACE", "inf", "a number above 0"),
        ("LEVEL", "loud", "debug or info"),
        ("IS_OPEN", "maybe", "true or false"),
        ("URL", "", "a text of at least so many characters: 1"),
        ("LIMIT", "0", "a whole number from 1, or nothing"),
    ],
)
def test_a_wrong_value_is_refused_with_name_value_and_range(
    name: str, value: str, allowed: str
) -> None:
    (problem,) = problems(**{f"SALOON_SHOP_{name}": value})
    flag = name.lower().replace("_", "-")
    assert problem.startswith(f"SALOON_SHOP_{name} (--{flag}): {repr(value)[:80]} is not allowed; ")
    assert allowed in problem


def test_every_problem_is_told_at_once() -> None:
    told = problems(SALOON_SHOP_PORT="x", SALOON_SHOP_PACE="y")
    assert [problem.partition(" ")[0] for problem in told] == [
        "SALOON_SHOP_PORT",
        "SALOON_SHOP_PACE",
    ]


def test_what_has_to_be_given_is_missed() -> None:
    with pytest.raises(SettingsError) as refusal:
        load(Shop, "shop", {}, {})
    assert [problem.partition(":")[0] for problem in refusal.value.problems] == [
        "SALOON_SHOP_URL (--url)",
        "SALOON_SHOP_KEY (--key-file)",
    ]


def test_a_misspelt_variable_is_told_with_the_right_name() -> None:
    assert problems(SALOON_SHOP_PROT="1") == (
        "SALOON_SHOP_PROT: there is no such setting; SALOON_SHOP_PORT?",
    )


def test_a_secret_comes_from_a_file_by_flag_or_variable(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("from-a-file\n")
    environ = {"SALOON_SHOP_URL": "x"}
    by_flag = load(Shop, "shop", {"key": str(path)}, environ)
    by_variable = load(Shop, "shop", {}, {**environ, "SALOON_SHOP_KEY_FILE": str(path)})
    assert by_flag.key.reveal() == by_variable.key.reveal() == "from-a-file"


def test_any_setting_comes_from_a_file_that_a_variable_names(tmp_path: Path) -> None:
    path = tmp_path / "port"
    path.write_text("9000\n")
    given = {"SALOON_SHOP_PORT_FILE": str(path)}
    assert load(Shop, "shop", {}, GIVEN | given).port == 9000
    assert load(Shop, "shop", {"port": "9001"}, GIVEN | given).port == 9001
    (problem,) = problems(**given, SALOON_SHOP_PORT="9002")
    assert "is given both itself and as a file" in problem
    path.write_text("many")
    (problem,) = problems(**given)
    assert problem.startswith("SALOON_SHOP_PORT (--port): 'many' is not allowed; ")


def test_a_secret_given_twice_or_unreadable_is_refused(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    (twice,) = problems(SALOON_SHOP_KEY_FILE=nowhere)
    assert "both itself and as a file" in twice
    with pytest.raises(SettingsError, match=r"cannot be read from .*/nowhere \(FileNotFoundError"):
        load(Shop, "shop", {"key": nowhere}, {"SALOON_SHOP_URL": "x"})


def test_a_secret_is_never_shown() -> None:
    (problem,) = problems(SALOON_SHOP_KEY="canary")
    assert "canary" not in problem
    assert "needs a secret in a file of at least so many characters: 8" in problem
    shop = load(Shop, "shop", {}, GIVEN)
    shown = f"{shop!r} {shop.key} {shop.key!r} {described(shop)}"
    assert "canary" not in shown
    assert described(shop)["key"] == "Secret(***)"
    with pytest.raises(TypeError):
        pickle.dumps(shop.key)


def test_click_options_are_made_from_the_declaration() -> None:
    @click.command()
    @options(Shop, "shop")
    def serve(**flags: object) -> None:
        click.echo(described(load(Shop, "shop", flags, GIVEN)))

    run = CliRunner().invoke(serve, ["--port", "9", "--no-is-open", "--hosts", "a,b"])
    assert run.exit_code == 0, run.output
    assert "'port': 9" in run.output
    assert "'is_open': False" in run.output
    shown = " ".join(CliRunner().invoke(serve, ["--help"]).output.split())
    assert "Where it listens. A whole number from 0 up to 65535. Default: 8080." in shown
    assert "[SALOON_SHOP_PORT]" in shown
    assert "--key-file" in shown
    assert "--key " not in shown


def test_a_struct_within_has_its_name_in_front_unless_inline() -> None:
    house = load(
        House, "shop", {"owner": "Kim"}, {"SALOON_SHOP_DOOR_WIDTH_MM": "7", "SALOON_SHOP_RENT": "6"}
    )
    assert house == House(Lease(owner="Kim", rent=6), Door(7, "blue"))
    assert described(house) == {
        "owner": "Kim",
        "rent": 6,
        "door_width_mm": 7,
        "door_colour": "blue",
    }


def test_problems_within_are_named_in_full() -> None:
    with pytest.raises(SettingsError) as refusal:
        load(House, "shop", {"door_width_mm": "0"}, {})
    assert [problem.partition(":")[0] for problem in refusal.value.problems] == [
        "SALOON_SHOP_OWNER (--owner)",
        "SALOON_SHOP_DOOR_WIDTH_MM (--door-width-mm)",
    ]


def test_the_sentence_below_a_field_is_its_help() -> None:
    @click.command()
    @options(House, "shop")
    def build(**_: object) -> None: ...

    shown = " ".join(CliRunner().invoke(build, ["--help"]).output.split())
    assert "How wide it is, in the clear. A whole number from 1. Default: 900." in shown
    assert "A text. Default: blue." in shown
