"""Both languages say the same things, in both sets of words, and never show a raw key."""

import re
from collections.abc import Iterator

import pytest

from shared.contracts.refusals import CODES, Refusal
from shared.contracts.talk import PHRASES
from shared.games.bang import Bang
from shared.games.bang.catalogue import Catalogue as Content
from shared.games.bang.content.base import BASE
from shared.games.bang.victory import TEAM
from shared.games.buckshot import Buckshot
from shared.games.buckshot.items import EFFECTS
from shared.text.catalogue import KIDS_FILE, LANGUAGES, Catalogue, Language, TextError, sources
from shared.text.log import LINES, SILENT

CARDS = (
    *("bang", "missed", "beer", "saloon", "stagecoach", "wellsFargo", "generalStore", "panic"),
    *("catBalou", "duel", "indians", "gatling", "barrel", "mustang", "scope", "jail", "dynamite"),
    *("volcanic", "schofield", "remington", "carabine", "winchester"),
)
CHARACTERS = (
    *("bart", "blackJack", "calamity", "elGringo", "jesse", "jourdonnais", "kit", "lucky"),
    *("paul", "pedro", "rose", "sid", "slab", "suzy", "vulture", "willy"),
)
ROLES = ("sheriff", "deputy", "outlaw", "renegade")
SWITCH = (True, False)
OPTIONS: dict[str, tuple[str | int | bool, ...]] = {
    "characterDraft": ("random", "choose2"),
    "turnSeconds": (30, 60, 90, 120),
    "reactionSeconds": (8, 15, 25),
    "autoDefend": SWITCH,
    "autoBarrel": SWITCH,
    "revealRoleOnDeath": (True,),
    "showDistanceHelper": SWITCH,
    "beginnerHints": SWITCH,
    "drawBeforeDeath": SWITCH,
    "beerAtFullHealth": SWITCH,
    "selfTargetCatBalou": SWITCH,
    "deputyCount7": SWITCH,
}
ITEMS = ("beer", "cigarettes", "handcuffs", "magnifier", "saw")
GAMES = ("bang", "buckshot")
KINDS = ("random", "steady", "novice", "house", "sharp")
NUMBERS = {
    *("count", "limit", "limit_bytes", "retry_after_ms", "missing_ms", "distance", "range", "life"),
    *("amount", "needed", "given", "minimum", "maximum", "seated", "waiting", "seq", "round"),
    *("health", "lost", "loads", "load", "live", "blank", "one", "other_health"),
    *("size_bytes", "match", "place", "points", "sheriff", "deputy", "outlaw", "renegade"),
}
OPTIONS_FOR_TWO: dict[str, tuple[str | int | bool, ...]] = {
    "maxHealth": (2, 3, 4, 5, 6),
    "turnSeconds": (15, 30, 60, "off"),
    "opponent": ("dealer", "person"),
    "dealer": ("novice", "house", "sharp"),
    "cuffImmunity": SWITCH,
    "loadOpener": ("continue", "player"),
}
SETS = [Catalogue(language, kids) for language in LANGUAGES for kids in (False, True)]
IDS = [f"{texts.language}-{'kids' if texts.kids else 'standard'}" for texts in SETS]

GAME = Content((BASE,), {option.key: option.default for option in BASE.options})

each_set = pytest.mark.parametrize("texts", SETS, ids=IDS)


def sample(texts: Catalogue, key: str, number: int = 3, word: str = "보리") -> str:
    """`key` with `number` or `word` for each of its parameters."""
    return texts.text(key, **{p: number if p in NUMBERS else word for p in texts.params(key)})


def test_both_languages_have_the_same_keys_with_the_same_parameters() -> None:
    ko, en = (Catalogue(language) for language in LANGUAGES)
    assert ko.keys == en.keys
    assert {key: ko.params(key) for key in ko.keys} == {key: en.params(key) for key in en.keys}


def test_files_of_both_languages_hold_the_same_subjects_and_the_same_overrides() -> None:
    ko, en = (sources(language, kids=True) for language in LANGUAGES)
    assert [path.name for path in ko] == [path.name for path in en]
    assert ko[-1].name == KIDS_FILE


@pytest.mark.parametrize("language", LANGUAGES)
def test_childrens_words_replace_texts_and_add_none(language: Language) -> None:
    standard, kids = Catalogue(language), Catalogue(language, kids=True)
    assert kids.keys == standard.keys
    assert all(kids.params(key) <= standard.params(key) for key in kids.keys)


