"""The rows of the table that are about hosts alone: what tells them things, and who adds them.

Whoever has a way out to the internet reads no log: what hosts are to be told is put by for it.
"""

from .rights import ANSWERING_OUTER, API, Rights, Use, answering, answers, looks, time
from .subjects import WEBHOOKS, WEBHOOKS_ASK


def webhooks() -> Rights:
    return Rights(
        WEBHOOKS,
        (
            Use("knows where results go", asks=(f"{API}.DIRECT.GET.KV_HOOKS",)),
            Use(
                "takes what hosts are to be told",
                asks=(
                    f"{API}.CONSUMER.MSG.NEXT.OUTBOX.webhooks",
                    "$JS.ACK.OUTBOX.webhooks.>",
                    f"{API}.DIRECT.GET.OUTBOX",
                ),
            ),
            Use(
                "keeps what became of it",
                asks=("$KV.DELIVERIES.*.*", f"{API}.DIRECT.GET.KV_DELIVERIES"),
            ),
            Use("takes questions about deliveries", hears=(WEBHOOKS_ASK,)),
            ANSWERING_OUTER,
            answering("hosts"),
            time(),
            looks(
                *("OUTBOX", "KV_HOOKS", "KV_DELIVERIES", "KV_MEMBERS"),
                consumers=("OUTBOX.webhooks",),
            ),
            answers(WEBHOOKS),
        ),
    )


def hosts() -> Rights:
    return Rights(
        "hosts",
        (
            Use(
                "adds, changes and removes hosts",
                asks=(
                    "$KV.TENANTS.*",
                    f"{API}.DIRECT.GET.KV_TENANTS",
                    "$KV.HOOKS.*",
                    f"{API}.DIRECT.GET.KV_HOOKS",
                ),
            ),
            Use("asks for deliveries", asks=(WEBHOOKS_ASK,)),
            answers("hosts"),
        ),
    )
