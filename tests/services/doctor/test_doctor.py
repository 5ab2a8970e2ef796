"""`saloon admin doctor` finds nothing where all is well, and each fault that is planted."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from services.cli.admin.doctor.verb import doctor
from services.cli.admin.keys import keys
from shared.contracts.rights_store import store_users
from tests.conftest import Count
from tests.services.doctor import strangers
from tests.services.doctor.house import House, mode
from tests.services.processes.running import Up, command, environ

DAY_NS = 86_400_000_000_000

Planted = Callable[[House, Path], AbstractContextManager[dict[str, str]]]
"""Breaks something, tells what else the doctor is told, and mends it."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Sound; whoever breaks something in it waits until it is so again."""
    data = tmp_path_factory.mktemp("installation") / "data"
    with Up(data, "--processes") as up:
        made = House(up, data)
        made.heals()
        yield made


def test_a_sound_installation_is_found_sound(house: House, count: Count) -> None:
    found = house.doctor()
    assert (found.status, dict(found.findings)) == (0, {})
    assert len(set(found.checks)) == len(found.checks)
    for group in ("settings", "secrets", "machine", "rulesets", "broker", "streams", "members"):
        assert any(check.startswith(f"{group}.") for check in found.checks), group
    for group in ("rights.", "store.", "ready "):
        assert any(check.startswith(group) for check in found.checks), group
    count("checks of a sound installation", len(found.checks), minimum=70)


def test_what_a_broker_tells_of_itself_is_looked_at(house: House, tmp_path: Path) -> None:
    broker = strangers.SmallBroker(tmp_path / "small", house.secrets.passwords, limit_mb=64)
    broker.start()
    found = house.doctor(monitor_url=broker.monitor_url)
    broker.stop()
    assert (found.status, dict(found.findings)) == (0, {})
    assert {"broker.monitor", "broker.store_limit"} <= set(found.checks)


KEPT = ("EV0", "EV1", "EV2", "EV3", "SNAPSHOTS", "KV_NAMES", "OBJ_ARCHIVE", "TIMERS")


def test_looking_changes_nothing(house: House, count: Count) -> None:
    """Neither what is stored nor who is heard, though every user is tried."""

    def kept() -> dict[str, dict[str, Any]]:
        return {name: house.ask("setup", f"STREAM.INFO.{name}") for name in KEPT}

    house.fill()
    before = kept()
    filled = [name for name in KEPT if before[name]["state"]["messages"] > 0]
    assert {*KEPT} - {*filled} <= {"SNAPSHOTS"}, "what is empty cannot be lost"
    house.doctor()
    after = kept()
    for name in KEPT:
        assert after[name]["config"] == before[name]["config"], name
        assert after[name]["state"] == before[name]["state"], name
    count("streams that the doctor left as they were", len(filled), minimum=7)


@contextmanager
def a_stream_is_missing(house: House, _: Path) -> Iterator[dict[str, str]]:
    house.ask("setup", "STREAM.DELETE.SNAPSHOTS")
    yield {}
    house.set_up()


@contextmanager
def a_stream_is_set_otherwise(house: House, _: Path) -> Iterator[dict[str, str]]:
    config = house.ask("setup", "STREAM.INFO.KV_NAMES")["config"]
    house.ask("setup", "STREAM.UPDATE.KV_NAMES", {**config, "max_age": DAY_NS})
    yield {}
    house.set_up()


@contextmanager
def the_alarms_consumer_is_missing(house: House, _: Path) -> Iterator[dict[str, str]]:
    config = house.ask("setup", "STREAM.INFO.TIMERS")["config"]
    house.ask("setup", "STREAM.DELETE.TIMERS")
    house.ask("setup", "STREAM.CREATE.TIMERS", config)
    yield {}
    house.set_up()


@contextmanager
def the_secrets_can_be_read_by_all(house: House, _: Path) -> Iterator[dict[str, str]]:
    with mode(house.data / "secrets.json", 0o644):
        yield {}


