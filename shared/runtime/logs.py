"""Structured logs on standard error: JSON lines, or readable ones where a person looks on.

Records carry what is bound in the running task: `service`, and where known `room`, `seq` and
`command_id` (`bound`). Tasks inherit it, so that services which share a process stay apart.

Nobody is to log a secret. As a net below that, values under names that mean one are masked, and of
an exception only its type and where it was raised is told: its text may hold what a player holds.
"""

import logging
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from shared.runtime.secret import Secret

MASK = "***"

_FORBIDDEN = frozenset(
    {
        *("seed", "secret", "token", "hand", "role", "card", "salt", "password", "passwd"),
        *("key", "cookie", "authorization", "deck", "chamber", "shell", "entropy", "payload"),
    }
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_FRAMES_TOLD = 12

_TEXT_IS_SAFE: tuple[type[BaseException], ...] = (OSError,)
"""Of these the text is told as well; it names files, addresses and system errors."""


def configure(
    *, level: str = "info", stream: TextIO = sys.stderr, is_readable: bool | None = None
) -> None:
    """Once per process. `is_readable`: lines for people; by default where `stream` is a terminal.

    Libraries that use the standard `logging` come out the same way, from level warning on.
    """
    readable = stream.isatty() if is_readable is None else is_readable
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        tell_exception,
        mask_secrets,
    ]
    last: list[Processor] = (
        [structlog.dev.ConsoleRenderer(colors=stream.isatty())]
        if readable
        else [structlog.processors.JSONRenderer(serializer=_json)]
    )
    threshold = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*before, *last],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    logging.basicConfig(level=max(threshold, logging.WARNING), handlers=[handler], force=True)


@contextmanager
def bound(**fields: str | int) -> Iterator[None]:
    """Adds fields to every record of this task, and of tasks it starts meanwhile."""
    with structlog.contextvars.bound_contextvars(**fields):
        yield


def place_of(error: BaseException) -> str:
    """File and line where it was raised. Not its text, nor its values: an assertion shows cards."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def mask_secrets(_: WrappedLogger, __: str, record: EventDict) -> EventDict:
    """Replaces values whose name has a word that means a secret, at any depth."""
    return {name: _masked(name, value) for name, value in record.items()}


def tell_exception(_: WrappedLogger, __: str, record: EventDict) -> EventDict:
    """Replaces `exc_info` by `error` (the type) and `raised_at` (innermost last)."""
    given = record.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        record["error"] = _told(error)
        record["raised_at"] = _frames(error.__traceback__)
    return record


def _told(error: BaseException) -> str:
    kind = type(error).__qualname__
    if isinstance(error, BaseExceptionGroup):
        return f"{kind} of {', '.join(map(_told, error.exceptions))}"
    return f"{kind}: {error}" if isinstance(error, _TEXT_IS_SAFE) else kind


def _frames(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-_FRAMES_TOLD:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _masked(name: str, value: Any) -> Any:
    if _is_forbidden(name):
        return MASK
    if isinstance(value, Mapping):
        return {str(inner): _masked(str(inner), each) for inner, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_masked("", each) for each in value]
    if isinstance(value, msgspec.Struct):
        return _masked("", msgspec.structs.asdict(value))
    if isinstance(value, str | int | float | None):
        return value
    return str(value) if isinstance(value, Path | Secret) else f"<{type(value).__qualname__}>"


def _is_forbidden(name: str) -> bool:
    """`room_seed`, `roomSeed`, `seeds`: yes. `handler`, `shared`: no."""
    words = (word.lower() for word in _WORD.findall(name))
    return any(word in _FORBIDDEN or word.removesuffix("s") in _FORBIDDEN for word in words)


def _json(record: EventDict, **_: Any) -> str:
    return msgspec.json.encode(record).decode()
