"""Views that are carried on from entry to entry are those that would be made from the room anew."""

from shared.room.frames import Views
from tests.conftest import Count

from .lives import Life
from .seeds import named, over
from .subjects import Subject


@over(60, piece=10)
def test_views_carried_on_are_those_made_anew(subject: Subject, seeds: range, count: Count) -> None:
    compared = 0
    for seed in seeds:
        with named(seed):
            compared += _compared(Life(subject, seed))
    count("views compared with views made anew", compared, minimum=300)


def _compared(life: Life) -> int:
    compared = 0
    views: Views | None = None
    for sent in life.sends():
        accepted = life.take(sent)
        if views is None:
            views = Views(life.room)
            continue
        views.frames(accepted)
        fresh = Views(life.room)
        for viewer in fresh.viewers():
            assert views.sections(viewer) == fresh.sections(viewer), viewer
            compared += 1
    return compared
