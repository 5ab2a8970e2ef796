"""What the gateway counts. Labels are words of this module, never a room or a player."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_LATENCY_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000)


class GatewayMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.requests = Counter(
            "saloon_gateway_requests",
            "Requests by operation and by the class of their status.",
            ["operation", "status"],
            registry=registry,
        )
        self.commands = Counter(
            "saloon_gateway_commands",
            "Commands by what became of them: accepted, repeated, or the refusal's code.",
            ["outcome"],
            registry=registry,
        )
        self.command_ms = Histogram(
            "saloon_gateway_command_ms",
            "From a command's arrival to what became of it, in milliseconds.",
            buckets=_LATENCY_MS,
            registry=registry,
        )
        self.sockets = Gauge("saloon_gateway_sockets", "Open sockets.", registry=registry)
        self.rooms = Gauge("saloon_gateway_rooms", "Rooms with an open socket.", registry=registry)
        self.closed = Counter(
            "saloon_gateway_sockets_closed",
            "Sockets that the gateway closed, by close code.",
            ["code"],
            registry=registry,
        )
        self.frames = Counter(
            "saloon_gateway_frames", "Frames passed on to sockets.", registry=registry
        )
        self.whole_views = Counter(
            "saloon_gateway_whole_views",
            "Whole views sent to sockets: at the start, for a gap, or for a full queue.",
            ["why"],
            registry=registry,
        )
        self.limited = Counter(
            "saloon_gateway_limited", "Requests refused by a limit.", ["limit"], registry=registry
        )
        self.store_away = Counter(
            "saloon_gateway_store_away",
            "Calls that the view store did not answer.",
            registry=registry,
        )
