"""A web server that takes files by PUT, and what may go wrong with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Sink:
    """Files by path. `status`: what it answers in place of taking one; `forgets`: it takes one, and
    the answer is lost."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[dict[str, str]] = []
        """The headers of every request, names in lower case."""
        self.status = 0
        self.forgets = False
        self.url = ""

    @contextmanager
    def serving(self, port: int = 0) -> Iterator[None]:
        server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.url = f"http://127.0.0.1:{server.server_port}/kept"
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_PUT(self) -> None:
                data = self.rfile.read(int(self.headers["content-length"]))
                sink.asked.append({name.lower(): value for name, value in self.headers.items()})
                self.close_connection = True
                status = sink.status or (412 if self.path in sink.files else 201)
                if status == 201:
                    sink.files[self.path] = data
                if sink.forgets:
                    sink.forgets = False
                    return
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        return Handler