@contextmanager
def the_key_of_the_log_is_missing(house: House, _: Path) -> Iterator[dict[str, str]]:
    path = house.installation.broker_directory / "store.key"
    kept = path.rename(path.with_suffix(".kept"))
    yield {}
    kept.rename(path)


@contextmanager
def the_timer_may_append(house: House, _: Path) -> Iterator[dict[str, str]]:
    with house.configured('"timer.at.*"\n', '"timer.at.*"\n"ev.*.main.*"\n'):
        yield {}


@contextmanager
def rules_may_not_append(house: House, _: Path) -> Iterator[dict[str, str]]:
    with house.configured('"ev.*.main.*"\n', ""):
        yield {}


@contextmanager
def a_password_is_another(house: House, _: Path) -> Iterator[dict[str, str]]:
    with house.configured(house.secrets.passwords["replay"], "another-password-than-his"):
        yield {}


@contextmanager
def writes_are_not_synced(house: House, _: Path) -> Iterator[dict[str, str]]:
    path = house.installation.broker_directory / "nats.conf"
    text = path.read_text("utf-8")
    path.write_text(text.replace("  sync_interval: always\n", ""), "utf-8")
    yield {}
    path.write_text(text, "utf-8")


@contextmanager
def the_broker_is_too_old(_: House, __: Path) -> Iterator[dict[str, str]]:
    with strangers.old_broker("2.9.25") as url:
        yield {"broker_url": url}


@contextmanager
def the_broker_is_full(house: House, folder: Path) -> Iterator[dict[str, str]]:
    broker = strangers.SmallBroker(folder / "small", house.secrets.passwords, limit_mb=4)
    broker.start()
    assert broker.fill() > 3
    yield {"broker_url": broker.url}
    broker.stop()


@contextmanager
def the_broker_says_that_it_is_full_and_does_not_sync(
    house: House, folder: Path
) -> Iterator[dict[str, str]]:
    passwords = house.secrets.passwords
    broker = strangers.SmallBroker(folder / "small", passwords, limit_mb=4, is_synced=False)
    broker.start()
    assert broker.fill() > 3
    yield {"monitor_url": broker.monitor_url}
    broker.stop()


@contextmanager
def the_broker_says_nothing_of_itself(_: House, __: Path) -> Iterator[dict[str, str]]:
    yield {"monitor_url": "http://127.0.0.1:1"}


@contextmanager
def the_store_has_no_users(_: House, folder: Path) -> Iterator[dict[str, str]]:
    with strangers.store(folder / "store", None) as url:
        yield {"store_url": url}


@contextmanager
def the_store_writes_to_disk(house: House, folder: Path) -> Iterator[dict[str, str]]:
    users = store_users(house.installation.rights, house.secrets.passwords)
    with strangers.store(folder / "store", users, ("--appendonly", "yes")) as url:
        yield {"store_url": url}


@contextmanager
def the_store_throws_anything_away(house: House, folder: Path) -> Iterator[dict[str, str]]:
    users = store_users(house.installation.rights, house.secrets.passwords)
    settings = ("--maxmemory-policy", "allkeys-random")
    with strangers.store(folder / "store", users, settings) as url:
        yield {"store_url": url}


@contextmanager
def the_gateway_may_write_views(house: House, folder: Path) -> Iterator[dict[str, str]]:
    users = store_users(house.installation.rights, house.secrets.passwords)
    wrong = users.replace("(%R~view:* +hgetall", "(~view:* +hdel +hgetall")
    assert wrong != users
    with strangers.store(folder / "store", wrong) as url:
        yield {"store_url": url}


@contextmanager
def the_store_is_too_old(_: House, __: Path) -> Iterator[dict[str, str]]:
    with strangers.old_store("6.2.14") as url:
        yield {"store_url": url}


