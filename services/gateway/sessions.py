"""Who the caller is: signed tokens, and the nicknames that are kept beside them.

A token is all there is to a session, so any gateway can read it, and one whose nickname was lost is
made whole again from it. A session that its player has ended leaves an empty name behind, which
outlives the token and refuses it.
"""

import base64
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec
import structlog
from itsdangerous import BadData, URLSafeSerializer
from msgspec import Struct

from services.gateway.refusing import stop
from shared.contracts.http import NICKNAME_MOST, Language
from shared.contracts.ids import AUTOMATIC, Millis, PlayerId, RoomId
from shared.contracts.tenancy import TENANT_MARK, tenant_of
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.names import Names
from shared.text.visible import is_all_visible

_log = structlog.stdlib.get_logger(__name__)

ENDED = ""
"""The name of a player who has ended his session."""

CHECKED_LIMIT = 20_000
TOKEN_LIMIT = 2_000
"""Characters; longer ones are none of ours."""

_DAY_MS = 86_400_000


class Session(Struct, frozen=True, array_like=True):
    """Whom a request comes from; signed, it is the token. Two releases run side by side in an
    upgrade, so it only grows, and what is new is left unread."""

    player: PlayerId
    nickname: str
    language: Language
    expires_ms: int
    """Unix time."""
    room: RoomId | None = None
    """The one room that the token is good for: always of automatic players, and of a host's user
    where the host says so."""
    opened_ms: int = 0
    """Unix time; 0 where it is not known, as of a seat's token, which is made anew again and
    again."""

    @property
    def is_automatic(self) -> bool:
        return self.player.startswith(AUTOMATIC)

    def is_good_for(self, room: RoomId) -> bool:
        return self.room in (None, room)

    @property
    def mark(self) -> PlayerId:
        """The name under which it is noted that the session has ended. A player of a tenant comes
        again as the same, so it is that of the session and not the player's."""
        if not tenant_of(self.player):
            return self.player
        return PlayerId(f"{self.player}{TENANT_MARK}{self.expires_ms}")


