"""`saloon up`, in one process and in several: ready soon, stops in order, survives its children."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx
import msgspec
import pytest

from shared.runtime.nats_server import find_binary
from tests.services.processes.running import Up, command, environ, is_alive

MODES = pytest.mark.parametrize("mode", [(), ("--processes",)], ids=["embedded", "processes"])


def wait(holds: object, within_s: float = 10) -> None:
    give_up_s = time.monotonic() + within_s
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < give_up_s
        time.sleep(0.05)


def create_room(up: Up) -> str:
    session = httpx.post(f"{up.url}/api/sessions", json={"nickname": "Ann"}, timeout=10)
    assert session.status_code == 201, session.text
    token = session.json()["token"]
    room = httpx.post(
        f"{up.url}/api/rooms",
        json={"game": "bang"},
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "make-one"},
        timeout=10,
    )
    assert room.status_code == 201, room.text
    code: str = room.json()["code"]
    look = httpx.get(
        f"{up.url}/api/rooms/{code}", headers={"Authorization": f"Bearer {token}"}, timeout=10
    )
    assert look.status_code == 200, look.text
    return code


def test_embedded_is_ready_within_two_seconds(tmp_path: Path) -> None:
    """The best of a few starts. On a machine that others keep busy, the processor's time counts."""
    starts = []
    for _ in range(4):
        with Up(tmp_path / "data") as up:
            assert up.ready().status_code == 200
            starts.append((up.ready_s, up.busy_s))
            up.stop()
    is_crowded = os.getloadavg()[0] > 2 * (os.cpu_count() or 1)
    assert min(busy_s for _, busy_s in starts) < 1.5, starts
    assert is_crowded or min(ready_s for ready_s, _ in starts) < 2, starts


@MODES
def test_it_serves_and_stops_in_order(tmp_path: Path, mode: tuple[str, ...]) -> None:
    with Up(tmp_path / "data", *mode) as up:
        create_room(up)
        children = up.children()
        code, said = up.stop()
        assert code == 0, said
        assert "Traceback" not in said
        wait(lambda: not any(is_alive(pid) for pid in children))


@MODES
def test_what_was_stored_is_there_after_a_crash(tmp_path: Path, mode: tuple[str, ...]) -> None:
    with Up(tmp_path / "data", *mode) as up:
        code = create_room(up)
        left_behind = up.children()
        up.kill()
    with Up(tmp_path / "data", *mode) as up:
        session = httpx.post(f"{up.url}/api/sessions", json={"nickname": "Bob"}, timeout=10)
        headers = {"Authorization": f"Bearer {session.json()['token']}"}
        look = httpx.get(f"{up.url}/api/rooms/{code}", headers=headers, timeout=10)
        assert look.status_code == 200, look.text
        assert not any(is_alive(pid) for pid in left_behind)


def test_everything_is_a_process_of_its_own(tmp_path: Path) -> None:
    with Up(tmp_path / "data", "--processes", "--rules", "3") as up:
        lines = up.children().values()
        for service, number in (
            *(("rules", 3), ("timer", 1), ("projection", 1), ("replay", 1)),
            *(("gateway", 1), ("webhooks", 1), ("bots", 1)),
        ):
            assert sum(f"services.cli {service} " in line for line in lines) == number
        assert sum("nats-server" in line for line in lines) == 1
        assert sum("redis-server" in line for line in lines) == 1
        assert up.process.stdout is not None
        told = [up.process.stdout.readline().split() for _ in range(9)]
        assert {"rules-3", "projection-1", "bots-1", "gateway-1"} <= {line[0] for line in told}
        for name, ready, metrics in told:
            address = ready.removesuffix("/readyz,")
            assert httpx.get(f"{address}/readyz").status_code == 200, name
            assert "saloon_" in httpx.get(f"{address}{metrics}").text, name


def test_no_secret_is_in_a_command_line_or_in_anothers_environment(tmp_path: Path) -> None:
    with Up(tmp_path / "data", "--processes") as up:
        create_room(up)
        kept = msgspec.json.decode((tmp_path / "data" / "secrets.json").read_bytes())
        further = (kept[name] for name in ("credential", "token_key", "auditor", "signing_key"))
        secrets = {*kept["passwords"].values(), *further}
        for pid, line in up.children().items():
            assert not any(secret in line for secret in secrets)
            held = Path(f"/proc/{pid}/environ").read_bytes().decode()
            own = [name for name, secret in kept["passwords"].items() if secret in held]
            service = line.partition("services.cli ")[2].partition(" ")[0]
            assert own == ([service] if service in kept["passwords"] else []), line
            assert (kept["credential"] in held) == (service in ("gateway", "bots"))
            assert (kept["auditor"] in held) == (service == "gateway")
            assert (kept["signing_key"] in held) == (service == "replay")
        _, said = up.stop()
        assert not any(secret in said for secret in secrets)


def test_a_child_that_is_killed_is_started_again(tmp_path: Path) -> None:
    with Up(tmp_path / "data", "--processes") as up:
        for service in (
            *("rules", "timer", "projection", "replay", "gateway", "webhooks", "bots"),
        ):
            [pid, *_] = [p for p, x in up.children().items() if f"services.cli {service} " in x]
            os.kill(pid, signal.SIGKILL)
            wait(lambda gone=pid: not is_alive(gone))
            wait(lambda: _is_ready(up))
            wait(
                lambda name=service: any(
                    f"services.cli {name} " in line for line in up.children().values()
                )
            )
        create_room(up)
        code, said = up.stop()
        assert code == 0
        assert said.count("child_ended") == 7


def _is_ready(up: Up) -> bool:
    try:
        return up.ready().status_code == 200
    except httpx.HTTPError:
        return False


def test_children_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    with Up(tmp_path / "data", "--processes") as up:
        services = [pid for pid, line in up.children().items() if "services.cli" in line]
        assert len(services) == 8
        up.kill()
        wait(lambda: not any(is_alive(pid) for pid in services))


def test_two_cannot_use_one_folder(tmp_path: Path) -> None:
    with Up(tmp_path / "data"):
        second = subprocess.run(
            command("up", "--data", str(tmp_path / "data"), "--port", "0"),
            env=environ(),
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert second.returncode == 1
        assert "Saloon is running there already" in second.stderr
        assert "Traceback" not in second.stderr


def test_a_port_that_is_taken_and_a_folder_that_cannot_be_are_said_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments, told in (
            (("--port", port), f"127.0.0.1:{port} cannot be served"),
            (("--port", "0", "--data", "/proc/x"), "the folder for --data cannot be made"),
        ):
            refused = subprocess.run(
                command("up", "--data", str(tmp_path / "data"), *arguments),
                env=environ(),
                capture_output=True,
                text=True,
                timeout=20,
                check=False,
            )
            assert (refused.returncode, told in refused.stderr) == (1, True), refused.stderr
            assert "Traceback" not in refused.stderr


def test_the_logs_store_is_encrypted_and_synced(tmp_path: Path) -> None:
    with Up(tmp_path / "data") as up:
        code = create_room(up)
        written = (tmp_path / "data" / "broker" / "nats.conf").read_text()
        assert "sync_interval: always" in written
        assert "key:" in written
        blocks = list((tmp_path / "data" / "broker" / "store").rglob("*.blk"))
        assert blocks
        assert not any(code.encode() in block.read_bytes() for block in blocks)
    assert find_binary().exists()
