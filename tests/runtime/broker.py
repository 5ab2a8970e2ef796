"""The suite's broker: its users have exactly the rights that the adapters are said to need."""

from pathlib import Path

from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.nats_server import NatsServer, ServerSettings

ADMIN = "admin"
PASSWORD = "suite"


def _user(name: str, publish: tuple[str, ...], subscribe: tuple[str, ...] = ()) -> BrokerUser:
    return BrokerUser(
        name, PASSWORD, publish, (*subscribe, f"_INBOX_{name}.>"), may_answer=name == "bus"
    )


USERS = (
    BrokerUser(ADMIN, PASSWORD, (">",), (">",)),
    _user("bus", ("t.>",), ("t.>",)),
    _user("clock", ("$JS.API.STREAM.INFO.KV_MEMBERS",)),
    _user("watcher", ("$JS.API.DIRECT.GET.KV_MEMBERS",), ("$KV.MEMBERS.*.*",)),
    _user("member", ("$JS.API.DIRECT.GET.KV_MEMBERS", "$KV.MEMBERS.*.*"), ("$KV.MEMBERS.*.*",)),
    _user(
        "timer",
        (
            "timer.at.*",
            "$JS.API.STREAM.PURGE.TIMERS",
            "$JS.API.CONSUMER.MSG.NEXT.TIMERS.timer",
            "$JS.ACK.TIMERS.timer.>",
        ),
    ),
    _user(
        "names",
        (
            "$KV.NAMES.*",
            "$JS.API.DIRECT.GET.KV_NAMES",
            "$JS.API.STREAM.MSG.DELETE.KV_NAMES",
        ),
    ),
)


def broker_in(directory: Path, *, is_encrypted: bool = True) -> NatsServer:
    return NatsServer(ServerSettings(directory, USERS, is_encrypted=is_encrypted))
