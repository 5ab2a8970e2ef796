"""What a browser complains of, and whom it speaks to: nothing, and nobody but us."""

import re
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, WebError, WebSocket

_CSP = """
addEventListener('securitypolicyviolation', (broken) => {
  console.error(`CSP: ${broken.violatedDirective} forbids ${broken.blockedURI}`);
});
"""
_INSIDE = {"data", "blob", "about"}


class Complaints:
    """Of one context: its console's errors, what its scripts threw, what its CSP forbade, and
    requests that went elsewhere than to the hosts in `ours`."""

    def __init__(self, *ours: str) -> None:
        self._ours = {urlsplit(url).netloc for url in ours}
        self._forgiven: list[re.Pattern[str]] = []
        self._all: list[str] = []

    async def listen(self, context: BrowserContext) -> None:
        await context.add_init_script(_CSP)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        context.on("page", self._on_page)

    def forgive(self, pattern: str) -> None:
        """For a test that brings about what a browser itself reports, such as a lost network."""
        self._forgiven.append(re.compile(pattern))

    def take(self) -> list[str]:
        """Those that are not forgiven, each once."""
        told, self._all = self._all, []
        return [each for each in told if not any(known.search(each) for known in self._forgiven)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            where = message.location.get("url", "")
            self._all.append(f"console: {message.text} ({where})")

    def _on_error(self, error: WebError) -> None:
        self._all.append(f"thrown: {error.error}")

    def _on_request(self, request: Request) -> None:
        self._judge(request.url)

    def _on_page(self, page: Page) -> None:
        page.on("websocket", self._on_socket)

    def _on_socket(self, socket: WebSocket) -> None:
        self._judge(socket.url)

    def _judge(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in _INSIDE and parts.netloc not in self._ours:
            self._all.append(f"asked elsewhere: {url}")