@contextmanager
def no_rules_member_is_alive(house: House, _: Path) -> Iterator[dict[str, str]]:
    with missed(house, "rules"):
        yield {}


@contextmanager
def no_timer_is_alive(house: House, _: Path) -> Iterator[dict[str, str]]:
    with missed(house, "timer"):
        yield {}


@contextmanager
def missed(house: House, service: str) -> Iterator[None]:
    with house.held_up(service):
        give_up_s = time.monotonic() + 60
        while f"members.{service}" not in house.doctor().findings:
            assert time.monotonic() < give_up_s
        yield


@contextmanager
def a_setting_is_misspelt(_: House, folder: Path) -> Iterator[dict[str, str]]:
    path = folder / "settings.env"
    path.write_text("# ours\nSALOON_GATEWAY_TITEL=showdown\nSALOON_RULES_ROOMS_LIMIT=many\n")
    yield {"settings": str(path)}


@contextmanager
def hardly_anything_is_free(_: House, __: Path) -> Iterator[dict[str, str]]:
    yield {"disk_free_mb": str(1 << 40)}


@contextmanager
def a_service_does_not_answer(_: House, __: Path) -> Iterator[dict[str, str]]:
    yield {"services": "http://127.0.0.1:1"}


FAULTS: list[tuple[Planted, dict[str, str]]] = [
    (a_stream_is_missing, {"streams.SNAPSHOTS": "it is not there. `./saloon admin streams apply`"}),
    (a_stream_is_set_otherwise, {"streams.KV_NAMES": "max_age: 86400 s -> 7776000 s"}),
    (the_alarms_consumer_is_missing, {"streams.TIMERS.timer": "it is not there"}),
    (the_secrets_can_be_read_by_all, {"secrets.secrets.json": "Chmod go= "}),
    (the_key_of_the_log_is_missing, {"secrets.store.key": "is not there"}),
    (the_timer_may_append, {"rights.timer.may_not": "may use ev.*.main.*. Let the broker"}),
    (rules_may_not_append, {"rights.rules.may": "may not use ev.*.main.*. Let the broker"}),
    (a_password_is_another, {"rights.replay.enters": "does not get in"}),
    (writes_are_not_synced, {"broker.sync": "a power cut loses moves"}),
    (the_broker_is_too_old, {"broker.reached": "nats-server 2.9.25, and 2.12 or newer is needed"}),
    (
        the_broker_is_full,
        {
            "broker.stores": "stores nothing more",
            "streams.TALK": "it is not there",
            "streams.REPORTS": "it is not there",
            "members.rules": "no member",
            "members.projection": "no member",
            "members.replay": "no member",
            "members.timer": "no member",
        },
    ),
    (
        the_broker_says_that_it_is_full_and_does_not_sync,
        {
            "broker.sync": "a power cut loses moves",
            "broker.store_limit": "bytes are used that the broker may store",
        },
    ),
    (the_broker_says_nothing_of_itself, {"broker.monitor": "does not answer"}),
    (the_store_has_no_users, {"store.reached": "refuses this user"}),
    (the_store_writes_to_disk, {"store.persistence": "hold hands"}),
    (the_store_throws_anything_away, {"store.eviction": "allkeys-random"}),
    (the_gateway_may_write_views, {"store.gateway": "may hdel where it must not"}),
    (the_store_is_too_old, {"store.reached": "Redis 6.2.14"}),
    (no_rules_member_is_alive, {"members.rules": "no member of rules is alive. Start `rules`"}),
    (no_timer_is_alive, {"members.timer": "no member of timer is alive. Start `timer`"}),
    (
        a_setting_is_misspelt,
        {
            "settings.gateway": "SALOON_GATEWAY_TITEL: there is no such setting; "
            "SALOON_GATEWAY_TITLE?",
            "settings.rules": "SALOON_RULES_ROOMS_LIMIT",
        },
    ),
    (hardly_anything_is_free, {"machine.disk": "MB are free"}),
    (a_service_does_not_answer, {"ready http://127.0.0.1:1": "does not answer"}),
]


