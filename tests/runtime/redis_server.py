"""A redis-server of the suite's own, which tests may kill, hang and start again."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path


class RedisServer:
    """On a free port of this machine, without persistence. Keeps the port when started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port: int = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._folder = folder
        self._users = folder / "users.acl"
        self._users.write_text("user default on nopass ~* +@all\n")
        self._process: subprocess.Popen[bytes] | None = None

    def allow(self, user: str, password: str, rights: str) -> None:
        """Adds a user; before `start`."""
        with self._users.open("a") as users:
            users.write(f"user {user} on >{password} {rights}\n")

    def start(self) -> None:
        binary = shutil.which("redis-server")
        assert binary is not None, "redis-server is missing: apt-get install -y redis-server"
        arguments = ["--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [binary, *arguments, "--aclfile", str(self._users)],
                stdout=log,
                cwd=self._folder,
                start_new_session=True,
            )
        for _ in range(400):
            if self._answers():
                return
            time.sleep(0.01)
        raise AssertionError((self._folder / "redis.log").read_text())

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def pause(self) -> None:
        """Makes it hang until `resume`; its connections stay open."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), 0.5) as link:
                link.sendall(b"PING\r\n")
                return link.recv(5) == b"+PONG"
        except OSError:
            return False
