"""The reference store: how the others have to behave; for tests."""

import asyncio
from collections.abc import Callable

from shared.contracts.ids import Millis

from .objects import Address, Listed, Missing, bounded, checked


class MemoryObjects:
    """`Objects` that live and die with their process. `now_ms`: Unix time."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._kept: dict[Address, tuple[bytes, int]] = {}

    async def put(self, address: Address, data: bytes) -> None:
        checked(address)
        bounded(data)
        await asyncio.sleep(0)
        self._kept[address] = data, self._now_ms()
        await asyncio.sleep(0)

    async def get(self, address: Address) -> bytes:
        checked(address)
        await asyncio.sleep(0)
        if address not in self._kept:
            raise Missing(address)
        return self._kept[address][0]

    async def delete(self, address: Address) -> None:
        checked(address)
        await asyncio.sleep(0)
        self._kept.pop(address, None)

    async def listed(self, prefix: str = "") -> list[Listed]:
        await asyncio.sleep(0)
        return [
            Listed(address, Millis(at_ms))
            for address, (_, at_ms) in sorted(self._kept.items())
            if address.startswith(prefix)
        ]
