"""Answers about matches that are over, kept within a number of bytes."""

from collections import OrderedDict
from collections.abc import Hashable


class Kept:
    """The least recently asked for are forgotten first."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self.size_bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def keep(self, key: Hashable, answer: bytes) -> None:
        self.size_bytes += len(answer) - len(self._answers.get(key, b""))
        self._answers[key] = answer
        self._answers.move_to_end(key)
        while self.size_bytes > self._limit_bytes:
            _, gone = self._answers.popitem(last=False)
            self.size_bytes -= len(gone)
