"""The laws of DESIGN 1 over random lives of rooms: lobby, locked starts, matches, ends."""

import copy
import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest
from msgspec import json

from shared.contracts.entries import read_entry
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import ROOM_CODES, Refusal
from shared.engine.chain import redact
from shared.engine.events import Event
from shared.room import codec
from shared.room.aggregate import Accepted, Envelope, Repeated, Room
from shared.room.events import MatchDealt, RoomEvents, SecretRevealed
from shared.room.fold import evolve
from shared.room.matches import due, seat_of
from shared.room.state import RoomState
from shared.room.told import hear
from shared.room.verify import verify
from shared.room.view import see
from tests.conftest import Count
from tests.room.table import CODE, GAME, GAMES, SYSTEM
from tests.room.tricks import CARDS, Lay, State, TricksEvent
from tests.room.walks import OF_TENANT, PEOPLE, Walk

VIEWERS = (*PEOPLE, *OF_TENANT[:2], PlayerId("a stranger"), None)


def folded(log: list[bytes]) -> Room:
    room = Room(CODE, GAMES)
    for stored in log:
        room.apply(stored)
    return room


def test_l1_folding_gives_the_live_room_and_deciding_again_the_same_bytes(count: Count) -> None:
    matches = entries = 0
    for seed in range(150):
        table = Walk(seed).play().table
        again = folded(table.log)
        assert again.snapshot() == table.room.snapshot(), seed
        report = verify(table.log, GAMES)
        assert (report.first_bad, report.entries) == (None, len(table.log)), seed
        assert report.head == table.room.hash
        matches += report.matches
        entries += report.entries
    count("room: matches folded and decided again", matches, minimum=400)
    count("room: entries folded and decided again", entries, minimum=5_000)


def test_l1_a_room_goes_on_from_any_snapshot_as_if_nothing_had_been(count: Count) -> None:
    restored = 0
    for seed in range(40):
        walk = Walk(seed)
        twin = Room(CODE, GAMES)
        for step in walk.steps():
            before = twin.snapshot()
            twin = Room.restore(before, GAMES)
            result = twin.decide(step.envelope, walk.table.now_ms)
            assert result == step.result, seed
            restored += 1
        assert twin.snapshot() == walk.table.room.snapshot()
    count("room: snapshots gone on from", restored, minimum=3_000)


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "77", "LC_ALL": "C.UTF-8", "TZ": "Asia/Seoul", "PYTHONOPTIMIZE": ""},
    ],
)
def test_l1_no_locale_time_zone_or_hash_seed_changes_a_byte(environment: dict[str, str]) -> None:
    program = (
        "from tests.room.walks import Walk\n"
        "print(*[Walk(seed).play().table.room.hash.hex() for seed in range(10)])"
    )
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [Walk(seed).play().table.room.hash.hex() for seed in range(10)]
    assert other.stdout.split() == here


def test_l2_what_a_viewer_has_is_a_function_of_what_it_was_told(count: Count) -> None:
    events = 0
    for seed in range(60):
        state = RoomState(CODE)
        views = {viewer: see(state, viewer, GAMES) for viewer in VIEWERS}
        for happened in _events_of(seed):
            seats = {viewer: seat_of(GAME, state, viewer) for viewer in VIEWERS}
            evolve(state, happened, GAMES)
            events += 1
            for viewer, view in views.items():
                evolve(view, hear(happened, viewer, seats[viewer]), GAMES)
                views[viewer] = see(view, viewer, GAMES)
                assert views[viewer] == see(state, viewer, GAMES), (seed, viewer, happened)
                assert due(views[viewer], GAMES) == due(state, GAMES)
    count("room: events heard by every viewer", events, minimum=10_000)


def _events_of(seed: int) -> list[Event]:
    walk = Walk(seed)
    results = [step.result for step in walk.steps()]
    return [event for r in results if isinstance(r, Accepted) for event in r.events]


def test_l2_what_is_heard_is_what_the_opened_leaves_say(count: Count) -> None:
    checked = 0
    for seed in range(25):
        walk = Walk(seed)
        for step in walk.steps():
            if isinstance(step.result, Accepted):
                checked += _check_leaves(walk.table.room, step.result)
    count("room: redacted entries read", checked, minimum=5_000)