def every_key() -> Iterator[str]:
    """What must be there because something in the game, the room or the wire has that name."""
    yield from (f"refusal-{code}" for code in CODES)
    for card in CARDS:
        yield from (f"card-{card}", f"card-does-{card}")
    yield from (f"log-played-{card}" for card in CARDS if card != "missed")
    for character in CHARACTERS:
        yield from (f"character-{character}", f"character-does-{character}")
    for role in ROLES:
        yield from (f"role-{role}", f"role-aim-{role}", f"role-tip-{role}")
    for option in (*OPTIONS, *OPTIONS_FOR_TWO):
        yield from (f"option-{option}", f"option-{option}-about")
    for side in ("law", "outlaws", "renegade"):
        yield from (f"side-{side}", f"result-{side}", f"log-ended-{side}")
    for phrase in dict.fromkeys(each for known in PHRASES.values() for each in known):
        yield from ((f"phrase-{phrase.id}",) if phrase.points != "must" else ())
        yield from ((f"phrase-{phrase.id}-at",) if phrase.points != "no" else ())
    yield from (f"item-{item}" for item in ITEMS)
    yield from (f"kind-{kind}" for kind in KINDS)
    yield from ("shell-live", "shell-blank")
    yield from (f"phase-{phase}" for phase in ("setup", "start", "draw", "play", "discard"))
    yield from ("title-gunslinger", "title-showdown", "title-lawmen", "weapon-none")
    yield from (f"{key}-{game}" for key in ("game", "bot") for game in GAMES)
    yield from ("title-odds", "gun-used-cigarettes-wasted")
    yield from (f"gun-used-{item}" for item in ITEMS)
    for shell in ("live", "blank"):
        yield from (f"gun-fired-self-{shell}", f"gun-fired-other-{shell}")


def test_the_names_asked_for_here_are_those_of_the_game() -> None:
    assert set(CARDS) == GAME.kinds.keys()
    assert set(CHARACTERS) == GAME.characters.keys()
    assert set(ROLES) == TEAM.keys()
    assert {option.key: set(option.choices) for option in BASE.options} == {
        key: set(choices) for key, choices in OPTIONS.items()
    }
    assert set(GAMES) == LINES.keys()
    assert set(ITEMS) == EFFECTS.keys()
    assert {o.key: o.choices for o in Buckshot().options} == {
        key: tuple(sorted(choices)) if choices is SWITCH else choices
        for key, choices in OPTIONS_FOR_TWO.items()
    }
    assert set(KINDS) == {*Bang().player_kinds, *Buckshot().player_kinds}


@each_set
@pytest.mark.parametrize("purpose", GAME.checks.keys())
def test_every_draw_check_has_its_line(texts: Catalogue, purpose: str) -> None:
    held, failed = (
        texts.text(f"log-check-{purpose}", name="x", turned="y", success=success)
        for success in ("yes", "no")
    )
    assert held != failed


@each_set
@pytest.mark.parametrize("key", list(every_key()))
def test_everything_that_has_a_name_has_its_text(texts: Catalogue, key: str) -> None:
    assert sample(texts, key).strip()


@each_set
def test_every_text_can_be_said(texts: Catalogue) -> None:
    assert len(texts.keys) > 300
    for key in texts.keys:
        for number in (0, 1, 2, 21):
            line = sample(texts, key, number)
            assert line, key
            assert not set(line) & set("{}\u2068\u2069\n"), (key, line)
            assert "  " not in line, (key, line)


@each_set
@pytest.mark.parametrize("code", CODES)
def test_a_refusal_is_said_with_exactly_its_numbers(texts: Catalogue, code: str) -> None:
    assert texts.params(f"refusal-{code}") == set(CODES[code])


@each_set
def test_options_and_their_choices_are_named(texts: Catalogue) -> None:
    for option, choices in (*OPTIONS.items(), *OPTIONS_FOR_TWO.items()):
        labels = [texts.choice(option, value) for value in choices]
        assert len(set(labels)) == len(labels), option
        assert texts.text("option-named", option=option) == texts.text(f"option-{option}")
    assert texts.text("option-named", option="nonsense") == "nonsense"


@each_set
def test_phases_in_a_refusal_are_named(texts: Catalogue) -> None:
    for phase in ("setup", "start", "draw", "play", "discard"):
        refusal = Refusal("wrong_phase", {"phase": phase})
        assert texts.text(f"phase-{phase}") in texts.refusal(refusal)


