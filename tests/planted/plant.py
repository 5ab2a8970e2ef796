"""Puts a fault into a copy of the checkout and sees whether the test that guards it turns red.

A fault is a record in faults/*.toml:

    [[fault]]
    name = "contracts-read-the-clock"              # unique
    red = "tests/architecture/test_layers.py::…"   # the pytest node that must fail, or several of
                                                   # one file, one a line, one of which must: for
                                                   # what chance may miss; or
    command = ["services.cli", "check"]            # what `python -m` must end with exit code 1
    limit_s = 60                                   # optional
    [[fault.edit]]                                 # one or more; each text stands exactly once
    file = "shared/contracts/ids.py"
    old = "from typing import NewType"
    new = "import time"

Red means that a test ran and failed. A copy that does not compile, a module that cannot be
imported, a fixture that breaks or a time-out shows nothing about the fault and is refused.
"""

import itertools
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from services.cli.testing import results
from services.cli.tree import files

_moments = itertools.count(1)
"""When an edited file says that it was written: never twice the same, or Python would take what it
compiled of one fault for the next."""

_BROKEN = ("ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "NameError")


class Edit(Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    old: str
    new: str


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    edit: tuple[Edit, ...]
    red: str = ""
    command: tuple[str, ...] = ()
    limit_s: int = 120

    @property
    def guard(self) -> tuple[str, ...]:
        """What is run, as arguments of `python -m`."""
        return self.command or _guarding(*self.nodes)

    @property
    def nodes(self) -> list[str]:
        """The pytest nodes of `red`."""
        return self.red.splitlines()

    @property
    def place(self) -> str:
        """The command, or the file of the test: guards of one place are shown green together."""
        return " ".join(self.command) or self.red.partition("::")[0]


def _guarding(*nodes: str) -> tuple[str, ...]:
    return ("pytest", "-q", "-x", "-p", "no:cacheprovider", *nodes)


class Unusable(Exception):
    """The fault, or its guard, cannot show anything: it must be written anew."""


def load(folder: Path) -> list[Fault]:
    """Every fault of the folder in order of file and place. Raises Unusable for a wrong record."""
    found: list[Fault] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            records = tomllib.loads(path.read_text("utf-8"))["fault"]
            found += msgspec.convert(records, list[Fault])
        except (tomllib.TOMLDecodeError, KeyError, msgspec.ValidationError) as error:
            raise Unusable(f"{path.name}: {error}") from error
    for fault in found:
        if bool(fault.red) == bool(fault.command) or not fault.edit:
            raise Unusable(f"{fault.name}: needs edits, and either red or command")
    if len({fault.name for fault in found}) != len(found):
        raise Unusable("two faults have one name")
    return found


def copied(root: Path) -> Path:
    """A copy of the checkout's own files, and of nothing else, made good again by each call.

    Each process has one copy, beside what Python compiled of it: of a file that has not changed
    since, that is used again.
    """
    copy = Path(_desk().name) / "checkout"
    wanted = files(root)
    for path in wanted:
        if not _is_same(root / path, copy / path):
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, copy / path)
    kept = {copy / path for path in wanted}
    for found in sorted(copy.rglob("*"), reverse=True):  # what a folder holds before the folder
        if found.is_symlink() or not found.is_dir():
            if found not in kept:
                found.unlink()
        elif not any(found.iterdir()):
            found.rmdir()
    return copy


def _is_same(one: Path, other: Path) -> bool:
    """As far as size and time tell, which `apply` changes and a copy keeps."""
    with suppress(OSError):
        here, there = one.stat(), other.lstat()
        return (here.st_size, here.st_mtime_ns) == (there.st_size, there.st_mtime_ns)
    return False


@cache
def _desk() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="saloon-planted-")


def apply(fault: Fault, copy: Path) -> None:
    """Raises Unusable unless each old text stands exactly once and the outcome compiles."""
    for edit in fault.edit:
        path = copy / edit.file
        before = path.read_text("utf-8") if path.is_file() else ""
        times = before.count(edit.old)
        if times != 1 or edit.old == edit.new:
            raise Unusable(f"{fault.name}: the old text stands {times} times in {edit.file}")
        after = before.replace(edit.old, edit.new)
        if path.suffix == ".py":
            try:
                compile(after, edit.file, "exec", dont_inherit=True)
            except SyntaxError as error:
                raise Unusable(f"{fault.name}: {edit.file} does not compile: {error}") from error
        path.write_text(after, "utf-8")
        os.utime(path, (moment := next(_moments), moment))


def why_not_green(faults: Sequence[Fault], copy: Path) -> str:
    """What the guards of one place print when one of them fails in a copy without a fault; empty
    when all are green."""
    assert len({fault.place for fault in faults}) == 1, faults
    guard = faults[0].command or _guarding(
        *dict.fromkeys(node for fault in faults for node in fault.nodes)
    )
    code, output = _run(guard, copy, sum(fault.limit_s for fault in faults))
    return "" if code == 0 else f"exit code {code}\n{output}"


def is_red(fault: Fault, copy: Path) -> bool:
    """Whether the guard fails as a test fails. Raises Unusable when it breaks in another way."""
    code, output = _run(fault.guard, copy, fault.limit_s)
    if code == 0:
        return False
    if code != 1:
        word = f"not done after {fault.limit_s} s" if code is None else f"exit code {code}"
        raise Unusable(f"{fault.name}: {word}\n{output}")
    if fault.command:
        if "Traceback (most recent call last)" in output:
            raise Unusable(f"{fault.name}: the command broke\n{output}")
        return True
    failed = [r for r in results.read(_results(copy)) or () if r.outcome == "failed"]
    if not failed or any(r.phase != "call" or r.reason.startswith(_BROKEN) for r in failed):
        raise Unusable(f"{fault.name}: it broke outside of a test's own assertions\n{output}")
    return True


def _results(copy: Path) -> Path:
    return copy.parent / "results.json"


def _run(guard: tuple[str, ...], copy: Path, limit_s: int) -> tuple[int | None, str]:
    """Exit code (None after `limit_s`) and output of `python -m …` at the root of the copy."""
    recorder = ("-p", "services.cli.testing.recorder") if guard[0] == "pytest" else ()
    settings = {
        "PYTHONPATH": str(copy),
        "PYTHONPYCACHEPREFIX": str(copy.parent / "compiled"),
        "SALOON_RESULTS": str(_results(copy)),
    }
    # What the copy's tests count is not what this run counts.
    left_out = ("SALOON_COUNTS", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", guard[0], *recorder, *guard[1:]],
        cwd=copy,
        env=kept | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )
    try:
        output, _ = child.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        return None, child.communicate()[0]
    return child.returncode, output
