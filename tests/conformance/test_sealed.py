"""L11: entries are hash-chained over per-leaf commitments, so one changed byte is found and named,
and a redacted log still verifies and reveals nothing."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random

import msgspec
import pytest

from shared.contracts.entries import Entry, encoder, read_entry
from shared.contracts.ids import PlayerId
from shared.engine.chain import BadEntry, check, entry_hash, redact
from shared.room import codec
from shared.room.aggregate import Room
from shared.room.events import MatchClosed
from shared.room.fair import seed as seed_of
from shared.room.told import Audience
from shared.room.verify import verify
from tests.conftest import Count

from .lives import ROOM, Life
from .seeds import named, over
from .subjects import Subject

Log = list[bytes]

LONG = 100
"""A leaf of more bytes holds the order of a deck, which nobody hears before the end."""

HEX = re.compile("[0-9a-f]{32,}")


def flipped(stored: bytes, place: int, dice: Random) -> bytes:
    return stored[:place] + bytes([stored[place] ^ dice.randint(1, 255)]) + stored[place + 1 :]


@over(matches=4, piece=1)
def test_every_changed_byte_of_a_match_is_found(
    subject: Subject, seeds: range, count: Count
) -> None:
    """Exhaustively: each byte of each entry, of headers, salts, leaves and hashes."""
    found = 0
    for seed in seeds:
        with named(seed):
            log, dice = Life(subject, seed).live().log, Random(seed)
            before = bytes(32)
            for number, stored in enumerate(log, 1):
                check(stored, number, before)
                for place in range(len(stored)):
                    with pytest.raises(BadEntry) as bad:
                        check(flipped(stored, place, dice), number, before)
                    assert bad.value.seq == number
                found += len(stored)
                before = bytes.fromhex(read_entry(stored).hash)
    count("L11 bytes changed, every one of a log", found, minimum=0)


def changed_byte(log: Log, number: int, dice: Random) -> Log:
    stored = log[number]
    changed = flipped(stored, dice.randrange(len(stored)), dice)
    return [*log[:number], changed, *log[number + 1 :]]


def removed(log: Log, number: int, _: Random) -> Log:
    return [*log[:number], *log[number + 1 :]]


def swapped(log: Log, number: int, _: Random) -> Log:
    return [*log[:number], log[number + 1], log[number], *log[number + 2 :]]


def doubled(log: Log, number: int, dice: Random) -> Log:
    """An entry of the same log stands here once more."""
    return [*log[:number], log[dice.randrange(number)], *log[number:]]


def cut_short(log: Log, number: int, dice: Random) -> Log:
    stored = log[number]
    return [*log[:number], stored[: dice.randrange(len(stored))], *log[number + 1 :]]


DAMAGES: tuple[Callable[[Log, int, Random], Log], ...] = (
    changed_byte,
    removed,
    swapped,
    doubled,
    cut_short,
)


@over(matches=2_000)
def test_damage_is_named_and_a_redacted_log_verifies_and_reveals_nothing(
    subject: Subject, seeds: range, count: Count
) -> None:
    closed = 0
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(seed)
            closed += redacted_for_somebody(life, dice)
            damaged_somewhere(life, dice)
    count("L11 matches", len(seeds), minimum=len(seeds))
    count("L11 leaves closed", closed, minimum=0)


def damaged_somewhere(life: Life, dice: Random) -> None:
    log = life.log
    # The last entry has nothing behind it that would miss it.
    number = dice.randint(1, len(log) - 2)
    damage = dice.choice(DAMAGES)
    report = verify(damage(log, number, dice), life.games)
    assert report.first_bad is not None, (damage, number)
    assert report.first_bad.seq == number + 1, (damage, number, report.first_bad)
    assert report.entries == number
    assert report.head.hex() == read_entry(log[number - 1]).hash


def redacted_for_somebody(life: Life, dice: Random) -> int:
    """Lives, and redacts for a random viewer: public leaves and his own are open, and of all
    others, of the secret and of the seed not a byte is in it, even after the end."""
    told: list[list[Audience]] = []
    secrets: set[str] = set()
    players: set[PlayerId] = set()
    ends: set[int] = set()  # an entry that ends a match tells everybody everything
    for sent in life.sends():
        accepted = life.take(sent)
        entry = read_entry(accepted.stored)
        command = codec.read_leaf(entry, accepted.seq)
        told.append(
            codec.audiences(accepted.header.actor, command, accepted.events, seating(life.room))
        )
        state = life.state
        if any(isinstance(event, MatchClosed) for event in accepted.events):
            ends.add(accepted.seq)
        secrets |= {state.secret, seed_of(state).hex()} if state.play else {state.secret}
        secrets.discard("")  # a closed room has let go of it
        players.update(member.player for member in state.members)
    viewer = dice.choice((None, *sorted(players)))
    redacted: Log = []
    hidden: set[str] = set()
    orders: set[str] = set()
    for stored, audiences in zip(life.log, told, strict=True):
        entry = read_entry(stored)
        opened = codec.opened_to(viewer, audiences)
        redacted.append(redact(entry, opened))
        for number, leaf in enumerate(entry.leaves):
            if number not in opened:
                assert not isinstance(leaf, str)
                hidden.add(leaf[0])
                if len(leaf[1]) > LONG:
                    orders.add(bytes(leaf[1]).decode())
                assert isinstance(read_entry(redacted[-1]).leaves[number], str)
    report = verify(redacted, life.games)
    assert report.first_bad is None, report.first_bad
    assert (report.entries, report.is_redacted) == (len(life.log), True)
    assert report.head == life.room.hash
    text = b"\n".join(redacted).decode()
    assert hidden.isdisjoint(HEX.findall(text)), "a closed leaf's salt is still there"
    assert secrets.union(life.supplied).isdisjoint(HEX.findall(text))
    assert not any(word in text for word in secrets)
    before = b"\n".join(e for seq, e in enumerate(redacted, 1) if seq not in ends).decode()
    assert not any(order in before for order in orders)
    return len(hidden)


def seating(room: Room) -> tuple[PlayerId, ...]:
    game, play = room.game, room.state.play
    return game.seating(play) if game is not None and play is not None else ()


@over(matches=300)
def test_a_forgery_whose_hashes_are_right_is_named_too(
    subject: Subject, seeds: range, count: Count
) -> None:
    """A leaf is another and every hash from there on made anew: deciding again finds it."""
    forged = 0
    for seed in seeds:
        with named(seed):
            log, dice = Life(subject, seed).live().log, Random(seed)
            number = dice.randrange(1, len(log) - 1)
            forgery = forge(log, number, dice)
            report = verify(forgery, subject.games)
            assert report.first_bad is not None, number
            assert report.first_bad.seq == number + 1, (number, report.first_bad)
            is_folded_or_refused(forgery, subject)
            forged += 1
    count("L11 forged logs", forged, minimum=0)


def is_folded_or_refused(forgery: Log, subject: Subject) -> None:
    """A fold decides nothing and may believe it; but it ends in no other way than by naming it."""
    room = Room(ROOM, subject.games)
    with suppress(BadEntry):
        for stored in forgery:
            room.apply(stored)


def forge(log: Log, number: int, dice: Random) -> Log:
    """One byte of one leaf of an entry is another, so that it still reads as JSON."""
    made, before = log[:number], bytes.fromhex(read_entry(log[number]).prev)
    for place, stored in enumerate(log[number:]):
        entry = read_entry(stored)
        leaves = [*entry.leaves]
        if place == 0:
            which = dice.randrange(len(leaves))
            leaf = leaves[which]
            assert not isinstance(leaf, str)
            leaves[which] = (leaf[0], msgspec.Raw(another(bytes(leaf[1]), dice)))
        fresh = Entry(entry.header, leaves, before.hex(), "")
        before = entry_hash(fresh, before)
        made.append(encoder.encode(Entry(entry.header, leaves, fresh.prev, before.hex())))
    return made


def another(data: bytes, dice: Random) -> bytes:
    while True:
        place = dice.randrange(len(data))
        changed = data[:place] + dice.choice(b"0123456789abcxyz").to_bytes() + data[place + 1 :]
        try:
            msgspec.json.decode(changed)
        except msgspec.DecodeError:
            continue
        if changed != data:
            return changed
