"""Each service's own user at the broker: may do what it must, and may not what it must not.

A sample, by questions without an effect: what would be stored names a predecessor that does not
exist, calls of the broker's interface only ask or are refused for a body that cannot be read, and
subjects are nobody's. What needs no body, such as emptying a stream, is never said.
"""

from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import Patient
from services.cli.broker import dial
from shared.contracts.rights import API, TENANT, Rights
from shared.eventstore.wire import EXPECTED_HEADER
from shared.runtime.bus import BusError, Message
from shared.runtime.bus_nats import NatsBus

NOBODY = "_doctor"
"""No room, member or player is called so."""
_NEVER = str(1 << 50)
_STORED = (f"ev.*.{TENANT}.*", f"snap.{TENANT}.*", "timer.at.*", "$KV.NAMES.*")
_ASKING = ("INFO", "STREAM.INFO.", "STREAM.MSG.GET.", "DIRECT.GET.", "CONSUMER.INFO.")
_READ_FIRST = (
    "STREAM.CREATE.",
    "STREAM.UPDATE.",
    "STREAM.SNAPSHOT.",
    "STREAM.RESTORE.",
    "CONSUMER.CREATE.",
    "CONSUMER.DURABLE.CREATE.",
    "CONSUMER.MSG.NEXT.",
)
"""Calls of which the broker does nothing when it cannot read what is asked."""
_UNREADABLE = b"{"
"""A beginning of JSON: other bytes a broker may take for nothing, and do what needs no body."""
_SPOKEN = ("rules.*.cmd", "rules.*.sys", "rules.*.audit")
FORBIDDEN = (
    f"{API}.STREAM.DELETE.{NOBODY}",
    f"{API}.STREAM.CREATE.{NOBODY}",
    f"{API}.ACCOUNT.PURGE.{NOBODY}",
    "timer.fire.*",
    "nowhere",
)
"""What no service may say."""
UNHEARD = (">", "ev.>", "snap.>", "$KV.NAMES.>", "timer.>", "_INBOX.>")
"""What no service may listen to."""
_DO = (
    "Let the broker have its configuration of this release (`./saloon rights --nats`, or restart "
    "`up`) and restart it"
)


async def look(patient: Patient, report: Report) -> None:
    for rights in patient.rights:
        await _look_at_user(patient, report, rights)


async def _look_at_user(patient: Patient, report: Report, rights: Rights) -> None:
    service = rights.service
    try:
        bus = await dial(patient.broker_url, service, patient.password(service))
    except BusError as error:
        why = f"its user does not get in ({type(error).__name__})"
        report.check(f"rights.{service}.enters", why, _DO)
        return
    report.check(f"rights.{service}.enters", None, _DO)
    try:
        lacking = [s for s in _sample(rights) if not await _may_say(bus, s)]
        lacking += [s for s in rights.subscribe if not await _may_hear(bus, s)]
        report.check(f"rights.{service}.may", _told("may not use", lacking), _DO)
        others = [s for s in (*_STORED, *_SPOKEN, *FORBIDDEN) if s not in rights.publish]
        beyond = [s for s in others if await _may_say(bus, s)]
        beyond += [s for s in UNHEARD if await _may_hear(bus, s)]
        report.check(f"rights.{service}.may_not", _told("may use", beyond), _DO)
    finally:
        await bus.close()


def _told(what: str, subjects: list[str]) -> str | None:
    return f"its user {what} {', '.join(subjects)}" if subjects else None


def _sample(rights: Rights) -> list[str]:
    """What of its rights can be tried without an effect."""
    calls = tuple(f"{API}.{verb}" for verb in (*_ASKING, *_READ_FIRST))
    return [s for s in rights.publish if s.startswith(calls) or s in (*_STORED, *_SPOKEN)]


async def _may_say(bus: NatsBus, subject: str) -> bool:
    concrete = subject.replace("ev.*", "ev.0").replace("*", NOBODY).replace(">", NOBODY)
    before = bus.forbidden
    await bus.publish(concrete, _UNREADABLE, {EXPECTED_HEADER: _NEVER})
    await bus.flush()
    return bus.forbidden == before


async def _may_hear(bus: NatsBus, subject: str) -> bool:
    before = bus.forbidden
    heard = await bus.subscribe(subject, _drop)
    is_heard = bus.forbidden == before
    await heard.unsubscribe()
    return is_heard


async def _drop(_: Message) -> None:
    pass
