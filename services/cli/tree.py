"""Where the checkout is, and which files in it are ours: what git tracks or would track."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_NEVER = frozenset({".git", ".venv", ".saloon", "__pycache__", "node_modules"})


def files(root: Path) -> list[Path]:
    """Every file of the checkout at `root` that exists and is not ignored, relative to it, sorted.

    Includes files not committed yet. Without a git folder (an unpacked archive, a copy) it is every
    file outside of caches.
    """
    if (root / ".git").exists():
        command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
        names = {Path(os.fsdecode(name)) for name in listed.split(b"\0") if name}
        return sorted(name for name in names if (root / name).is_file())
    return sorted(
        found.relative_to(root)
        for found in root.rglob("*")
        if found.is_file() and not _is_cache(found.relative_to(root))
    )


def _is_cache(path: Path) -> bool:
    return any(part in _NEVER or part.endswith("_cache") for part in path.parts)
