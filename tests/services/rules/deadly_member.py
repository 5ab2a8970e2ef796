"""A member of the rules service in a process of its own that kills itself at one command.

Run as `python deadly_member.py URL PASSWORD WHEN COMMAND_ID`, WHEN being `before` or `after` the
command's entry is stored; it says `joined` when it takes commands.
"""

import asyncio
import os
import signal
import sys
from typing import Any

import click
import uvloop

from services.cli import parts
from services.rules.settings import RulesSettings
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.eventstore.log import Log
from shared.runtime import logs


class DeadlyLog:
    def __init__(self, log: Log, when: str, command_id: str) -> None:
        self._log = log
        self._when = when
        self._command_id = command_id

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        is_deadly = read_header(read_entry(entry)).command_id == self._command_id
        if is_deadly and self._when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        await self._log.append(room, seq, entry, message_id=message_id, begins=begins)
        if is_deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


async def main(url: str, password: str, when: str, command_id: str) -> None:
    logs.configure(level="error")
    async with parts.ground(url, "rules", password) as on:
        part = parts.rules(on, RulesSettings(), lambda error: sys.exit(repr(error)))
        deciding = part.service._deciding  # type: ignore[attr-defined]
        deciding._log = DeadlyLog(deciding._log, when, command_id)
        await part.service.start()
        click.echo("joined")
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
