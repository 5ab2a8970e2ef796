"""L9: every card is in exactly one zone; counts never change, in no viewer's eyes either."""

from random import Random

from shared.engine.events import BLANK
from tests.conftest import Count

from .matches import Match
from .seeds import named, over
from .subjects import Subject


@over(matches=2_000)
def test_after_every_event_each_card_lies_in_one_place(
    subject: Subject, seeds: range, count: Count
) -> None:
    events = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            whole = sorted(subject.lying(match.state))
            for step in match.steps():
                for event in match.rule(step):
                    event.on(match.state)
                    events += 1
                    whole = subject.moved(whole, event)
                    assert sorted(subject.lying(match.state)) == sorted(whole), event
            assert subject.cards.issuperset(whole)
    count("L9 matches", len(seeds), minimum=len(seeds))
    count("L9 events", events, minimum=0)


@over(matches=300)
def test_every_viewer_counts_the_same_cards_in_the_same_places(
    subject: Subject, seeds: range, count: Count
) -> None:
    views = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            viewer = Random(seed).choice((None, *match.seats))
            for step in match.steps():
                match.run(step)
                seen = match.game.see(match.state, viewer)
                places = zip(subject.places(match.state), subject.places(seen), strict=True)
                for true, told in places:
                    assert len(true.values) == len(told.values), (true, told)
                known = [card for card in subject.lying(seen) if card != BLANK]
                assert len(known) == len(set(known)), "a viewer sees one card twice"
                views += 1
    count("L9 views", views, minimum=0)
