"""What a seat can know is a function of what it heard, and true in every match that it cannot tell
from this one; in those it is shown, offered and refused the same, byte for byte.
"""

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from shared.contracts.entries import encoder
from shared.contracts.ids import CommandId, PlayerId
from shared.contracts.refusals import Refusal
from shared.engine.events import Event, hear
from shared.engine.game import Game, Setup
from shared.games.bang import knowledge as of_bang
from shared.games.buckshot import knowledge as of_buckshot
from shared.games.memory import Memory, remember
from shared.room.aggregate import Accepted, Envelope, Room, Supplied
from shared.room.events import MatchDealt, RoomEvent
from shared.room.frames import Views
from tests.conftest import Count

from .lives import SYSTEM, Life
from .matches import Match
from .seeds import named, over
from .strays import stray, twisted
from .subjects import Subject
from .worlds import retold

WORLDS = 2
"""Other histories that each position is held against."""

SHARE = {"bang": 0.06, "buckshot": 0.6}
"""Of all positions of a match; matches of the game for two are short."""


class Rememberer:
    """A seat that hears a match from its beginning, and what happened in truth."""

    def __init__(self, game: Game, initial: Any, viewer: int) -> None:
        self.initial = deepcopy(initial)
        self.viewer = viewer
        self.events: list[Event] = []
        self._game = game
        self._state = deepcopy(initial)
        self.memory: Memory = remember(game, initial)

    def hear(self, event: Event, seq: int) -> None:
        self.events.append(event)
        heard = hear(event, self.viewer)
        heard.on(self._state)
        self._state = self._game.see(self._state, self.viewer)
        self.memory.hear(heard, self._state, seq)

    def knows(self) -> Any:
        return self.memory.tell(self._state, self.viewer)


def remembered(
    game: Game, initial: Any, events: Sequence[Event], seqs: Sequence[int], viewer: int
) -> Rememberer:
    found = Rememberer(game, initial, viewer)
    for event, seq in zip(events, seqs, strict=True):
        found.hear(event, seq)
    return found


def folded(initial: Any, events: Sequence[Event]) -> Any:
    state = deepcopy(initial)
    for event in events:
        event.on(state)
    return state


@over(matches=100, piece=10)
def test_what_is_known_is_true_in_every_match_that_sounds_the_same(
    subject: Subject, seeds: range, count: Count
) -> None:
    positions = claims = other = 0
    for seed in seeds:
        with named(seed):
            match, dice = Match(subject, seed), Random(f"worlds {seed}")
            one = Rememberer(match.game, match.state, dice.choice(match.seats))
            seqs: list[int] = []
            for number, step in enumerate(match.steps(), 1):
                for event in match.run(step):
                    one.hear(event, number)
                    seqs.append(number)
                if dice.random() < SHARE[match.game.id] and match.game.seating(match.state):
                    knowledge = one.knows()
                    claims += holds(knowledge, match.state)
                    for _ in range(WORLDS):
                        events = retold(match.game, one.initial, one.events, one.viewer, dice)
                        there = folded(one.initial, events)
                        again = remembered(match.game, one.initial, events, seqs, one.viewer)
                        assert encoder.encode(again.knows()) == encoder.encode(knowledge)
                        holds(knowledge, there)
                        other += there != match.state
                    positions += 1
    count(f"L2 positions held against other histories, {subject.game.id}", positions, minimum=0)
    count(f"L2 other histories of a position, {subject.game.id}", other, minimum=0)
    count(f"L2 claims about hidden things held, {subject.game.id}", claims, minimum=0)


def holds(knowledge: Any, state: Any) -> int:
    """Everything that is said is so; how much of it is hidden from somebody."""
    if isinstance(knowledge, of_bang.Knowledge):
        return _holds_in_the_west(knowledge, state)
    return _holds_for_two(knowledge, state)


def _holds_in_the_west(knowledge: of_bang.Knowledge, state: Any) -> int:
    piles = {
        **{("hand", seat): player.hand for seat, player in enumerate(state.players)},
        **{("play", seat): player.in_play for seat, player in enumerate(state.players)},
        **{("aside", aside.number): aside.cards for aside in state.aside},
        ("deck", -1): state.deck,
        ("discard", -1): state.discard,
    }
    for fact in knowledge.cards:
        assert fact.card in piles[fact.pile, fact.owner], fact
    for left in knowledge.open_cards:
        assert any(left.card in piles[zone.pile, zone.owner] for zone in left.zones), left
    assert len(knowledge.cards) + len(knowledge.open_cards) == sum(map(len, piles.values()))
    for role in knowledge.roles:
        assert state.players[role.seat].role in role.possible, role
    for card, there in zip(knowledge.deck.top, reversed(state.deck), strict=False):
        assert card in (-1, there), knowledge.deck
    for hand in knowledge.hands:
        own = state.players[hand.seat].hand
        assert len(own) == hand.count, hand
        assert set(hand.known) <= set(own), hand
    assert len(state.deck) == knowledge.deck.count
    assert set(knowledge.deck.known) <= set(state.deck)
    if state.over:
        return 0
    hidden = len(knowledge.deck.known) + sum(len(hand.known) for hand in knowledge.hands)
    return hidden + sum(role.how == "counted" for role in knowledge.roles)


