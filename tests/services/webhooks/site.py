"""A host's web server that hears what it is told, and whatever may be wrong with one."""

import hmac
import socket
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Event, Thread
from typing import Any, NamedTuple

import msgspec


class Heard(NamedTuple):
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def told(self) -> Any:
        return msgspec.json.decode(self.body)


class Site:
    """`statuses`: what it answers first, one after the other; then 204."""

    def __init__(self, *statuses: int) -> None:
        self.heard: list[Heard] = []
        self.statuses = list(statuses)
        self.location = ""
        self.body_bytes = 0
        """Of each answer."""
        self.silent: Event | None = None
        """Until it is set nothing is answered."""
        self.port = 0
        self.path = f"/told/{token_hex(4)}?by=saloon"
        """Of its own, as what is told to a site that had its port before may come here."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"

    @contextmanager
    def serving(self) -> Iterator["Site"]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.port = server.server_port
        try:
            yield self
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["content-length"]))
                if self.path != site.path:
                    self.send_error(HTTPStatus.GONE)
                    return
                headers = {name.lower(): value for name, value in self.headers.items()}
                site.heard.append(Heard({**headers, ":path": self.path}, data))
                if site.silent is not None:
                    site.silent.wait(20)
                self.close_connection = True
                self.send_response(site.statuses.pop(0) if site.statuses else 204)
                if site.location:
                    self.send_header("location", site.location)
                self.send_header("content-length", str(site.body_bytes))
                self.end_headers()
                try:
                    for _ in range(site.body_bytes // 65_536):
                        self.wfile.write(b"x" * 65_536)
                except OSError:
                    pass

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        return Handler


def closed_port() -> int:
    """Where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def is_ours(heard: Heard, secret: str) -> bool:
    """As Standard Webhooks has a receiver judge it. `secret`: `whsec_…`, as it was given."""
    key = b64decode(secret.removeprefix("whsec_"))
    head = f"{heard.headers['webhook-id']}.{heard.headers['webhook-timestamp']}."
    wanted = b64encode(hmac.new(key, head.encode() + heard.body, sha256).digest()).decode()
    given = heard.headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(each, f"v1,{wanted}") for each in given)
