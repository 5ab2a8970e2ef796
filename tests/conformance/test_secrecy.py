"""L2: what a viewer has is a function of what the viewer was told, and that is what he may know."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from shared.engine.events import EVERYBODY, Event, SealedEvent, hear, hidden
from tests.conftest import Count

from .matches import Match
from .seeds import named, over
from .subjects import Subject

ALL_VIEWERS = 300


class Watcher:
    """Follows a match by what it is told alone."""

    def __init__(self, subject: Subject, match: Match, viewer: int | None) -> None:
        self.viewer = viewer
        self._subject = subject
        self._match = match
        self._state = match.game.see(match.state, viewer)
        self._known = subject.known(self._state)
        self._named: set[int] = set()
        """What was named to the viewer in this step and what he has not seen there yet."""
        self._decoder = msgspec.json.Decoder(match.game.state_type)

    def follow(self, event: Event) -> None:
        """What is told of `event` gives what may be seen after it, and nothing but that."""
        game, viewer = self._match.game, self.viewer
        heard = hear(event, viewer)
        heard.on(self._state)
        self._state = told = game.see(self._state, viewer)
        assert told == game.see(self._match.state, viewer), (viewer, event)
        assert game.due(told) == game.due(self._match.state), (viewer, event)
        self._listen(event, heard)

    def _listen(self, event: Event, heard: Event) -> None:
        values = hidden(event)
        if values is not None and isinstance(event, SealedEvent):
            audience = event.audience
            assert audience is not EVERYBODY
            if self.viewer not in audience:
                assert all(value in ("", -1) for value in hidden(heard) or ()), (heard, event)
                return
        if isinstance(event, SealedEvent):
            self._named |= self._subject.named(self._match.state, event)
        if not self._named <= self._known:
            self._known |= self._subject.known(self._state)
        self._named -= self._known

    def look(self) -> None:
        """At the end of a step: the places are open to whom the rules open them, and to no other;
        nothing was named to whom it was not shown."""
        true = self._subject.places(self._match.state)
        for place, told in zip(true, self._subject.places(self._state), strict=True):
            is_open = place.seen_by is None or self.viewer in place.seen_by
            assert told.values == (place.values if is_open else _blanks(place.values)), told
        assert not self._named, (self.viewer, self._named)
        self._known = self._subject.known(self._state)

    def is_same_in_bytes(self) -> None:
        """Blanks are of the types that they stand for."""
        seen = self._match.game.see(self._match.state, self.viewer)
        stored = msgspec.json.encode(self._state)
        assert stored == msgspec.json.encode(seen)
        assert self._decoder.decode(stored) == seen


def _blanks(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple("" if isinstance(value, str) else -1 for value in values)


def watch(subject: Subject, match: Match, viewers: Sequence[int | None], sample: int) -> int:
    """Plays a match under the eyes of `viewers`; gives how many events were followed."""
    watchers = [Watcher(subject, match, viewer) for viewer in viewers]
    followed = 0
    for number, step in enumerate(match.steps()):
        for event in match.rule(step):
            event.on(match.state)
            for watcher in watchers:
                watcher.follow(event)
            followed += len(watchers)
        for watcher in watchers:
            watcher.look()
            if number % sample == 0:
                watcher.is_same_in_bytes()
    return followed


@over(matches=ALL_VIEWERS, piece=10)
def test_what_anybody_has_is_what_he_was_told(subject: Subject, seeds: range, count: Count) -> None:
    followed = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            followed += watch(subject, match, (None, *match.seats), sample=10)
    count("L2 matches, all viewers", len(seeds), minimum=len(seeds))
    count("L2 events followed, all viewers", followed, minimum=0)


@over(matches=2_000, first=ALL_VIEWERS)
def test_what_a_random_viewer_has_is_what_he_was_told(
    subject: Subject, seeds: range, count: Count
) -> None:
    followed = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            viewer = Random(seed).choice((None, *match.seats))
            followed += watch(subject, match, (viewer,), sample=10)
    count("L2 matches, one viewer", len(seeds), minimum=len(seeds))
    count("L2 events followed, one viewer", followed, minimum=0)
