"""One seat, played from its claim to the end of its room."""

import asyncio
from random import Random

import msgspec
import structlog

from services.bots.chatter import Chatter, Remark
from services.bots.metrics import BotsMetrics
from services.bots.minds import MINDS, Mind, Searcher
from services.bots.settings import BotsSettings
from shared.client import Away, Client, Refused, Table
from shared.contracts.commands import Command
from shared.contracts.http import AutomaticSeat, ClaimRequest
from shared.contracts.messages import Frame, View
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
        self._match = 0
        self._mind: Mind | None = None
        self._talk_chance = Random(chance.getrandbits(64))  # noqa: S311 - nothing secret
        self._chatter: Chatter | None = None
        self._saying: asyncio.Task[None] | None = None
        self._silent_until_ms = 0

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
                await end(renewing, *([] if self._saying is None else [self._saying]))

    async def _play(self, table: Table) -> None:
        acted, is_unsettled = 0, False
        while True:
            update = await table.update(self._settings.again_ms / 1000 if is_unsettled else None)
            self._listen(table, update)
            await self._catch_up(table)
            if table.view["room"]["phase"] == "closed":
                return
            if table.seq < acted or not table.offers:
                continue
            move = await self._in_its_time(table)
            if table.seq < acted or move is None:
                continue
            try:
                acted, is_unsettled = await table.command(move), False
                self._metrics.moves.add(outcome="accepted")
            except Refused as refused:
                is_unsettled = True
                self._metrics.refused(refused.why.code)

    async def _in_its_time(self, table: Table) -> Command | None:
        """A move by the view as it is when the time for one has passed. A search goes on meanwhile,
        in a thread, so that no other seat waits for it and nobody can tell how long it took."""
        seq, sought = table.seq, None
        is_search = isinstance(self._mind, Searcher)
        beat = asyncio.create_task(self._clock.sleep_ms(self._pace_ms(table)))
        try:
            if is_search:
                sought = await self._think(table)
            await beat
        finally:
            await end(beat)
        await self._catch_up(table)
        return sought if is_search and table.seq == seq else await self._think(table)

    async def _think(self, table: Table) -> Command | None:
        if isinstance(self._mind, Searcher):
            return await asyncio.to_thread(self._choose, table)
        return self._choose(table)

    async def _catch_up(self, table: Table) -> None:
        while table.is_behind:
            self._listen(table, await table.update())

    def _listen(self, table: Table, update: Frame | View | None) -> None:
        """A mind for each match; it hears what happens in it."""
        room = table.view["room"]
        if room["match"] != self._match:
            self._match, self._mind = room["match"], None
            self._chatter = Chatter(self._at.player, self._talk_chance, self._settings.talk_share)
            make = MINDS.get(room["game"], {}).get(self._at.player_kind)
            if make is None:
                _log.error("kind_unknown", room=table.room, kind=self._at.player_kind)
            else:
                chance = Random(self._chance.getrandbits(64))  # noqa: S311 - nothing secret
                self._mind = make(self._at.player, chance)
        if isinstance(update, Frame):
            events = [msgspec.json.decode(event) for event in update.events]
            if self._mind is not None:
                self._mind.hear(events)
            remark = None if self._chatter is None else self._chatter.hear(events, table.view)
            if remark is not None:
                self._remark(table, remark)

    def _remark(self, table: Table, remark: Remark) -> None:
        """Says it beside the play, at the pace of moves; not while another one is on its way, nor
        soon after."""
        now_ms = self._clock.now_ms()
        if now_ms >= self._silent_until_ms and (self._saying is None or self._saying.done()):
            self._silent_until_ms = now_ms + self._settings.talk_gap_ms
            self._saying = asyncio.create_task(self._say(table, remark))

    async def _say(self, table: Table, remark: Remark) -> None:
        pace = self._settings.pace_ms(table.view["room"]["game"])
        await self._clock.sleep_ms(self._talk_chance.choice(pace))
        try:
            await table.say(remark.phrase, remark.target)
            self._metrics.remarks.add(outcome="said")
        except (Refused, TimeoutError):
            self._metrics.remarks.add(outcome="unsaid")

    def _pace_ms(self, table: Table) -> int:
        return self._chance.choice(self._settings.pace_ms(table.view["room"]["game"]))

    def _choose(self, table: Table) -> Command | None:
        mind = self._mind
        if mind is None:
            return None
        before = mind.cut_short if isinstance(mind, Searcher) else 0
        try:
            return mind.choose(table.view)
        except msgspec.ValidationError:
            self._metrics.moves.add(outcome="unreadable")
            _log.error("view_unreadable", room=table.room, seq=table.seq)
            return None
        finally:
            if isinstance(mind, Searcher):
                self._metrics.cut_short.add(mind.cut_short - before)

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
