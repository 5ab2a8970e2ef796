"""The row of the table that is about the doctor alone: who looks whether all is sound."""

from .rights import API, CONSUMERS, KEPT_BESIDE, MADE_AGAIN, Rights, Use, answers, looks


def doctor(streams: tuple[str, ...]) -> Rights:
    return Rights(
        "doctor",
        (
            looks(*streams, *MADE_AGAIN, *KEPT_BESIDE, consumers=CONSUMERS),
            Use("asks for the store's limits", asks=(f"{API}.INFO",)),
            Use("stores one message, to see that it can", asks=("$KV.FOLLOWERS.doctor.*",)),
            Use("looks who is alive", asks=(f"{API}.DIRECT.GET.KV_MEMBERS",)),
            answers("doctor"),
        ),
        looks_at_store=True,
    )
