"""What a client raises when the server says no."""

import msgspec

from shared.contracts.http import Problem
from shared.contracts.refusals import Refusal


class Refused(Exception):
    """The server's refusal: `why` has its code and numbers, `status` is HTTP's (0 on a socket)."""

    def __init__(self, why: Refusal, status: int = 0) -> None:
        super().__init__(why.code)
        self.why = why
        self.status = status


def refused(status: int, body: bytes) -> Refused:
    """Out of an answer that is a problem document, or none."""
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except msgspec.DecodeError:
        return Refused(Refusal("internal"), status)
    return Refused(Refusal(problem.code, problem.params), status)