class Sessions:
    """Opens, reads and ends sessions. `keys`: the newest last signs, all of them are accepted."""

    def __init__(
        self,
        *,
        keys: Sequence[bytes],
        names: Names,
        clock: Clock,
        fresh: Callable[[], bytes],
        session_days: int,
        recheck_ms: int,
        is_tenant: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`is_tenant`: whether there is a tenant of that name."""
        self._is_tenant = is_tenant
        self._signer = URLSafeSerializer(list(keys), salt="saloon-session")
        self._names = names
        self._clock = clock
        self._fresh = fresh
        self._session_ms = session_days * _DAY_MS
        self._recheck_ms = recheck_ms
        self._checked: OrderedDict[PlayerId, int] = OrderedDict()
        """By mark: until when a session need not be looked up again."""
        self._ended: OrderedDict[PlayerId, int] = OrderedDict()

    async def open(self, nickname: str, language: Language) -> tuple[str, Session]:
        """A new player and the token for him. Refuses a nickname that is none."""
        name = check_nickname(nickname)
        player = PlayerId(base64.b32encode(self._fresh()[:10]).decode().lower())
        return await self.open_visit(player, name, language, self._session_ms)

    async def open_visit(
        self,
        player: PlayerId,
        nickname: str,
        language: Language,
        lease_ms: int,
        room: RoomId | None = None,
    ) -> tuple[str, Session]:
        """A session of a player who is known, as a tenant's is, who is always the same.
        `nickname`: checked."""
        now_ms = self._clock.now_ms()
        session = Session(player, nickname, language, now_ms + lease_ms, room, now_ms)
        await self._keep(session)
        return self._sign(session), session

    async def open_seat(
        self, player: PlayerId, room: RoomId, nickname: str, lease_ms: int
    ) -> tuple[str, Session]:
        """The token that plays an automatic player's seat."""
        name = check_nickname(nickname) if nickname else ""
        session = Session(player, name, "ko", self._clock.now_ms() + lease_ms, room)
        if name:
            await self._keep(session)
        return self._sign(session), session

    def read(self, token: str) -> Session:
        """Whom the token was made for. Refuses with `unauthenticated`."""
        session = self._signed(token)
        if session is None or self._has_ended(session):
            stop("unauthenticated")
        return session

    def _has_ended(self, session: Session) -> bool:
        """As far as this gateway knows without asking."""
        tenant = tenant_of(session.player)
        return (
            self._clock.now_ms() >= session.expires_ms
            or session.mark in self._ended
            or (bool(tenant) and not self._is_tenant(tenant))
        )

    def language(self, token: str) -> Language | None:
        """What its player reads, also where it has expired; `None` where it is no token of ours."""
        session = self._signed(token)
        return None if session is None else session.language

    def _signed(self, token: str) -> Session | None:
        """Whom we made it for, however long ago; `None` where it is none of ours."""
        if len(token) > TOKEN_LIMIT:
            return None
        try:
            return msgspec.convert(self._signer.loads(token), Session)
        except (BadData, msgspec.ValidationError, ValueError):
            return None

    async def check(self, session: Session) -> None:
        """Refuses a session that its player has ended, here or elsewhere, or that has expired.

        While the names cannot be read, the signature alone counts.
        """
        if self._has_ended(session):
            stop("unauthenticated")
        now_ms, mark = self._clock.now_ms(), session.mark
        if session.is_automatic or self._checked.get(mark, 0) > now_ms:
            return
        try:
            names = await self._names.get(list({session.player, mark}))
            if session.player not in names:
                names = await self._keep_again(session)
        except BusError as error:
            _log.info("names_unread", kind=type(error).__name__)
            return
        if names.get(mark) == ENDED:
            self._note_end(session)
            stop("unauthenticated")
        _bounded(self._checked, mark, now_ms + self._recheck_ms)

    async def _keep_again(self, session: Session) -> dict[PlayerId, str]:
        """Its nickname was lost. What is known afterwards: the player may end it meanwhile, here or
        elsewhere, and then nothing of this is to stay."""
        await self._names.add(session.player, session.nickname)
        names = await self._names.get(list({session.player, session.mark}))
        if names.get(session.mark) == ENDED != names.get(session.player):
            await self._names.erase(session.player)
        return names

    async def end(self, session: Session) -> None:
        """Refuses the token from now on and erases the nickname. `BusError` when it could not."""
        self._note_end(session)
        await self._names.put(session.mark, ENDED)
        if session.mark != session.player:
            await self._names.erase(session.player)

    async def names(self, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        """The nicknames that are known now."""
        if not players:
            return {}
        try:
            found = await self._names.get(players)
        except BusError as error:
            _log.info("names_unread", kind=type(error).__name__)
            return {}
        return {player: name for player, name in found.items() if name}

    def now_ms(self) -> Millis:
        return self._clock.now_ms()

    def _sign(self, session: Session) -> str:
        return str(self._signer.dumps(msgspec.to_builtins(session)))

    async def _keep(self, session: Session) -> None:
        try:
            await self._names.put(session.player, session.nickname)
        except BusError as error:  # it is in the token as well, and is kept at a later check
            _log.info("name_unkept", kind=type(error).__name__)

    def _note_end(self, session: Session) -> None:
        self._checked.pop(session.mark, None)
        _bounded(self._ended, session.mark, session.expires_ms)


def _bounded(noted: OrderedDict[PlayerId, int], player: PlayerId, until_ms: int) -> None:
    noted[player] = until_ms
    noted.move_to_end(player)
    while len(noted) > CHECKED_LIMIT:
        noted.popitem(last=False)


def check_nickname(nickname: str) -> str:
    """The name as it is kept: NFC, without blanks around it. Refuses with `nickname`."""
    name = unicodedata.normalize("NFC", nickname).strip()
    if not 1 <= len(name) <= NICKNAME_MOST or not is_all_visible(name):
        stop("nickname", minimum=1, maximum=NICKNAME_MOST)
    return name
