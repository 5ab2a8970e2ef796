"""What there is to do so that streams and consumers are as declared, and doing it.

A plan is made of what the broker says it has, and changes nothing. What the broker cannot change in
place stands in a plan as refused; what may lose messages has to be allowed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from nats.aio.client import Client

from .log import Away, LogError
from .streams import NANOSECONDS, UNBOUNDED, Config, Stream
from .wire import NO_CONSUMER, NO_STREAM, Answer, ask, refuse_fault

_WINDOW = 120 * NANOSECONDS
"""Unless messages are kept for a shorter time."""

NEW_STREAM: Config = {
    "subjects": [],
    "retention": "limits",
    "storage": "file",
    "discard": "old",
    "num_replicas": 1,
    "max_consumers": UNBOUNDED,
    "max_msgs": UNBOUNDED,
    "max_bytes": UNBOUNDED,
    "max_age": 0,
    "max_msgs_per_subject": UNBOUNDED,
    "max_msg_size": UNBOUNDED,
    "duplicate_window": _WINDOW,
    "discard_new_per_subject": False,
    "no_ack": False,
    "sealed": False,
    "deny_delete": False,
    "deny_purge": False,
    "allow_rollup_hdrs": False,
    "allow_direct": False,
    "allow_msg_ttl": False,
    "allow_msg_schedules": False,
    "compression": "none",
    "mirror": None,
    "sources": None,
    "republish": None,
    "subject_transform": None,
}
"""What a stream is where its declaration says nothing, and all that is compared."""

NEW_CONSUMER: Config = {
    "deliver_policy": "all",
    "ack_policy": "explicit",
    "ack_wait": 30 * NANOSECONDS,
    "max_deliver": UNBOUNDED,
    "filter_subject": "",
    "filter_subjects": None,
    "replay_policy": "instant",
    "max_ack_pending": 1_000,
    "headers_only": False,
    "mem_storage": False,
    "inactive_threshold": 0,
    "backoff": None,
    "pause_until": None,
}

CHOSEN = frozenset({"num_replicas", "storage"})
CHOSEN_OF_CONSUMERS = frozenset({"ack_wait", "max_ack_pending"})
_FIXED = frozenset({"storage", "retention", "max_consumers", "mirror", "sources", "sealed"})
_STAYS_ON = frozenset(
    {"deny_delete", "deny_purge", "allow_msg_ttl", "allow_msg_schedules", "sealed"}
)
_FIXED_OF_CONSUMERS = frozenset({"deliver_policy", "ack_policy", "replay_policy", "mem_storage"})
_LIMITS = frozenset({"max_msgs", "max_bytes", "max_age", "max_msgs_per_subject"})
_DURATIONS = frozenset({"max_age", "duplicate_window", "ack_wait"})

Kind = Literal["change", "loss", "fixed"]


class Difference(Struct, frozen=True):
    """A setting that is not as declared."""

    field: str
    now: Any
    wanted: Any
    kind: Kind
    """`loss`: the change may lose messages; `fixed`: it cannot be made in place."""


class Item(Struct, frozen=True):
    """One stream, or one of its consumers, and what there is to do about it."""

    stream: str
    consumer: str
    """Empty: the stream itself."""
    is_there: bool
    differences: tuple[Difference, ...]
    wanted: dict[str, Any]
    """Its whole configuration."""
    is_remade: bool
    messages: int = 0
    """How many are in the stream."""
    remade: bool = False
    """It is deleted before it is made, with all that is in it."""

    @property
    def name(self) -> str:
        return f"{self.stream}.{self.consumer}" if self.consumer else self.stream

    @property
    def action(self) -> Literal["create", "remake", "update", "nothing"]:
        if self.remade:
            return "remake"
        if not self.is_there:
            return "create"
        return "update" if self.differences else "nothing"

    def of(self, kind: Kind) -> tuple[Difference, ...]:
        """Its differences of that kind; none where it is remade."""
        return () if self.remade else tuple(x for x in self.differences if x.kind == kind)


class Refused(LogError):
    """What is planned is not done, for the reasons given; nothing was changed."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


class _State(Struct, frozen=True):
    messages: int = 0


class _Found(Answer, frozen=True):
    config: Mapping[str, Any] = {}
    state: _State = _State()


