"""Who may do what: one table of services against subjects and keys.

It makes the broker's users and the store's, `docs/rights.md`, and the test that tries every service
against everything. What is not listed is refused. The gateway has no right on the log; only rules
append; nobody but its user hears an inbox.

Whoever may make the broker answer can name any subject for the answer, also one of the log's, and
no permission is asked for it. So the gateway, which strangers talk to, lives in an account of its
own: an answer to it cannot leave that account, and what passes between the two is listed here too.
"""

from collections.abc import Iterable
from typing import Literal, TypeVar

from msgspec import Struct

from .ids import PlayerId, RoomId
from .subjects import (
    INBOX,
    OUTER_INBOX,
    PRESENCE,
    PROJECTION,
    PROJECTION_VIEW,
    REPLAY,
    REPLAY_ASK,
    RULES,
    TIMER,
    TIMER_ROOMS,
    Path,
    inbox_prefix,
    outbox_subject,
    rules_subject,
    view_subject,
)

_Item = TypeVar("_Item")

API = "$JS.API"
OUTER_API = "inner.API"
"""What the broker's own interface is called outside: there `$JS.API` is another, empty one. Direct
reads are not of it, and keep their name."""
TENANT = "main"
_PATHS: tuple[Path, ...] = ("cmd", "sys", "audit", "tenant", "operator")
MADE_AGAIN = ("SNAPSHOTS", "TIMERS", "KV_MEMBERS", "KV_FOLLOWERS", "KV_WISHES", "TALK")
"""Streams that no backup needs: what is in them is made again, or meant a moment that is over."""
KEPT_BESIDE = (
    *("KV_NAMES", "OBJ_ARCHIVE", "REPORTS"),
    *("KV_TENANTS", "KV_HOOKS", "OUTBOX", "KV_DELIVERIES"),
)
"""Streams that a backup has beside those of the log, in their order: the log comes first, so that a
match which is just leaving it for the archive is in both, and not in neither."""


REMADE = ("SNAPSHOTS", "TIMERS", "KV_MEMBERS", "KV_FOLLOWERS")
"""Streams with which nothing at all is lost, so that `setup` may delete them and make them anew."""
CONSUMERS = ("TIMERS.timer", "OUTBOX.webhooks")


class Use(Struct, frozen=True):
    """One thing a service does on the broker, and the subjects that it takes."""

    what: str
    asks: tuple[str, ...] = ()
    """Requests."""
    tells: tuple[str, ...] = ()
    """Messages that nobody answers."""
    hears: tuple[str, ...] = ()
    is_among_themselves: bool = False
    """Heard of processes of the same account."""


class KeyUse(Struct, frozen=True):
    """One thing a service does in the store: commands on keys that begin with `prefix`."""

    what: str
    prefix: str
    commands: tuple[str, ...]
    is_read_only: bool = False


class Rights(Struct, frozen=True):
    """Everything one service may do."""

    service: str
    uses: tuple[Use, ...] = ()
    keys: tuple[KeyUse, ...] = ()
    is_outer: bool = False
    """Lives in the account outside the one that has the log."""
    looks_at_store: bool = False
    """May read the store's settings."""

    @property
    def publish(self) -> tuple[str, ...]:
        return _once(subject for use in self.uses for subject in (*use.asks, *use.tells))

    @property
    def subscribe(self) -> tuple[str, ...]:
        return _once(subject for use in self.uses for subject in use.hears)


class Crossing(Struct, frozen=True):
    """A subject on which something passes between the two accounts."""

    subject: str
    """As the inner account calls it."""
    alias: str
    """As the outer one does."""
    way: Literal["ask", "tell", "hear"]
    """Of the outer services."""

    @property
    def has_many_answers(self) -> bool:
        return self.subject.startswith(f"{API}.DIRECT.GET.")


def crossings(rows: Iterable[Rights]) -> tuple[Crossing, ...]:
    """All that passes between the accounts: what outer services ask, tell and hear. What they hear
    of each other stays outside."""
    found: list[Crossing] = []
    for use in (use for rights in rows if rights.is_outer for use in rights.uses):
        found += [Crossing(subject.replace(OUTER_API, API), subject, "ask") for subject in use.asks]
        found += [Crossing(subject, subject, "tell") for subject in use.tells]
        inner = [] if use.is_among_themselves else use.hears
        found += [Crossing(s, s, "hear") for s in inner if not s.startswith(INBOX)]
    return _once(found)


