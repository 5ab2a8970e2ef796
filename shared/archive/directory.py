"""A folder of this machine, or one that it has mounted, as a store; work on it is done in threads.

The folder must be there: one that is missing is a disk that is not mounted, not one to be made.
"""

import errno
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shared.contracts.ids import Millis

from .aside import Aside
from .objects import (
    OBJECT_LIMIT,
    Address,
    Away,
    Damaged,
    Full,
    Listed,
    Missing,
    ObjectsError,
    Refused,
    bounded,
    checked,
)

_PART = ".part-"
"""What the names of files begin with that are being written."""
_PART_S = 3_600
"""So old, and it is what a process left that did not come to its end."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_REFUSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_NO_FILE = frozenset({errno.ELOOP, errno.ENXIO})
"""What opening a link, and a socket, ends with."""


class DirectoryObjects:
    """`Objects` in `root`. Each is written beside its place, put on disk and then renamed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._aside = Aside()

    async def put(self, address: Address, data: bytes) -> None:
        path = self._path(address)
        bounded(data)
        with _named(address):
            await self._aside.run(lambda: self._write(path, data))

    async def get(self, address: Address) -> bytes:
        path = self._path(address)
        with _named(address):
            return await self._aside.run(lambda: self._read(path))

    async def delete(self, address: Address) -> None:
        path = self._path(address)
        with _named(address):
            await self._aside.run(lambda: self._remove(path))

    async def listed(self, prefix: str = "") -> list[Listed]:
        with _named(prefix):
            return await self._aside.run(lambda: sorted(self._files(prefix), key=_address))

    def _path(self, address: Address) -> Path:
        return self._root / checked(address)

    def _there(self) -> Path:
        if not self._root.is_dir():
            raise Away(f"there is no folder {self._root}")
        return self._root

    def _write(self, path: Path, data: bytes) -> None:
        try:
            _write(self._there(), path, data)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise Away(f"{path} is in no folder, or is one") from None

    def _read(self, path: Path) -> bytes:
        self._there()
        with os.fdopen(_opened(path), "rb") as stream:
            return bounded(stream.read(OBJECT_LIMIT + 1))

    def _remove(self, path: Path) -> None:
        self._there()
        with suppress(FileNotFoundError, NotADirectoryError):
            path.unlink()
            sync_folder(path.parent)

    def _files(self, prefix: str) -> Iterator[Listed]:
        root = self._there()
        top = root / prefix.rpartition("/")[0]
        for folder, _, names in os.walk(top, onerror=_raise):
            for name in names:
                path = Path(folder) / name
                address = Address(path.relative_to(root).as_posix())
                if address.startswith(prefix) and not name.startswith("."):
                    with suppress(FileNotFoundError):
                        stored_ms = path.stat().st_mtime_ns // 1_000_000
                        yield Listed(address, Millis(stored_ms))


def _opened(path: Path) -> int:
    """A file, and nothing that would be waited for, or that lies elsewhere. Raises `Damaged`."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in _NO_FILE:
            raise Damaged(f"{path} is no file") from None
        raise
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return handle
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(path)
    raise Damaged(f"{path} is no file")


def _address(listed: Listed) -> str:
    return listed.address


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error


@contextmanager
def _named(what: str) -> Iterator[None]:
    try:
        yield
    except ObjectsError:
        raise
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise Missing(what) from None
    except OSError as error:
        why = f"{what}: {os.strerror(error.errno or 0)}"
        if error.errno in _FULL:
            raise Full(why) from None
        if error.errno in _REFUSED:
            raise Refused(why) from None
        raise Away(why) from None


def _write(root: Path, path: Path, data: bytes) -> None:
    _make(root, path.parent)
    _clear(path.parent)
    handle, part = tempfile.mkstemp(prefix=_PART, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(part).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(part).unlink()
        raise
    sync_folder(path.parent)


def _make(root: Path, folder: Path) -> None:
    """The folder, and it in the folders above, on disk."""
    if folder.is_dir():
        return
    _make(root, folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def _clear(folder: Path) -> None:
    for left in folder.glob(f"{_PART}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _PART_S:
                left.unlink()


def sync_folder(folder: Path) -> None:
    """What its files are called is on disk afterwards. Raises `OSError`."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
