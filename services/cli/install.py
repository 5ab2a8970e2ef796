"""Makes `.venv` of a checkout from its lock file. Run by the launcher before anything is installed.

Standard library only, and no import of ours: it runs outside the environment it makes.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

STAMP = "installed.lock"


def main(root: Path) -> int:
    """Returns 0 when `.venv` holds exactly what `requirements.lock` names, 1 with the reason told.

    Starts that come at the same time wait for the first and then find its work done.
    """
    wanted = (root / "requirements.lock").read_text("utf-8")
    target = root / ".venv"
    with (root / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _is_current(target, wanted):
            return 0
        print(f"saloon: installing into {target} (once, under a minute)", file=sys.stderr)
        shutil.rmtree(target, ignore_errors=True)
        try:
            venv.create(target, symlinks=True, with_pip=True)
        except subprocess.CalledProcessError as failure:
            print(f"saloon: no virtual environment: {failure}", file=sys.stderr)
            print("saloon: Debian keeps it in the package python3-venv", file=sys.stderr)
            return 1
        if not _install(target, root / "requirements.lock"):
            return 1
        stamp = target / f"{STAMP}.new"
        stamp.write_text(wanted, "utf-8")
        stamp.replace(target / STAMP)
        print("saloon: installed", file=sys.stderr)
    return 0


def _is_current(target: Path, wanted: str) -> bool:
    stamp = target / STAMP
    return (
        os.access(target / "bin" / "python", os.X_OK)
        and stamp.is_file()
        and stamp.read_text("utf-8") == wanted
    )


def _install(target: Path, lock_file: Path) -> bool:
    """Wheels only, each against its hash; pip's own words are shown only when it fails."""
    command: list[str | Path] = [
        *(target / "bin" / "python", "-m", "pip", "install", "--require-hashes"),
        *("--only-binary", ":all:", "--no-deps", "--disable-pip-version-check", "--no-input"),
        *("--progress-bar", "off", "-r", lock_file),
    ]
    environment = os.environ | {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}
    with tempfile.TemporaryFile() as words:
        done = subprocess.run(command, stdout=words, stderr=words, env=environment, check=False)
        if done.returncode != 0:
            words.seek(0)
            sys.stderr.write(words.read().decode("utf-8", "replace"))
            print("saloon: the installation failed, its output is above", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
