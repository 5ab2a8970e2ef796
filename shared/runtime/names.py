"""Nicknames by player id: apart from the log, kept for a time, and erased on demand."""

from collections.abc import Sequence
from typing import Protocol

from shared.contracts.ids import PlayerId
from shared.eventstore.streams import NANOSECONDS, Stream
from shared.runtime.broker_api import ApiRefused, call, store
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import Clock
from shared.runtime.direct import read
from shared.runtime.kv import NatsBucket

STREAM = "KV_NAMES"
_PREFIX = "$KV.NAMES."
_NO_SUCH_MESSAGE = 10037
_NOT_DELETED = 10057
_GONE = "no message found"
"""What `_NOT_DELETED` is explained with where the message was there a moment ago."""
_ANOTHER_SEQUENCE = 10071
_EXPECTED = "Nats-Expected-Last-Subject-Sequence"
"""Header: store only where the subject's last message has this number; 0: where it has none."""
_AT_MOST = 2
"""Messages a player: a new name stands before the old one is overwritten."""
_DAY_S = 86_400


class Names(Protocol):
    """Errors are `BusError`s."""

    async def put(self, player: PlayerId, nickname: str) -> None:
        """Keeps the name in place of an earlier one; its time begins anew. Returns when no copy of
        the earlier is left."""
        ...

    async def add(self, player: PlayerId, nickname: str) -> None:
        """Keeps the name where there is none, and else changes nothing."""
        ...

    async def get(self, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        """The names that are known; perhaps a moment old."""
        ...

    async def erase(self, player: PlayerId) -> None:
        """Returns when no copy of the player's name is left in the broker, on disk neither."""
        ...


def names_stream(*, replicas: int, retention_days: int, storage: str = "file") -> Stream:
    return Stream(
        STREAM,
        {
            "subjects": [f"{_PREFIX}>"],
            "storage": storage,
            "num_replicas": replicas,
            "max_msgs_per_subject": _AT_MOST,
            "max_age": retention_days * _DAY_S * NANOSECONDS,
            "discard": "old",
            "allow_direct": True,
        },
        chosen=("max_age",),
    )


class NatsNames:
    """Needs the stream of `names_stream`.

    Deleting a message overwrites its bytes on disk; purging, and a limit that is reached, only
    forget where they are. So names are deleted one by one.
    """

    def __init__(self, bus: NatsBus, api: str = "$JS.API") -> None:
        """`api`: what the broker's own interface is called in this user's account."""
        self._bus = bus
        self._bucket = NatsBucket(bus, STREAM)
        self._delete = f"{api}.STREAM.MSG.DELETE.{STREAM}"

    async def put(self, player: PlayerId, nickname: str) -> None:
        subject = _PREFIX + player
        is_stored = False
        while not is_stored:
            kept = await self._kept(subject)
            # A third message would make the broker only forget the first.
            for seq in kept[:-1]:
                await self._overwrite(seq)
            is_stored = await self._store(subject, nickname, after=kept[-1] if kept else 0)
        for seq in kept[-1:]:
            await self._overwrite(seq)

    async def add(self, player: PlayerId, nickname: str) -> None:
        await self._store(_PREFIX + player, nickname, after=0)

    async def get(self, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        last = await self._bucket.last([_PREFIX + player for player in players])
        return {
            PlayerId(subject.removeprefix(_PREFIX)): found.data.decode()
            for subject, found in last.items()
        }

    async def erase(self, player: PlayerId) -> None:
        subject = _PREFIX + player
        while found := await self._bucket.last([subject]):
            await self._overwrite(found[subject].seq)

    async def _kept(self, subject: str) -> list[int]:
        """The numbers of all its messages, also of one by which somebody said that it is gone."""
        question = {"seq": 1, "next_by_subj": subject, "batch": _AT_MOST}
        return sorted(each.number for each in await read(self._bus, STREAM, question))

    async def _store(self, subject: str, nickname: str, *, after: int) -> bool:
        """Whether message `after` was the subject's last."""
        try:
            await store(self._bus, subject, nickname.encode(), {_EXPECTED: str(after)})
        except ApiRefused as refused:
            if refused.err_code != _ANOTHER_SEQUENCE:
                raise
            return False
        return True

    async def _overwrite(self, seq: int) -> None:
        try:
            await call(self._bus, self._delete, {"seq": seq})
        except ApiRefused as refused:
            is_gone = refused.err_code == _NOT_DELETED and refused.description == _GONE
            if not is_gone and refused.err_code != _NO_SUCH_MESSAGE:  # somebody else was faster
                raise


class MemoryNames:
    """Names within one process."""

    def __init__(self, clock: Clock, *, retention_days: int) -> None:
        self._clock = clock
        self._retention_ms = retention_days * _DAY_S * 1000
        self._kept: dict[PlayerId, tuple[str, int]] = {}
        """With the time at which each is dropped."""

    async def put(self, player: PlayerId, nickname: str) -> None:
        self._kept[player] = (nickname, self._clock.now_ms() + self._retention_ms)

    async def add(self, player: PlayerId, nickname: str) -> None:
        if not await self.get([player]):
            await self.put(player, nickname)

    async def get(self, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        now_ms = self._clock.now_ms()
        kept = ((player, self._kept.get(player)) for player in players)
        return {player: name[0] for player, name in kept if name is not None and name[1] > now_ms}

    async def erase(self, player: PlayerId) -> None:
        self._kept.pop(player, None)