@each_set
def test_different_things_have_different_names(texts: Catalogue) -> None:
    for names in (
        [texts.text(f"card-{card}") for card in CARDS],
        [texts.text(f"character-{character}") for character in CHARACTERS],
        [texts.text(f"role-{role}") for role in ROLES],
        [texts.text(f"item-{item}") for item in ITEMS],
        [texts.text(f"kind-{kind}") for kind in KINDS],
    ):
        assert len(set(names)) == len(names)


@each_set
def test_a_missing_key_or_parameter_is_an_error(texts: Catalogue) -> None:
    with pytest.raises(TextError, match="no such text"):
        texts.text("card-nonsense")
    with pytest.raises(TextError, match="no parameter range"):
        texts.text("refusal-out_of_range", distance=3)
    with pytest.raises(TextError, match="refusal-too_early"):
        texts.text("refusal-too_early", missing_ms="soon")


def test_an_error_never_repeats_a_value() -> None:
    with pytest.raises(TextError) as caught:
        Catalogue("ko").text("refusal-too_early", missing_ms="a secret")
    assert "a secret" not in str(caught.value)


def test_a_name_is_shown_as_it_is() -> None:
    for name in ("{ $x }", "{card-bang}", '"', "\\", "<b>", "-life"):
        assert Catalogue("en").text("room-ready", name=name) == f"{name} is ready."


def test_refusals_read_as_sentences() -> None:
    far = Refusal("out_of_range", {"distance": 3, "range": 2})
    assert Catalogue("ko").refusal(far).startswith("사거리가 닿지 않습니다(거리 3, 사거리 2).")
    assert Catalogue("en").refusal(far).startswith("Out of range (distance 3, range 2).")
    spent = Refusal("bang_limit", {"limit": 1})
    assert Catalogue("ko").refusal(spent).startswith("이번 턴에는 사격!을 이미 썼습니다")
    assert Catalogue("ko", kids=True).refusal(spent).startswith("이번 턴에는 물총!을 이미 썼습니다")
    bare, held = (Refusal("no_such_item", {"items": items}) for items in ("", "beer saw"))
    assert "없음" in Catalogue("ko").refusal(bare)
    assert Catalogue("en").refusal(held).endswith("What you have: Beer, Saw.")
    level = Refusal("option_value", {"option": "autoBarrel", "choices": "on off"})
    assert Catalogue("en").refusal(level).endswith("Choose one of: On, Off.")
    other = Refusal("other_game", {"game": "buckshot"})
    assert "운명의 장전" in Catalogue("ko").refusal(other)
    assert "Splash Odds" in Catalogue("en", kids=True).refusal(other)
    over = [Refusal(code) for code in ("game_over", "again_first")]
    assert all("Again" in Catalogue("en").refusal(each) for each in over)
    assert all("방장" in Catalogue("ko").refusal(each) for each in over), "who can do what"
    one = Refusal("not_ready", {"waiting": 1})
    assert Catalogue("en").refusal(one).startswith("1 other player is not ready")


@pytest.mark.parametrize("kids", [False, True])
def test_english_articles_fit_the_names_put_behind_them(kids: bool) -> None:
    texts = Catalogue("en", kids)
    wrong = re.compile(r"\ba [aeiou]|\ban [^aeiou]", re.IGNORECASE)
    lines = [sample(texts, key, word="Bo") for key in texts.keys]
    assert not [line for line in lines if wrong.search(line)]


def test_durations_are_said_in_whole_seconds_rounded_up() -> None:
    for ms, seconds in ((1, 1), (1_000, 1), (1_001, 2), (0, 1)):
        line = Catalogue("ko").refusal(Refusal("too_early", {"missing_ms": ms}))
        assert f" {seconds}초" in line


def test_summary_of_a_match() -> None:
    outlaws = Catalogue("ko").text("result-outlaws", round=3)
    assert outlaws == "무법자 승리! 보안관이 3라운드에 쓰러졌습니다."


@each_set
def test_every_text_of_the_log_is_used_by_a_line(texts: Catalogue) -> None:
    """Guards against texts that no event leads to, and against events known twice."""
    assert all(not LINES[game].keys() & SILENT[game] for game in LINES)
    source = "".join(
        (sources(texts.language)[0].parents[1] / f"{module}.py").read_text("utf-8")
        for module in ("table_lines", "gun_lines", "room_lines", "result", "wording")
    )
    generated = (
        *("log-played-", "log-ended-", "log-check-", "visibility-", "room-closed-", "room-talk-"),
        *("gun-used-", "gun-fired-", "room-watching-", "room-wording-"),
    )
    for key in texts.keys:
        if key.startswith(("log-", "gun-", "room-", "check-")) and not key.startswith(generated):
            assert f'"{key}"' in source, key
