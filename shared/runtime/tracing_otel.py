"""Traces by OpenTelemetry, sent to whoever takes OTLP over HTTP.

Whoever takes them being slow or away costs spans and nothing else: they are sent by a thread of its
own, out of a queue that forgets what it has no place for.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from threading import Thread

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import NonRecordingSpan, SpanContext, Status, StatusCode, TraceFlags

from shared.contracts.messages import TRACE_HEADER
from shared.runtime.logs import bound
from shared.runtime.tracing import FACTS, Fact, Named, Tracing, read_name

SEND_S = 2.0
"""How long sending may take, also when the process stops."""


class OpenTelemetry:
    """`share`: of the traces that begin here, how many are kept; those begun elsewhere are kept or
    not as it was decided there."""

    def __init__(self, service: str, processor: SpanProcessor, *, share: float = 1.0) -> None:
        self._provider = TracerProvider(
            ParentBased(TraceIdRatioBased(share)),
            Resource({"service.name": f"saloon-{service}"}),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("saloon")

    @contextmanager
    def begin(self, name: str, **facts: Fact) -> Iterator["_Span"]:
        with self._span(name, None, facts) as span:
            yield span

    @contextmanager
    def part(self, name: str, **facts: Fact) -> Iterator["_Span"]:
        if not self.name():
            yield _Span(trace.INVALID_SPAN)
            return
        with self._span(name, None, facts) as span:
            yield span

    @contextmanager
    def follow(self, named: Named, name: str, **facts: Fact) -> Iterator["_Span"]:
        found = read_name(named)
        if found is None:
            with trace.use_span(trace.INVALID_SPAN):
                yield _Span(trace.INVALID_SPAN)
            return
        trace_id, span_id, flags = found
        parent = SpanContext(trace_id, span_id, is_remote=True, trace_flags=TraceFlags(flags))
        context = trace.set_span_in_context(NonRecordingSpan(parent), Context())
        with self._span(name, context, facts) as span:
            yield span

    @contextmanager
    def _span(
        self, name: str, context: Context | None, facts: Mapping[str, Fact]
    ) -> Iterator["_Span"]:
        """Of what is raised only the type is told: its text may hold what a player holds."""
        with self._tracer.start_as_current_span(
            name, context, record_exception=False, set_status_on_exception=False
        ) as raw:
            span = _Span(raw)
            span.note(**facts)
            try:
                with bound(trace=f"{raw.get_span_context().trace_id:032x}"):
                    yield span
            except BaseException as error:
                raw.set_status(Status(StatusCode.ERROR))
                span.note(error=type(error).__qualname__)
                raise

    def headers(self) -> dict[str, str] | None:
        name = self.name()
        return {TRACE_HEADER: name} if name else None

    def name(self) -> str:
        running = trace.get_current_span().get_span_context()
        if not running.is_valid:
            return ""
        return f"00-{running.trace_id:032x}-{running.span_id:016x}-{running.trace_flags:02x}"

    def close(self) -> None:
        """Sends what waits, as far as that can be within a while."""
        self._provider.shutdown()


class _Span:
    def __init__(self, raw: trace.Span) -> None:
        self._raw = raw

    def note(self, **facts: Fact) -> None:
        assert FACTS.issuperset(facts), sorted(facts)
        if self._raw.is_recording():
            self._raw.set_attributes({f"saloon.{name}": value for name, value in facts.items()})


@asynccontextmanager
async def sending(service: str, url: str, share: float) -> AsyncIterator[Tracing]:
    """Traces of that service, sent to `url` as long as it is open."""
    made = OpenTelemetry(
        service, BatchSpanProcessor(OTLPSpanExporter(url, timeout=SEND_S)), share=share
    )
    try:
        yield made
    finally:
        await _within(SEND_S, made)


async def _within(limit_s: float, made: OpenTelemetry) -> None:
    """Closes it in a thread that nobody waits for in the end."""
    closing = Thread(target=made.close, daemon=True)
    closing.start()
    clock = asyncio.get_running_loop().time
    give_up_s = clock() + limit_s
    while closing.is_alive() and clock() < give_up_s:  # noqa: ASYNC110 - a thread tells nobody
        await asyncio.sleep(0.01)
