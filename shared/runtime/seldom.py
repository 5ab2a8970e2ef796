"""What costs something to find out and need not be new."""

from collections.abc import Callable
from typing import Generic, TypeVar

from shared.runtime.clock import Clock

_Found = TypeVar("_Found")


class Seldom(Generic[_Found]):
    """Gives what `find` gave at most `every_ms` ago."""

    def __init__(self, find: Callable[[], _Found], clock: Clock, every_ms: int) -> None:
        self._find = find
        self._clock = clock
        self._every_ms = every_ms
        self._last: tuple[int, _Found] | None = None

    def __call__(self) -> _Found:
        now_ms = self._clock.now_ms()
        if self._last is None or now_ms - self._last[0] >= self._every_ms:
            self._last = (now_ms, self._find())
        return self._last[1]
