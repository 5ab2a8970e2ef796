"""The broker's protocol by hand: what a user may do shows in the broker's own words."""

import asyncio
import json
from typing import Self
from urllib.parse import urlparse


class Wire:
    """One connection as one user, who asks for anything."""

    def __init__(self, url: str, user: str, password: str) -> None:
        self._address = urlparse(url)
        self._login = {"user": user, "pass": password}
        self._numbers = 0

    async def __aenter__(self) -> Self:
        assert self._address.hostname is not None
        self._reader, self._writer = await asyncio.open_connection(
            self._address.hostname, self._address.port
        )
        assert (await self._reader.readline()).startswith(b"INFO ")
        options = {"verbose": False, "pedantic": False, "headers": True, "protocol": 1}
        self._writer.write(b"CONNECT " + json.dumps({**options, **self._login}).encode() + b"\r\n")
        try:
            assert await self._objections() == []
        except (AssertionError, ConnectionError):
            self._writer.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def publishes(self, subject: str, reply: str = "", data: bytes = b"") -> bool:
        """Whether the broker takes it."""
        head = " ".join(part for part in ("PUB", subject, reply, str(len(data))) if part)
        self._writer.write(head.encode() + b"\r\n" + data + b"\r\n")
        return not await self._objections()

    async def subscribes(self, subject: str, queue: str = "") -> bool:
        """Whether the broker takes it; taken back at once."""
        self._numbers += 1
        parts = ("SUB", subject, queue, str(self._numbers))
        self._writer.write(" ".join(part for part in parts if part).encode() + b"\r\n")
        is_taken = not await self._objections()
        if is_taken:
            self._writer.write(f"UNSUB {self._numbers}\r\n".encode())
        return is_taken

    async def _objections(self) -> list[bytes]:
        """What the broker says against all that was written so far."""
        self._writer.write(b"PING\r\n")
        said: list[bytes] = []
        while (line := await self._reader.readline()) != b"PONG\r\n":
            assert line, said
            if line.startswith(b"-ERR"):
                assert b"Permissions Violation" in line, line
                said.append(line)
            elif line.startswith((b"MSG", b"HMSG")):
                await self._reader.readexactly(int(line.split()[-1]) + 2)
        return said
