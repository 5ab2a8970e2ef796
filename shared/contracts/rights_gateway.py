"""The row of the table that is about the gateway alone, which strangers talk to."""

from .ids import RoomId
from .rights import (
    API,
    FRAMES,
    OUTER_API,
    READS_NAMES,
    READS_WISHES,
    KeyUse,
    Rights,
    Use,
    answers,
    looks,
    members,
    time,
)
from .subjects import (
    PRESENCE,
    PROJECTION,
    PROJECTION_VIEW,
    REPLAY,
    REPLAY_ASK,
    RULES,
    TIMER,
    TIMER_ROOMS,
    WATCH,
    WEBHOOKS_ASK,
    rules_subject,
)
from .talk import report_subject, said_subject, talk_subject

_ANY_ROOM = RoomId("*")


def gateway() -> Rights:
    return Rights(
        "gateway",
        (
            Use("sends players' commands", asks=(rules_subject("*", "cmd"),)),
            Use("ends rooms for their tenants", asks=(rules_subject("*", "tenant"),)),
            *(members(service) for service in (RULES, PROJECTION, TIMER, REPLAY)),
            Use("hears what other gateways count", hears=(WATCH,), is_among_themselves=True),
            Use("asks which rooms there are, for operators", asks=(TIMER_ROOMS,)),
            Use("asks for a view", asks=(PROJECTION_VIEW,)),
            Use("asks for replays", asks=(REPLAY_ASK,)),
            Use("knows hosts by their keys", asks=(f"{API}.DIRECT.GET.KV_TENANTS",)),
            Use("asks for deliveries", asks=(WEBHOOKS_ASK,)),
            Use(
                "looks how many deliveries wait",
                asks=(f"{OUTER_API}.CONSUMER.INFO.OUTBOX.webhooks",),
            ),
            Use("passes frames on", hears=(FRAMES,)),
            Use("reports presence", tells=(PRESENCE,)),
            READS_WISHES,
            Use(
                "keeps, reads and erases nicknames",
                asks=(
                    "$KV.NAMES.*",
                    READS_NAMES,
                    f"{OUTER_API}.STREAM.MSG.DELETE.KV_NAMES",
                ),
            ),
            Use(
                "keeps table talk, and tells it",
                asks=(talk_subject(_ANY_ROOM), f"{API}.DIRECT.GET.TALK"),
                hears=(said_subject(_ANY_ROOM),),
            ),
            Use("keeps reports of lines", asks=(report_subject(_ANY_ROOM),)),
            time(OUTER_API),
            looks("KV_MEMBERS", "KV_NAMES", api=OUTER_API),
            answers("gateway"),
        ),
        (
            KeyUse(
                "reads views and frames", "view:", ("hgetall", "hmget", "lrange"), is_read_only=True
            ),
            KeyUse(
                "lists rooms, dropping what has expired",
                "listing:",
                ("zrevrange", "mget", "zrem", "del"),
            ),
            KeyUse(
                "keeps presence",
                "presence:",
                (
                    "eval",
                    "evalsha",
                    "zadd",
                    "zscore",
                    "zrem",
                    "zremrangebyscore",
                    "zrangebyscore",
                    "pexpire",
                ),
            ),
            KeyUse(
                "counts against limits", "limit:", ("eval", "evalsha", "hmget", "hset", "pexpire")
            ),
            KeyUse(
                "counts and lists the rooms of each host",
                "tenant:",
                (
                    *("eval", "evalsha", "zremrangebyscore", "zscore", "zcard", "zadd", "pexpire"),
                    *("zrangebyscore", "hmget", "zrem", "hdel"),
                ),
            ),
        ),
        is_outer=True,
    )
