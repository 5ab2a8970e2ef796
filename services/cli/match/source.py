"""Where a room's log comes from: an installation, running or not, or a file."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import replace

from services.cli import stored
from services.cli.broker import dial
from services.cli.installation import BrokenInstallation, Installation
from services.cli.match import reading
from services.cli.match.looking import is_recorded
from services.cli.own_broker import reached
from shared.archive.matches import Matches
from shared.archive.objects import Objects, ObjectsError
from shared.archive.opening import BadPlace, Place, opened
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.talk import Report
from shared.engine.chain import BadEntry
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.log import Away, Gap
from shared.matchfile.head import Head
from shared.matchfile.opened import begun, players, stretches
from shared.room.events import LobbyReopened, MatchClosed, RoomClosed, RoomOpened
from shared.runtime.broker_api import StreamMissing
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.names import NatsNames
from shared.runtime.secret import Secret
from shared.runtime.settings import SettingsError, load
from shared.runtime.talk import reports
from shared.runtime.unfit import ServerError
from shared.text.catalogue import Catalogue

LAST = 0
"""No match has this number."""

_CODE = re.compile(r"[A-Za-z]{6}")


class Unreadable(click.ClickException):
    """There is no log to look at."""

    exit_code = 2


class Missing(Exception):
    """Entry `seq` is missing, though a later one is there."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is missing")
        self.seq = seq


class Left(NamedTuple):
    """What has left a room's log."""

    before: int
    """Number of the first entry that is still there."""
    matches: list[int] | None
    """Those of them that the archive has; `None`: it cannot be asked."""

    def line(self, texts: Catalogue) -> str:
        if self.matches is None:
            return texts.text("look-left-unknown", seq=self.before)
        if not self.matches:
            return texts.text("look-left-none", seq=self.before)
        listed = ", ".join(map(str, self.matches))
        return texts.text("look-left", seq=self.before, matches=listed)


class Source:
    """A room's entries as they are stored, and its players' names as far as they are known."""

    def __init__(
        self,
        room: RoomId,
        names: dict[str, str],
        entries: list[bytes],
        head: Head | None = None,
        running: Installation | None = None,
        left: Left | None = None,
    ) -> None:
        """`running`: the installation whose services run and record looks at the room."""
        self.room = room
        self.names = names
        self.entries = entries
        self.head = head
        """Of the file that they come from."""
        self.left = left
        """What has left the log before these entries; `None`: nothing, or a match was asked for."""
        self._running = running

    def look(self, last: int | None = None) -> None:
        """To be called before more is shown of the entries than a watcher sees: if one of them, up
        to entry `last`, is of a match that is not over, the look is an entry of the room after it.
        Raises `Unreadable`, and then nothing may be shown."""
        if self._running is None:
            return
        since = hidden_since(self.entries)
        if since and (last is None or last >= since):
            asyncio.run(_record(self.room, self._running))


def open_source(
    given: str, data: Path, *, is_named: bool = False, match: int | None = None
) -> Source:
    """`given`: a file's path, or a room's code in the installation `data`; with the nicknames that
    this still keeps, if it is `is_named`. Before what is hidden in it is shown to somebody, `look`
    is called. `match`: that one alone, which may have left the log for the archive; `LAST`: the
    log, but where it has no match any more, the last one in the archive.

    Raises `Unreadable` and `Missing`.
    """
    if not given:
        raise Unreadable("no room and no file is named")
    path = Path(given)
    if path.is_file():
        try:
            head, entries = stored.read(path)
        except stored.BadFile as error:
            raise Unreadable(str(error)) from None
        if not entries:
            raise Unreadable(f"{path} holds no entry")
        return Source(head.room, head.names, _of_match(entries, match), head)
    if _CODE.fullmatch(given) is None:
        raise Unreadable(f"{given} is no file, and no code of a room")
    room, installation = RoomId(given.upper()), Installation(data)
    return asyncio.run(_room(room, installation, match, is_named=is_named))


def _of_match(entries: list[bytes], match: int | None) -> list[bytes]:
    """Those of that match; all of them where none is asked for. Raises `Unreadable`."""
    if match in (None, LAST):
        return entries
    try:
        found = {stretch.match: stretch for stretch in stretches(entries)}
    except BadEntry as bad:
        raise Unreadable(f"the log does not hold: entry {bad.seq} {bad.why}") from None
    if match not in found:
        raise no_such_match(match, found)
    return found[match].entries


def no_such_match(match: int, known: Collection[int]) -> Unreadable:
    there = f"there are {min(known)} to {max(known)}" if known else "there is none"
    return Unreadable(f"there is no match {match}; {there}")


async def _room(
    room: RoomId, installation: Installation, match: int | None, *, is_named: bool
) -> Source:
    async with _auditor(installation) as (bus, runs):
        log = JetStreamLog(bus.nc)
        found, head = [each.entry for each in await log.read(room)], None
        if not found:
            raise Unreadable(f"there is no room {room}")
        if match is not None:
            matches = Matches(log, opened(_archive(installation), bus.nc))
            found, head = await _matched(matches, room, found, match)
        left = await _left(bus, log, room, found, installation) if match is None else None
        names = await NatsNames(bus).get(_seated(found) if is_named else [])
    called = {str(player): name for player, name in names.items()}
    return Source(room, called, found, head, installation if runs else None, left)