async def plan(
    connection: Client,
    streams: Sequence[Stream],
    *,
    remake: Sequence[str] = (),
    timeout_s: float = 10.0,
) -> list[Item]:
    """One item a stream and one a consumer, as declared. `remake`: streams that are to be deleted
    and made anew, of those with `is_remade`. Raises `Away`, and `Refused` for another stream."""
    unknown = {*remake} - {stream.name for stream in streams if stream.is_remade}
    if unknown:
        able = ", ".join(stream.name for stream in streams if stream.is_remade)
        raise Refused([f"{', '.join(sorted(unknown))}: only {able} can be made anew"])
    items: list[Item] = []
    for stream in streams:
        found = await _found(connection, f"STREAM.INFO.{stream.name}", NO_STREAM, timeout_s)
        remade = found is not None and stream.name in remake
        items.append(_stream_item(stream, found, remade=remade))
        for name, declared in stream.consumers.items():
            kept = None
            if found is not None and not remade:
                verb = f"CONSUMER.INFO.{stream.name}.{name}"
                kept = await _found(connection, verb, NO_CONSUMER, timeout_s)
            items.append(_consumer_item(stream, name, declared, kept))
    return items


async def _found(connection: Client, verb: str, missing: int, timeout_s: float) -> _Found | None:
    info = await ask(connection, verb, {}, _Found, timeout_s)
    if info.error is not None and info.error.err_code == missing:
        return None
    refuse_fault(info, verb)
    return info


def _stream_item(stream: Stream, found: _Found | None, *, remade: bool) -> Item:
    differences = () if found is None else _of_stream(stream, found.config)
    return Item(
        stream.name,
        "",
        found is not None,
        differences,
        {"name": stream.name, **stream.config},
        stream.is_remade,
        0 if found is None else found.state.messages,
        remade,
    )


def _consumer_item(stream: Stream, name: str, declared: Config, found: _Found | None) -> Item:
    wanted = {"durable_name": name, "ack_policy": "explicit", **declared}
    differences = () if found is None else _of_consumer(declared, found.config)
    return Item(stream.name, name, found is not None, differences, wanted, stream.is_remade)


def _of_stream(stream: Stream, config: Config) -> tuple[Difference, ...]:
    def kind(field: str, now: Any, wanted: Any) -> Kind:
        return "fixed" if field == "subjects" and stream.is_laid_out else _kind(field, now, wanted)

    age = stream.config.get("max_age", 0)
    new = {**NEW_STREAM, "duplicate_window": min(_WINDOW, age or _WINDOW)}
    return tuple(_differences(new, stream.config, config, kind))


def _of_consumer(declared: Config, config: Config) -> tuple[Difference, ...]:
    def kind(field: str, _: Any, __: Any) -> Kind:
        return "fixed" if field in _FIXED_OF_CONSUMERS else "change"

    return tuple(_differences(NEW_CONSUMER, declared, config, kind))


def _differences(
    new: Config, declared: Config, config: Config, kind: Callable[[str, Any, Any], Kind]
) -> Iterator[Difference]:
    unknown = declared.keys() - new.keys()
    assert not unknown, f"no such settings: {unknown}"
    for field, default in new.items():
        wanted, now = declared.get(field, default), config.get(field, default)
        if _plain(now) != _plain(wanted):
            yield Difference(field, now, wanted, kind(field, now, wanted))


def _plain(value: Any) -> Any:
    """Limits that are no limit are one value, and the order of subjects says nothing."""
    if isinstance(value, list):
        return sorted(map(str, value))
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return 0 if is_number and value == UNBOUNDED else value


def _kind(field: str, now: Any, wanted: Any) -> Kind:
    if field in _FIXED or (field in _STAYS_ON and now and not wanted):
        return "fixed"
    if field == "subjects":
        # What lies under a subject that is taken away is found by nobody any more.
        return "change" if set(now) <= set(wanted) else "fixed"
    if field in _LIMITS and wanted > 0 and (now <= 0 or wanted < now):
        return "loss"
    if field == "num_replicas" and wanted < now:
        return "loss"
    return "loss" if field == "discard" and wanted == "old" else "change"


def refusals(items: Sequence[Item], *, allow_loss: bool = False) -> list[str]:
    """Why the plan cannot be carried out, each with what to do; none: it can be."""
    found = [_why_fixed(item, item.of("fixed")) for item in items if item.of("fixed")]
    if not allow_loss:
        found += [_why_lost(item, item.of("loss")) for item in items if item.of("loss")]
    return found


def _why_fixed(item: Item, differences: Sequence[Difference]) -> str:
    what = _listed(differences)
    if item.is_remade:
        way = f"nothing is lost with {item.stream}: apply with --remake {item.stream}"
    else:
        way = (
            "set it as it is, or back everything up, make the streams anew on an empty broker and "
            "restore into them"
        )
    return f"{item.name}: {what} cannot be changed in place; {way}"


