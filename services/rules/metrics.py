"""What the rules service counts. Labels are words of this module, never a room or a player."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_LATENCY_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500)


class RulesMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.commands = Counter(
            "saloon_rules_commands",
            "Commands by what became of them: accepted, repeated, retry, or the refusal's code.",
            ["outcome"],
            registry=registry,
        )
        self.latency_ms = Histogram(
            "saloon_rules_command_ms",
            "From a request's arrival to its reply, in milliseconds.",
            buckets=_LATENCY_MS,
            registry=registry,
        )
        self.guards = Counter(
            "saloon_rules_guards",
            "Times that a guard of the log's integrity did its work.",
            ["guard"],
            registry=registry,
        )
        self.rooms = Gauge("saloon_rules_rooms", "Live rooms in memory.", registry=registry)
        self.rooms_bytes = Gauge(
            "saloon_rules_rooms_bytes", "What they take, estimated.", registry=registry
        )
        self.loads = Counter(
            "saloon_rules_loads",
            "Rooms folded from the log: with a snapshot or from the first entry.",
            ["start"],
            registry=registry,
        )
        self.folded = Counter(
            "saloon_rules_folded_entries", "Entries folded while loading.", registry=registry
        )
        self.snapshots = Counter(
            "saloon_rules_snapshots",
            "Snapshots: stored, older than the kept one, or failed.",
            ["outcome"],
            registry=registry,
        )

    def guard(self, name: str) -> None:
        self.guards.labels(name).inc()

    def guarded(self, name: str) -> int:
        """How often that guard has done its work."""
        return int(self.guards.labels(name)._value.get())  # noqa: SLF001 - the library has no getter
