"""What a viewer may see of a room: as the view store has it, or folded afresh by the projection."""

from collections.abc import Sequence

import msgspec
import structlog
from msgspec import Raw, Struct

from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import stop
from services.gateway.settings import GatewaySettings
from shared.contracts.commands import TalkLevel, Visibility
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import HASH_SECTION, SPECTATOR, Refused, View, ViewRequest
from shared.contracts.subjects import PROJECTION, PROJECTION_VIEW
from shared.runtime.bus import Bus, BusError, NoResponders
from shared.runtime.clock import Clock
from shared.runtime.viewstore import EPOCH_MARK, Head, StoreAway, ViewStore

_log = structlog.stdlib.get_logger(__name__)

_FIRST_PAUSE_MS = 4
_LONGEST_PAUSE_MS = 100
_RETRY_AFTER_MS = 1_000


class MemberView(Struct, frozen=True):
    """Of the section `members`."""

    player: PlayerId
    automatic: str = ""
    away: bool = False
    left: bool = False


class RoomView(Struct, frozen=True):
    """Of the section `room`."""

    code: RoomId
    phase: str
    game: str
    visibility: Visibility
    host: PlayerId
    seats_most: int = 0
    match: int = 0
    talk: TalkLevel = "phrases"
    tenant: str = ""
    title: str = ""
    watching: bool = True

    @property
    def is_unwatched(self) -> bool:
        """Whether those without a seat may not see it now; a lobby they may, to take one."""
        return not self.watching and self.phase != "lobby"


class _Person(Struct, frozen=True):
    """Of the section `seats`, by seat."""

    id: PlayerId = PlayerId("")


class _Seat(Struct, frozen=True):
    """The section `seat/<number>`; games that put nobody out of a match do not say `alive`."""

    alive: bool = True


class _Own(Struct, frozen=True):
    invitation: str = ""


_members_of = msgspec.json.Decoder(tuple[MemberView, ...])
_room_of = msgspec.json.Decoder(RoomView)
_people_of = msgspec.json.Decoder(tuple[_Person, ...])
_seat_of = msgspec.json.Decoder(_Seat)
_own_of = msgspec.json.Decoder(_Own)
_answers: msgspec.json.Decoder[View | Refused] = msgspec.json.Decoder(View | Refused)


class Seen(Struct, frozen=True):
    """A whole view."""

    seq: int
    hash: str
    sections: dict[str, bytes]
    head: Head | None = None
    """Where the store has it; `None` where it came from the projection."""

    @property
    def data(self) -> bytes:
        """JSON of a `View`."""
        sections = {name: Raw(value) for name, value in self.sections.items()}
        return msgspec.json.encode(View(self.seq, self.hash, sections))

    @property
    def members(self) -> tuple[MemberView, ...]:
        return _members_of.decode(self.sections["members"])

    @property
    def room(self) -> RoomView:
        return _room_of.decode(self.sections["room"])

    def is_out(self, player: PlayerId) -> bool:
        """Whether the player was put out of a match that goes on."""
        if self.room.phase != "match" or "seats" not in self.sections:
            return False
        people = _people_of.decode(self.sections["seats"])
        seats = [f"seat/{number}" for number, person in enumerate(people) if person.id == player]
        return any(not _seat_of.decode(self.sections[seat]).alive for seat in seats)

    @property
    def invitation(self) -> str:
        """Empty in everybody's view but the host's."""
        return _own_of.decode(self.sections["you"]).invitation


class Views:
    """Reads views; refuses with `no_such_room`, `behind` and `unavailable`."""

    def __init__(
        self,
        store: ViewStore,
        bus: Bus,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._wait_ms = settings.view_wait_ms
        self._metrics = metrics

    async def read(self, room: RoomId, viewer: PlayerId | None, after: int = 0) -> Seen:
        """The view, not older than entry `after`, which is waited for."""
        give_up_ms = self._clock.now_ms() + self._wait_ms
        pause_ms = _FIRST_PAUSE_MS
        while True:
            seen = await self.stored(room, viewer)
            if seen is None:
                left_ms = max(1, give_up_ms - self._clock.now_ms())
                return await self._folded(room, viewer, after, left_ms)
            if seen.seq >= after:
                return seen
            if self._clock.now_ms() >= give_up_ms:
                stop("behind", seq=seen.seq)
            await self._clock.sleep_ms(pause_ms)
            pause_ms = min(2 * pause_ms, _LONGEST_PAUSE_MS)

    async def frames(
        self, room: RoomId, viewer: PlayerId | None, after: int
    ) -> tuple[list[bytes], int] | None:
        """The frames after entry `after`, which is waited for, and the entry that they lead to.
        `None`: only a whole view helps.
        """
        try:
            [head] = await self._store.heads([room], viewer or SPECTATOR)
            if head is None or head.seq < after:
                head = (await self.read(room, viewer, after)).head
            if head is None:
                return None
            since = Head(head.epoch, head.format, after)
            frames = await self._store.read_frames(room, viewer or SPECTATOR, since)
        except StoreAway:
            self._metrics.store_away.add()
            return None
        return None if frames is None else (frames, after + len(frames))

    async def heads(self, rooms: Sequence[RoomId]) -> list[Head | None]:
        """Which entry the store's views of each room include, and their epoch; `None` where that is
        not known."""
        try:
            return await self._store.heads(rooms, SPECTATOR)
        except StoreAway:
            self._metrics.store_away.add()
            return [None] * len(rooms)

    async def has_own(self, room: RoomId, player: PlayerId) -> bool:
        """Whether the store has a view for the player himself, as of whoever has a seat."""
        try:
            (found,) = await self._store.heads([room], player)
        except StoreAway:
            self._metrics.store_away.add()
            return False
        return found is not None

    async def epoch(self) -> int:
        """In which the store is; 0 where that is not known."""
        try:
            (found,) = await self._store.heads([EPOCH_MARK], PROJECTION)
        except StoreAway:
            return 0
        return 0 if found is None else found.epoch

    async def invitation(self, room: RoomId, host: PlayerId) -> str:
        """The key of an `invited` room, which its host sees."""
        return (await self.read(room, host)).invitation

    async def stored(self, room: RoomId, viewer: PlayerId | None) -> Seen | None:
        """As the store has it; `None` where it has none, or is away."""
        try:
            stored = await self._store.read_view(room, viewer or SPECTATOR)
        except StoreAway:
            self._metrics.store_away.add()
            return None
        if stored is None:
            return None
        sections = dict(stored.sections)
        hash_ = sections.pop(HASH_SECTION, b'""')
        return Seen(stored.head.seq, hash_.decode().strip('"'), sections, stored.head)

    async def _folded(
        self, room: RoomId, viewer: PlayerId | None, after: int, within_ms: int
    ) -> Seen:
        request = msgspec.json.encode(ViewRequest(room, viewer or SPECTATOR, after))
        try:
            answer = await self._bus.request(PROJECTION_VIEW, request, timeout_ms=within_ms)
            view = _answers.decode(answer)
        except NoResponders:
            stop("unavailable", retry_after_ms=_RETRY_AFTER_MS)
        except (BusError, msgspec.DecodeError) as error:
            _log.info("view_unanswered", room=room, kind=type(error).__name__)
            stop("unavailable", retry_after_ms=_RETRY_AFTER_MS)
        if isinstance(view, Refused):
            stop(view.why.code, **view.why.params)
        if view.seq < after:
            stop("behind", seq=view.seq)
        sections = {name: bytes(value) for name, value in view.sections.items()}
        return Seen(view.seq, view.hash, sections)
