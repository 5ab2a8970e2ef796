"""One seat, played from its claim to the end of its room."""

import asyncio
from random import Random

import msgspec
import structlog

from services.bots.metrics import BotsMetrics
from services.bots.moves import choose
from services.bots.settings import BotsSettings
from shared.client import Away, Client, Refused, Table
from shared.contracts.bang import BangCommand
from shared.contracts.http import AutomaticSeat, ClaimRequest
from shared.runtime.clock import Clock
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)


class Seat:
    """`chance`: what moves and their pace are drawn from."""

    def __init__(
        self,
        at: AutomaticSeat,
        *,
        nickname: str,
        client: Client,
        clock: Clock,
        settings: BotsSettings,
        metrics: BotsMetrics,
        chance: Random,
    ) -> None:
        self._at = at
        self._nickname = nickname
        self._client = client
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._chance = chance

    async def play(self) -> None:
        """Claims the seat and plays it until its room is closed. Raises `Refused` and `Away`."""
        at = self._at
        claim = await self._client.claim(at.code, at.player, ClaimRequest(self._nickname))
        self._metrics.claims.add(outcome="taken")
        async with Table(self._client.address, at.code, claim.token) as table:
            renewing = asyncio.create_task(self._renew(table, claim.token))
            try:
                await self._play(table)
            finally:
                await end(renewing)

    async def _play(self, table: Table) -> None:
        acted, is_unsettled = 0, False
        while True:
            await table.update(self._settings.again_ms / 1000 if is_unsettled else None)
            await _catch_up(table)
            if table.view["room"]["phase"] == "closed":
                return
            if table.seq < acted or not table.offers:
                continue
            await self._clock.sleep_ms(self._pace_ms())
            await _catch_up(table)
            if table.seq < acted:
                continue
            move = self._choose(table)
            if move is None:
                continue
            try:
                acted, is_unsettled = await table.command(move), False
                self._metrics.moves.add(outcome="accepted")
            except Refused as refused:
                is_unsettled = True
                self._metrics.refused(refused.why.code)

    def _pace_ms(self) -> int:
        settings = self._settings
        return self._chance.randint(
            settings.pace_least_ms, max(settings.pace_least_ms, settings.pace_most_ms)
        )

    def _choose(self, table: Table) -> BangCommand | None:
        try:
            return choose(table.offers, self._at.player, self._chance)
        except msgspec.ValidationError:
            self._metrics.moves.add(outcome="unreadable")
            _log.error("offers_unreadable", room=table.room, seq=table.seq)
            return None

    async def _renew(self, table: Table, token: str) -> None:
        """Keeps the lease, as long as the seat is played."""
        while True:
            await self._clock.sleep_ms(self._settings.renew_ms)
            try:
                claim = await self._client.claim(
                    self._at.code, self._at.player, ClaimRequest(token=token)
                )
            except (Refused, Away) as error:
                _log.warning("lease_not_renewed", room=table.room, kind=type(error).__name__)
                continue
            token = claim.token
            self._metrics.claims.add(outcome="renewed")
            await table.renew(token)


async def _catch_up(table: Table) -> None:
    while table.is_behind:
        await table.update()
