"""The browser client as it was built: its page at every address that it has a screen for, and the
files that it loads. All of it is read once, when the gateway starts."""

import gzip
import mimetypes
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

PAGE = "index.html"
ASSETS = "assets"
ADDRESSES = ("/", "/r/{code:str}", "/m/{match:str}", "/rules", "/ops")
"""What the page is shown at; which screen it shows there the page knows."""

POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
"""Nothing from elsewhere, and nothing that stands in the page itself."""

_REVALIDATED = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"
_WORTH_PACKING = ("text/", "application/json", "image/svg+xml")
_NOT_BUILT = (
    b"This installation has no pages: its browser client was not built.\n"
    b"In a checkout `./saloon web build` builds it; programs find the interface under /api.\n"
)


class File(Struct, frozen=True):
    body: bytes
    packed: bytes
    """By gzip; empty where that saves nothing."""
    headers: Mapping[str, str]
    media_type: str
    status: int = 200


class Pages:
    """`folder`: the built client; without `index.html` in it every page says that it is missing."""

    def __init__(self, folder: Path) -> None:
        self._assets = {path.name: _asset(path) for path in _files(folder / ASSETS)}
        built = folder / PAGE
        self.is_built = built.is_file()
        self.page = _page(built.read_bytes(), 200) if self.is_built else _missing()
        self.dead_end = _page(built.read_bytes(), 404) if self.is_built else _missing()
        """The same page at an address that there is nothing at; it says so."""

    def asset(self, name: str) -> File | None:
        return self._assets.get(name)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.glob("*")) if path.is_file())


def _asset(path: Path) -> File:
    """Its name changes with its content."""
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _file(path.read_bytes(), media_type, {"cache-control": _FOR_EVER})


def _page(body: bytes, status: int) -> File:
    headers = {"cache-control": _REVALIDATED, "content-security-policy": POLICY}
    return _file(body, "text/html", headers, status)


def _missing() -> File:
    return _file(_NOT_BUILT, "text/plain", {"cache-control": "no-store"}, 503)


def _file(body: bytes, media_type: str, headers: Mapping[str, str], status: int = 200) -> File:
    packed = gzip.compress(body, mtime=0) if media_type.startswith(_WORTH_PACKING) else b""
    tag = {"etag": f'"{blake2b(body, digest_size=12).hexdigest()}"'} if status == 200 else {}
    kept = packed if len(packed) < len(body) else b""
    return File(body, kept, {**headers, **tag, "vary": "accept-encoding"}, media_type, status)
