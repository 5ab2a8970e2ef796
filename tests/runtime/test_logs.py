"""Logs: structured, bound to their task, and without a secret even where one was handed in."""

import asyncio
import io
import json
import logging
from typing import Any

import pytest
import structlog
from msgspec import Struct

from shared.runtime.logs import bound, configure
from shared.runtime.secret import Secret

CANARY = "canary"


@pytest.fixture
def written() -> io.StringIO:
    stream = io.StringIO()
    configure(stream=stream)
    return stream


def records(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def log() -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("test")
    return logger


def test_a_record_is_one_line_of_json(written: io.StringIO) -> None:
    log().info("entry_appended", room="ABCDEF", seq=7, command_id="c1", text="줄\n바꿈")
    (record,) = records(written)
    assert record.pop("timestamp").endswith("Z")
    assert record == {
        "event": "entry_appended",
        "level": "info",
        "room": "ABCDEF",
        "seq": 7,
        "command_id": "c1",
        "text": "줄\n바꿈",
    }


def test_the_level_is_a_threshold() -> None:
    stream = io.StringIO()
    configure(stream=stream, level="warning")
    log().info("quiet")
    log().warning("loud")
    assert [record["event"] for record in records(stream)] == ["loud"]


async def test_what_is_bound_belongs_to_the_task_and_its_children(written: io.StringIO) -> None:
    async def work(room: str) -> None:
        with bound(room=room, seq=1):
            await asyncio.sleep(0)
            await asyncio.create_task(child())

    async def child() -> None:
        await asyncio.sleep(0)
        log().info("worked")

    with bound(service="rules"):
        await asyncio.gather(work("A"), work("B"))
    log().info("after")
    told = [(each.get("service"), each.get("room")) for each in records(written)]
    assert sorted(told[:2]) == [("rules", "A"), ("rules", "B")]
    assert told[2] == (None, None)


@pytest.mark.parametrize(
    "name",
    [
        *("seed", "test_seed", "seeds", "roomSeed", "SEED", "secret", "client_secret", "token"),
        *("session_token", "tokens", "hand", "hands", "hand_cards", "role", "roles", "cards"),
        *("card", "salt", "nats_password", "signing_key", "cookie", "Authorization", "deck"),
    ],
)
@pytest.mark.parametrize("is_readable", [False, True])
def test_values_under_names_of_secrets_are_masked(name: str, *, is_readable: bool) -> None:
    stream = io.StringIO()
    configure(stream=stream, is_readable=is_readable)
    log().info("event", **{name: CANARY, "deep": [{"x": {name: [CANARY]}}]})
    assert CANARY not in stream.getvalue()
    assert stream.getvalue().count("***") == 2


@pytest.mark.parametrize("name", ["handler", "shared", "seq", "keyboard", "cardinal", "tokenizer"])
def test_names_that_only_look_alike_are_told(written: io.StringIO, name: str) -> None:
    log().info("event", **{name: "plain"})
    assert records(written)[0][name] == "plain"


def test_structs_are_masked_and_objects_are_named_only(written: io.StringIO) -> None:
    class Seat(Struct):
        player: str
        hand: list[str]

    class Opaque:
        def __repr__(self) -> str:
            return CANARY

    log().info("event", seat=Seat("a", [CANARY]), thing=Opaque(), data=CANARY.encode())
    log().info("event", config={"k": Secret(CANARY)})
    assert CANARY not in written.getvalue()
    first, second = records(written)
    assert first["seat"] == {"player": "a", "hand": "***"}
    assert first["data"] == "<bytes>"
    assert second["config"] == {"k": "Secret(***)"}


@pytest.mark.parametrize("is_readable", [False, True])
def test_of_an_exception_type_and_place_are_told_but_not_its_text(*, is_readable: bool) -> None:
    stream = io.StringIO()
    configure(stream=stream, is_readable=is_readable)
    hand = [CANARY]
    try:
        assert not hand, hand
    except AssertionError:
        log().exception("failed")
    assert CANARY not in stream.getvalue()
    assert "AssertionError" in stream.getvalue()
    assert "test_of_an_exception" in stream.getvalue()


def test_an_operating_systems_error_is_told_whole(written: io.StringIO) -> None:
    log().error("failed", exc_info=ConnectionRefusedError(111, "refused"))
    assert records(written)[0]["error"] == "ConnectionRefusedError: [Errno 111] refused"


def test_a_group_of_exceptions_names_its_members(written: io.StringIO) -> None:
    group = ExceptionGroup(CANARY, [KeyError(CANARY), ValueError(CANARY)])
    log().error("failed", exc_info=group)
    assert records(written)[0]["error"] == "ExceptionGroup of KeyError, ValueError"


def test_libraries_logs_come_out_the_same_way(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("slow %s", "client")
    logging.getLogger("uvicorn.error").info("not wanted")
    logging.getLogger("asyncio").error("task failed", exc_info=LookupError(CANARY))
    slow, failed = records(written)
    assert (slow["event"], slow["level"]) == ("slow client", "warning")
    assert (failed["event"], failed["error"]) == ("task failed", "LookupError")
    assert CANARY not in written.getvalue()
