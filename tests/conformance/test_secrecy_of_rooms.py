"""L2 and L3 through a room: what a viewer is sent, in frames and in opened leaves, is what he hears
of each event, and his view is made of nothing else."""

from random import Random

import msgspec

from shared.contracts.entries import read_entry
from shared.contracts.ids import PlayerId
from shared.engine.chain import redact
from shared.engine.events import Event
from shared.room import codec
from shared.room.aggregate import Accepted
from shared.room.events import SecretRevealed
from shared.room.fold import evolve
from shared.room.frames import GONE, Views
from shared.room.matches import due, seat_of
from shared.room.state import RoomState
from shared.room.told import hear
from shared.room.view import Sections, Viewer, sections, see
from tests.conftest import Count

from .lives import ROOM, Life
from .seeds import named, over
from .subjects import Subject

STRANGER = PlayerId("a stranger")


class Listener:
    """Somebody who knows a room from what he is told of it, from its first entry on."""

    def __init__(self, life: Life, viewer: Viewer) -> None:
        self.viewer = viewer
        self._life = life
        self._state = see(RoomState(ROOM), viewer, life.games)

    def hear(self, event: Event, true: RoomState) -> None:
        """`true`: the room's own state after the event."""
        games, viewer = self._life.games, self.viewer
        evolve(self._state, self.as_heard(event), games)
        self._state = told = see(self._state, viewer, games)
        assert told == see(true, viewer, games), (viewer, event)
        assert due(told, games) == due(true, games)

    def as_heard(self, event: Event) -> Event:
        life = self._life
        return hear(event, self.viewer, seat_of(life.game, life.state, self.viewer))

    def read(self, accepted: Accepted) -> None:
        """The leaves that are open to him say the same, and all others are closed."""
        entry, header = read_entry(accepted.stored), accepted.header
        command = codec.read_leaf(entry, header.seq)
        game, play = self._life.game, self._life.state.play
        seating = game.seating(play) if play is not None else ()
        told = codec.audiences(header.actor, command, accepted.events, seating)
        redacted = read_entry(redact(entry, codec.opened_to(self.viewer, told)))
        reads = codec.read_events(redacted, codec.codec(game).events, header.seq)
        for read, event in zip(reads, accepted.events, strict=True):
            is_secret = isinstance(event, SecretRevealed)
            assert read.event == (None if is_secret else self.as_heard(event)), event
        is_his = bool(header.actor) and self.viewer == header.actor and not command.supplied
        assert isinstance(redacted.leaves[0], str) != is_his

    def look(self) -> Sections:
        """His view, made from what he was told; the same as from the room's own state."""
        view = sections(self._state, self.viewer, self._life.games)
        assert view == sections(self._life.state, self.viewer, self._life.games)
        return view


@over(matches=60, piece=10)
def test_everybody_knows_of_a_room_what_he_was_told(
    subject: Subject, seeds: range, count: Count
) -> None:
    heard = 0
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(seed)
            state = RoomState(ROOM)
            viewers = (*(PlayerId(f"person-{n}") for n in range(1, 9)), STRANGER, None)
            listeners = [Listener(life, viewer) for viewer in viewers]
            for sent in life.sends():
                accepted = life.take(sent)
                for event in accepted.events:
                    evolve(state, event, life.games)
                    for listener in listeners:
                        listener.hear(event, state)
                    heard += len(listeners)
                listener = dice.choice(listeners)
                listener.read(accepted)
                listener.look()
            assert state == life.state
    count("L2 rooms, all viewers", len(seeds), minimum=len(seeds))
    count("L2 events of rooms heard", heard, minimum=0)


@over(matches=60, piece=10)
def test_frames_carry_what_is_heard_and_add_up_to_the_view(
    subject: Subject, seeds: range, count: Count
) -> None:
    frames = 0
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(seed)
            viewer = dice.choice((None, PlayerId("person-1"), PlayerId("person-2")))
            listener = Listener(life, viewer)
            state = RoomState(ROOM)
            views: Views | None = None
            held: Sections = {}
            for sent in life.sends():
                accepted = life.take(sent)
                for event in accepted.events:
                    evolve(state, event, life.games)
                    listener.hear(event, state)
                if views is None:
                    views = Views(life.room)
                    held = views.sections(viewer)
                else:
                    made = views.frames(accepted)
                    frame = made.get(viewer, made[None])
                    held = {**held, **frame.sections}
                    carries(frame.data, accepted, listener)
                    frames += 1
                assert present(held) == present(listener.look()), accepted.events
    count("L2 frames", frames, minimum=0)


def present(view: Sections) -> Sections:
    """A section that is `null` says no more than one that is not there."""
    return {name: value for name, value in view.items() if value != GONE}


def carries(data: bytes, accepted: Accepted, listener: Listener) -> None:
    told = msgspec.json.decode(data)
    heard = [listener.as_heard(event) for event in accepted.events]
    assert told["events"] == msgspec.json.decode(msgspec.json.encode(heard))
    assert (told["seq"], told["hash"]) == (accepted.seq, accepted.hash.hex())
