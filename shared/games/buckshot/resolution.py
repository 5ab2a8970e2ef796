"""A resolution: one command being carried out, with everything its rules may look at.

Rules read `state` and never write it; they yield events, and the driver applies each before it goes
on.
"""

from typing import NamedTuple

from ...engine.draws import Draws
from .state import State


class Resolution(NamedTuple):
    state: State
    now_ms: int
    draws: Draws
