"""The checks of a match find what was planted for them: leaks, taps that lock nothing, words for
ears only, and things that differ by their colour alone."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from shared.contracts.ids import PlayerId, RoomId
from shared.room.state import RoomState
from shared.text.catalogue import Catalogue
from tests.conftest import Count
from tests.e2e.checks import apart, dom, live, timing
from tests.e2e.planted import Plate, frames_passed, plate
from tests.e2e.truth import Moment, Truth

MINE, FOREIGN = 3, 41
OWN, OTHER = PlayerId("p"), PlayerId("q")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(browser: Browser) -> AsyncIterator[Plate]:
    async with plate(browser) as made:
        yield made


def _truth(*, has_cards: bool = True) -> Truth:
    """Some entries of a match in which `p` holds one card and knows no role but his own."""
    shown = {OWN: frozenset({MINE}), OTHER: frozenset({FOREIGN}), "": frozenset()}
    moments = {
        seq: Moment(seq, "match", False, shown if has_cards else {}, {}, (False, True))
        for seq in (7, 8, 9)
    }
    return Truth(
        moments, (OWN, OTHER), ("outlaw", "renegade"), ("5ec2e7" * 8,), RoomState(RoomId("KQXHWT"))
    )


def _face(card: int, texts: Catalogue) -> str:
    return next(face for face, cards in dom.faces_of(texts).items() if card in cards)


TEXTS = Catalogue("en")
FACE = _face(FOREIGN, TEXTS)
SHELL = "<span class='shell {}'></span>"
STRIP = "<div class=strip><span class=strip-part>{}</span></div>"

OPEN = (
    "<span class=card><span class=card-corner><b>{}</b><svg class='suit suit-{}'></svg></span>"
    "<span class=card-name>{}</span></span>"
)

# What is wrong, what stands at the table, what the fault must say.
LEAKS = [
    ("a card in an attribute", f"<p data-x='{FOREIGN}'>x</p>", "card 41 in data-x"),
    ("a card in a class", f"<p class='card-{FOREIGN}'>x</p>", "card 41 in class"),
    ("a deck in an attribute", "<p data-deck='3,5,41'>x</p>", "card 5 in data-deck"),
    ("a card by its name", f"<p>He holds {FACE}.</p>", f"{FACE} in"),
    ("a card for ears", f"<button type=button aria-label='{FACE}'>x</button>", f"{FACE} in"),
    (
        "an open card",
        OPEN,
        "is drawn",
    ),
    ("a role of another", "<p data-seat=1>Turncoat</p>", "role renegade of seat 1"),
    ("a role in a class", "<p class=role-deputy>x</p>", "role deputy in class"),
    ("the secret", f"<p>{'5ec2e7' * 8}</p>", "secret"),
]


async def _stood(served: Plate, body: str) -> dom.Dom:
    script = "document.querySelector('[data-table]').dataset.seq = '8'"
    page = await served.serve(f"<div data-table=bang data-seq=7>{body}</div>", script=script)
    return await dom.stood(page)


@pytest.mark.parametrize(("body", "said"), [pytest.param(*g[1:], id=g[0]) for g in LEAKS])
async def test_what_a_page_tells_too_much_is_found(
    served: Plate, body: str, said: str, count: Count
) -> None:
    foreign = dom.card(FOREIGN)
    drawn = (dom.rank_of(foreign), foreign.suit, TEXTS.text(f"card-{foreign.kind}"))
    stood = await _stood(served, body.format(*drawn))
    found = dom.faults(_truth(), OWN, stood, TEXTS)
    assert any(said in fault for fault in found), found
    count("planted pages found bad", 1)


async def test_what_its_player_may_know_is_no_leak(served: Plate) -> None:
    own = f"<button type=button data-card={MINE} aria-label='{_face(MINE, TEXTS)}'>x</button>"
    role = "<p data-seat=0>Outlaw</p><p class='tile-hurt-1 place-l2'>3 left of 41</p>"
    shells = STRIP.format(SHELL.format("shell-hidden"))
    stood = await _stood(served, own + role + shells)
    assert dom.faults(_truth(), OWN, stood, TEXTS) == []
    assert stood.looks


GUNS = [
    ("the next shell, not looked at", OWN, ("shell-live", "shell-hidden"), True),
    ("the next shell, looked at", OTHER, ("shell-live", "shell-hidden"), False),
    ("a later shell", OTHER, ("shell-live", "shell-blank"), True),
]


@pytest.mark.parametrize(
    ("viewer", "shells", "is_bad"), [pytest.param(*g[1:], id=g[0]) for g in GUNS]
)
async def test_a_shell_that_shows_itself_is_found(
    served: Plate, viewer: PlayerId, shells: tuple[str, ...], is_bad: bool, count: Count
) -> None:
    stood = await _stood(served, STRIP.format("".join(map(SHELL.format, shells))))
    found = dom.faults(_truth(has_cards=False), viewer, stood, TEXTS)
    assert bool(found) is is_bad, found
    count("planted pages found bad", int(is_bad), minimum=0)


SENDS = """
const button = document.querySelector('[data-table] button');
button.onclick = () => {
  const socket = new WebSocket('ws://planted.test/');
  try { socket.send('{"type":"command","command":{"type":"endPlay"}}'); } catch {}
  const lock = () => button.setAttribute('aria-busy', 'true');
  HOW
};
"""


@pytest.mark.parametrize(
    ("how", "locked", "open_"),
    [("queueMicrotask(lock);", ["endPlay"], []), ("setTimeout(lock, 1);", [], ["endPlay"])],
    ids=["at once", "later"],
)
async def test_controls_that_are_locked_too_late_are_found(
    served: Plate, how: str, locked: list[str], open_: list[str], count: Count
) -> None:
    body = "<div data-table=bang><button type=button>End</button></div>"
    csp = "default-src 'self' ws:; style-src 'unsafe-inline'"
    page = await served.serve(body, script=SENDS.replace("HOW", how), csp=csp)
    await page.get_by_role("button").click()
    await page.locator("[aria-busy=true]").wait_for()
    await frames_passed(page)
    timed = await timing.timed(page)
    assert (timed.locked, timed.open) == (locked, open_)
    assert len(timed.locks) == 1
    served.complaints.take()
    count("planted pages found bad", len(open_), minimum=0)


async def test_what_is_said_to_ears_only_is_found(served: Plate, count: Count) -> None:
    body = "<p role=status></p><p id=hint>One <b>two</b></p><p>three</p>"
    script = """
    const say = (text) => { document.querySelector('[role=status]').textContent = text; };
    say('three One two');
    setTimeout(() => { say('three four'); document.body.dataset.done = '1'; });
    """
    page = await served.serve(body, script=script)
    await page.wait_for_selector("[data-done]", state="attached")
    found = live.unseen(await live.said(page), await live.seen(page))
    assert found == ['"three four" was said only']
    count("planted pages found bad", 1)


ALIKE = [
    ("edges", "p { border: 2px solid green } .no { border-color: red }", "", "", True),
    ("edges", "p { border: 2px solid green } .no { border-style: dashed }", "", "", False),
    ("signs", "path { fill: green } .no path { fill: red }", "M0 0h9", "M0 0h9", True),
    ("signs", "path { fill: green } .no path { fill: none }", "M0 0h9", "M0 0h9", False),
    ("signs", "path { fill: green }", "M0 0h9", "M0 9h9", False),
]


@pytest.mark.parametrize(("by", "style", "one", "other", "is_bad"), ALIKE)
async def test_what_differs_by_colour_alone_is_found(
    served: Plate, by: apart.By, style: str, one: str, other: str, is_bad: bool, count: Count
) -> None:
    drawn = "<svg viewBox='0 0 9 9'><path d='{}'></path></svg>"
    body = f"<p class=yes>{drawn.format(one)}a</p><p class=no>{drawn.format(other)}b</p>"
    page = await served.serve(body, style=style)
    assert bool(await apart.alike(page, by, ".yes", ".no")) is is_bad
    assert await apart.alike(page, by, ".yes", ".gone") == [".gone is not shown"]
    count("planted pages found bad", int(is_bad), minimum=0)
