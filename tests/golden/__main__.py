"""Writes the golden logs that are missing; see `rooms`."""

from .rooms import ROOMS, path_of, written

for golden in ROOMS:
    path = path_of(golden)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(golden))
        print(f"{path.stat().st_size:>8} bytes  {path.name}")  # noqa: T201
