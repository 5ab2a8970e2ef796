"""Streams are planned before they are made or changed, and the plan is what then happens."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from nats.aio.client import Client

from shared.eventstore import planning
from shared.eventstore.layout import Layout
from shared.eventstore.log import Away
from shared.eventstore.planning import Item, Refused, apply, ensure_streams, plan, refusals, told
from shared.eventstore.streams import LogStreamSettings, Stream, log_streams
from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.conftest import Count
from tests.eventstore.worlds import ADMIN, connect

NS = 1_000_000_000
PLAIN = Stream("THINGS", {"subjects": ["things.>"], "max_age": 600 * NS})
QUEUE = Stream(
    "QUEUE",
    {"subjects": ["queue.>"], "retention": "workqueue"},
    {"worker": {"filter_subject": "queue.a", "ack_wait": 5 * NS}},
    is_remade=True,
)


@pytest.fixture
async def bare(tmp_path: Path) -> AsyncIterator[Client]:
    """A connection to a broker without streams."""
    async with NatsServer(ServerSettings(tmp_path / "bare", (ADMIN,))) as broker:
        connection = await connect(broker.url)
        yield connection
        await connection.close()


def changed(stream: Stream, **config: Any) -> Stream:
    return replace(stream, config={**stream.config, **config})


def actions(items: list[Item]) -> dict[str, str]:
    return {item.name: item.action for item in items}


async def test_a_plan_changes_nothing_and_what_is_applied_leaves_nothing_to_do(
    bare: Client, count: Count
) -> None:
    wanted = [*log_streams(), QUEUE]
    for _ in range(2):
        items = await plan(bare, wanted)
        assert set(actions(items).values()) == {"create"}
    assert await apply(bare, items) == len(items) == 7
    items = await plan(bare, wanted)
    assert set(actions(items).values()) == {"nothing"}
    assert await apply(bare, items) == 0
    count("streams and consumers planned", len(items), minimum=7)


async def test_a_field_is_told_with_what_it_is_and_what_it_shall_be(bare: Client) -> None:
    await ensure_streams(bare, [PLAIN, QUEUE])
    wider = changed(PLAIN, max_age=900 * NS, subjects=["things.>", "more.>"])
    slower = replace(QUEUE, consumers={"worker": {"filter_subject": "queue.a", "ack_wait": 9 * NS}})
    items = await plan(bare, [wider, slower])
    assert actions(items) == {"THINGS": "update", "QUEUE": "nothing", "QUEUE.worker": "update"}
    assert [told(each) for each in items[0].differences] == [
        "subjects: +more.>",
        "max_age: 600 s -> 900 s",
    ]
    assert [told(each) for each in items[2].differences] == ["ack_wait: 5 s -> 9 s"]
    assert await apply(bare, items) == 2
    assert set(actions(await plan(bare, [wider, slower])).values()) == {"nothing"}


async def test_what_somebody_set_beside_the_declaration_is_found_and_taken_back(
    bare: Client,
) -> None:
    await ensure_streams(bare, [PLAIN])
    await ensure_streams(bare, [changed(PLAIN, max_msg_size=100, allow_direct=True)])
    [item] = await plan(bare, [PLAIN])
    assert {each.field for each in item.differences} == {"max_msg_size", "allow_direct"}
    await apply(bare, [item])
    assert actions(await plan(bare, [PLAIN])) == {"THINGS": "nothing"}


@pytest.mark.parametrize(
    "narrower",
    [
        {"max_age": 300 * NS},
        {"max_bytes": 2_000},
        {"max_msgs": 3},
        {"max_msgs_per_subject": 1},
    ],
    ids=lambda config: next(iter(config)),
)
async def test_what_may_lose_messages_is_refused_until_it_is_allowed(
    bare: Client, narrower: dict[str, int]
) -> None:
    await ensure_streams(bare, [PLAIN])
    for number in range(9):
        await bare.jetstream().publish(f"things.{number % 2}", b"x" * 500)
    items = await plan(bare, [changed(PLAIN, **narrower), QUEUE])
    [reason] = refusals(items)
    assert reason.startswith(f"THINGS: {next(iter(narrower))}: ")
    assert "9 messages" in reason
    assert "--allow-loss" in reason
    with pytest.raises(Refused):
        await apply(bare, items)
    assert actions(await plan(bare, [PLAIN, QUEUE]))["QUEUE"] == "create", "not even the rest"
    assert refusals(items, allow_loss=True) == []
    await apply(bare, items, allow_loss=True)
    state = (await bare.jetstream().stream_info("THINGS")).state
    assert (state.messages < 9) == ("max_age" not in narrower)


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        (PLAIN, changed(PLAIN, storage="memory"), "storage: file -> memory"),
        (PLAIN, changed(PLAIN, retention="workqueue"), "retention: limits -> workqueue"),
        (changed(PLAIN, deny_delete=True), PLAIN, "deny_delete: true -> false"),
        (changed(PLAIN, allow_msg_ttl=True), PLAIN, "allow_msg_ttl: true -> false"),
        (PLAIN, changed(PLAIN, subjects=["others.>"]), "subjects: -things.> +others.>"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
async def test_what_cannot_be_changed_in_place_is_refused_with_what_to_do(
    bare: Client, before: Stream, after: Stream, named: str
) -> None:
    await ensure_streams(bare, [before])
    items = await plan(bare, [after])
    [reason] = refusals(items, allow_loss=True)
    assert named in reason
    assert "restore" in reason
    with pytest.raises(Refused):
        await apply(bare, items, allow_loss=True)
    assert actions(await plan(bare, [before])) == {"THINGS": "nothing"}


async def test_the_broker_itself_would_refuse_what_a_plan_calls_fixed(bare: Client) -> None:
    """Or the plan would keep from an operator what he could have."""
    fixed = {"storage": "memory", "retention": "workqueue", "deny_delete": False}
    before = changed(PLAIN, deny_delete=True, allow_msg_ttl=True)
    await ensure_streams(bare, [before])
    for field, value in {**fixed, "allow_msg_ttl": False}.items():
        [item] = await plan(bare, [changed(before, **{field: value})])
        forced = replace(item, differences=[replace(x, kind="change") for x in item.differences])
        with pytest.raises(Away):
            await apply(bare, [forced])


async def test_what_nothing_is_lost_with_can_be_made_anew_and_nothing_else(bare: Client) -> None:
    await ensure_streams(bare, [PLAIN, QUEUE])
    other = changed(QUEUE, storage="memory")
    [reason] = refusals(await plan(bare, [other]))
    assert "--remake QUEUE" in reason
    items = await plan(bare, [other], remake=["QUEUE"])
    assert actions(items) == {"QUEUE": "remake", "QUEUE.worker": "create"}
    await apply(bare, items)
    assert set(actions(await plan(bare, [other])).values()) == {"nothing"}
    with pytest.raises(Refused, match="only QUEUE can"):
        await plan(bare, [PLAIN, QUEUE], remake=["THINGS"])


async def test_a_missing_consumer_is_made_and_one_that_is_otherwise_is_named(bare: Client) -> None:
    await ensure_streams(bare, [QUEUE])
    await bare.jetstream().delete_consumer("QUEUE", "worker")
    items = await plan(bare, [QUEUE])
    assert actions(items) == {"QUEUE": "nothing", "QUEUE.worker": "create"}
    found = await planning.unusable(bare, QUEUE)
    assert found == planning.Unusable("stream QUEUE has no consumer worker", is_missing=True)
    await apply(bare, items)
    assert await planning.unusable(bare, QUEUE) is None


@pytest.mark.parametrize("count_after", [1, 3, 8])
async def test_the_log_is_never_laid_out_anew(bare: Client, count_after: int) -> None:
    await ensure_streams(bare, log_streams())
    reasons = refusals(await plan(bare, log_streams(Layout(count_after))), allow_loss=True)
    assert all("subjects" in reason for reason in reasons)
    assert reasons


async def test_users_of_a_stream_mind_what_is_fixed_and_not_what_was_chosen(bare: Client) -> None:
    chosen = LogStreamSettings(duplicate_window_s=30, log_bytes_limit=10**9, storage="memory")
    await ensure_streams(bare, log_streams(settings=chosen))
    for stream in log_streams():
        assert await planning.unusable(bare, stream) is None
    first = log_streams()[0]
    name = first.name
    await bare.jetstream().delete_stream(name)
    assert await planning.unusable(bare, first) == planning.Unusable(
        f"there is no stream {name}", is_missing=True
    )
    await ensure_streams(bare, [changed(first, deny_delete=False, max_age=600 * NS)])
    found = await planning.unusable(bare, first)
    assert found is not None
    assert not found.is_missing
    assert "deny_delete: false -> true" in found.why
    assert "max_age: 600 s -> none" in found.why


async def test_a_user_without_the_right_is_told_that_nobody_answers(tmp_path: Path) -> None:
    user = BrokerUser("small", "small", ("$JS.API.STREAM.INFO.THINGS",), ("_INBOX.small.>",))
    async with NatsServer(ServerSettings(tmp_path, (ADMIN, user))) as broker:
        admin = await connect(broker.url)
        await ensure_streams(admin, [PLAIN])
        await admin.close()
        small = await connect(broker.url, user)
        [item] = await plan(small, [PLAIN])
        assert item.action == "nothing"
        with pytest.raises(Away):
            await plan(small, [QUEUE], timeout_s=0.2)
        await small.close()
