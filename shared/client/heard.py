"""What is said at a table, as one listener hears it: each line once, and nobody whom he has muted.

Muting is the listener's own: nobody else learns of it, and no server keeps it.
"""

import asyncio
from collections import deque
from collections.abc import Iterable

from shared.contracts.ids import PlayerId
from shared.contracts.talk import TalkLine

LINES_LIMIT = 200
"""Lines that are kept, the newest."""


class Heard:
    def __init__(self) -> None:
        self.is_away = False
        """Nothing can be said or heard now; the game goes on."""
        self.muted: set[PlayerId] = set()
        self._lines: deque[TalkLine] = deque(maxlen=LINES_LIMIT)
        self._known: deque[str] = deque(maxlen=LINES_LIMIT)
        self._unread = 0
        self._came = asyncio.Event()

    @property
    def lines(self) -> list[TalkLine]:
        """The oldest first, without those of muted players."""
        return [line for line in self._lines if line.player not in self.muted]

    async def next(self, within_s: float | None = None) -> TalkLine | None:
        """The next line that nobody has taken by this yet; `None` if none came in time."""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    while self._unread:
                        line = self._lines[-self._unread]
                        self._unread -= 1
                        if line.player not in self.muted:
                            return line
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            return None

    def take(self, lines: Iterable[TalkLine], *, is_away: bool = False) -> None:
        """Lines may come twice, and come after an outage together with those that are known."""
        self.is_away = is_away
        for line in lines:
            if line.id not in self._known:
                self._known.append(line.id)
                self._lines.append(line)
                self._unread = min(self._unread + 1, len(self._lines))
        self._came.set()
