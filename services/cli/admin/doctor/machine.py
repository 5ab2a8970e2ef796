"""This machine: room on the disk that data lies on, settings in its environment, rules on it."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import Patient
from services.cli.admin.streams import SetupProcess
from services.cli.processes import (
    BotsProcess,
    GatewayProcess,
    ProjectionProcess,
    ReplayProcess,
    RulesProcess,
    TimerProcess,
    WebhooksProcess,
)
from shared.contracts.entries import FORMAT, read_entry, read_header
from shared.eventstore.log import Away
from shared.eventstore.wire import GotMessage, ask
from shared.rulesets.archive import BadRuleset
from shared.rulesets.installed import Installed
from shared.runtime.bus_nats import NatsBus
from shared.runtime.settings import SettingsError, load

SERVICES: Mapping[str, type[msgspec.Struct]] = {
    "setup": SetupProcess,
    "gateway": GatewayProcess,
    "rules": RulesProcess,
    "timer": TimerProcess,
    "projection": ProjectionProcess,
    "replay": ReplayProcess,
    "webhooks": WebhooksProcess,
    "bots": BotsProcess,
}
_MISSING = ": is missing; "
_MB = 1 << 20


def look_at_settings(report: Report, environ: Mapping[str, str], where: str) -> None:
    """What is set for services, but for what is given to each of them alone."""
    for service, kind in SERVICES.items():
        try:
            load(kind, service, {}, environ)
            problems: list[str] = []
        except SettingsError as error:
            problems = [each for each in error.problems if _MISSING not in each]
        report.check(
            f"settings.{service}",
            "; ".join(problems) or None,
            f"Mend {where}; `./saloon {service} --help` tells every setting",
        )


def variables(path: Path) -> Iterator[tuple[str, str]]:
    """Of a file with lines `NAME=value`, as services in containers are given it. Raises `OSError`
    and `UnicodeError`."""
    for line in path.read_text("utf-8").splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            yield name.strip(), value.strip()


def look_at_disk(patient: Patient, report: Report) -> None:
    least = patient.settings.disk_free_mb * _MB
    free = shutil.disk_usage(patient.directory).free
    report.check(
        "machine.disk",
        f"{free // _MB} MB are free where {patient.directory} lies" if free < least else None,
        "Make room, or enlarge the volume: deploy/runbooks/disk-full.md",
    )


def look_at_rulesets(report: Report, games: Installed) -> None:
    for name in games:
        try:
            games[name]
            why = None
        except BadRuleset as bad:
            why = str(bad)
        report.check(f"rulesets.{name}", why, "Bring its file back from the release")


async def look_at_entries(patient: Patient, report: Report, bus: NatsBus) -> None:
    """The newest of each stream is of a format that this release reads. `bus`: the auditor's."""
    for stream in patient.layout.shards_by_stream(range(64)):
        wanted = {"last_by_subj": patient.layout.every_subject}
        try:
            found = await ask(bus.nc, f"STREAM.MSG.GET.{stream}", wanted, GotMessage, 5.0)
        except Away:
            continue  # what is wrong with the stream is another finding
        if found.message is None:
            continue
        report.check(
            f"entries.{stream}",
            _unread(found.message.data),
            "Run this with the release that wrote it, or a newer one",
        )


def _unread(entry: bytes) -> str | None:
    try:
        header = read_header(read_entry(entry))
    except msgspec.DecodeError:
        return "its newest entry is of no format that this release reads"
    if header.format != FORMAT:
        return f"its newest entry has format {header.format}, and this release reads {FORMAT}"
    return None
