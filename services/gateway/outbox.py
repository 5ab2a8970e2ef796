"""What waits to be sent on one socket: bounded, and never a frame out of order.

Frames that come faster than they are taken, or with one missing before them, are forgotten; their
reader then catches up by the frames that are kept, or by one whole view.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from services.gateway.closing import TRY_LATER, Closing

CONTROL_LIMIT = 256
"""Answers that wait for a client which sends and does not read; more close its socket."""


class Outbox:
    """Filled by the bus and by answers, emptied by one writer."""

    def __init__(self, frames_limit: int, on_slow: Callable[[str], None]) -> None:
        """`on_slow` is told what was done about a reader who takes less than there is (`SLOW`)."""
        self.sent_seq = 0
        """The entry up to which the client has everything."""
        self.needed_seq = 0
        """Catching up has to reach at least this entry."""
        self.is_behind = True
        self.closing: Closing | None = None
        self._limit = frames_limit
        self._on_slow = on_slow
        self._frames: deque[tuple[int, bytes]] = deque()
        self._control: deque[bytes] = deque()
        self._filled = asyncio.Event()

    def post(self, message: bytes) -> None:
        """An answer, which goes out before any frame."""
        if len(self._control) >= CONTROL_LIMIT:
            self.drop()
        else:
            self._control.append(message)
            self._filled.set()

    def hear(self, message: bytes) -> None:
        """Table talk, which is not worth a socket: lost where the client reads too slowly."""
        if self.closing is None and len(self._control) < CONTROL_LIMIT // 2:
            self.post(message)

    def add(self, seq: int, frame: bytes) -> None:
        if len(self._frames) >= self._limit:
            self._on_slow("skipped")
            self.fall_behind()
        self._frames.append((seq, frame))
        self._filled.set()

    def fall_behind(self) -> None:
        """Forgets what waits; the writer catches up with it."""
        self.forget()
        self.is_behind = True
        self._filled.set()

    def owes(self, seq: int) -> bool:
        """Whether nothing of what waits leads up to entry `seq`."""
        last = self._frames[-1][0] if self._frames else self.sent_seq
        return last < seq and not self.is_behind

    def forget(self) -> None:
        """Takes waiting frames away, which are known to have been."""
        if self._frames:
            self.needed_seq = max(self.needed_seq, self._frames[-1][0])
            self._frames.clear()

    def drop(self) -> None:
        """Closes it because nobody reads."""
        if self.closing is None:
            self._on_slow("dropped")
        self.close(Closing(TRY_LATER, "overloaded"))

    def close(self, closing: Closing) -> None:
        """Nothing more is sent, answers that wait excepted."""
        self.closing = self.closing or closing
        self._filled.set()

    def take_control(self) -> list[bytes]:
        taken = list(self._control)
        self._control.clear()
        return taken

    def take_frames(self) -> list[bytes]:
        """Those that follow what was sent; a gap makes it fall behind."""
        taken: list[bytes] = []
        while self._frames:
            seq, frame = self._frames.popleft()
            if seq == self.sent_seq + 1:
                taken.append(frame)
                self.sent_seq = seq
            elif seq > self.sent_seq:
                self.needed_seq = max(self.needed_seq, seq)
                self.fall_behind()
        return taken

    async def wait(self) -> None:
        """Returns when there may be something to do."""
        self._filled.clear()
        if self._frames or self._control or self.is_behind or self.closing:
            return
        await self._filled.wait()
