"""Each check finds the fault that was planted for it, and nothing where there is none."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.conftest import Count
from tests.e2e import keyboard
from tests.e2e.checks import axe, live, motion, touches, touching, words
from tests.e2e.planted import Plate, frames_passed, plate


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def served(browser: Browser) -> AsyncIterator[Plate]:
    async with plate(browser) as made:
        yield made


GOOD = "<p>Two words.</p><button type='button'>Play</button>"
LONG = "Maximiliane-Theodora"

# What is wrong, the body, further style, what the fault must say.
UNREACHABLE = [
    (
        "covered",
        f"{GOOD}<div class=lid></div>",
        ".lid { position: fixed; inset: 0 }",
        "covered: .*Play",
    ),
    ("beyond the edge", GOOD, "button { position: absolute; left: 500px }", "out of the window"),
    (
        "pushed out of sight in a box that hides it",
        f"<div class=box><div class=wide>x</div>{GOOD}</div>",
        ".box { display: flex; width: 300px; overflow: hidden } .wide { flex: 0 0 400px }",
        "out of the window|covered",
    ),
    ("deaf to touch", GOOD, "button { pointer-events: none }", "covered"),
    (
        "a text cut off",
        f"<div class=seat>{LONG}</div><button type=button>Play</button>",
        ".seat { width: 60px; overflow: hidden; white-space: nowrap }",
        "cut off",
    ),
    (
        "a text with an ellipsis",
        f"<div class=seat>{LONG}</div><button type=button>Play</button>",
        ".seat { width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }",
        "cut off",
    ),
    (
        "a label wider than its button",
        f"<button type=button>{LONG}</button>",
        "button { width: 60px }",
        "spills",
    ),
    (
        "a word letter under letter",
        "<button type=button class=thin>Play</button>",
        ".thin { width: 20px; min-width: 0; overflow-wrap: anywhere; padding: 0 }",
        'broken: "Play"',
    ),
    ("sideways", f"{GOOD}<div class=wide>x</div>", ".wide { width: 700px }", "sideways"),
]


@pytest.mark.parametrize(
    ("body", "style", "said"), [pytest.param(*given[1:], id=given[0]) for given in UNREACHABLE]
)
async def test_what_cannot_be_reached_or_read_is_found(
    served: Plate, body: str, style: str, said: str, count: Count
) -> None:
    page = await served.serve(body, style=style)
    found = await touching.hits(page)
    assert any(re.search(said, fault) for fault in found.faults), found
    count("planted pages found bad", 1)


REACHABLE = [
    ("plain", GOOD, ""),
    (
        "in a part that scrolls",
        f"<div class=hand><div class=wide>x</div>{GOOD}</div>",
        ".hand { display: flex; overflow-x: auto; width: 300px } .wide { flex: 0 0 900px }",
    ),
    ("far down the page", f"<div class=tall>x</div>{GOOD}", ".tall { height: 3000px }"),
    ("for ears only", f"{GOOD}<p class=unseen>{LONG} {LONG}</p>", ""),
    (
        "a box with its label",
        "<label class=row><input type=checkbox> Kids</label>",
        ".row { display: block; min-height: 48px } input { opacity: 0; width: 4px }",
    ),
    (
        "as many lines as are meant",
        f"{GOOD}<p class=few>{LONG} {LONG} {LONG}</p>",
        (
            ".few { width: 200px; overflow: hidden; display: -webkit-box;"
            " -webkit-box-orient: vertical; -webkit-line-clamp: 2 }"
        ),
    ),
    ("behind a dialog", f"{GOOD}<dialog><button type=button>Close</button></dialog>", ""),
]


@pytest.mark.parametrize(
    ("body", "style"), [pytest.param(*given[1:], id=given[0]) for given in REACHABLE]
)
async def test_what_can_be_reached_passes(served: Plate, body: str, style: str) -> None:
    show = "document.querySelector('dialog')?.showModal()"
    page = await served.serve(body, style=style, script=show)
    found = await touching.hits(page)
    assert found.faults == []
    assert found.looked == 1


async def test_small_controls_are_found(served: Plate, count: Count) -> None:
    body = (
        "<button type=button class=small>a</button><a class=link href='/x'>b</a>"
        "<button type=button class=card>c</button><button type=button>d</button>"
    )
    style = ".small { min-height: 40px; height: 40px } .link { display: block; height: 43px }"
    page = await served.serve(body, style=style)
    found = await touching.sizes(page, ".card")
    assert found.looked == 4
    assert [fault[-3:] for fault in found.faults] == ['"a"', '"b"', '"c"']
    count("planted pages found bad", 1)


AXE = [
    ("a button without a name", "<button type=button></button>", "button-name"),
    ("grey on grey", "<p style='color: #aaa; background: #bbb'>words</p>", "color-contrast"),
    ("a field without a label", "<input>", "label"),
    ("a role without its parent", "<div role=option>x</div>", "aria-required-parent"),
    (
        "a picture without words",
        "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
        "image-alt",
    ),
]


@pytest.mark.parametrize(("body", "rule"), [pytest.param(*g[1:], id=g[0]) for g in AXE])
async def test_what_shuts_people_out_is_found(
    served: Plate, body: str, rule: str, count: Count
) -> None:
    page = await served.serve(body)
    faults = await axe.faults(page)
    assert [fault.split()[0] for fault in faults] == [rule], faults
    count("planted pages found bad", 1)


async def test_an_accessible_page_passes_under_its_csp(served: Plate) -> None:
    page = await served.serve(GOOD)
    assert await axe.faults(page) == []
    assert not served.complaints.take()


COMPLAINTS = [
    ("an error in the console", "console.error('oh')", "console: oh"),
    ("a thrown error", "setTimeout(() => { throw new Error('oh') })", "thrown: .*oh"),
    ("a promise that nobody holds", "Promise.reject(new Error('oh'))", "thrown: .*oh"),
    ("a style that the CSP forbids", "document.body.style = 'x'; eval('1')", "CSP: script-src"),
    (
        "a picture from elsewhere",
        "new Image().src = 'http://elsewhere.test/x.png'",
        "asked elsewhere|CSP",
    ),
    (
        "a request elsewhere",
        "fetch('http://elsewhere.test/').catch(() => {})",
        "asked elsewhere|CSP",
    ),
    ("a socket elsewhere", "new WebSocket('ws://elsewhere.test/')", "asked elsewhere|CSP"),
]


@pytest.mark.parametrize(("script", "said"), [pytest.param(*g[1:], id=g[0]) for g in COMPLAINTS])
async def test_what_a_browser_complains_of_is_heard(
    served: Plate, script: str, said: str, count: Count
) -> None:
    page = await served.serve(GOOD, script=script)
    await frames_passed(page)
    heard = served.complaints.take()
    assert any(re.search(said, told) for told in heard), heard
    count("planted pages found bad", 1)


async def test_a_request_elsewhere_is_heard_where_no_csp_forbids_it(served: Plate) -> None:
    ask = "fetch('http://elsewhere.test/').catch(() => {})"
    page = await served.serve(GOOD, script=ask, csp="default-src *")
    await frames_passed(page)
    assert "asked elsewhere: http://elsewhere.test/" in served.complaints.take()


async def test_what_is_said_is_noted_once_and_crowding_is_found(
    served: Plate, count: Count
) -> None:
    body = "<p role=status></p><p role=alert></p><div role=log><p>old</p></div>"
    script = """
    const put = (where, text) => { document.querySelector(where).textContent = text; };
    const later = () => new Promise((done) => setTimeout(done));
    put('[role=status]', 'one'); await later();
    put('[role=status]', 'one'); await later();
    put('[role=status]', 'two'); await later();
    put('[role=alert]', 'now'); await later();
    document.querySelector('[role=log]').append(document.createElement('p'));
    document.querySelector('[role=log]').lastChild.append('new'); await later();
    document.body.dataset.done = '1';
    """
    page = await served.serve(body, script=f"(async () => {{ {script} }})()")
    await page.wait_for_selector("[data-done]", state="attached")
    heard = await live.said(page)
    spoken = [(each.level, each.text) for each in heard if each.text != "old"]
    assert spoken == [
        ("polite", "one"),
        ("polite", "two"),
        ("assertive", "now"),
        ("polite", "new"),
    ]
    assert live.crowded(heard), heard
    count("planted pages found bad", 1)


async def test_a_prompt_that_is_not_said_is_found(served: Plate, count: Count) -> None:
    body = "<p role=alert></p>"
    script = """
    const ask = (title) => {
      const box = document.createElement('dialog');
      box.dataset.name = 'prompt';
      box.setAttribute('aria-labelledby', title);
      box.innerHTML = `<h2 id="${title}">${title}</h2>`;
      document.body.append(box);
    };
    ask('told'); document.querySelector('[role=alert]').textContent = 'told';
    setTimeout(() => {
      ask('untold');
      document.querySelector('[role=alert]').textContent = '';
      setTimeout(() => {
        document.querySelector('[role=alert]').textContent = 'told';
        setTimeout(() => { document.body.dataset.done = '1'; });
      });
    });
    """
    page = await served.serve(body, script=script)
    await page.wait_for_selector("[data-done]", state="attached")
    found = live.untold(await live.asked(page), await live.said(page))
    assert found == ['"untold" was not said', '"told" was said again']
    count("planted pages found bad", 1)


MOVING = [
    ("a transition", "p { transition: opacity 300ms } p.on { opacity: 0.5 }", ""),
    ("an animation", "@keyframes go { to { opacity: 0.5 } } p.on { animation: go 1s }", ""),
    (
        "one that goes on and on",
        "@keyframes go { to { opacity: 0 } } p.on { animation: go 0.1s infinite }",
        "",
    ),
    ("one by script", "", "p.animate([{ opacity: 0 }], 500);"),
]


@pytest.mark.parametrize(("style", "script"), [pytest.param(*g[1:], id=g[0]) for g in MOVING])
async def test_long_movement_is_found(served: Plate, style: str, script: str, count: Count) -> None:
    move = f"const p = document.querySelector('p'); p.clientWidth; p.className = 'on'; {script}"
    page = await served.serve(GOOD, style=style, script=move)
    await frames_passed(page, 4)
    assert len(await motion.too_long(page)) == 1
    count("planted pages found bad", 1)


async def test_short_movement_passes(served: Plate) -> None:
    style = "p { transition: opacity 150ms } p.on { opacity: 0.5 }"
    move = "const p = document.querySelector('p'); p.clientWidth; p.className = 'on'"
    page = await served.serve(GOOD, style=style, script=move)
    await frames_passed(page, 4)
    assert await motion.too_long(page) == []
    assert len(await motion.moved(page)) == 1


async def test_forbidden_words_are_found_wherever_they_stand(served: Plate, count: Count) -> None:
    body = (
        "<p hidden>BANG!</p><button type=button aria-label='Colt'>x</button><p title='rifle'>a</p>"
    )
    drawn = f"<p>45</p><p>{'dead' * 8}</p><p>BANGAB</p><p>http://x/r/KILLER</p>"
    page = await served.serve(f"{body}<p>Beer</p>{drawn}")
    assert await words.protected(page) == ["BANG!", "Colt", "Beer"]
    assert await words.protected(page, beer="Beer") == ["BANG!", "Colt"]
    assert await words.violent(page, "en") == ["rifle"]
    count("planted pages found bad", 1)


async def test_what_a_test_brings_about_itself_is_forgiven(served: Plate) -> None:
    served.complaints.forgive("planned")
    page = await served.serve(GOOD, script="console.error('planned'); console.error('not')")
    await frames_passed(page)
    heard = [told.split()[1] for told in served.complaints.take()]
    assert "not" in heard
    assert "planned" not in heard


async def test_words_that_were_there_for_a_moment_are_found(served: Plate, count: Count) -> None:
    await words.watch(served.person.context)
    flash = """
    const p = document.querySelector('p');
    p.textContent = 'a rifle'; p.title = 'he dies'; p.append(document.createElement('b'));
    setTimeout(() => {
      p.textContent = 'Two words.'; p.title = ''; document.body.dataset.done = '1';
    });
    """
    page = await served.serve(GOOD, script=flash)
    await page.wait_for_selector("[data-done]", state="attached")
    assert sorted(await words.violent(page, "en")) == ["a rifle", "he dies"]
    count("planted pages found bad", 1)


async def test_an_action_that_takes_a_tap_too_many_is_found(served: Plate, count: Count) -> None:
    script = """
    let taps = 0;
    document.querySelector('button').addEventListener('click', () => {
      const command = { type: 'play', turn: 1, cardId: 3 };
      const text = JSON.stringify({ type: 'command', commandId: 'a', command });
      try { if (++taps === 3) WebSocket.prototype.send.call({}, text); } catch {}
    });
    """
    page = await served.serve(GOOD, script=script)
    for _ in range(3):
        await served.person.tap(page.get_by_role("button"))
    found = await touches.touched(page)
    assert found.pointers == 3
    assert len(touches.laborious(found.actions)) == 1
    count("planted pages found bad", 1)


async def test_each_further_card_allows_one_tap_more_and_one_to_confirm() -> None:
    assert touches.allowed({"type": "endPlay", "turn": 1}) == 2
    assert touches.allowed({"type": "play", "cardId": 3, "target": "a"}) == 2
    assert touches.allowed({"type": "play", "cardId": 3, "targetCard": "hand"}) == 4
    assert touches.allowed({"type": "discard", "cardIds": [1, 2, 3]}) == 5


OUT_OF_REACH = [
    ("no button", "<div class=card onclick=''>Play</div>", ""),
    ("taken out of the order", "<button type=button class=card tabindex=-1>Play</button>", ""),
    (
        "behind a trap",
        f"{GOOD}<button type=button class=card>Play</button>",
        "document.querySelector('button').onblur = (event) => event.target.focus()",
    ),
]


@pytest.mark.parametrize(("body", "script"), [pytest.param(*g[1:], id=g[0]) for g in OUT_OF_REACH])
async def test_what_a_keyboard_does_not_come_to_is_found(
    served: Plate, body: str, script: str, count: Count
) -> None:
    page = await served.serve(body, script=script)
    with pytest.raises(keyboard.Unreached):
        await keyboard.focus(served.person, page.locator(".card"))
    count("planted pages found bad", 1)


async def test_a_list_that_is_one_place_is_gone_through_with_arrows(served: Plate) -> None:
    body = (
        "<ul><li><button type=button>a</button><li><button type=button tabindex=-1>b</button></ul>"
    )
    rove = """
    const all = [...document.querySelectorAll('ul button')];
    document.querySelector('ul').addEventListener('keydown', (event) => {
      if (event.key === 'ArrowRight') all[(all.indexOf(document.activeElement) + 1) % 2].focus();
    });
    """
    page = await served.serve(body, script=rove)
    await keyboard.focus(served.person, page.get_by_text("b"))