def _check_leaves(room: Room, result: Accepted) -> int:
    entry = read_entry(result.stored)
    leaf = codec.read_leaf(entry, result.seq)
    seating = GAME.seating(room.state.play) if room.state.play is not None else ()
    told = codec.audiences(result.header.actor, leaf, result.events, seating)
    assert len(told) == len(entry.leaves) == result.header.leaves
    for viewer in VIEWERS:
        redacted = read_entry(redact(entry, codec.opened_to(viewer, told)))
        reads = codec.read_events(redacted, codec.codec(GAME).events, result.seq)
        seat = seat_of(GAME, room.state, viewer)
        for read, event in zip(reads, result.events, strict=True):
            closed = isinstance(event, SecretRevealed)
            assert read.event == (None if closed else hear(event, viewer, seat))
    return len(VIEWERS)


def test_l2_how_many_leaves_an_entry_has_is_the_same_whatever_is_hidden() -> None:
    # The same commands with another secret: other cards, the same leaves for the same audiences.
    shapes: set[tuple[object, ...]] = set()
    for seed in range(20):
        walk = Walk(0)
        walk.table.random.seed(seed)
        result = next(
            step.result
            for step in walk.steps()
            if isinstance(step.result, Accepted)
            and any(isinstance(event, MatchDealt) for event in step.result.events)
        )
        told = [(type(e).__name__, getattr(e, "audience", None)) for e in result.events]
        shapes.add((result.header.leaves, *told))
    assert len(shapes) == 1


def test_l3_views_and_offers_come_from_what_the_viewer_may_see(count: Count) -> None:
    checked = 0
    for seed in range(40):
        walk = Walk(seed)
        for _ in walk.steps():
            play = walk.table.state.play
            for seat in range(len(play.seats) if play is not None else 0):
                seen = GAME.see(play, seat)
                assert GAME.legal(seen, seat) == GAME.legal(play, seat)
                assert GAME.sections(seen, seat) == GAME.sections(play, seat)
                checked += 1
    count("room: offers from masked states", checked, minimum=5_000)


def test_l3_a_card_in_a_foreign_hand_in_the_deck_or_nowhere_is_refused_alike(count: Count) -> None:
    probes = 0
    for seed in range(30):
        walk = Walk(seed)
        for _ in walk.steps():
            state = walk.table.state
            if state.phase != "match" or not state.play.waits:
                continue
            wait = state.play.waits[0]
            hand = state.play.seats[wait.seat].hand
            if wait.kind != "lay":
                continue
            actor = state.play.seats[wait.seat].player
            refused = {
                json.encode(walk.table.refuses(actor, Lay(wait.id, card)))
                for card in range(-2, CARDS + 2)
                if card not in hand
            }
            assert len(refused) == 1
            probes += 1
    count("room: hands probed", probes, minimum=500)


OF_OPTIONS = {"clock_needed", "seated_by_rule", "seats_needed", "other_kind_seated"}
"""What no options of this game lead to; `test_by_rule` does."""

OF_TWO_GAMES = {"other_game"}
"""What no table of one game hears; `test_bad_input` has two."""


def test_l4_a_refusal_leaves_nothing(count: Count) -> None:
    refused: Counter[str] = Counter()
    for seed in range(240):
        walk = Walk(seed)
        before, due_before = walk.table.room.snapshot(), walk.table.room.due
        for step in walk.steps():
            after = walk.table.room.snapshot()
            if isinstance(step.result, Refusal):
                refused[step.result.code] += 1
                assert after == before, (seed, step.result)
                assert walk.table.room.due == due_before
            before, due_before = after, walk.table.room.due
    others = {"unknown_game", "unknown_option"} | OF_OPTIONS | OF_TWO_GAMES
    never = set(ROOM_CODES) - set(refused) - others
    assert not never, f"no walk was ever refused for {never}"
    count("room: refusals that left nothing", refused.total(), minimum=3_000)


