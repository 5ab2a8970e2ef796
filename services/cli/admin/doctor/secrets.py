"""Keys and passwords: all there, and for nobody else to read."""

import stat
from pathlib import Path

from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import Patient
from services.cli.admin.keys import PASSWORDS, files
from shared.runtime.nats_server import CONFIGURATION, STORE_KEY

FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def look(patient: Patient, report: Report) -> None:
    folder = patient.directory
    _private(report, folder)
    _private(report, folder / "secrets.json")
    wanted = {rights.service for rights in patient.rights}
    missing = sorted(wanted - patient.secrets.passwords.keys())
    report.check(
        "secrets.passwords",
        f"secrets.json has no password for {', '.join(missing)}" if missing else None,
        f"`./saloon admin keys {folder}` adds what a release needs; then restart broker and store",
    )
    if patient.installation.broker_directory.is_dir():
        for name in (STORE_KEY, CONFIGURATION):
            _private(report, patient.installation.broker_directory / name)
    if (folder / PASSWORDS).exists():
        _look_at_files(patient, report)


def _private(report: Report, path: Path) -> None:
    """For its owner only."""
    why, do = None, f"chmod go= {path}"
    try:
        if path.stat().st_mode & FOR_OTHERS:
            why = f"{path} can be read by others than its owner"
    except OSError as error:
        why, do = f"{path} is not there ({error.strerror})", "bring it back from its copy"
    report.check(f"secrets.{path.name or path}", why, do)


def _look_at_files(patient: Patient, report: Report) -> None:
    """Those that containers are given: readable for everybody, in a folder that is not."""
    folder = patient.directory
    do = f"run `./saloon admin keys {folder}`, and restart whoever is given the file"
    for name, text in files(patient.installation, patient.secrets).items():
        why = None
        try:
            if (folder / name).read_text("utf-8") != text:
                why = f"{folder / name} is not what secrets.json says"
        except OSError as error:
            why = f"{folder / name} cannot be read ({error.strerror})"
        report.check(f"secrets.{name}", why, do)
