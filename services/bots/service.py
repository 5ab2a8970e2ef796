"""The bots service: looks for automatic players' seats that nobody plays, and plays them.

It keeps nothing. Whatever seat it played before it was started again is free after a moment, and
is claimed like any other.
"""

import asyncio
from collections.abc import Callable
from random import Random

import structlog

from services.bots.metrics import BotsMetrics
from services.bots.minds import KINDS
from services.bots.seat import Seat
from services.bots.settings import BotsSettings
from shared.client import Away, Client, Refused
from shared.contracts.http import AutomaticSeat
from shared.contracts.ids import PlayerId, RoomId
from shared.runtime.clock import Clock
from shared.runtime.tasks import Fail, end, watched

_log = structlog.stdlib.get_logger(__name__)

NICKNAMES = (
    *("Aster", "Basil", "Cedar", "Daisy", "Elm", "Fern", "Ginger", "Hazel", "Iris", "Jasmine"),
    *("Laurel", "Maple", "Nettle", "Olive", "Poppy", "Quince", "Rowan", "Sage", "Thistle"),
    *("Violet", "Willow", "Yarrow"),
)


class BotsService:
    """`credential`: lets it at seats. `chance`: what all that is drawn comes of."""

    def __init__(
        self,
        *,
        credential: str,
        clock: Clock,
        settings: BotsSettings,
        metrics: BotsMetrics,
        chance: Random,
        fail: Fail,
        gateway_url: Callable[[], str] | None = None,
    ) -> None:
        """`fail` is told what ended its looking for seats. `gateway_url`: where the gateway is, if
        that is known only at the start."""
        self._credential = credential
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._chance = chance
        self._fail = fail
        self._url = gateway_url or (lambda: settings.gateway_url)
        self._client: Client | None = None
        self._looking: asyncio.Task[None] | None = None
        self._played: dict[tuple[RoomId, PlayerId], asyncio.Task[None]] = {}
        self._nicknames: dict[tuple[RoomId, PlayerId], str] = {}
        self._is_heard = False

    async def start(self) -> None:
        self._client = Client(self._url(), self._credential, budget_s=0)
        self._looking = watched(self._look_for_ever(self._client), self._fail)

    async def stop(self) -> None:
        """Leaves every seat at once; another process may claim them."""
        if self._looking is not None:
            await end(self._looking)
        await end(*self._played.values())
        if self._client is not None:
            await self._client.close()

    def readiness(self) -> dict[str, Callable[[], bool]]:
        return {"gateway": lambda: self._is_heard}

    @property
    def seats(self) -> int:
        """How many it plays."""
        return len(self._played)

    async def _look_for_ever(self, client: Client) -> None:
        while True:
            try:
                found = (await client.automatic_seats()).seats
            except (Refused, Away) as error:
                if self._is_heard:
                    _log.warning("seats_unknown", kind=type(error).__name__, why=str(error))
                self._is_heard = False
            else:
                self._is_heard = True
                for seat in found:
                    self._take(client, seat)
            await self._clock.sleep_ms(self._settings.look_ms)

    def _take(self, client: Client, at: AutomaticSeat) -> None:
        key = (at.code, at.player)
        is_ours = at.player_kind in KINDS and key not in self._played
        if not is_ours or len(self._played) >= self._settings.seats_limit:
            return
        self._nicknames[key] = nickname = self._nickname(at.code)
        seat = Seat(
            at,
            nickname=nickname,
            client=client,
            clock=self._clock,
            settings=self._settings,
            metrics=self._metrics,
            chance=Random(self._chance.getrandbits(64)),  # noqa: S311 - nothing secret is drawn
        )
        self._played[key] = asyncio.create_task(self._play(seat, at))
        self._metrics.seats.set(len(self._played))

    async def _play(self, seat: Seat, at: AutomaticSeat) -> None:
        try:
            await seat.play()
            self._metrics.ends.add(why="closed")
        except Refused as refused:
            self._metrics.ends.add(why="refused")
            _log.info("seat_refused", room=at.code, why=refused.why.code)
        except Away:
            self._metrics.claims.add(outcome="away")
        except Exception as error:  # noqa: BLE001 - one seat's end must not be another's
            self._metrics.ends.add(why="failed")
            _log.error("seat_failed", room=at.code, exc_info=error)
        finally:
            key = (at.code, at.player)
            self._played.pop(key, None)
            self._nicknames.pop(key, None)
            self._metrics.seats.set(len(self._played))

    def _nickname(self, room: RoomId) -> str:
        """One that no other seat has which it plays in that room."""
        taken = {name for (code, _), name in self._nicknames.items() if code == room}
        free = [name for name in NICKNAMES if name not in taken]
        return self._chance.choice(free or NICKNAMES)
