"""How fast the page is: figures taken in the page itself (services/web/README.md has those of a
quiet machine). Nothing here fails by the clock but what is ten times too slow."""

from random import Random
from statistics import median

from tests.conftest import Count
from tests.e2e import steps
from tests.e2e.checks import timing
from tests.e2e.conftest import Invite
from tests.e2e.figures import IS_FULL, record
from tests.e2e.person import Person
from tests.e2e.playing import Player

WANTED_INTERACTIVE_MS = 1_000.0
ALLOWED = 10
"""How many times as long as is wanted something may take where others keep the machine busy."""
PAGES = 5
ACTIONS = 200 if IS_FULL else 12
MATCHES_LIMIT = 60


async def test_a_page_that_was_never_seen_can_be_used_soon(invite: Invite, count: Count) -> None:
    taken = []
    for _ in range(PAGES):
        person = await invite()
        await person.go("/")
        await person.button("ui-come-in").wait_for()
        taken.append((await timing.timed(person.page)).interactive)
        await person.close()
    record(f"until a page can be used, median of {PAGES}", median(taken))
    assert 0 < median(taken) < ALLOWED * WANTED_INTERACTIVE_MS, taken
    count("figures taken", len(taken))


async def test_a_tap_locks_the_controls_at_once_and_the_view_changes_soon(
    invite: Invite, count: Count
) -> None:
    """In the task of the tap itself, before anything is drawn or touched again."""
    views: list[float] = []
    locks: list[float] = []
    locked: list[str] = []
    for number in range(MATCHES_LIMIT):
        person = await invite()
        await steps.come_in(person, "Bori")
        await steps.deal_by(person, number)
        await steps.open_room(person)
        await steps.add_bot(person, 3)
        await steps.get_ready(person)
        await steps.start(person)
        timed = await _played(person, number, ACTIONS - len(views))
        assert not timed.open, f"not locked at once by: {timed.open}"
        views, locks, locked = views + timed.views, locks + timed.locks, locked + timed.locked
        await person.close()
        if len(views) >= ACTIONS:
            break
    for name, times in (("a tap to the view that came of it", views), ("a tap to the lock", locks)):
        record(f"from {name}, median", median(times))
        record(f"from {name}, 95 of 100", timing.share(times, 0.95))
    count("touches that locked the controls at once", len(locked))
    count("figures taken", len(views), minimum=ACTIONS)


async def _played(person: Person, number: int, actions: int) -> timing.Timed:
    """What the page has noted after so many actions, or at the end of the match."""
    player = Player(person, Random(number))
    while True:
        timed = await timing.timed(person.page)
        if len(timed.views) >= actions or not await player.is_asked():
            return timed
        await player.move()