def _once(items: Iterable[_Item]) -> tuple[_Item, ...]:
    return tuple(dict.fromkeys(items))


def table(log_streams: Iterable[str]) -> tuple[Rights, ...]:
    """The rights of every service. `log_streams`: names of the streams that hold the log."""
    from .rights_doctor import doctor  # they are made of what is here
    from .rights_gateway import gateway
    from .rights_hosts import hosts, webhooks
    from .rights_operator import operator, setup

    streams = tuple(log_streams)
    return (
        setup(streams),
        gateway(),
        _rules(streams),
        _timer(streams),
        _projection(streams),
        _replay(streams),
        _auditor(streams),
        operator(streams),
        webhooks(),
        hosts(),
        doctor(streams),
    )


def each(streams: tuple[str, ...], verb: str) -> tuple[str, ...]:
    return tuple(f"{API}.{verb.format(stream)}" for stream in streams)


def answers(user: str) -> Use:
    return Use("hears answers to its own requests", hears=(f"{inbox_prefix(user)}.>",))


def answering(user: str) -> Use:
    return Use(f"answers the {user}", tells=(f"{inbox_prefix(user)}.>",))


ANSWERING_OUTER = Use("answers the gateway, through the broker", tells=(f"{OUTER_INBOX}>",))


def time(api: str = API) -> Use:
    return Use("reads the broker's time", asks=(f"{api}.STREAM.INFO.KV_MEMBERS",))


def members(service: str, *, joins: bool = False) -> Use:
    beats = f"$KV.MEMBERS.{service}.*"
    return Use(
        f"is a member of {service}, and knows the others" if joins else f"knows who runs {service}",
        asks=(f"{API}.DIRECT.GET.KV_MEMBERS",),
        tells=(beats,) if joins else (),
        hears=(beats,),
    )


def _follows(streams: tuple[str, ...]) -> Use:
    return Use(
        "follows the log",
        asks=(
            *each(streams, "STREAM.INFO.{}"),
            *each(streams, "CONSUMER.CREATE.{}.*"),
            *each(streams, "CONSUMER.MSG.NEXT.{}.*"),
        ),
    )


def reads(streams: tuple[str, ...]) -> Use:
    return Use(
        "reads a room's log",
        asks=(*each(streams, "STREAM.MSG.GET.{}"), *each(streams, "DIRECT.GET.{}")),
    )


_RECORDS = Use("has rules record that somebody looked", asks=(rules_subject("*", "audit"),))

_SNAPSHOT = f"snap.{TENANT}.*"
_READS_SNAPSHOTS = Use("reads snapshots", asks=(f"{API}.DIRECT.GET.SNAPSHOTS.{_SNAPSHOT}",))


def _keeps_place(service: str) -> Use:
    return Use(
        "keeps where it stands in the log",
        asks=(f"$KV.FOLLOWERS.{service}.>", f"{API}.DIRECT.GET.KV_FOLLOWERS"),
    )


READS_WISHES = Use("reads what operators want", asks=(f"{API}.DIRECT.GET.KV_WISHES",))
READS_NAMES = f"{API}.DIRECT.GET.KV_NAMES"
_ANY_ROOM = RoomId("*")
FRAMES = view_subject(_ANY_ROOM, PlayerId("*"))


READS_ARCHIVE = Use(
    "reads archived matches",
    asks=(
        f"{API}.STREAM.INFO.OBJ_ARCHIVE",
        f"{API}.STREAM.MSG.GET.OBJ_ARCHIVE",
        f"{API}.DIRECT.GET.OBJ_ARCHIVE",
    ),
)


def looks(*streams: str, api: str = API, consumers: tuple[str, ...] = ()) -> Use:
    """What a service may look at it looks at, before it is at work."""
    return Use(
        "looks whether its streams are as planned",
        asks=(
            *(f"{api}.STREAM.INFO.{stream}" for stream in streams),
            *(f"{api}.CONSUMER.INFO.{consumer}" for consumer in consumers),
        ),
    )


def _rules(streams: tuple[str, ...]) -> Rights:
    return Rights(
        "rules",
        (
            Use(
                "takes commands",
                hears=tuple(rules_subject("*", path) for path in _PATHS),
            ),
            ANSWERING_OUTER,
            answering("timer"),
            answering(REPLAY),
            answering("auditor"),
            answering("operator"),
            members(RULES, joins=True),
            members(PROJECTION),
            members(REPLAY),
            Use("appends to the log", asks=(f"ev.*.{TENANT}.*",)),
            reads(streams),
            _READS_SNAPSHOTS,
            Use("keeps snapshots", asks=(_SNAPSHOT, f"{API}.STREAM.MSG.GET.SNAPSHOTS")),
            time(),
            looks(*streams, "SNAPSHOTS", "KV_MEMBERS"),
            answers("rules"),
        ),
    )


