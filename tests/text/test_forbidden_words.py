"""No protected name in any text, and nothing about weapons or death in the children's words."""

import re

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast, visitor

from shared.text.catalogue import LANGUAGES, Catalogue, Language, sources

from .test_catalogue import IDS, SETS, sample

PROTECTED = re.compile(
    r"bang|뱅|dv ?giochi|davinci|sciarra"
    r"|colt|콜트|winchester|윈체스터|remington|레밍턴|schofield|스코필드|volcanic|볼캐닉"
    r"|carabine|carbine|카빈|gatling|개틀링|smith ?& ?wesson|45"
    r"|missed!|빗나감|panic|패닉|cat balou|캣 ?벌루|indian|인디언|wells ?fargo|웰스 ?파고"
    r"|stagecoach|역마차|general store|mustang|머스탱|appaloosa|dynamite|다이너마이트"
    r"|saloon|살롱|\bbeer\b|맥주|\bbarrel\b|술통|\bscope\b|조준경|\bjail\b|감옥"
    r"|bart|바트|cassidy|캐시디|black ?jack|블랙 ?잭|calamity|캘러미티|janet|자넷|gringo|그링고"
    r"|jesse|제시(?!되)|jones|존스|jourdonnais|주르도네|\bkit\b|킷|carlson|칼슨|lucky|럭키|duke|듀크"
    r"|\bpaul\b|폴|regret|리그레트|pedro|페드로|ramirez|라미레스|\brose\b|로즈|doolan|둘란"
    r"|\bsid\b|시드 케첨|ketchum|케첨|slab|슬랩|killer|킬러|suzy|수지|lafayette|라파예트"
    r"|vulture|벌처|\bsam\b|willy|윌리",
    re.IGNORECASE,
)
VIOLENT: dict[Language, re.Pattern[str]] = {
    "ko": re.compile(
        r"(?<!물)총|사격|[쏘쏩쐈쏴]|난사|습격|저격|무기|총알|탄환|폭[약발]|터[지져집]|사망|죽|처치"
        r"|쓰러|물리치|생명|유치장|감옥|보안관|무법자|배신|때리|맞(아|으세요)|공격|위기"
    ),
    "en": re.compile(
        r"\bshot|shoot|\bhit\b|\bguns?\b|pistol|rifle|sniper|weapon|bullet|barrage|raid|blast|blow"
        r"|explo|fuse|boom|kill|\bdie|dead(?!line)|death|dying|\bfall|\bfell|lockup|locked in"
        r"|\blife\b|outlaw|sheriff|attack|let(s)? fly|opens up",
        re.IGNORECASE,
    ),
}


ALLOWED = "item-beer"
"""Plain beer, a thing of the game for two; in the western game it would be the name of a card."""


def found(texts: Catalogue, words: re.Pattern[str]) -> dict[str, str]:
    """Keys of `texts` with a line in which one of `words` stands, whichever way a choice goes."""
    beer = texts.text(ALLOWED)
    lines = [
        (key, sample(texts, key, word=word).replace(beer, ""))
        for key in texts.keys
        for word in ("보리", "yes")
    ]
    return {key: line for key, line in lines if words.search(line)}


@pytest.mark.parametrize("texts", SETS, ids=IDS)
def test_no_text_holds_a_protected_name(texts: Catalogue) -> None:
    assert not found(texts, PROTECTED)


class Written(visitor.Visitor):
    """Every piece of text in a file, whichever branch it stands in."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def visit_Message(self, node: ast.Message) -> None:  # noqa: N802
        if node.id.name != ALLOWED:
            self.generic_visit(node)

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
        self.pieces.append(node.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_branch_of_a_text_holds_a_protected_name(language: Language) -> None:
    written = Written()
    for path in sources(language, kids=True):
        written.visit(FluentResource(path.read_text("utf-8")))
    assert len(written.pieces) > 500
    assert not [piece for piece in written.pieces if PROTECTED.search(piece)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_childrens_words_know_no_weapons_and_no_death(language: Language) -> None:
    assert not found(Catalogue(language, kids=True), VIOLENT[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_for_such_words_finds_them(language: Language) -> None:
    texts = Catalogue(language)
    assert VIOLENT[language].search(texts.text("card-does-bang"))
    assert VIOLENT[language].search(texts.text("log-dying", name="x"))
    for name in ("BANG!", "Winchester", "뱅!", "바트 캐시디", "Colt .45"):
        assert PROTECTED.search(f"x {name} y")
