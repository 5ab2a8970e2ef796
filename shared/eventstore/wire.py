"""Requests to the broker's stream interface, and what is used of its answers."""

from typing import TypeVar

from msgspec import Struct
from msgspec.json import decode, encode
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as BrokerError
from nats.errors import NoRespondersError

from shared.contracts.ids import RoomId

from .log import Away, Gap

SEQ_HEADER = "Saloon-Seq"
"""The room's own number of an entry, so that every reader sees a hole."""
BEGINS_HEADER = "Saloon-Begins"
"""Marks an entry with which its room's log may begin."""
EXPECTED_HEADER = "Nats-Expected-Last-Subject-Sequence"
MESSAGE_ID_HEADER = "Nats-Msg-Id"
HEADER_BYTES = 1024
"""More than the headers of any message here; the broker's payload limit includes them."""

WRONG_LAST_SEQUENCE = frozenset({10071, 10164})
NO_MESSAGE = 10037
NO_STREAM = 10059
NO_CONSUMER = 10014
MESSAGE_TOO_LARGE = 10054
NO_ROOM = frozenset({10023, 10047, 10077, 10122})
"""No resources, no storage, storing failed, the stream's limit in bytes or messages."""

Headers = dict[str, str]


class Fault(Struct, frozen=True):
    """Why the broker declined."""

    code: int = 0
    err_code: int = 0
    description: str = ""


class Answer(Struct, frozen=True):
    error: Fault | None = None


class PubAck(Answer, frozen=True):
    seq: int = 0
    duplicate: bool = False


class RawMessage(Struct, frozen=True):
    seq: int
    subject: str = ""
    hdrs: bytes = b""
    data: bytes = b""


class GotMessage(Answer, frozen=True):
    message: RawMessage | None = None


class StreamState(Struct, frozen=True):
    first_seq: int = 0
    last_seq: int = 0
    subjects: dict[str, int] = {}


class StreamConfig(Struct, frozen=True):
    subjects: list[str] = []
    num_replicas: int = 1


class StreamInfo(Answer, frozen=True):
    config: StreamConfig = StreamConfig()
    created: str = ""
    state: StreamState = StreamState()
    total: int = 0
    """How many subjects there are where `state.subjects` is one page of them."""


class ConsumerMade(Answer, frozen=True):
    num_pending: int = 0


A = TypeVar("A", bound=Answer)


async def ask(
    nc: Client, verb: str, body: object, kind: type[A], timeout_s: float, *, api: str = "$JS.API"
) -> A:
    """Asks `$JS.API.<verb>`, mostly answered by a leader; perhaps by a fault. `body` `None`: a
    question without one; `api`: what the interface is called in this user's account. Raises
    `Away`."""
    payload = b"" if body is None else encode(body)
    reply = await request(nc, f"{api}.{verb}", payload, timeout_s)
    return decode(reply.data, type=kind)


async def request(
    nc: Client, subject: str, payload: bytes, timeout_s: float, headers: Headers | None = None
) -> Msg:
    """A request that changes nothing, or whose effect does not matter. Raises `Away`."""
    if not nc.is_connected:
        raise Away("not connected")
    try:
        return await nc.request(subject, payload, timeout=timeout_s, headers=headers)
    except NoRespondersError as error:
        raise Away(f"nobody answers {subject}") from error
    except (BrokerError, OSError) as error:
        raise Away(f"{subject}: {str(error) or type(error).__name__}") from error


def refuse_fault(answer: Answer, what: str) -> None:
    """For faults that only time or an operator can mend. Raises `Away`."""
    if answer.error is not None:
        raise Away(f"{what}: {answer.error.description} ({answer.error.err_code})")


def raw_headers(block: bytes) -> Headers:
    """Headers as the broker stores them: a version line, then one header a line."""
    lines = block.decode("ascii", "replace").split("\r\n")[1:]
    return {
        name: value.strip() for name, colon, value in (x.partition(":") for x in lines) if colon
    }


def seq_in(headers: Headers | None, room: RoomId, wanted: int) -> int:
    """The room's number of a message. One without it means that `wanted` is missing (`Gap`)."""
    value = (headers or {}).get(SEQ_HEADER, "")
    seq = int(value) if value.isdecimal() else 0
    if seq == 0:
        raise Gap(room, wanted, 0)
    return seq


def begins_in(headers: Headers | None) -> bool:
    """Whether a message is marked as one with which its room's log may begin."""
    return (headers or {}).get(BEGINS_HEADER) == "1"
