"""L5: one command id of one actor has at most one effect in the life of its match and in the match
after it; a repeat gets the stored result, the same id with other content is a conflict."""

from collections import Counter
from random import Random

import msgspec

from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import refuse
from shared.room.aggregate import Envelope, Repeated, Room, Supplied
from tests.conftest import Count

from .lives import Life, Sent
from .seeds import named, over
from .subjects import Subject

CONFLICT = refuse("command_id_conflict")
OTHER_OF_A_PLAYER = b'{"type":"leave"}'
OTHER_OF_THE_SYSTEM = b'{"type":"abandon"}'


@over(matches=2_000)
def test_a_command_takes_effect_once(subject: Subject, seeds: range, count: Count) -> None:
    repeats = 0
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(seed)
            effects: list[tuple[Sent, int]] = []
            of_match_before = 0
            for sent in life.sends():
                match = life.state.match
                seq = life.take(sent).seq
                if life.state.match != match:
                    del effects[:of_match_before]
                    of_match_before = len(effects)
                effects.append((sent, seq))
                if dice.random() < 0.15:
                    repeats += say_again(life, *dice.choice(effects), dice)
            repeats += everything_again(Room.restore(life.room.snapshot(), life.games), effects)
            every_effect_is_the_only_one(life)
    count("L5 matches", len(seeds), minimum=len(seeds))
    count("L5 repeats", repeats, minimum=0)


def say_again(life: Life, sent: Sent, seq: int, dice: Random) -> int:
    """A repeat, the same in other bytes and with another supply; other content; another actor."""
    room = life.room
    before = room.snapshot()
    envelope, now_ms = sent.envelope, sent.now_ms + dice.randint(0, 100_000)
    fields = list(msgspec.json.decode(envelope.command).items())
    written = msgspec.json.format(msgspec.json.encode(dict(reversed(fields))))
    supplied = Supplied(dice.randbytes(32).hex())
    for command in (envelope.command, written):
        again = Envelope(envelope.actor, envelope.command_id, command, supplied)
        assert room.decide(again, now_ms) == Repeated(seq), again
    wanted = OTHER_OF_A_PLAYER if envelope.actor else OTHER_OF_THE_SYSTEM
    if wanted != envelope.command:
        conflict = Envelope(envelope.actor, envelope.command_id, wanted, envelope.supplied)
        assert room.decide(conflict, now_ms) == CONFLICT, conflict
    stranger = Envelope(PlayerId("x"), envelope.command_id, envelope.command, supplied)
    assert not isinstance(Room.restore(before, life.games).decide(stranger, now_ms), Repeated)
    assert room.snapshot() == before
    return 3


def everything_again(room: Room, effects: list[tuple[Sent, int]]) -> int:
    """A room that was restored knows it all."""
    for sent, seq in effects:
        assert room.decide(sent.envelope, sent.now_ms) == Repeated(seq), sent
    return len(effects)


def every_effect_is_the_only_one(life: Life) -> None:
    effects = Counter[tuple[str, str]]()
    for stored in life.log:
        header = read_header(read_entry(stored))
        effects[header.actor, header.command_id] += 1
    assert set(effects.values()) == {1}
