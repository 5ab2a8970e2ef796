"""One run of the simulated house.

A run is a function of its seed and of the code alone.
"""

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import structlog
from msgspec import Struct

from services.projection.metrics import GUARDS as PROJECTION_GUARDS
from services.rules.metrics import GUARDS as RULES_GUARDS
from shared.contracts.entries import Header
from tests.simulation.house import House
from tests.simulation.laws import audits
from tests.simulation.loop import run
from tests.simulation.people import Pair, Party
from tests.simulation.sea import START_MS, Sea
from tests.simulation.storm import Storm

LONGEST_S = 3_600.0
"""Virtual time after which a house whose people are not done counts as hung."""
HUNG_MS = 60_000
"""So long after its deadline a match may stand still, whatever goes wrong."""
PAIRS = 4
"""In one house out of so many there is also a room of the game for two."""
LOOK_S = 2.0
SETTLE_S = 12.0
ALLOWED = frozenset({"command_set_aside", "log_away", "log_silent"})
"""Events logged as errors that are no fault of ours."""


class Outcome(Struct):
    seed: int
    broken: list[str]
    """What does not hold; empty if all is well."""
    log_hash: str
    """sha256 over all entries in the order in which they were stored."""
    simulated_s: float
    faults: Counter[str]
    guards: Counter[str]
    counted: Counter[str]

    def tell(self) -> str:
        how = f"to see it again: python -m tests.simulation {self.seed}"
        return "\n".join([f"seed {self.seed}", *self.broken[:12], how])


def simulate(seed: int) -> Outcome:
    """Plays one house to its end and holds the laws against it."""
    with _errors_logged() as logged, _no_cycles_collected():
        outcome = run(_simulate(seed))
    outcome.broken += logged
    return outcome


async def _simulate(seed: int) -> Outcome:
    sea = Sea(seed)
    house = House(sea)
    await house.open()
    chance = sea.chance.stream("parties")
    parties = [Party(house, number) for number in range(chance.choice((1, 1, 2)))]
    if seed % PAIRS == 0:
        parties.append(Pair(house, len(parties)))
    storm = Storm(house)
    raging = None if sea.is_calm else asyncio.create_task(storm.rage())
    playing = asyncio.gather(*(party.play() for party in parties))
    await _watch(house, playing)
    if raging is not None:
        raging.cancel()
        await storm.die_down()
    sea.settle()
    playing.cancel()
    await asyncio.wait({playing})
    if not house.broken:
        await _calm_down(house)
    simulated_s = asyncio.get_running_loop().time()
    await house.end()
    house.witness.look()
    counted: Counter[str] = Counter()
    if not house.broken:
        for audit in audits(house, parties):
            house.broken += audit.wrong
            counted += audit.counted
    if sea.is_calm and house.counted("timer", "alarms_total", what="missed"):
        house.broken.append("an alarm was missed in a calm run")
    return Outcome(
        seed, house.broken, _hash(house), simulated_s, sea.faults, _guards(house), counted
    )


async def _watch(house: House, playing: "asyncio.Future[Any]") -> None:
    """Returns when all people are done, or something does not hold."""
    loop = asyncio.get_running_loop()
    while not playing.done() and not house.broken:
        await asyncio.wait({playing}, timeout=LOOK_S)
        house.witness.look()
        for room, headers in house.witness.headers.items():
            if _is_hung(headers[-1]):
                house.broken.append(f"room {room} hangs at entry {headers[-1].seq} (L8)")
        if loop.time() > LONGEST_S:
            house.broken.append(f"people are not done after {LONGEST_S:.0f} s")
    if playing.done() and not playing.cancelled() and playing.exception() is not None:
        house.broken.append(f"somebody failed: {playing.exception()!r}")


def _is_hung(last: Header) -> bool:
    now_ms = START_MS + asyncio.get_running_loop().time() * 1000
    return bool(last.due_id) and now_ms > last.deadline_ms + HUNG_MS


async def _calm_down(house: House) -> None:
    """Nothing goes wrong any more: whatever is owed is done within a bound."""
    await asyncio.sleep(SETTLE_S)
    now_ms = START_MS + asyncio.get_running_loop().time() * 1000
    for room in house.witness.rooms():
        house.witness.head(room)
        last = house.witness.headers[room][-1]
        if last.due_id and last.deadline_ms + SETTLE_S * 1000 / 2 < now_ms:
            house.broken.append(f"room {room} is left at entry {last.seq} (L8)")


def _hash(house: House) -> str:
    digest = sha256()
    for name in sorted(house.log._streams):
        for stored in filter(None, house.log._streams[name]):
            digest.update(f"{name} {stored.room} {stored.seq} ".encode() + stored.entry)
    return digest.hexdigest()


def _guards(house: House) -> Counter[str]:
    found: Counter[str] = Counter()
    for guard in RULES_GUARDS:
        found[f"rules {guard}"] = house.counted("rules", "guards_total", guard=guard)
    for guard in PROJECTION_GUARDS:
        found[f"projection {guard}"] = house.counted("projection", "guards_total", guard=guard)
    for what in ("early", "missed", "failed"):
        found[f"timer alarm {what}"] = house.counted("timer", "alarms_total", what=what)
    for code in ("nothing_due", "too_early"):
        found[f"timer {code}"] = house.counted(
            "timer", "commands_total", kind="timeout", outcome=code
        )
    for kind in ("absent", "back", "abandon"):
        found[f"timer {kind}"] = house.counted(
            "timer", "commands_total", kind=kind, outcome="accepted"
        )
    for why in ("gap", "seat"):
        found[f"gateway whole view, {why}"] = house.counted("gateway", "whole_views_total", why=why)
    found["gateway store away"] = house.counted("gateway", "store_away_total")
    return +found


@contextmanager
def _errors_logged() -> Iterator[list[str]]:
    """What services log as an error, which none of them should in here."""
    found: list[str] = []

    def take(_: Any, level: str, event: Any) -> Any:
        if level in ("error", "critical", "exception") and event["event"] not in ALLOWED:
            found.append(f"logged: { {k: str(v) for k, v in event.items()} }")
        raise structlog.DropEvent

    before = structlog.get_config()["processors"][:]
    structlog.get_config()["processors"][:] = [take]
    try:
        yield found
    finally:
        structlog.get_config()["processors"][:] = before


@contextmanager
def _no_cycles_collected() -> Iterator[None]:
    """Collecting runs finalizers at moments that hang on memory."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
