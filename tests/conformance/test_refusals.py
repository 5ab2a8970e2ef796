"""L4: a refused command emits nothing, moves no random draw, changes no digest."""

from collections import Counter
from random import Random
from typing import Any, get_args

import msgspec

from shared.contracts.commands import LobbyCommand, SystemCommand
from shared.contracts.ids import CommandId, PlayerId
from shared.contracts.refusals import CODES, Refusal
from shared.room.aggregate import Accepted, Envelope, Room, Supplied
from tests.conftest import Count

from .lives import SYSTEM, Life, Sent
from .seeds import named, over
from .strays import filled, stray, twisted
from .subjects import Subject

STRAYED = 200
ROOM_COMMANDS: tuple[type[Any], ...] = get_args(LobbyCommand | SystemCommand)
MALFORMED = (
    *(b"", b"[", b"{", b"null", b"true", b"7", b'"start"', b"[]", b"{}", b"\xff\xfe", b"\x00"),
    *(b'{"type":"start"', b'{"type":"start"}{"type":"start"}', b'{"type":"start","type":1}'),
    *(b'{"type":"nothing"}', b'{"type":null}', b'{"type":"start","seat":3}', b"[" * 200_000),
    b'{"type":"timeout","due":' + b"[" * 200 + b"]" * 200 + b"}",
    b'{"type":"draw","turn":' + b"9" * 5_000 + b"}",
    b'{"type":"draw","turn":1e400}',
    b'{"type":"draw","turn":"1"}',
    b'{"type":"draw","turn":1.5}',
    b'{"type":"join","invitation":"' + b"x" * 70_000 + b'"}',
    b'{"type":"join","invitation":"\xed\xa0\x80"}',
)


@over(matches=2_000)
def test_a_refusal_leaves_nothing(subject: Subject, seeds: range, count: Count) -> None:
    """Strays between what is legal: each is refused twice with one answer, the room stays as it was
    to the byte, and what comes later is as if nobody had tried."""
    refused = accepted = 0
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(seed)
            for sent in life.sends():
                if life.room.seq and dice.random() < 0.2:
                    found = try_out(life, stray_beside(subject, life, sent, dice))
                    refused += found
                    accepted += not found
                life.take(sent)
            if seed % 4 == 0:
                assert life.log == Life(subject, seed).live().log
    count("L4 matches", len(seeds), minimum=len(seeds))
    count("L4 refusals", refused, minimum=0)
    count("L4 strays that were legal", accepted, minimum=0)


@over(matches=STRAYED, piece=STRAYED)
def test_strays_meet_the_reasons_for_which_a_game_refuses(
    subject: Subject, seeds: range, count: Count
) -> None:
    """Or else the law above would be held over one kind of mistake. Some take a rare card."""
    met: Counter[str] = Counter()
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(seed)
            for sent in life.sends():
                if life.state.phase == "match" and dice.random() < 0.3:
                    actor, command = of_the_game(subject, life, dice)
                    fresh = Supplied(dice.randbytes(32).hex())
                    envelope = Envelope(actor, CommandId("stray"), command, fresh)
                    copy = Room.restore(life.room.snapshot(), life.games)
                    answer = copy.decide(envelope, sent.now_ms)
                    met[answer.code if isinstance(answer, Refusal) else ""] += 1
                life.take(sent)
    reasons = met.keys() & subject.reasons
    missing = subject.reasons - reasons
    assert len(missing) < 0.3 * len(subject.reasons) or len(seeds) < STRAYED, missing
    count("L4 reasons for refusals met", len(reasons), minimum=0)


def try_out(life: Life, sent: Sent) -> bool:
    """Whether it was refused; what is legal after all has its effect in a copy alone."""
    before, due = life.room.snapshot(), life.room.due
    copy = Room.restore(before, life.games)
    answer = copy.decide(*sent)
    if not isinstance(answer, Refusal):
        assert isinstance(answer, Accepted), answer
        return False
    assert set(answer.params) == set(CODES[answer.code]), answer
    assert life.room.decide(*sent) == answer
    assert life.room.snapshot() == copy.snapshot() == before, (answer, sent)
    assert life.room.due == due
    return True


def stray_beside(subject: Subject, life: Life, sent: Sent, dice: Random) -> Sent:
    """Something that nobody asked for, beside a command that is about to be sent."""
    kind = dice.random()
    fresh = Supplied(dice.randbytes(32).hex())
    name = CommandId(f"stray-{dice.getrandbits(60)}")
    now_ms = sent.now_ms - dice.choice((0, 0, 5_000))
    if kind < 0.1:
        actor, command = somebody(life, dice), dice.choice(MALFORMED)
    elif kind < 0.15:
        actor, command = somebody(life, dice), broken(sent.envelope.command, dice)
    elif kind < 0.3:
        words = {"player": [member.player for member in life.state.members]}
        command = msgspec.json.encode(filled(ROOM_COMMANDS, words, dice))
        actor = dice.choice((life.state.host, somebody(life, dice)))
    elif kind < 0.4:
        actor, command = somebody(life, dice), sent.envelope.command
    elif kind < 0.47:
        due = life.room.due.id if life.room.due else "1.1.0"
        due = dice.choice((due, due + "0", "", "reveal.9"))
        actor, command = SYSTEM, msgspec.json.encode({"type": "timeout", "due": due})
        now_ms = min(now_ms, life.room.due.at_ms - 1) if life.room.due else now_ms
    elif kind < 0.5:
        actor, command = sent.envelope.actor, sent.envelope.command
        name = CommandId(dice.choice(("", "x" * 129, "a\nb", "\x7f")))
    else:
        actor, command = of_the_game(subject, life, dice)
    return Sent(Envelope(actor, name, command, fresh), now_ms)


def of_the_game(subject: Subject, life: Life, dice: Random) -> tuple[PlayerId, bytes]:
    """Foreign cards, wrong phases, wrong waits, the dead: any command of the game, mostly by those
    who are waited for and near to what they are offered."""
    game, play = subject.game, life.state.play
    seating = game.seating(play) if play is not None else ()
    if not seating:
        return somebody(life, dice), msgspec.json.encode(stray(game, {}, dice))
    awaited = life.room.waited_for() if dice.random() < 0.8 else ()
    player = dice.choice(awaited or seating)
    seat = seating.index(player)
    domains = subject.domains(play, seat)
    offers = game.legal(play, seat)
    if offers and dice.random() < 0.3:
        command = twisted(game.complete(dice.choice(offers), dice.randrange), domains, dice)
    else:
        command = stray(game, {**domains, **subject.apt(play)}, dice)
    actor = player if dice.random() < 0.9 else somebody(life, dice)
    return actor, msgspec.json.encode(command)


def somebody(life: Life, dice: Random) -> PlayerId:
    members = [member.player for member in life.state.members]
    return dice.choice((*members, *members, PlayerId("a stranger"), SYSTEM))


def broken(command: bytes, dice: Random) -> bytes:
    """JSON with a piece cut out, or with a byte that is another."""
    place = dice.randrange(len(command))
    if dice.random() < 0.5:
        return command[:place] + command[place + dice.randint(1, 5) :]
    return command[:place] + dice.randbytes(1) + command[place + 1 :]
