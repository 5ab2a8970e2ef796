"""The broker: reached, new enough, storing, synced, with its clock near this machine's."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from services.cli import fit
from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import Patient
from shared.eventstore.log import Away
from shared.eventstore.planning import Item, plan, refusals, told
from shared.eventstore.wire import request
from shared.runtime.broker_clock import BrokerClock
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import SystemClock
from shared.runtime.nats_server import CONFIGURATION
from shared.runtime.unfit import Unfit

FULL_SHARE = 0.9
PROBE = "$KV.FOLLOWERS.doctor.probe"
_TIMEOUT_S = 5.0
_ROOM = "make room or raise the limit: deploy/runbooks/disk-full.md"


async def reached(patient: Patient, report: Report) -> NatsBus | None:
    """A connection as the doctor; `None`: a finding says why not."""
    if not patient.broker_url:
        report.check(
            "broker.reached",
            f"no broker runs on {patient.directory}, and none is named",
            "start it, or name it with --broker-url",
        )
        return None
    try:
        bus = await fit.reached(patient.broker_url, "doctor", patient.password("doctor"))
    except Unfit as unfit:
        what, _, do = str(unfit).rpartition(": ")
        report.check("broker.reached", what, do)
        return None
    report.check("broker.reached", None, "")
    return bus


async def look(patient: Patient, report: Report, bus: NatsBus) -> None:
    await _look_at_clock(report, bus)
    if await _look_at_limits(report, bus):
        await _look_at_storing(report, bus)
    await _look_at_streams(patient, report, bus)
    _look_at_configuration(patient, report)
    await _look_at_monitor(patient, report)


async def _look_at_clock(report: Report, bus: NatsBus) -> None:
    clock = BrokerClock(SystemClock(), bus)
    with suppress(BusError):  # without that stream, which is another finding
        await clock.measure()
        is_off = abs(clock.offset_ms) >= fit.CLOCK_OFF_MS
        what, _, do = fit.clock_off(clock.offset_ms).partition(", by which all deadlines go: ")
        report.check("machine.clock", what if is_off else None, do)


async def _look_at_limits(report: Report, bus: NatsBus) -> bool:
    """Whether it stores anything at all."""
    try:
        answer = json.loads((await request(bus.nc, "$JS.API.INFO", b"", _TIMEOUT_S)).data)
    except Away as away:
        answer = {"error": {"description": str(away)}}
    error = answer.get("error")
    is_on = report.check(
        "broker.jetstream",
        f"the broker keeps nothing ({error['description']})" if error else None,
        "Configure it by `./saloon rights --nats`, look whether its disk is full, and restart it",
    )
    limit = answer.get("limits", {}).get("max_storage", -1)
    used = answer.get("storage", 0)
    report.check(
        "broker.account_limit",
        f"{used} of {limit} bytes are used that the account may store"
        if limit > 0 and used > FULL_SHARE * limit
        else None,
        _ROOM,
    )
    return is_on


async def _look_at_storing(report: Report, bus: NatsBus) -> None:
    """By one small message in the place of the one before."""
    why = None
    try:
        ack = json.loads((await request(bus.nc, PROBE, b"probe", _TIMEOUT_S)).data)
        if "error" in ack:
            why = f"the broker stores nothing more ({ack['error'].get('description')})"
    except Away as away:
        why = f"the broker stores nothing ({away})"
    report.check("broker.stores", why, _ROOM)


async def _look_at_streams(patient: Patient, report: Report, bus: NatsBus) -> None:
    for stream in patient.planned:
        try:
            items = await plan(bus.nc, [stream], timeout_s=_TIMEOUT_S)
        except Away as away:
            why = f"the broker does not tell of it ({away})"
            report.check(f"streams.{stream.name}", why, "Look at its log: it may elect a leader")
            continue
        for item in items:
            refused = refusals([item])
            do = refused[0].rpartition("; ")[2] if refused else "`./saloon admin streams apply`"
            report.check(f"streams.{item.name}", _unlike(item), do)


def _unlike(item: Item) -> str | None:
    if not item.is_there:
        return "it is not there"
    if item.differences:
        return f"set otherwise than planned: {', '.join(map(told, item.differences))}"
    return None


def _look_at_configuration(patient: Patient, report: Report) -> None:
    """Of a broker that `up` runs."""
    path = patient.installation.broker_directory / CONFIGURATION
    with suppress(OSError):
        _check_sync(report, "sync_interval: always" in path.read_text("utf-8"), path)


def _check_sync(report: Report, is_synced: bool, where: Path | str) -> None:
    report.check(
        "broker.sync",
        None if is_synced else f"{where}: sync_interval is not always: a power cut loses moves",
        "Configure the broker by `./saloon rights --nats`, and restart it",
    )


async def _look_at_monitor(patient: Patient, report: Report) -> None:
    url = patient.settings.monitor_url
    if not url:
        report.leave_out("what the broker tells of itself (no --monitor-url)")
        return
    try:
        async with httpx.AsyncClient(timeout=_TIMEOUT_S) as client:
            said: dict[str, Any] = (await client.get(f"{url}/jsz?config=true")).json()
    except (httpx.HTTPError, ValueError) as error:
        why = f"{url} does not answer ({type(error).__name__})"
        report.check("broker.monitor", why, "Start the broker with `http`, or leave it out")
        return
    report.check("broker.monitor", None, "")
    config = said.get("config", {})
    _check_sync(report, bool(config.get("sync_always")), url)
    used, limit = said.get("storage", 0), config.get("max_storage", 0)
    report.check(
        "broker.store_limit",
        f"{used} of {limit} bytes are used that the broker may store"
        if limit > 0 and used > FULL_SHARE * limit
        else None,
        _ROOM,
    )
