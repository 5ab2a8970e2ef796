"""Players without a browser: they sit at one table and act by the interface, so that a page can be
brought to any moment of a match. Deals are fixed and choices drawn from the same seed, so each way
leads to the same moment every time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

from msgspec import convert

from shared.client import Client, Table
from shared.contracts import bang_offers, buckshot
from shared.contracts.commands import Visibility
from shared.contracts.http import OptionValues

PATIENCE_S = 30.0
MOVES_LIMIT = 3_000
"""More than a match takes."""

Offer = dict[str, Any]
Weigh = Callable[["Crowd", Table, Offer], float]
"""How willingly an offer is taken up; 0: not as long as there is another."""


def evenly(_: "Crowd", __: Table, ___: Offer) -> float:
    return 1.0


class Crowd:
    """`clients` and `tables` in the order in which they took their seats in the room; the first one
    is the host. `kinds`: what each card is, by its id."""

    def __init__(self, game: str, clients: list[Client], tables: list[Table], seed: int) -> None:
        self.game = game
        self.clients = clients
        self.tables = tables
        self.code = tables[0].room
        self.kinds: dict[int, str] = {}
        self._chance = Random(seed)

    @property
    def view(self) -> dict[str, Any]:
        """Of the host; what is public in it is the same for all."""
        return self.tables[0].view

    def seated(self, seat: int) -> int:
        """Who sits at `seat` of the match, as a place in `tables`."""
        return next(n for n, table in enumerate(self.tables) if table.view["you"]["seat"] == seat)

    def waits(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.view.get("waits", [])
        return found

    @property
    def is_over(self) -> bool:
        return "result" in self.view

    async def start(self) -> None:
        for table in self.tables:
            await self.settle(await table.ready())
        await self.tables[0].command({"type": "start"})
        while not self._is_dealt():
            for table in self.tables:
                await table.update(0.05)

    def _is_dealt(self) -> bool:
        return all("match" in table.view for table in self.tables)

    async def settle(self, seq: int) -> None:
        """Until everybody was told entry `seq`."""
        for table in self.tables:
            while table.seq < seq:
                assert await table.update(PATIENCE_S) is not None, f"entry {seq} did not come"

    async def catch_up(self) -> None:
        """Until everybody knows what the server says now."""
        await self.settle((await self.clients[0].view(self.code)).seq)

    async def wait(self, holds: Callable[["Crowd"], bool]) -> None:
        """Until it comes to that by what others do."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds(self):
                for table in self.tables:
                    await table.update(0.05)

    async def act(self, table: Table, offer: Offer) -> None:
        """Takes up `offer`, its open choices drawn."""
        if self.game == "bang":
            taken = convert(offer, bang_offers.Offer)
            command: Any = bang_offers.complete(taken, self._chance.randrange)
        else:
            command = buckshot.complete(convert(offer, buckshot.Offer), self._chance.randrange)
        await self.settle(await table.command(command))

    async def until(self, holds: Callable[["Crowd"], bool], weigh: Weigh = evenly) -> bool:
        """Plays until `holds`; whether it came to that before the match was over."""
        for _ in range(MOVES_LIMIT):
            if holds(self):
                return True
            if not await self.move(weigh):
                return False
        raise AssertionError("no match is that long")

    async def move(self, weigh: Weigh = evenly) -> bool:
        """One of them takes up an offer; `False`: there is none."""
        open_to = [*self._open()]
        if not open_to:
            return False
        weights = [weigh(self, table, offer) or 1e-6 for table, offer in open_to]
        await self.act(*self._chance.choices(open_to, weights)[0])
        return True

    def _open(self) -> Iterator[tuple[Table, Offer]]:
        for table in self.tables:
            for offer in table.offers:
                yield table, offer


@asynccontextmanager
async def crowd(
    url: str,
    names: list[str],
    *,
    seed: int,
    game: str = "bang",
    options: OptionValues | None = None,
    automatic: int = 0,
    visibility: Visibility = "link",
) -> AsyncIterator[Crowd]:
    """Everybody seated in a new room; nobody is ready yet. `automatic`: how many more seats play by
    themselves."""
    async with AsyncExitStack() as opened:
        clients = [await opened.enter_async_context(Client(url)) for _ in names]
        for client, name in zip(clients, names, strict=True):
            await client.open_session(name)
        host = clients[0]
        room = await host.open_room(game, options, visibility, f"{seed:064x}")
        for client in clients[1:]:
            await client.command(room.code, {"type": "join"})
        for _ in range(automatic):
            await host.command(room.code, {"type": "addAutomatic"})
        tables = [await opened.enter_async_context(each.socket(room.code)) for each in clients]
        made = Crowd(game, clients, tables, seed)
        seen = await host.view(room.code)
        await made.settle(seen.seq)
        games = await host.games()
        found = next(each for each in games.games if each.id == game)
        made.kinds = {card.id: card.kind for card in found.cards}
        yield made
