"""A table that is set as a test wants it, in the language of the specification, and told to a page
by nobody but the test: what no match would come to soon."""

import json
import time
from typing import Any

from playwright.async_api import Route, WebSocketRoute

from shared.contracts.ids import PlayerId, RoomId
from shared.room.state import Member, RoomState
from shared.room.view import encoded, public_sections, you_section
from tests.e2e.person import Person
from tests.spec.support import GAME, Match

CODE = RoomId("STAGED")
SEQ = 40
"""The entry at which the table is shown."""


class Staged:
    """`match` as the player `viewer` sees it; `names`: what players are called."""

    def __init__(self, match: Match, viewer: str, names: dict[str, str]) -> None:
        self._match = match
        self._viewer = PlayerId(viewer)
        self._names = names
        self._began_s = time.monotonic()

    async def shown_to(self, person: Person) -> None:
        """Opens the room."""
        await person.context.route_web_socket(f"**/api/rooms/{CODE}/socket", self._meet)
        await person.context.route(f"**/api/rooms/{CODE}/**", self._answer)
        await person.go(f"/r/{CODE}")

    def _meet(self, page: WebSocketRoute) -> None:
        def on_message(data: str | bytes) -> None:
            asked: dict[str, Any] = json.loads(data)
            if asked["type"] == "resume":
                for message in self._told():
                    page.send(json.dumps(message))
            elif asked["type"] == "ping":
                page.send(json.dumps({"type": "pong", "echo": asked["echo"], **self._now()}))

        page.on_message(on_message)

    async def _answer(self, route: Route) -> None:
        """Nothing was told before."""
        await route.fulfill(json={"frames": []})

    def _told(self) -> list[dict[str, Any]]:
        view = {name: json.loads(text) for name, text in self.sections().items()}
        present = {"present": [*self._names], "watchers": 3, "names": self._names}
        return [
            {"type": "hello", "room": CODE, "viewer": self._viewer, **self._now()},
            {"type": "presence", **present},
            {"type": "view", "seq": SEQ, "hash": "00" * 32, "sections": view},
        ]

    def sections(self) -> dict[str, bytes]:
        """As the room would be told."""
        state = self._match.table.state
        room = RoomState(
            CODE,
            phase="match",
            game=GAME.id,
            options=state.options,
            host=self._viewer,
            members=[
                *(Member(player.id) for player in state.players[:-1]),
                Member(state.players[-1].id, automatic="steady"),
            ],
            match=1,
            ruleset=GAME.ruleset,
            players=state.joined,
        )
        seat = self._match.table.seat(self._viewer)
        return {
            **public_sections(room, GAME),
            **encoded(self._match.view(self._viewer)),
            "you": you_section(room, self._viewer, seat),
        }

    def _now(self) -> dict[str, int]:
        """The table's own time, which goes on."""
        passed_s = time.monotonic() - self._began_s
        return {"serverNowMs": self._match.table.now_ms + int(1_000 * passed_s)}
