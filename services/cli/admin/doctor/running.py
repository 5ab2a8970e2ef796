"""Who is at work: members at the broker, services that say that they are ready."""

import re

import httpx
import msgspec

from services.cli import fit
from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import Patient
from shared.contracts.subjects import PROJECTION, REPLAY, RULES, TIMER
from shared.room.rules import Games, held
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.kv import NatsBucket
from shared.runtime.members import STREAM, Announcement

_TIMEOUT_S = 5.0
_OFFSET = re.compile(r"^saloon_\w+_clock_offset_ms(?:\{[^}]*\})? (-?[0-9.e+]+)$", re.M)


async def look_at_members(patient: Patient, report: Report, bus: NatsBus, games: Games) -> None:
    if not patient.settings.members:
        report.leave_out("members (--no-members)")
        return
    try:
        found = await NatsBucket(bus, STREAM).last(["$KV.MEMBERS.*.*"])
    except BusError as error:
        why = f"nobody knows who is alive ({type(error).__name__})"
        report.check("members", why, "See what is found about streams")
        return
    ours = set(held(games))
    for service in (RULES, PROJECTION, REPLAY, TIMER):
        prefix = f"$KV.MEMBERS.{service}."
        members = {
            subject.removeprefix(prefix): set(
                msgspec.json.decode(last.data, type=Announcement).rulesets
            )
            for subject, last in found.items()
            if subject.startswith(prefix)
        }
        report.check(
            f"members.{service}",
            None if members else f"no member of {service} is alive",
            f"Start `{service}`, or look into its log: deploy/runbooks/service-down.md",
        )
        if service == TIMER:
            continue  # it knows no game
        for member, rulesets in members.items():
            lacking = ", ".join(sorted(ours - rulesets))
            report.check(
                f"members.{service}.{member}",
                f"it does not hold {lacking}, which this release has" if lacking else None,
                "Bring it to this release: deploy/runbooks/upgrade.md",
            )


async def look_at_services(patient: Patient, report: Report) -> None:
    if not patient.settings.services:
        report.leave_out("whether services are ready (no --services)")
    async with httpx.AsyncClient(timeout=_TIMEOUT_S) as client:
        for url in patient.settings.services:
            await _look_at_service(report, client, url)


async def _look_at_service(report: Report, client: httpx.AsyncClient, url: str) -> None:
    do = "Look into its log: deploy/runbooks/service-down.md"
    try:
        ready = await client.get(f"{url}/readyz")
        why = (
            None if ready.status_code == httpx.codes.OK else f"{url} is not ready: {_lacks(ready)}"
        )
        metrics = (await client.get(f"{url}/metrics")).text
    except httpx.HTTPError as error:
        why, metrics = f"{url} does not answer ({type(error).__name__})", ""
    report.check(f"ready {url}", why, do)
    for offset in _OFFSET.findall(metrics):
        what, _, todo = fit.clock_off(round(float(offset))).partition(", by which")
        is_off = abs(float(offset)) >= fit.CLOCK_OFF_MS
        what = what.replace("this machine's", f"at {url} the")
        report.check(f"clock {url}", what if is_off else None, todo.rpartition(": ")[2])


def _lacks(ready: httpx.Response) -> str:
    try:
        return ", ".join(ready.json()["failing"])
    except (ValueError, KeyError, TypeError):
        return f"status {ready.status_code}"
