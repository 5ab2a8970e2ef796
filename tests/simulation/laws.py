"""What has to hold when a run is over: the laws, room by room, against a fold of its own."""

from collections import Counter
from collections.abc import Iterable

from shared.contracts.entries import Header, encoder
from shared.contracts.ids import RoomId
from shared.contracts.messages import HASH_SECTION, SPECTATOR, View
from shared.games.bang import events as bang
from shared.games.buckshot import events as buckshot
from shared.room.aggregate import Applied, Room
from shared.room.frames import Views
from shared.room.verify import verify
from shared.room.view import Sections, Viewer
from tests.simulation.house import GAMES, PACE, TICK_MS, TIMER_SETTINGS, House
from tests.simulation.people import Party, Person

CALM_LATE_MS = TIMER_SETTINGS.grace_ms + 2 * TICK_MS + 150
"""Where nothing goes wrong, no default is taken later than this after its time."""


class Audit:
    """Of one room and its people. `wrong` says what does not hold."""

    def __init__(self, house: House, room: RoomId, people: Iterable[Person]) -> None:
        self.wrong: list[str] = []
        self.counted: Counter[str] = Counter()
        self._house = house
        self._name = room
        self._people = tuple(people)
        self._room = Room(room, GAMES)
        self._frames: dict[tuple[Viewer, int], set[bytes]] = {}
        self._wholes: dict[int, list[tuple[Viewer, View]]] = {}
        for person in self._people:
            for viewer, seq, data in person.seen.frames:
                self._frames.setdefault((viewer, seq), set()).add(data)
            for viewer, view in person.seen.wholes:
                self._wholes.setdefault(view.seq, []).append((viewer, view))

    def hold(self) -> "Audit":
        entries = [stored.entry for stored in self._house.witness.entries(self._name)]
        report = verify(entries, GAMES)
        if report.first_bad is not None:
            self._say(f"its log does not verify: {report.first_bad} (L1, L11)")
            return self
        self.counted["entries"] += report.entries
        self.counted["matches"] += report.matches
        views = self._fold(entries)
        self._hold_replies()
        self._hold_store(views)
        for person in self._people:
            for wrong in person.seen.wrong:
                self._say(f"{person.name}: {wrong}")
        return self

    def _say(self, what: str) -> None:
        self.wrong.append(f"room {self._name}: {what}")

    def _fold(self, entries: list[bytes]) -> Views:
        room, before = self._room, None
        views: Views | None = None
        ids: set[tuple[int, str, str]] = set()
        for entry in entries:
            match = room.state.match
            applied = room.apply(entry)
            header = applied.header
            key = (match, header.actor, header.command_id)
            if key in ids:
                self._say(f"{header.command_id} had two effects, the second at {header.seq} (L5)")
            ids.add(key)
            if before is not None:
                self._hold_time(before, applied)
            before = header
            if views is None:
                views = Views(room)
            else:
                self._hold_frames(header.seq, views, applied)
            for viewer, whole in self._wholes.get(header.seq, ()):
                self._hold_view(viewer, whole, views)
        assert views is not None, "a room has an entry"
        return views

    def _hold_time(self, before: Header, applied: Applied) -> None:
        """Time-outs of a match: neither too late nor, after an outage, at the players' cost."""
        header = applied.header
        if header.actor or not header.command_id.startswith("timeout:"):
            return
        self.counted["time-outs"] += 1
        late_ms = header.at_ms - before.deadline_ms
        if self._house.sea.is_calm and late_ms > CALM_LATE_MS:
            self._say(f"entry {header.seq} comes {late_ms} ms after its time, in a calm run")
        if late_ms > PACE.late_ms and not before.due_id.startswith("reveal"):
            extends = any(
                (isinstance(event, bang.ClockSet | buckshot.ClockSet) and event.extended)
                or (isinstance(event, bang.WaitChanged) and event.wait.extended)
                for event in applied.events
            )
            if extends:
                self.counted["late time-outs extended"] += 1
            elif before.due_id.endswith(".0"):
                self._say(f"entry {header.seq} takes a default {late_ms} ms too late")

    def _hold_frames(self, seq: int, views: Views, applied: Applied) -> None:
        for viewer, frame in views.frames(applied).items():
            for data in self._frames.get((viewer, seq), ()):
                self.counted["frames compared"] += 1
                if data != frame.data:
                    self._say(f"{viewer} was sent another frame {seq} than the log gives (L2)")

    def _hold_view(self, viewer: Viewer, view: View, views: Views) -> None:
        self.counted["views compared"] += 1
        if view.hash != self._room.hash.hex():
            self._say(f"{viewer} was sent view {view.seq} with another hash")
        shown = {name: bytes(value) for name, value in view.sections.items()}
        self._hold_sections(viewer, view.seq, shown, views)

    def _hold_sections(self, viewer: Viewer, seq: int, shown: Sections, views: Views) -> None:
        expected = views.sections(viewer)
        if shown != expected:
            differ = sorted(
                name for name in {*shown, *expected} if shown.get(name) != expected.get(name)
            )
            self._say(f"the view {seq} of {viewer} differs from fold and see in {differ} (L2)")
        game, play = self._room.game, self._room.state.play
        if game is None or play is None:
            return
        seating = game.seating(play)
        seat = seating.index(viewer) if viewer is not None and viewer in seating else None
        seen = game.sections(game.see(play, seat), seat)
        for name, value in seen.items():
            if shown.get(name) != encoder.encode(value):
                self._say(f"section {name} of view {seq} holds more than {viewer} sees (L2)")

    def _hold_replies(self) -> None:
        witness = self._house.witness
        for person in self._people:
            for player, command_id, seq in person.accepted:
                self.counted["accepted"] += 1
                if seq not in witness.where(self._name, player, command_id):
                    self._say(f"{command_id} was accepted as {seq}, which it is not (L7)")

    def _hold_store(self, views: Views) -> None:
        """What the projection has left behind, where the store has not lost it since."""
        room = self._room
        for viewer in views.viewers():
            kept = self._house.store._views.get((self._name, viewer or SPECTATOR))
            if kept is None:
                continue
            self.counted["stored views compared"] += 1
            if kept.head.seq != room.seq:
                self._say(f"the store shows {viewer} entry {kept.head.seq} of {room.seq}")
                continue
            sections = dict(kept.sections)
            sections.pop(HASH_SECTION, None)
            self._hold_sections(viewer, room.seq, sections, views)


def audits(house: House, parties: Iterable[Party]) -> list[Audit]:
    """Of every room in the log."""
    people = {party.room: party.people for party in parties if party.room is not None}
    return [Audit(house, room, people.get(room, ())).hold() for room in house.witness.rooms()]
