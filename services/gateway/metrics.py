"""What the gateway counts. Labels are words that are known beforehand, never a room or a player."""

from services.gateway.closing import CLOSE_CODES
from shared.contracts.refusals import CODES
from shared.runtime.metrics import Metrics

LIMITS = ("command", "message", "opening", "lookup", "load", "sockets")
WHOLE = ("start", "seat", "gap")
"""Why a socket got a whole view: it began, it took or gave up a seat, it lacked too much."""


class GatewayMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self.all = metrics
        self.answers = metrics.counter(
            "answers",
            "To HTTP requests, by class of status.",
            {"status": ("1xx", "2xx", "3xx", "4xx", "5xx")},
        )
        self.commands = metrics.counter(
            "commands",
            "By what became of them: accepted, repeated, or the refusal's code.",
            {"outcome": ("accepted", "repeated", *CODES)},
        )
        self.command_ms = metrics.histogram(
            "command_ms", "From a command's arrival to what became of it, in milliseconds."
        )
        self.sockets = metrics.gauge("sockets", "Open sockets that have been admitted.")
        self.rooms = metrics.gauge("rooms", "Rooms with an open socket.")
        self.closed = metrics.counter(
            "sockets_closed",
            "Sockets that were closed from here, by close code.",
            {"code": tuple(map(str, CLOSE_CODES))},
        )
        self.frames = metrics.counter("frames", "Frames passed on to sockets.")
        self.lost = metrics.counter(
            "frames_lost", "Sockets that lacked a room's last frame, as the store showed."
        )
        self.whole_views = metrics.counter(
            "whole_views", "Whole views sent to sockets, by reason.", {"why": WHOLE}
        )
        self.limited = metrics.counter("limited", "What was refused by a limit.", {"limit": LIMITS})
        self.store_away = metrics.counter("store_away", "Calls that the store did not answer.")

    def command(self, outcome: str) -> None:
        """A newer member may refuse with a code that is unknown here."""
        self.commands.add(outcome=outcome if outcome in CODES or outcome in _DONE else "internal")


_DONE = ("accepted", "repeated")
