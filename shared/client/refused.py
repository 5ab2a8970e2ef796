"""What a client raises when the server says no."""

from typing import Self

import msgspec

from shared.contracts.http import Problem
from shared.contracts.refusals import Refusal


class Refused(Exception):
    """The server's refusal: `why` has its code and numbers, `status` is HTTP's (0 on a socket)."""

    def __init__(self, why: Refusal, status: int = 0) -> None:
        super().__init__(why.code)
        self.why = why
        self.status = status

    @classmethod
    def of(cls, status: int, body: bytes) -> Self:
        """Out of an answer that is a problem document, or none."""
        try:
            problem = msgspec.json.decode(body, type=Problem)
        except msgspec.DecodeError:
            return cls(Refusal("internal"), status)
        return cls(Refusal(problem.code, problem.params), status)