def _holds_for_two(knowledge: of_buckshot.Knowledge, state: Any) -> int:
    left = [fact.shell for fact in knowledge.shells]
    assert len(left) == len(state.gun.chamber) == knowledge.live_left + knowledge.blank_left
    assert all(told in ("", shell) for told, shell in zip(left, state.gun.chamber, strict=True))
    assert knowledge.live_left == state.gun.chamber.count("live")
    return 0 if state.over else sum(bool(told) for told in left)


class Position:
    """A room as it stands, for the seat `viewer` of its match."""

    def __init__(self, life: Life, viewer: int) -> None:
        self.games = life.games
        self.game = life.game
        self.viewer = viewer
        self.player = life.game.seating(life.state.play)[viewer]
        self._stored = life.room.snapshot()

    def room(self, play: Any) -> Room:
        """The same room with another match in it."""
        room = Room.restore(self._stored, self.games)
        room.state.play = play
        return room

    def shown(self, play: Any, attempts: Sequence[Any]) -> list[bytes]:
        """All that is sent to the seat: its view, its offers, the answers to its attempts, and the
        frame of an entry that anybody might cause."""
        room = self.room(deepcopy(play))
        views = Views(room)
        found = [name.encode() + value for name, value in views.sections(self.player).items()]
        found.append(encoder.encode(self.game.legal(play, self.viewer)))
        for number, command in enumerate(attempts):
            no = self.game.refusal(play, self.viewer, command)
            found.append(encoder.encode(no))
            if no is not None:
                sent = msgspec.json.encode(command)
                answer = room.decide(_envelope(self.player, f"a-{number}", sent), 0)
                assert isinstance(answer, Refusal), (command, answer)
                found.append(encoder.encode(answer))
        found += self._frames(room, views)
        return found

    def _frames(self, room: Room, views: Views) -> list[bytes]:
        if room.state.phase != "match":
            return []
        member = room.state.members[-1]
        sent = {"type": "absent", "player": member.player, "away": not member.away}
        accepted = room.decide(_envelope(SYSTEM, "away", msgspec.json.encode(sent)), 0)
        assert isinstance(accepted, Accepted), accepted
        frames = views.frames(accepted)
        return [frames[self.player].data] if self.player in frames else []


def _envelope(actor: PlayerId, name: str, sent: bytes) -> Envelope:
    return Envelope(actor, CommandId(name), sent, Supplied("0" * 64))


@over(matches=100, piece=10)
def test_what_cannot_be_told_apart_is_shown_offered_and_refused_alike(
    subject: Subject, seeds: range, count: Count
) -> None:
    positions = answers = 0
    for seed in seeds:
        with named(seed):
            life, dice = Life(subject, seed), Random(f"alike {seed}")
            viewer = -1
            one: Rememberer | None = None
            seqs: list[int] = []
            for sent in life.sends():
                accepted = life.take(sent)
                for event in accepted.events:
                    if isinstance(event, MatchDealt):
                        viewer = dice.randrange(len(event.players))
                        one, seqs = Rememberer(life.game, _initial(life, event), viewer), []
                    elif one is not None and not isinstance(event, RoomEvent):
                        one.hear(event, accepted.seq)
                        seqs.append(accepted.seq)
                if one is None or life.state.play is None:
                    continue
                if dice.random() > SHARE[life.game.id]:
                    continue
                answers += alike(subject, life, one, seqs, dice)
                positions += 1
    count(f"L3 positions that a seat cannot tell apart, {subject.game.id}", positions, minimum=0)
    count(f"L3 answers that are the same bytes there, {subject.game.id}", answers, minimum=0)


def _initial(life: Life, dealt: MatchDealt) -> Any:
    return life.game.initial(Setup(dealt.players, dealt.options, life.state.pace))


def alike(subject: Subject, life: Life, one: Rememberer, seqs: Sequence[int], dice: Random) -> int:
    """Holds the room against two others, one whose hidden things lie elsewhere and one with another
    history; gives how many answers were compared."""
    game, play, viewer = life.game, life.state.play, one.viewer
    position = Position(life, viewer)
    attempts = _attempts(subject, life, viewer, dice)
    here = position.shown(play, attempts)
    knowledge = encoder.encode(one.knows())
    elsewhere = subject.reshuffled(play, viewer, dice) if not play.over else deepcopy(play)
    assert encoder.encode(one.memory.tell(elsewhere, viewer)) == knowledge
    events = retold(game, one.initial, one.events, viewer, dice)
    again = remembered(game, one.initial, events, seqs, viewer)
    assert encoder.encode(again.knows()) == knowledge
    for there in (elsewhere, folded(one.initial, events)):
        assert position.shown(there, attempts) == here
    return 2 * (len(here) + 1)


def _attempts(subject: Subject, life: Life, viewer: int, dice: Random) -> list[Any]:
    game, play = life.game, life.state.play
    domains = subject.domains(play, viewer)
    found = [stray(game, domains, dice) for _ in range(3)]
    for seat in {viewer, *game.waited_for(play)}:
        for offer in list(game.legal(play, seat))[:2]:
            offered = game.complete(offer, dice.randrange)
            found += [offered, twisted(offered, domains, dice)]
    return found