@pytest.mark.parametrize(("planted", "expected"), FAULTS, ids=lambda x: getattr(x, "__name__", ""))
def test_it_finds_the_fault_that_was_planted(
    house: House, tmp_path: Path, planted: Planted, expected: dict[str, str], count: Count
) -> None:
    with planted(house, tmp_path) as told:
        found = house.doctor(**told)
    assert found.status == 1
    beside = found.findings.keys() - expected.keys() - _follows(house, planted)
    assert not beside, found.findings
    for check, words in expected.items():
        assert words in found.findings[check], found.findings
    if not told:
        house.heals()
    count("planted faults that the doctor found", 1)


def _follows(house: House, planted: Planted) -> set[str]:
    """What else may be found, since one thing stands on the other."""
    return {f"ready {house.up.url}"} if planted is no_rules_member_is_alive else set()


def test_a_clock_that_is_off_by_a_minute(house: House, tmp_path: Path, count: Count) -> None:
    shifted = clock_behind(tmp_path, 60)
    ran = subprocess.run(
        command("admin", "doctor", "--json", *house.flags()),
        env={**environ(), "PYTHONPATH": f"{shifted}:{environ()['PYTHONPATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    found = msgspec.json.decode(ran.stdout)["findings"]
    assert ran.returncode == 1
    assert "machine.clock" in {each["check"] for each in found}
    [clock] = [each for each in found if each["check"] == "machine.clock"]
    assert clock["what"] == "this machine's clock is 60 s behind the broker's"
    count("planted faults that the doctor found", 1)


def clock_behind(folder: Path, seconds: int) -> Path:
    """A folder to be put on Python's path: what runs with it sees that clock."""
    made = folder / "clock"
    made.mkdir()
    (made / "sitecustomize.py").write_text(
        "import time\n"
        "_ns = time.time_ns\n"
        f"time.time_ns = lambda: _ns() - {seconds} * 10**9\n"
        "time.time = lambda: time.time_ns() / 1e9\n"
    )
    return made


def test_files_of_keys_are_held_against_what_they_are_made_of(
    house: House, tmp_path: Path, count: Count
) -> None:
    folder = tmp_path / "keys"
    assert CliRunner().invoke(keys, [str(folder)]).exit_code == 0

    with strangers.old_broker("2.9.25") as url:
        sound = house.doctor(data=str(folder), broker_url=url)
        assert not any(check.startswith("secrets.") for check in sound.findings)
        assert sum(check.startswith("secrets.") for check in sound.checks) > 15
        (folder / "token_key").unlink()
        (folder / "credential").chmod(0o644)
        (folder / "credential").write_text("another")
        folder.chmod(0o755)
        found = house.doctor(data=str(folder), broker_url=url)
    wrong = {check for check in found.findings if check.startswith("secrets.")}
    assert wrong == {"secrets.keys", "secrets.token_key", "secrets.credential"}
    assert f"run `./saloon admin keys {folder}`" in found.findings["secrets.token_key"].lower()
    assert "another" not in "".join(found.findings.values())
    count("planted faults that the doctor found", 3)


def test_no_finding_tells_a_secret(house: House, tmp_path: Path) -> None:
    told = ""
    for planted in (the_store_has_no_users, the_secrets_can_be_read_by_all, rules_may_not_append):
        with planted(house, tmp_path) as given:
            told += str(house.doctor(**given))
    house.heals()
    secrets = house.secrets
    for secret in (*secrets.passwords.values(), secrets.signing_key, secrets.auditor):
        assert secret not in told


def test_without_an_installation_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    ran = CliRunner().invoke(doctor, ["--data", str(tmp_path)])
    assert ran.exit_code == 2
    assert "there is no installation in" in ran.output
    assert not list(tmp_path.iterdir()), "nor is one made"
