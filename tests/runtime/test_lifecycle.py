"""Services from start to stop: in order, bounded, and all of them or none."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shared.runtime.lifecycle import Life, host, running

ROOT = Path(__file__).parents[2]


class Recorder:
    def __init__(self) -> None:
        self.told: list[str] = []

    def service(self, name: str, *, stop_s: float = 0) -> "Recorded":
        return Recorded(name, self.told, stop_s)


class Recorded:
    def __init__(self, name: str, told: list[str], stop_s: float) -> None:
        self._name = name
        self._told = told
        self._stop_s = stop_s

    async def start(self) -> None:
        self._told.append(f"{self._name} starts")

    async def stop(self) -> None:
        await asyncio.sleep(self._stop_s)
        self._told.append(f"{self._name} stopped")


class Broken(Recorded):
    async def start(self) -> None:
        raise LookupError("no start")


class Unstoppable(Recorded):
    error: BaseException

    async def stop(self) -> None:
        raise self.error


async def test_services_stop_in_the_opposite_order() -> None:
    recorder = Recorder()
    async with running([recorder.service("a"), recorder.service("b")]) as life:
        assert recorder.told == ["a starts", "b starts"]
        assert life.started.is_set()
    assert recorder.told[2:] == ["b stopped", "a stopped"]


async def test_a_service_that_cannot_start_stops_those_before_it() -> None:
    recorder = Recorder()
    broken = Broken("b", recorder.told, 0)
    with pytest.raises(LookupError, match="no start"):
        async with running([recorder.service("a"), broken, recorder.service("c")]):
            raise AssertionError("it has not started")
    assert recorder.told == ["a starts", "b stopped", "a stopped"]


async def test_work_that_fails_ends_all() -> None:
    recorder, life = Recorder(), Life()

    async def work() -> None:
        await asyncio.sleep(0.01)
        raise LookupError("broken")

    life.spawn(work(), "work")
    async with asyncio.timeout(1):
        await host([recorder.service("a")], life, stop_ms=1_000)
    assert isinstance(life.failure, LookupError)
    assert recorder.told == ["a starts", "a stopped"]


async def test_what_failed_within_is_raised_at_the_end() -> None:
    async def work() -> None:
        raise LookupError("broken")

    async def live() -> None:
        async with running([]) as life:
            life.spawn(work(), "work")
            await life.ended()

    with pytest.raises(LookupError, match="broken"):
        await live()


async def test_services_stop_in_order_also_where_something_failed_within() -> None:
    recorder = Recorder()

    async def live() -> None:
        async with running([recorder.service("a", stop_s=0.05)]) as life:
            life.fail(LookupError("broken"))

    with pytest.raises(LookupError, match="broken"):
        await live()
    assert recorder.told == ["a starts", "a stopped"]


async def test_work_that_still_runs_is_cancelled_after_the_services() -> None:
    recorder = Recorder()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            recorder.told.append("work cancelled")

    async with running([recorder.service("a")]) as life:
        life.spawn(work(), "work")
        await asyncio.sleep(0)
    assert recorder.told == ["a starts", "a stopped", "work cancelled"]


async def test_stopping_has_a_bound() -> None:
    life, recorder = Life(), Recorder()
    hosting = asyncio.create_task(host([recorder.service("a", stop_s=60)], life, stop_ms=50))
    await life.started.wait()
    life.end()
    assert await asyncio.wait_for(hosting, 1) is False


async def test_asking_twice_cuts_off() -> None:
    life, recorder = Life(), Recorder()
    hosting = asyncio.create_task(host([recorder.service("a", stop_s=60)], life, stop_ms=60_000))
    await life.started.wait()
    life.end()
    await asyncio.sleep(0.01)
    life.end()
    assert await asyncio.wait_for(hosting, 1) is False


@pytest.mark.parametrize("error", [LookupError("no stop"), asyncio.CancelledError()])
async def test_a_service_that_fails_to_stop_keeps_no_other_from_it(error: BaseException) -> None:
    life, recorder = Life(), Recorder()
    broken = Unstoppable("b", recorder.told, 0)
    broken.error = error
    services = [recorder.service("a"), broken, recorder.service("c")]
    hosting = asyncio.create_task(host(services, life, stop_ms=60_000))
    await life.started.wait()
    life.end()
    assert await hosting is False
    assert recorder.told[3:] == ["c stopped", "a stopped"]


PROCESS = """
import asyncio, sys
from contextlib import asynccontextmanager
from shared.runtime.lifecycle import run_process
from shared.runtime.logs import configure

left_over = []

class Slow:
    def __init__(self, stop_s):
        self.stop_s = stop_s
    async def start(self):
        print("started", flush=True)
    async def stop(self):
        await asyncio.sleep(self.stop_s)
        print("stopped", flush=True)

@asynccontextmanager
async def opened(life):
    if sys.argv[1] == "hang":
        print("opening", flush=True)
        await asyncio.Event().wait()
    if sys.argv[1] == "raise":
        raise LookupError
    async def fail():
        raise LookupError
    async def deaf():
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()
    if sys.argv[1] == "deaf":
        left_over.append(asyncio.create_task(deaf()))
    if sys.argv[1] == "fail":
        life.spawn(fail(), "work")
    yield [Slow(float(sys.argv[2]))]
    print("closed", flush=True)

configure()
sys.exit(run_process(opened, stop_ms=400))
"""


@contextmanager
def process(what: str, stop_s: float = 0) -> Iterator["subprocess.Popen[str]"]:
    child = subprocess.Popen(
        [sys.executable, "-c", PROCESS, what, str(stop_s)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with child:
        try:
            yield child
        finally:
            child.kill()


def said(child: "subprocess.Popen[str]") -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_in_order(number: signal.Signals) -> None:
    with process("run", stop_s=0.1) as child:
        assert said(child) == "started"
        child.send_signal(number)
        assert child.wait(5) == 0
        assert [said(child), said(child)] == ["stopped", "closed"]


def test_a_task_that_missed_its_cancellation_does_not_outlive_the_rest() -> None:
    with process("deaf") as child:
        assert said(child) == "started"
        child.terminate()
        assert child.wait(10) == 0


def test_a_process_that_cannot_stop_in_time_says_so() -> None:
    with process("run", stop_s=60) as child:
        assert said(child) == "started"
        began_s = time.monotonic()
        child.terminate()
        assert child.wait(5) == 1
        assert 0.3 < time.monotonic() - began_s < 2
        assert said(child) == "closed"


def test_a_process_is_ended_while_it_still_waits_for_others() -> None:
    with process("hang") as child:
        assert said(child) == "opening"
        child.terminate()
        assert child.wait(5) == 0


@pytest.mark.parametrize("what", ["raise", "fail"])
def test_a_process_that_fails_says_so(what: str) -> None:
    with process(what) as child:
        assert child.wait(5) == 1
