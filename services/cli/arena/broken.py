"""What stopped a match, and its files: all that is needed to look into it and to play it again."""

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from services.cli import stored
from services.cli.arena.request import Request
from services.cli.seed import shown
from shared.matchfile.opened import whole

Law = Literal[
    "the mind raised an exception",
    "the mind does not move",
    "the match hangs",
    "the mind's move is no command",
    "the move is refused",
    "the rules raised an exception",
    "the match does not end",
    "the match waits for nobody (L8)",
    "a view tells other moves than the state (L3)",
    "a view tells another deadline than the state (L2)",
    "the log does not hold (L1, L11)",
]


class Broken(Struct, frozen=True):
    """What stopped a match, and all that is needed to look into it."""

    number: int
    law: Law
    detail: str
    """A refusal as JSON, a traceback, or a sentence."""
    seat: int | None
    player: str
    """The kind that plays the seat."""
    role: str
    view: dict[str, Any] | None
    """What the seat was shown last."""
    command: str
    """What was being decided, as JSON; empty where nothing was."""
    names: dict[str, str]
    """Player id -> kind, as far as they are dealt."""
    entries: list[bytes]

    @property
    def is_refusal(self) -> bool:
        return self.law == REFUSED

    def plain(self, request: Request) -> dict[str, Any]:
        """All but the log, which is a file of its own, as plain values for JSON."""
        return {
            "seed": request.seed.hex(),
            "match": self.number,
            "broken": self.law,
            "detail": self.detail,
            "seat": self.seat,
            "player": self.player,
            "role": self.role,
            "command": self.command,
            "view": self.view,
            "names": self.names,
            "reproduce": request.command(self.number),
        }


REFUSED: Law = "the move is refused"


def save(folder: Path, request: Request, broken: Broken) -> tuple[Path, Path]:
    """Writes the log, for `match verify` and `match show`, and a JSON object with the rest.

    Raises `OSError`.
    """
    log = save_log(folder, request, broken.number, broken.entries, broken.names)
    facts = log.with_suffix(".json")
    facts.write_bytes(msgspec.json.format(msgspec.json.encode(broken.plain(request))) + b"\n")
    return log, facts


def save_log(
    folder: Path, request: Request, number: int, entries: list[bytes], names: dict[str, str]
) -> Path:
    """Writes the log of match `number`. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"arena-{request.game}-{shown(request.seed)[-8:]}-{number}.jsonl"
    stored.write(path, whole(entries, names), entries)
    return path