def test_l5_a_command_id_has_one_effect_in_the_life_of_its_match(count: Count) -> None:
    repeats = conflicts = 0
    for seed in range(60):
        walk = Walk(seed)
        table = walk.table
        life: list[tuple[Envelope, int]] = []
        match = 0
        for step in walk.steps():
            if not isinstance(step.result, Accepted):
                continue
            if table.state.match != match:
                life, match = [], table.state.match
            life.append((step.envelope, step.result.seq))
            envelope, seq = walk.random.choice(life)
            before = table.room.snapshot()
            again = table.envelope(envelope.actor, envelope.command, envelope.command_id)
            assert table.post(again) == Repeated(seq)
            repeats += 1
            other = table.envelope(envelope.actor, _other(envelope), envelope.command_id)
            refusal = table.post(other)
            assert isinstance(refusal, Refusal)
            assert refusal.code == "command_id_conflict"
            conflicts += 1
            assert table.room.snapshot() == before
    count("room: repeats answered from the log", repeats, minimum=3_000)
    count("room: command ids used twice", conflicts, minimum=3_000)


def _other(envelope: Envelope) -> dict[str, object]:
    """A command that this actor could send and did not."""
    if envelope.actor == SYSTEM:
        return {"type": "timeout", "due": "another"}
    return {"type": "kick", "player": "somebody"}


def test_l8_a_running_match_waits_for_somebody_and_time_alone_ends_it(count: Count) -> None:
    ended = 0
    for seed in range(80):
        walk = Walk(seed)
        for step in walk.steps():
            state = walk.table.state
            if state.phase in ("reveal", "match"):
                assert walk.table.room.due is not None, (seed, step)
                assert walk.table.room.waited_for()
            if walk.random.random() < 0.05 and state.phase in ("reveal", "match"):
                _let_time_end_it(walk)
                ended += 1
    count("room: matches ended by time alone", ended, minimum=200)


def _let_time_end_it(walk: Walk) -> None:
    for _ in range(120):
        if walk.table.state.phase not in ("reveal", "match"):
            return
        before = walk.table.room.due
        walk.table.time_out()
        assert walk.table.room.due != before
    pytest.fail("a match that time does not end")


def test_l9_every_card_is_in_one_zone_and_every_seat_has_one_player(count: Count) -> None:
    checked = 0
    for seed in range(100):
        walk = Walk(seed)
        for _ in walk.steps():
            state = walk.table.state
            players = [member.player for member in state.members]
            assert len(set(players)) == len(players) <= GAME.seats[-1]
            if state.play is not None:
                assert set(GAME.seating(state.play)) == set(state.players)
                assert sorted(_cards(state.play)) == list(range(CARDS)), seed
                checked += 1
    count("room: states with every card in one zone", checked, minimum=3_000)


def _cards(play: State) -> list[int]:
    held = [card for seat in play.seats for card in (*seat.hand, *seat.laid)]
    return [*held, *play.deck, *play.discard]


def test_l11_one_changed_byte_is_found_and_its_entry_named(count: Count) -> None:
    damaged = 0
    for seed in range(12):
        walk = Walk(seed).play(60)
        log = walk.table.log
        for _ in range(60):
            number = walk.random.randrange(len(log))
            place = walk.random.randrange(len(log[number]))
            byte = log[number][place] ^ (1 << walk.random.randrange(8))
            changed = log[number][:place] + bytes([byte]) + log[number][place + 1 :]
            report = verify([*log[:number], changed, *log[number + 1 :]], GAMES)
            assert report.first_bad is not None
            assert (report.first_bad.seq, report.entries) == (number + 1, number)
            damaged += 1
    count("room: changed bytes found", damaged, minimum=700)


def test_l11_a_lost_doubled_or_swapped_entry_is_named() -> None:
    log = Walk(3).play().table.log
    for number in range(len(log) - 1):
        lost = [*log[:number], *log[number + 1 :]]
        doubled = [*log[: number + 1], log[number], *log[number + 1 :]]
        swapped = [*log[:number], log[number + 1], log[number], *log[number + 2 :]]
        found = [verify(damaged, GAMES).first_bad for damaged in (lost, doubled, swapped)]
        assert [bad and bad.seq for bad in found] == [number + 1, number + 2, number + 1]


def test_every_event_of_room_and_game_happens_on_some_walk() -> None:
    wanted = {event.__name__ for event in (RoomEvents | TricksEvent).__args__}
    happened = {type(event).__name__ for seed in range(40) for event in _events_of(seed)}
    assert wanted - happened == set()


def test_a_walk_is_a_function_of_its_seed() -> None:
    digests = {sha256(b"".join(Walk(5).play().table.log)).hexdigest() for _ in range(2)}
    assert len(digests) == 1
    assert copy.deepcopy(Walk(5).play().table.state) == Walk(5).play().table.state