async def _left(
    bus: NatsBus, log: JetStreamLog, room: RoomId, logged: list[bytes], installation: Installation
) -> Left | None:
    """What the log lacks in front; the log is read also where the archive cannot be."""
    first = begun(logged[0])
    before = first[0].first_seq if first else 1
    if before == 1:
        return None
    try:
        numbers = await Matches(log, opened(_archive(installation), bus.nc)).numbers(room)
    except (BadPlace, BrokenInstallation, ObjectsError, SettingsError):
        return Left(before, None)
    there = set(_numbers(logged))
    return Left(before, [number for number in numbers if number not in there])


async def _record(room: RoomId, installation: Installation) -> None:
    async with _auditor(installation) as (bus, runs):
        if not runs or not await is_recorded(bus, room):
            raise Unreadable("the look cannot be recorded in the room, so nothing is shown")


def hidden_since(entries: list[bytes]) -> int:
    """Number of the first entry of the match that is not over; 0: there is none, 1: where that is
    cannot be read."""
    since = 0
    try:
        for each in reading.read(entries):
            for event in each.told():
                if isinstance(event, RoomOpened | LobbyReopened):
                    since = each.seq
                elif isinstance(event, MatchClosed | RoomClosed):
                    since = 0
    except BadEntry:
        return 1
    return since


async def _matched(
    matches: Matches, room: RoomId, logged: list[bytes], match: int
) -> tuple[list[bytes], Head | None]:
    """The entries, and the head of the file where they come from one. Raises `Unreadable`."""
    if match == LAST:
        numbers = [] if _numbers(logged) else await matches.numbers(room)
        if not numbers:
            return logged, None
        match = numbers[-1]
    try:
        found = await matches.match(room, match)
    except BadEntry:  # whoever reads the log finds that and says it
        return logged, None
    if found is None:
        raise no_such_match(match, [*await matches.numbers(room), *_numbers(logged)])
    return found.entries, found.head if found.is_archived else None


def _numbers(entries: list[bytes]) -> list[int]:
    """Of the matches in them; none where they do not hold."""
    try:
        return [stretch.match for stretch in stretches(entries)]
    except BadEntry:
        return []


def _archive(installation: Installation) -> Place:
    """Where the services keep matches that have left the log."""
    given = load(AuditorSettings, "auditor", {}, os.environ)
    if given.archive.at or given.broker_url:
        return given.archive
    key_id, secret = given.archive.key_id, given.archive.secret
    return replace(installation.archive(), key_id=key_id, secret=secret)


def _seated(entries: list[bytes]) -> list[PlayerId]:
    """Nobody where the entries do not hold: whoever reads them finds that and says it."""
    try:
        return players(reading.read(entries))
    except BadEntry:
        return []


class AuditorSettings(Struct, frozen=True, kw_only=True):
    """Where the log is of an installation whose services run apart from each other. They have no
    flags: the verbs that look into logs are many, and `--data` is what most want."""

    broker_url: str = ""
    """The broker: one address, or several with commas between. None: `--data` says where it is."""
    password: Secret = Secret("")
    """The password of the user `auditor`."""
    archive: Place = Place()


@asynccontextmanager
async def auditing(installation: Installation) -> AsyncIterator[JetStreamLog]:
    """The log, for an auditor: of the broker that SALOON_AUDITOR_BROKER_URL names, else of the
    installation. What goes wrong with it is `Unreadable` or, where an entry is gone, `Missing`."""
    async with _auditor(installation) as (bus, _):
        yield JetStreamLog(bus.nc)


@asynccontextmanager
async def keeping(installation: Installation) -> AsyncIterator[tuple[JetStreamLog, Objects]]:
    """The same log, and the archive beside it."""
    async with _auditor(installation) as (bus, _):
        yield JetStreamLog(bus.nc), opened(_archive(installation), bus.nc)


async def reported(installation: Installation) -> tuple[list[Report], dict[str, str]]:
    """Reported lines of table talk, the oldest first, and the nicknames that are still kept of
    whoever is in them. Raises `Unreadable`."""
    async with _auditor(installation) as (bus, _):
        try:
            found = [report async for report in reports(bus)]
        except StreamMissing:
            raise Unreadable(
                "nothing keeps reports there yet; start it once, or run setup"
            ) from None
        players = {line.player for report in found for line in report.around}
        players |= {line.target for report in found for line in report.around}
        players |= {report.reporter for report in found}
        names = await NatsNames(bus).get(sorted(players - {""}))
    return found, {str(player): name for player, name in names.items()}


@asynccontextmanager
async def _auditor(installation: Installation) -> AsyncIterator[tuple[NatsBus, bool]]:
    """A connection as the auditor, and whether the services run."""
    try:
        async with _broker(installation) as (url, password, runs):
            bus = await dial(url, "auditor", password)
            try:
                yield bus, runs
            finally:
                await bus.close()
    except Gap as gap:
        raise Missing(gap.seq) from None
    except (Away, BrokenInstallation, BusError, ServerError, SettingsError) as error:
        raise Unreadable(f"the log cannot be read: {error}") from None
    except (BadPlace, ObjectsError) as error:
        raise Unreadable(f"the archive cannot be read: {error}") from None


@asynccontextmanager
async def _broker(installation: Installation) -> AsyncIterator[tuple[str, str, bool]]:
    """Address, password, and whether the services run. Of an installation its own broker if it runs
    (then it says so), else one that runs as long as it is needed."""
    given = load(AuditorSettings, "auditor", {}, os.environ)
    if given.broker_url:
        yield given.broker_url, given.password.reveal(), True
        return
    if not installation.exists:
        raise Unreadable(f"there is no installation in {installation.directory}")
    password = installation.secrets().passwords["auditor"]
    async with reached(installation) as found:
        yield found.url, password, found.runs
