"""A store that is waited for only so long: one that hangs is one that is away."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from .objects import Address, Away, Listed, Objects

_LISTING = 15
"""So many times as long may a list take, which is of all that a store has."""

_Found = TypeVar("_Found")


class PatientObjects:
    """`Objects`, of which each call takes `limit_ms` at most and raises `Away` then. What a call
    that was given up does later is what it would have done."""

    def __init__(self, objects: Objects, limit_ms: int) -> None:
        self._objects = objects
        self._limit_s = limit_ms / 1000

    async def put(self, address: Address, data: bytes) -> None:
        await self._awaited(address, self._objects.put(address, data))

    async def get(self, address: Address) -> bytes:
        return await self._awaited(address, self._objects.get(address))

    async def delete(self, address: Address) -> None:
        await self._awaited(address, self._objects.delete(address))

    async def listed(self, prefix: str = "") -> list[Listed]:
        return await self._awaited(prefix, self._objects.listed(prefix), _LISTING)

    async def _awaited(
        self, what: str, call: Coroutine[Any, Any, _Found], times: int = 1
    ) -> _Found:
        try:
            async with asyncio.timeout(times * self._limit_s):
                return await call
        except TimeoutError:
            raise Away(f"{what}: the store does not answer") from None
