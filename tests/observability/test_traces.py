"""One command's way is one trace, over real services, and tells nothing that is hidden (S35)."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from services.cli.broker import dial
from services.cli.demo.playing import UNHURRIED
from services.cli.installation import Installation
from services.cli.parts import GAMES
from services.cli.stack import stack
from services.cli.tree import ROOT
from shared.contracts.messages import TRACE_HEADER
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.log import Stored
from shared.room.verify import verify
from shared.runtime.tracing import FACTS, OFF
from shared.runtime.tracing_otel import OpenTelemetry, sending
from tests.conftest import Count
from tests.integration.people import Party, gathered
from tests.integration.scan import Account
from tests.observability.collector import Collector, Span, collecting

WAY = ("command", "ask", "decide", "append", "show", "publish", "frame")
"""From a command to what is seen of it, each within the one before."""
SERVICES = ("gateway", "gateway", "rules", "rules", "projection", "projection", "gateway")
SEED = "5a" * 32
ROLES = re.compile(r"\b(outlaw|renegade|deputy|sheriff)\b")


async def played(party: Party) -> int:
    """Some rounds of a match, with refused moves in between; how many were accepted."""
    chance, made = Random(3), 0
    for _ in range(4):
        made += await party.plays(20, chance)
        await party.host.refused("play", turn=0, cardId=chance.randrange(80))
    return made


class Evening:
    """A match that was traced: what arrived, and everything that it must not tell."""

    def __init__(self, folder: Path) -> None:
        self.installation = Installation(folder)
        self.collector: Collector
        self.entries: list[Stored] = []
        self.followed: list[Stored] = []
        self.moves = 0
        self.hidden: set[str] = set()

    async def spend(self) -> None:
        with collecting() as self.collector:
            settings = msgspec.structs.replace(UNHURRIED, trace_url=self.collector.url)
            async with stack(self.installation, settings) as serving:
                async with gathered(
                    serving.url, seed=SEED, nickname="Nickname", visibility="invited"
                ) as party:
                    await party.start()
                    self.moves = await played(party)
                    self.hidden |= {person.client.token for person in party.people}
                    self.hidden |= {"Nickname", party.host.view["you"]["invitation"]}
                await self._read(serving.broker_url, party)

    async def _read(self, broker_url: str, party: Party) -> None:
        kept = self.installation.secrets()
        self.hidden |= {*kept.passwords.values(), kept.credential, kept.token_key.decode()}
        bus = await dial(broker_url, "projection", kept.passwords["projection"])
        log = JetStreamLog(bus.nc)
        self.entries = await log.read(party.room)
        following = log.follow(range(64), None)
        async for batch in following:
            self.followed += batch.entries
            if batch.is_current:
                break
        await following.aclose()
        await bus.close()
        account = Account(party.room, [stored.entry for stored in self.entries])
        self.hidden |= {secret.decode() for secret in account.secrets}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    made = Evening(tmp_path_factory.mktemp("evening"))
    asyncio.run(made.spend())
    return made


def test_a_command_is_followed_to_everybody_who_sees_it(evening: Evening, count: Count) -> None:
    by_id = {span.id: span for span in evening.collector.spans}

    def way(span: Span) -> list[Span]:
        """From the first of its trace."""
        above = way(by_id[span.parent]) if span.parent else []
        return [*above, span]

    ways = [way(frame) for frame in evening.collector.of("frame")]
    for spans in ways:
        assert tuple(span.name for span in spans) == WAY
        assert tuple(span.service for span in spans) == SERVICES
        assert len({span.trace for span in spans}) == 1
    seen = {spans[4].facts["seq"] for spans in ways}
    assert len(seen) >= evening.moves
    outcomes = {span.facts["outcome"] for span in evening.collector.of("decide")}
    assert {"accepted"} < outcomes, "and refusals, which leave nothing"
    count("frames traced back to their command", len(ways), minimum=200)


def test_the_log_names_traces_beside_its_entries(evening: Evening) -> None:
    appended = {f"{span.trace}-{span.id}" for span in evening.collector.of("append")}
    assert len(evening.followed) == len(evening.entries)
    assert {stored.trace[3:-3] for stored in evening.followed} == appended
    assert not any(stored.trace for stored in evening.entries), "a reader has no use for it"
    pairs = zip(evening.entries, evening.followed, strict=True)
    assert all(read.entry == followed.entry for read, followed in pairs)
    assert verify([stored.entry for stored in evening.entries], GAMES).first_bad is None


def test_no_span_tells_anything_hidden(evening: Evening, count: Count) -> None:
    said = evening.collector.said.decode("latin-1")
    assert len(evening.hidden) > 400, "salts, secrets, tokens, passwords, names"
    assert not [secret for secret in evening.hidden if secret in said]
    assert not ROLES.search(said)
    facts = [fact for span in evening.collector.spans for fact in span.facts.items()]
    assert {name for name, _ in facts} <= FACTS
    for name, value in facts:
        assert isinstance(value, int) or re.fullmatch(r"[A-Za-z0-9_]{1,32}", value), (name, value)
    count("spans searched for secrets", len(evening.collector.spans), minimum=800)


def test_what_is_raised_within_a_span_is_told_by_its_type_alone() -> None:
    kept = InMemorySpanExporter()
    tracing = OpenTelemetry("rules", SimpleSpanProcessor(kept))
    with pytest.raises(ValueError, match="canary"), tracing.begin("command"):
        raise ValueError("canary")
    (span,) = kept.get_finished_spans()
    assert span.attributes == {"saloon.error": "ValueError"}
    assert not span.status.is_ok
    assert "canary" not in span.to_json()
    with pytest.raises(AssertionError), tracing.begin("command", hand="canary"):
        pass


@pytest.mark.parametrize(
    "named",
    [
        {},
        {TRACE_HEADER: ""},
        {TRACE_HEADER: "garbage"},
        {TRACE_HEADER: "00-" + "0" * 32 + "-" + "1" * 16 + "-01"},
        {TRACE_HEADER: "00-" + "1" * 32 + "-" + "0" * 16 + "-01"},
        {TRACE_HEADER: "00-" + "1" * 32 + "-" + "1" * 16 + "-01-more"},
    ],
)
def test_a_header_that_is_lost_or_wrong_does_no_harm(named: dict[str, str]) -> None:
    kept = InMemorySpanExporter()
    tracing = OpenTelemetry("projection", SimpleSpanProcessor(kept))
    with tracing.begin("another"), tracing.follow(named, "show", seq=3):
        assert tracing.headers() is None
        with tracing.part("keep"):
            pass
    assert [span.name for span in kept.get_finished_spans()] == ["another"]


def test_who_begins_a_trace_decides_whether_it_is_kept() -> None:
    kept = InMemorySpanExporter()
    never = OpenTelemetry("gateway", SimpleSpanProcessor(kept), share=0)
    always = OpenTelemetry("rules", SimpleSpanProcessor(kept), share=1)
    with never.begin("command"):
        headers = never.headers() or {}
        with always.follow(headers, "decide"), always.part("append"):
            pass
    assert int(headers[TRACE_HEADER][-2:], 16) & 1 == 0
    assert not kept.get_finished_spans()
    with always.begin("command"), always.part("ask"):
        pass
    assert [span.name for span in kept.get_finished_spans()] == ["ask", "command"]


async def test_a_collector_that_is_away_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    clock = asyncio.get_running_loop().time
    began_s = clock()
    async with sending("rules", "http://127.0.0.1:9/v1/traces", 1.0) as tracing:
        with tracing.begin("command"):
            pass
    assert clock() - began_s < 10
    assert all("opentelemetry" in record.name for record in caplog.records)


def test_without_traces_nothing_is_made_and_what_sends_them_stays_away() -> None:
    with OFF.begin("command", room="R") as span, OFF.part("ask"), OFF.follow({}, "decide"):
        span.note(outcome="accepted")
        assert OFF.name() == ""
    asked = (
        "import sys, services.cli.processes, services.cli.stack\n"
        "from services.gateway import service; from services.rules import service\n"
        "from services.projection import service; from services.timer import service\n"
        "found = [name for name in sys.modules if name.startswith('opentelemetry.')]\n"
        "print([name for name in found if 'sdk.trace' in name or 'exporter' in name])\n"
        "assert 'shared.runtime.tracing_otel' not in sys.modules"
    )
    told = subprocess.run(
        [sys.executable, "-P", "-c", asked],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "[]"