def _timer(streams: tuple[str, ...]) -> Rights:
    return Rights(
        "timer",
        (
            _follows(streams),
            _keeps_place("timer"),
            Use(
                "sets alarms and hears them",
                asks=(
                    "timer.at.*",
                    f"{API}.STREAM.PURGE.TIMERS",
                    f"{API}.CONSUMER.MSG.NEXT.TIMERS.timer",
                    "$JS.ACK.TIMERS.timer.>",
                ),
            ),
            Use("hears who is present", hears=(PRESENCE,)),
            Use("takes questions about rooms", hears=(TIMER_ROOMS,)),
            ANSWERING_OUTER,
            Use("sends the system's commands", asks=(rules_subject("*", "sys"),)),
            Use("ends drained rooms", asks=(rules_subject("*", "operator"), "$KV.WISHES.rooms.*")),
            READS_WISHES,
            members(RULES),
            members(TIMER, joins=True),
            time(),
            looks(*streams, "TIMERS", "KV_FOLLOWERS", "KV_MEMBERS", consumers=("TIMERS.timer",)),
            answers("timer"),
        ),
    )


def _projection(streams: tuple[str, ...]) -> Rights:
    return Rights(
        "projection",
        (
            _follows(streams),
            _keeps_place("projection"),
            reads(streams),
            _READS_SNAPSHOTS,
            members(PROJECTION, joins=True),
            Use("publishes frames", tells=(FRAMES,)),
            Use("takes requests for views", hears=(PROJECTION_VIEW,)),
            READS_WISHES,
            Use("tells how far the views are made anew", asks=("$KV.WISHES.projection.rebuilt",)),
            ANSWERING_OUTER,
            answering("operator"),
            time(),
            looks(*streams, "SNAPSHOTS", "KV_FOLLOWERS", "KV_MEMBERS"),
            answers("projection"),
        ),
        (
            KeyUse(
                "writes views and frames",
                "view:",
                (
                    *("eval", "evalsha", "hgetall", "hmget", "hset", "hdel", "del", "pexpire"),
                    *("rpush", "ltrim", "lrange"),
                ),
            ),
            KeyUse("lists rooms", "listing:", ("set", "zadd", "pexpire", "zrem", "del")),
            KeyUse(
                "lists the rooms of each host",
                "tenant:",
                ("zadd", "hset", "pexpire", "zrem", "hdel"),
            ),
        ),
    )


def _replay(streams: tuple[str, ...]) -> Rights:
    return Rights(
        REPLAY,
        (
            _follows(streams),
            _keeps_place(REPLAY),
            reads(streams),
            members(REPLAY, joins=True),
            members(RULES),
            Use("takes requests for replays", hears=(REPLAY_ASK,)),
            ANSWERING_OUTER,
            _RECORDS,
            Use("reads nicknames", asks=(f"{API}.DIRECT.GET.KV_NAMES",)),
            READS_ARCHIVE,
            Use(
                "archives matches, and deletes them",
                asks=("$O.ARCHIVE.C.*", "$O.ARCHIVE.M.*", f"{API}.STREAM.PURGE.OBJ_ARCHIVE"),
            ),
            Use("puts by what hosts are to be told", asks=(outbox_subject("*", "*"),)),
            Use(
                "cuts matches that are archived out of the log",
                asks=each(streams, "STREAM.PURGE.{}"),
            ),
            time(),
            looks(*streams, "KV_FOLLOWERS", "KV_MEMBERS", "KV_NAMES", "OBJ_ARCHIVE"),
            answers(REPLAY),
        ),
    )


def _auditor(streams: tuple[str, ...]) -> Rights:
    return Rights(
        "auditor",
        (
            Use("lists the rooms in the log", asks=each(streams, "STREAM.INFO.{}")),
            reads(streams),
            READS_ARCHIVE,
            members(RULES),
            _RECORDS,
            Use("reads nicknames, for files and transcripts", asks=(READS_NAMES,)),
            Use("reads reports of lines", asks=(f"{API}.DIRECT.GET.REPORTS",)),
            answers("auditor"),
        ),
    )