def _why_lost(item: Item, differences: Sequence[Difference]) -> str:
    return (
        f"{item.name}: {_listed(differences)} may lose messages or copies "
        f"({item.messages} messages are there); apply with --allow-loss if that is meant"
    )


def _listed(differences: Sequence[Difference]) -> str:
    return ", ".join(told(difference) for difference in differences)


def told(difference: Difference) -> str:
    """`max_age: none -> 60 s`, long lists cut short."""
    field, now, wanted = difference.field, difference.now, difference.wanted
    if isinstance(now, list) and isinstance(wanted, list):
        gone, come = ([*sorted({*a} - {*b})] for a, b in ((now, wanted), (wanted, now)))
        return " ".join(word for word in (f"{field}:", _few(gone, "-"), _few(come, "+")) if word)
    return f"{field}: {_value(field, now)} -> {_value(field, wanted)}"


def _few(names: Sequence[str], sign: str) -> str:
    shown = " ".join(sign + name for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"


def _value(field: str, value: Any) -> str:
    if value in (None, UNBOUNDED) or (field in _LIMITS and value <= 0):
        return "none"
    if field in _DURATIONS:
        return f"{value / NANOSECONDS:.9f}".rstrip("0").rstrip(".") + " s"
    return str(value).lower()


async def apply(
    connection: Client, items: Sequence[Item], *, allow_loss: bool = False, timeout_s: float = 10.0
) -> int:
    """Carries the plan out: how many things were done. Another who does the same does no harm.

    Raises `Refused`, then nothing was changed, and `Away`, then what came before it was.
    """
    reasons = refusals(items, allow_loss=allow_loss)
    if reasons:
        raise Refused(reasons)
    wanted = [item for item in items if item.action != "nothing"]
    for item in wanted:
        if item.remade:
            await _do(connection, item, f"STREAM.DELETE.{item.stream}", None, timeout_s)
        verb = "UPDATE" if item.action == "update" else "CREATE"
        if item.consumer:
            body = {"stream_name": item.stream, "config": item.wanted}
            call = f"CONSUMER.DURABLE.CREATE.{item.stream}.{item.consumer}"
            await _do(connection, item, call, body, timeout_s)
        else:
            call = f"STREAM.{verb}.{item.stream}"
            await _do(connection, item, call, item.wanted, timeout_s)
    return len(wanted)


async def _do(
    connection: Client, item: Item, verb: str, body: object | None, timeout_s: float
) -> None:
    answer = await ask(connection, verb, body, Answer, timeout_s)
    if answer.error is not None:
        error = answer.error
        raise Away(f"{item.name}: {error.description} ({error.err_code})")


async def ensure_streams(connection: Client, streams: Sequence[Stream]) -> None:
    """Plans and applies. Raises `Refused` and `Away`."""
    await apply(connection, await plan(connection, streams))


class Unusable(NamedTuple):
    why: str
    is_missing: bool
    """It may still be made; what is otherwise than declared does not change by itself."""


async def unusable(
    connection: Client, stream: Stream, *, api: str = "$JS.API", timeout_s: float = 2.0
) -> Unusable | None:
    """Why whoever uses the stream and its consumers cannot; `None`: all is as declared, but for
    what an installation chooses. Raises `Away`."""
    found = await ask(connection, f"STREAM.INFO.{stream.name}", {}, _Found, timeout_s, api=api)
    if found.error is not None and found.error.err_code == NO_STREAM:
        return Unusable(f"there is no stream {stream.name}", is_missing=True)
    refuse_fault(found, f"stream {stream.name}")
    differences = _unchosen(_of_stream(stream, found.config), CHOSEN | {*stream.chosen})
    if differences:
        return _otherwise(f"stream {stream.name}", differences)
    for name, declared in stream.consumers.items():
        verb = f"CONSUMER.INFO.{stream.name}.{name}"
        kept = await ask(connection, verb, {}, _Found, timeout_s, api=api)
        if kept.error is not None and kept.error.err_code == NO_CONSUMER:
            return Unusable(f"stream {stream.name} has no consumer {name}", is_missing=True)
        refuse_fault(kept, f"consumer {name}")
        differences = _unchosen(_of_consumer(declared, kept.config), CHOSEN_OF_CONSUMERS)
        if differences:
            return _otherwise(f"consumer {stream.name}.{name}", differences)
    return None


def _otherwise(what: str, differences: Sequence[Difference]) -> Unusable:
    why = f"{what} has other settings than planned: {_listed(differences)}"
    return Unusable(why, is_missing=False)


def _unchosen(differences: Sequence[Difference], chosen: frozenset[str]) -> list[Difference]:
    return [difference for difference in differences if difference.field not in chosen]
