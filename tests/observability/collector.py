"""Something that takes traces by OTLP over HTTP, as a collector does, and keeps them."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Span(NamedTuple):
    """One as it arrived; `parent` is empty in the first of a trace."""

    service: str
    name: str
    trace: str
    id: str
    parent: str
    facts: dict[str, str | int]


class Collector:
    def __init__(self, url: str) -> None:
        self.url = url
        self.spans: list[Span] = []
        self.said = b""
        """All that arrived, as it was sent."""
        self._lock = Lock()

    def take(self, body: bytes) -> None:
        request = ExportTraceServiceRequest.FromString(body)
        with self._lock:
            self.said += body
            self.spans += _spans(request)

    def of(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]


def _spans(request: ExportTraceServiceRequest) -> Iterator[Span]:
    for group in request.resource_spans:
        service = {each.key: each.value.string_value for each in group.resource.attributes}
        for scope in group.scope_spans:
            for span in scope.spans:
                assert not span.events, "an exception's text would be one"
                assert not span.status.message
                yield Span(
                    service["service.name"].removeprefix("saloon-"),
                    span.name,
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    {
                        each.key.removeprefix("saloon."): each.value.string_value
                        or each.value.int_value
                        for each in span.attributes
                    },
                )


@contextmanager
def collecting() -> Iterator[Collector]:
    """One that listens until left."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.take(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector = Collector(f"http://127.0.0.1:{server.server_port}/v1/traces")
    serving = Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        serving.join()
