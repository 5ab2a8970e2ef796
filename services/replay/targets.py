"""Where checkpoints go: places outside the broker, to which a file is added and never changed.

TargetError
├── Unreachable   it could not be asked, or did not take it: to be tried again
└── Taken         something else stands under that name already
"""

import asyncio
import os
from pathlib import Path
from secrets import token_hex
from typing import Protocol

import httpx

from shared.archive.directory import sync_folder
from shared.archive.objects import Address, Missing, Objects, ObjectsError
from shared.runtime.secret import Secret

ARCHIVE = "archive"
"""The setting that means the store of archived matches; a folder of that name is ./archive."""
IN_ARCHIVE = "checkpoints"
"""Where in that store."""

_TIMEOUT_S = 10.0
_CONNECTING_AGAIN = 2
"""How often a connection that cannot be made is tried again within one call."""
_STORED = (200, 201, 202, 204)
_THERE = (409, 412)
"""Somebody has stored something under that name: with names that are used once, we have."""


class TargetError(Exception):
    """What the world did; its text holds no token."""


class Unreachable(TargetError):
    pass


class Taken(TargetError):
    pass


class Target(Protocol):
    async def put(self, name: str, data: bytes) -> None:
        """Returns when the file is stored, whole. `name`: a relative path, used for these bytes
        only; the same bytes once more do no harm. Raises `Unreachable` and `Taken`."""
        ...

    async def close(self) -> None: ...


class Directory:
    """A folder, also one that is mounted from elsewhere; it has to know hard links."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def put(self, name: str, data: bytes) -> None:
        try:
            await asyncio.to_thread(self._put, self._path / name, data)
        except OSError as error:
            raise Unreachable(f"{self._path}: {error.strerror or type(error).__name__}") from error

    async def close(self) -> None:
        """Nothing is open."""

    def _put(self, path: Path, data: bytes) -> None:
        """A file that is there is whole: it gets its name when all of it is on disk."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{token_hex(4)}")
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.link(draft, path)
        except FileExistsError:
            if path.read_bytes() != data:
                raise Taken(f"{path} holds something else") from None
        finally:
            draft.unlink(missing_ok=True)
        for folder in (path.parent, path.parent.parent):
            sync_folder(folder)


class Url:
    """A place that takes HTTP PUT below a URL: an object store's gateway, WebDAV, a server of
    one's own. `token`: sent as bearer; certificates are checked, no redirect is followed."""

    def __init__(self, url: str, token: Secret | None = None) -> None:
        self._url = url.rstrip("/")
        self._place = httpx.URL(url).host
        bearer = {} if token is None else {"authorization": f"Bearer {token.reveal()}"}
        self._client = httpx.AsyncClient(
            transport=httpx.AsyncHTTPTransport(retries=_CONNECTING_AGAIN),
            timeout=_TIMEOUT_S,
            headers={**bearer, "if-none-match": "*", "content-type": "application/json"},
        )

    async def put(self, name: str, data: bytes) -> None:
        try:
            url = f"{self._url}/{name}"
            async with self._client.stream("PUT", url, content=data) as response:
                status = response.status_code
        except httpx.HTTPError as error:
            raise Unreachable(f"{self._place}: {type(error).__name__}") from error
        if status not in (*_STORED, *_THERE):
            raise Unreachable(f"{self._place}: status {status}")

    async def close(self) -> None:
        await self._client.aclose()


class InArchive:
    """The store of objects that matches go to, in a folder of its own there."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects

    async def put(self, name: str, data: bytes) -> None:
        address = Address(f"{IN_ARCHIVE}/{name}")
        try:
            if await self._is_there(address, data):
                return
            await self._objects.put(address, data)
        except ObjectsError as error:
            raise Unreachable(f"the archive: {type(error).__name__}") from error

    async def _is_there(self, address: Address, data: bytes) -> bool:
        """Raises `Taken` and `ObjectsError`."""
        try:
            found = await self._objects.get(address)
        except Missing:
            return False
        if found != data:
            raise Taken(f"{address} holds something else")
        return True

    async def close(self) -> None:
        """It is not ours."""


def target_of(setting: str, token: Secret | None, objects: Objects) -> Target | None:
    """`setting`: a folder's path, a URL, `archive` for `objects`, or nothing. Raises
    `BadSetting`."""
    check(setting)
    if not setting:
        return None
    if setting == ARCHIVE:
        return InArchive(objects)
    return Url(setting, token) if _is_url(setting) else Directory(Path(setting))


class BadSetting(Exception):
    """It can be no place for checkpoints; the text does not repeat it."""


def check(setting: str) -> None:
    """Raises `BadSetting`."""
    if not _is_url(setting):
        return
    try:
        url = httpx.URL(setting)
    except httpx.InvalidURL:
        raise BadSetting("this is no URL") from None
    if url.userinfo or url.query or url.fragment or not url.host:
        raise BadSetting("its URL is a host and a path; a token has a setting of its own")


def _is_url(setting: str) -> bool:
    return setting.startswith(("http://", "https://"))
