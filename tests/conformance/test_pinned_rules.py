"""L10: a match runs to its end, and is verified for ever, under the ruleset named in its first
entry. Logs of released rulesets are in tests/golden."""

from random import Random

import pytest

from shared.room.aggregate import Room
from shared.room.events import LobbyReopened, MatchDealt, RoomOpened
from shared.room.rules import Games, UnknownRules
from shared.room.verify import verify
from tests.conftest import Count

from .lives import ROOM, Life
from .seeds import named, over
from .subjects import Subject


def upgraded(subject: Subject) -> Games:
    """The newer rules for lobbies that open from now on, the older for those that opened before."""
    return {subject.game.id: subject.newer, subject.game.ruleset: subject.game}


@over(matches=2_000)
def test_a_release_in_mid_life_changes_no_match_that_was_begun(
    subject: Subject, seeds: range, count: Count
) -> None:
    """The newer rules come at a random entry: what was begun before is played on as if they had not
    come, what comes later is theirs, and the newer release proves the whole log."""
    matches = newer = 0
    for seed in seeds:
        with named(seed):
            life, release = Life(subject, seed), Random(seed).randint(1, 400)
            expected, dealt = "", [""]
            for sent in life.sends():
                accepted = life.take(sent)
                for event in accepted.events:
                    if isinstance(event, RoomOpened | LobbyReopened):
                        expected = life.games[subject.game.id].ruleset
                    elif isinstance(event, MatchDealt):
                        assert event.ruleset == accepted.header.ruleset == expected
                        dealt.append(event.ruleset)
                if accepted.seq == release:
                    life.games = upgraded(subject)
                    life.room = Room.restore(life.room.snapshot(), life.games)
            if subject.newer.ruleset not in dealt and seed % 4 == 0:
                assert life.log == Life(subject, seed).live().log
            report = verify(life.log, upgraded(subject))
            assert report.first_bad is None, report.first_bad
            needs_its_rules(life, subject)
            matches += report.matches
            newer += dealt.count(subject.newer.ruleset)
    count("L10 matches", matches, minimum=len(seeds) * 9 // 10)
    count("L10 matches dealt by newer rules", newer, minimum=0)


def needs_its_rules(life: Life, subject: Subject) -> None:
    """Where they are not installed nothing is proved, folded or decided by others."""
    alone: Games = {subject.game.id: subject.newer}
    bad = verify(life.log, alone).first_bad
    assert bad is not None
    assert bad.seq == 1
    with pytest.raises(UnknownRules):
        Room(ROOM, alone).apply(life.log[0])
    if life.room.game is subject.game:
        with pytest.raises(UnknownRules):
            Room.restore(life.room.snapshot(), alone)
