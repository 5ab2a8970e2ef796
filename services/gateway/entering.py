"""Who may look into a room, and with whose eyes."""

import hmac
from collections import OrderedDict

from services.gateway.refusing import stop
from services.gateway.sessions import Session
from services.gateway.views import MemberView, RoomView, Seen, Views
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.tenancy import is_foreign

REMEMBERED_LIMIT = 10_000


class Entering:
    """Unknown and forbidden rooms are refused alike, with `no_such_room`."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._written: OrderedDict[RoomId, int] = OrderedDict()

    def wrote(self, room: RoomId, seq: int) -> None:
        """Somebody's command became entry `seq`: from now on nobody here is shown less."""
        self._written[room] = max(seq, self._written.get(room, 0))
        self._written.move_to_end(room)
        while len(self._written) > REMEMBERED_LIMIT:
            self._written.popitem(last=False)

    async def public(self, room: RoomId, after: int = 0) -> Seen:
        """What a spectator sees; whether the caller may is another matter."""
        return await self._views.read(room, None, max(after, self._written.get(room, 0)))

    async def view(
        self, room: RoomId, session: Session, invitation: str = "", after: int = 0
    ) -> tuple[PlayerId | None, Seen]:
        """The caller's view, and whose it is: his own while he has a seat, else a spectator's."""
        self.check_room(room, session)
        public = await self.public(room, after)
        if is_seated(public.members, session.player):
            return session.player, await self._views.read(room, session.player, public.seq)
        await self.watch(public.room, session, invitation)
        return None, public

    def check_room(self, room: RoomId, session: Session) -> None:
        """Refuses a token that is good for another room."""
        if not session.is_good_for(room):
            stop("no_such_room")

    async def watch(self, room: RoomView, session: Session, invitation: str) -> None:
        """Lets somebody without a seat watch, or refuses; with `no_watchers` whoever may know of
        the room."""
        await self.admit(room, session, invitation)
        if room.is_unwatched:
            stop("no_watchers")

    async def admit(self, room: RoomView, session: Session, invitation: str) -> None:
        """Lets somebody without a seat know of the room, or refuses."""
        if session.is_automatic or is_foreign(session.player, room.tenant, room.visibility):
            stop("no_such_room")
        if room.visibility == "invited":
            key = await self._views.invitation(room.code, room.host) if invitation else ""
            if not key or not hmac.compare_digest(key.encode(), invitation.encode()):
                stop("no_such_room")


def is_seated(members: tuple[MemberView, ...], player: PlayerId) -> bool:
    return any(member.player == player for member in members)
