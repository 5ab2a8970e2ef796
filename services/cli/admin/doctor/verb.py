"""The verb `admin doctor`."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec

from services.cli import data_folder
from services.cli.admin.doctor import broker, machine, rights, running, secrets, store
from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import DoctorSettings, Patient
from services.cli.broker import dial
from services.cli.installation import BrokenInstallation, Installation
from services.cli.parts import GAMES
from services.cli.processes import settings_of
from services.cli.streams import StreamsSettings
from shared.runtime import logs
from shared.runtime.bus import BusError
from shared.runtime.settings import SettingsError, load, options


class Unknown(click.ClickException):
    """There is nothing that could be looked at."""

    exit_code = 2


@click.command()
@data_folder.data("The installation, or the folder of its keys.")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of settings that services are given (deploy/settings.env): it is looked at, too.",
)
@click.option("--json", "is_json", is_flag=True, help="Print JSON.")
@options(DoctorSettings, "doctor")
def doctor(*, data: Path, settings_file: Path | None, is_json: bool, **flags: object) -> None:
    """Looks whether an installation is sound: settings, secrets, broker, streams, rights, store,
    disk, clocks, versions, who is at work. Changes nothing.

    Each finding is one line: what is wrong, and what to do. Exits 0 if there is none, 1 if there
    is one, 2 if there is no installation to look at.
    """
    logs.configure(level="critical")
    environ = dict(os.environ)
    try:
        if settings_file is not None:
            environ |= dict(machine.variables(settings_file))
        patient = _patient(data, settings_of(DoctorSettings, "doctor", flags), environ)
    except (BrokenInstallation, OSError, UnicodeError) as error:
        raise Unknown(str(error)) from None
    report = Report()
    where = str(settings_file or "the environment")
    machine.look_at_settings(report, environ, where)
    secrets.look(patient, report)
    machine.look_at_disk(patient, report)
    machine.look_at_rulesets(report, GAMES)
    asyncio.run(_look(patient, report))
    _say(report, is_json=is_json)
    sys.exit(1 if report.findings else 0)


def _patient(data: Path, settings: DoctorSettings, environ: Mapping[str, str]) -> Patient:
    """Raises `BrokenInstallation` and `Unknown`."""
    installation = Installation(data.resolve())
    kept = installation.kept_secrets()
    if kept is None:
        raise Unknown(f"there is no installation in {data}: name its folder with --data")
    own = {f"SALOON_SETUP_{name.upper()}" for name in StreamsSettings.__struct_fields__}
    try:
        streams = load(StreamsSettings, "setup", {}, {n: v for n, v in environ.items() if n in own})
    except SettingsError:
        streams = StreamsSettings()  # which is a finding
    url = settings.broker_url or installation.running_broker() or ""
    return Patient(installation, kept, settings, streams, url)


async def _look(patient: Patient, report: Report) -> None:
    bus = await broker.reached(patient, report)
    if bus is not None:
        try:
            await broker.look(patient, report, bus)
            await running.look_at_members(patient, report, bus, GAMES)
        finally:
            await bus.close()
        await rights.look(patient, report)
        await _look_at_entries(patient, report)
    await store.look(patient, report)
    await running.look_at_services(patient, report)


async def _look_at_entries(patient: Patient, report: Report) -> None:
    try:
        auditor = await dial(patient.broker_url, "auditor", patient.password("auditor"))
    except BusError:
        return  # which is a finding about its user
    try:
        await machine.look_at_entries(patient, report, auditor)
    finally:
        await auditor.close()


def _say(report: Report, *, is_json: bool) -> None:
    if not is_json:
        for line in report.lines():
            click.echo(line)
        return
    shown = {
        "ok": not report.findings,
        "findings": report.findings,
        "checks": report.checks,
        "left_out": report.left_out,
    }
    click.echo(msgspec.json.format(msgspec.json.encode(shown)))
