"""What the gateway counts. Labels are words that are known beforehand, never a room or a player."""

from collections.abc import Iterable

from services.gateway.closing import CLOSE_CODES
from shared.contracts.operating import Figures
from shared.contracts.refusals import CODES
from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import Metrics

LIMITS = (
    *("command", "message", "opening", "lookup", "replay", "talk", "report", "load", "sockets"),
    *("host", "quota"),
)
HOST_ASKED = ("accepted", "refused", "limited")
WHOLE = ("start", "seat", "gap", "epoch")
"""Why a socket got a whole view: it began, it took or gave up a seat, it lacked too much."""


SLOW = (
    "skipped",  # more frames waited than may; they became the missed frames or one whole view
    "dropped",  # took nothing for too long, or left too many answers unread; closed
)


class GatewayMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self.all = metrics
        self.ground = GroundMetrics(metrics)
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
        self.view_ms = metrics.histogram(
            "view_ms",
            "From a socket's command to when what came of it goes out there, in milliseconds.",
        )
        self.in_flight = metrics.watched("commands_in_flight", "Commands that are not decided yet.")
        self._refused = metrics.counter(
            "refused",
            "What callers were refused, commands included, by the refusal's code.",
            {"code": tuple(CODES)},
        )
        self.sockets = metrics.watched("sockets", "Open sockets.")
        self.rooms = metrics.watched("rooms", "Rooms with an open socket.")
        self.members = metrics.watched("rules_members", "Members of the rules service known here.")
        self.closed = metrics.counter(
            "sockets_closed",
            "Sockets that were closed from here, by close code.",
            {"code": tuple(map(str, CLOSE_CODES))},
        )
        self.slow = metrics.counter(
            "slow_readers",
            "Sockets that took less than there was, by what was done.",
            {"how": SLOW},
        )
        self.frames = metrics.counter("frames", "Frames sent to sockets.")
        self.sent_bytes = metrics.counter("sent_bytes", "Messages sent to sockets, in bytes.")
        self.lost = metrics.counter(
            "frames_lost", "Sockets that lacked a room's last frame, as the store showed."
        )
        self.whole_views = metrics.counter(
            "whole_views", "Whole views sent to sockets, by reason.", {"why": WHOLE}
        )
        self.limited = metrics.counter("limited", "What was refused by a limit.", {"limit": LIMITS})
        self.lines = metrics.counter(
            "talk_lines", "Lines of table talk that were said.", {"kind": ("phrase", "text")}
        )
        self.reports = metrics.counter("talk_reports", "Lines that were reported.")
        self.talk_away = metrics.counter(
            "talk_away", "Times that table talk could not be kept or read."
        )
        self._hosts: set[str] = set()
        self._host_calls = metrics.counter(
            "host_calls",
            "Requests with a host's key, by what became of them.",
            {"host": self._hosts, "outcome": HOST_ASKED},
        )
        self._host_sessions = metrics.counter(
            "host_sessions",
            "Tokens of a host's users, by what became of them.",
            {"host": self._hosts, "outcome": HOST_ASKED},
        )
        self.store_away = metrics.counter("store_away", "Calls that the store did not answer.")

    def figures(self) -> Figures:
        """What operators are shown of it."""
        return self.all.figures(
            *("sockets", "commands_total", "refused_total", "view_ms", "commands_in_flight")
        )

    def know_hosts(self, names: Iterable[str]) -> None:
        """Hosts that are counted apart from now on."""
        for name in sorted({*names} - self._hosts):
            self._hosts.add(name)
            for outcome in HOST_ASKED:
                self._host_calls.add(0, host=name, outcome=outcome)
                self._host_sessions.add(0, host=name, outcome=outcome)

    def host_called(self, host: str, code: str = "") -> None:
        """`code`: of the refusal, if there was one."""
        self._host_calls.add(host=host, outcome=_asked(code))

    def host_session(self, host: str, code: str = "") -> None:
        self._host_sessions.add(host=host, outcome=_asked(code))

    def refused(self, code: str) -> None:
        """A newer member may refuse with a code that is unknown here."""
        self._refused.add(code=code if code in CODES else "internal")

    def command(self, outcome: str) -> None:
        """A newer member may refuse with a code that is unknown here."""
        self.commands.add(outcome=outcome if outcome in CODES or outcome in _DONE else "internal")


def _asked(code: str) -> str:
    if not code:
        return "accepted"
    return "limited" if code in ("quota_exceeded", "rate_limited") else "refused"


_DONE = ("accepted", "repeated")
