"""The checklist of §10, line by line."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from shared.contracts.refusals import refuse
from shared.games.bang.catalogue import RANK_NAMES
from tests.conftest import Count

from .random_play import RandomMatch
from .secrets import assert_no_leak
from .support import GAME, dealt, table


def line(text: str) -> Callable[[Any], Any]:
    """The test shows this line of the list."""
    return pytest.mark.parametrize("text", [pytest.param(text, id=text)])


@pytest.fixture(autouse=True)
def _count_line(count: Count) -> None:
    count("lines of the checklist", 1)


DECK = """
뱅! A♠ / 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♦ / 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ / Q♥ K♥ A♥ = bang
빗나감! 10♣ J♣ Q♣ K♣ A♣ / 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ = missed
맥주 6♥ 7♥ 8♥ 9♥ 10♥ J♥ = beer
패닉! J♥ Q♥ A♥ 8♦ = panic
캣 벌루 K♥ 9♦ 10♦ J♦ = catBalou
결투 Q♦ J♠ 8♣ = duel
잡화점 9♣ Q♠ = generalStore
인디언! K♦ A♦ = indians
역마차 9♠ 9♠ = stagecoach
개틀링 10♥ = gatling
살롱 5♥ = saloon
웰스 파고 3♥ = wellsFargo
술통 Q♠ K♠ = barrel
머스탱 8♥ 9♥ = mustang
조준경 A♠ = scope
감옥 J♠ 10♠ 4♥ = jail
다이너마이트 2♥ = dynamite
볼캐닉 10♠ 10♣ = volcanic
스코필드 J♣ Q♣ K♠ = schofield
레밍턴 K♣ = remington
카빈 A♣ = carabine
윈체스터 8♠ = winchester
"""
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@line("덱 생성: 80장, 카드 종류별 장수와 무늬·숫자가 3.3 표와 정확히 일치.")
def test_deck(text: str) -> None:
    wanted: Counter[tuple[str, str]] = Counter()
    for row in DECK.strip().splitlines():
        faces, _, kind = row.partition(" = ")
        wanted.update((kind, word) for word in faces.split() if word[-1] in SYMBOLS.values())
    cards = GAME.catalogue(dealt().table.state.options).cards
    assert Counter((c.kind, RANK_NAMES[c.rank] + SYMBOLS[c.suit]) for c in cards) == wanted
    assert [card.id for card in cards] == list(range(80))


@line("4/5/6/7인 역할 분배가 표와 일치하고 보안관 생명 +1, 시작 손패 = 생명.")
def test_roles(text: str) -> None:
    parts = {4: (1, 0, 2, 1), 5: (1, 1, 2, 1), 6: (1, 1, 3, 1), 7: (1, 2, 3, 1)}
    for players, numbers in parts.items():
        game = dealt(players)
        roles = Counter(seat.me.role for seat in game.seats)
        assert tuple(roles[r] for r in ("sheriff", "deputy", "outlaw", "renegade")) == numbers
        for seat in game.seats:
            printed = GAME.catalogue(game.table.state.options).characters[seat.seen.character].life
            assert seat.life == seat.seen.max_life == printed + (seat.me.role == "sheriff")
            assert len(seat.hand) == seat.life


@line(
    "거리: 5인에서 중간 1명 사망 후 거리 감소, 머스탱+폴 리그레트 = +2, 조준경+로즈 = -2, 최소 1."
)
def test_distance(text: str) -> None:
    seats = ("rose: bang | scope", "plain outlaw 1", "paul: | mustang", "plain", "plain")
    game = table(*seats)
    assert game.D.distance_to("A") == game.E.distance_to("B") == 2
    assert game.D.distance_to("C") == 1 + 2
    assert game.A.distance_to("C") == 2 + 2 - 2
    assert game.A.distance_to("D") == 1  # never 0
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.A.distance_to("C") == 1
    assert game.E.distance_to("C") == 2 + 2


@line("뱅! 1회 제한: 두 번째 뱅! 거부. 볼캐닉/윌리는 허용. 캘러미티의 빗나감!-as-뱅!도 1회에 포함.")
def test_bang_limit(text: str) -> None:
    for seat in ("plain: bang:D2 bang:D3", "calamity: missed:S2 bang:D3"):
        game = table(seat)
        first = game.A.hand[0]
        game.A.play(first, at="B", use_as=None if first == "bang:D2" else "bang")
        game.B.take_hit()
        assert game.A.cannot.play("bang:D3", at="B") == refuse("bang_limit", limit=1)
        assert game.A.hand == ["bang:D3"]
    for seat in ("plain: bang:D2 bang:D3 bang:D4 | volcanic", "willy: bang:D2 bang:D3 bang:D4"):
        game = table(seat)
        for card in game.A.hand:
            game.A.play(card, at="B")
            game.B.take_hit()
        assert game.bangs_played == 3 and game.B.life == 1


@line(
    "슬랩의 뱅!: 빗나감! 1장 제출 거부, 술통 성공 1 + 빗나감! 1로 회피 성공. "
    "슬랩의 개틀링은 1장으로 회피."
)
def test_slab(text: str) -> None:
    game = table("slab: bang gatling", "plain: missed:S2 missed:S3")
    game.A.play("bang", at="B")
    assert game.B.cannot.respond("missed") == refuse("wrong_card_count", needed=2, given=1)
    game.B.take_hit()
    game.A.play("gatling")
    assert game.B.respond("missed:S2").hand == ["missed:S3"]
    game = table("slab: bang", "plain: missed | barrel", deck="beer:H6")
    game.A.play("bang", at="B")
    assert game.wait("B").needed == 1
    assert game.B.respond("missed").life == 4


@line("주르도네 + 술통: 판정 2회, 럭키 듀크가 아닌 경우 각 1장씩 공개.")
def test_jourdonnais(text: str) -> None:
    game = table("plain: bang:C2", "jourdonnais: | barrel", deck="bang:D2 bang:D3 beer:H6")
    game.A.play("bang:C2", at="B")
    turned = [move for move in game.moves(None) if move.startswith("deck")]
    assert turned == ["deck > discard: bang:D2", "deck > discard: bang:D3"]
    assert game.B.cannot.use_barrel() == refuse("barrel_unavailable")
    assert game.B.take_hit().life == 3


@line(
    "다이너마이트: ♠2~♠9 폭발(3 피해), ♠10/♥ 등은 다음 생존자로 이동. "
    "다이너마이트 판정 후 감옥 판정 순서. 폭발로 무법자 사망 시 3장 보상 없음."
)
def test_dynamite(text: str) -> None:
    for face in ("missed:S2", "missed:S8", "stagecoach:S9"):
        game = table("plain: | dynamite", deck=face, phase="start")
        assert game.A.life == 5 - 3 and not game.A.in_play and game.turn == "A draw"
    for face in ("jail:S10", "bang:SA", "beer:H6", "bang:D2", "bang:C2"):
        game = table("plain: | dynamite", "plain dead", deck=face, phase="start")
        assert game.A.life == 5 and not game.A.in_play
        assert game.C.in_play == ["dynamite:H2"]
    game = table("plain: | jail dynamite", deck="bang:C2 beer:H6", phase="start")
    assert [check.purpose for check in game.checks] == ["dynamite", "jail"]
    game = table("plain outlaw 3: beer | dynamite", deck="missed:S2", phase="start")
    game.A.give_up()
    assert [seat.hand_count for seat in game.seats] == [0, 0, 0, 0]
    assert game.killer_of("A") is None and game.turn == "B draw"


@line("감옥: 보안관 대상 거부, ♥ 탈출 시 정상 턴, 실패 시 1단계 포함 턴 전체 건너뜀.")
def test_jail(text: str) -> None:
    game = table("plain outlaw: jail", "plain sheriff")
    assert game.A.cannot.play("jail", at="B") == refuse("sheriff_cannot_be_jailed")
    game = table("plain", "plain: | jail:SJ", deck="beer:H6")
    game.A.end_play()
    assert game.turn == "B draw" and game.B.draw().hand_count == 2
    assert game.turn == "B play" and "jail:SJ" in game.discard
    game = table("plain", "plain 1: beer:H7 beer:H8 | jail:SJ", deck="bang:D2")
    game.A.end_play()
    assert game.turn == "C draw" and "jail:SJ" in game.discard
    assert game.B.hand_count == 2  # neither drawn nor discarded, though 2 > 1


@line(
    "맥주: 2명 남았을 때 빈사에서 사용 불가 → 제거. "
    "생명 -1 상태 빈사에서 맥주 2장 필요. 살롱은 2명에서도 회복."
)
def test_beer(text: str) -> None:
    two_left = ("plain dead", "plain dead")
    game = table("plain: bang saloon", *two_left, "plain 1: beer")
    game.A.play("bang", at="D")
    game.D.take_hit()
    assert game.D.cannot.respond("beer") == refuse("two_players_left")
    assert not game.D.give_up().alive
    game = table("plain 2: beer:H6 beer:H7 | dynamite", deck="missed:S2", phase="start")
    assert game.A.life == -1
    assert game.A.cannot.respond("beer:H6") == refuse("wrong_card_count", needed=2, given=1)
    assert game.A.respond("beer:H6", "beer:H7").life == 1
    game = table("plain 2: saloon", *two_left, "plain 2")
    game.A.play("saloon")
    assert (game.A.life, game.D.life) == (3, 3)


@line(
    "결투 왕복: A가 B에게 결투, B 뱅! → A 뱅! → B 포기 → B 생명 1 손실, 처치자 A. "
    "A가 먼저 포기하면 A 손실, 처치자 B."
)
def test_duel(text: str) -> None:
    seats = ("plain 1: duel bang:D2", "plain 1: bang:D3")
    game = table(*seats)
    game.A.play("duel", at="B")
    game.B.respond("bang:D3")
    game.A.respond("bang:D2")
    assert game.B.take_hit().life == 0 and game.A.life == 1
    game.B.give_up()
    assert game.killer_of("B") == "A"
    game = table(*seats)
    game.A.play("duel", at="B")
    game.B.respond("bang:D3")
    assert game.A.take_hit().life == 0 and game.B.life == 1
    game.A.give_up()
    assert game.killer_of("A") == "B"


@line(
    "인디언!/개틀링 동시 반응: 3명이 서로 다른 순서로 응답, 도착 순서대로 처리, "
    "모두 끝나기 전 현재 플레이어 `play` 거부."
)
def test_all_at_once(text: str) -> None:
    for card, answer, kind in (("indians", "bang", "demand"), ("gatling", "missed", "shot")):
        for order in ("BCD", "BDC", "CBD", "CDB", "DBC", "DCB"):
            game = table(f"plain: {card} beer", *[f"plain: {answer}"] * 3)
            game.A.play(card)
            assert game.waiting == [f"{who} {kind}" for who in "BCD"]
            for left, who in zip((3, 2, 1), order, strict=True):
                no = refuse("reactions_pending", count=left)
                assert game.A.cannot.play("beer") == no
                player = getattr(game, who)
                player.respond(answer) if left % 2 else player.take_hit()
            lives = {who: getattr(game, who).life for who in order}
            assert lives == {order[0]: 4, order[1]: 3, order[2]: 4}
            assert game.A.cannot.play("beer") == refuse("full_life", life=5)


@line("잡화점: 생존자 수만큼 공개, 낸 사람부터 시계 방향 선택, 시간 초과 시 첫 장 자동 선택.")
def test_general_store(text: str) -> None:
    faces = "beer:H6 bang:D2 duel:DQ"
    game = table("plain", "plain: generalStore", "plain dead", deck=faces, turn="B")
    game.B.play("generalStore")
    assert game.laid == faces.split() and game.waiting == ["B market"]
    assert game.B.store_pick("bang:D2").hand == ["bang:D2"]
    assert game.waiting == ["D market"]
    game.time_out("D")
    assert game.D.hand == ["beer:H6"] and game.waiting == ["A market"]
    assert game.A.store_pick("duel:DQ").hand == ["duel:DQ"]
    assert not game.laid and not game.waiting


@line(
    "처치 보상/벌칙: 무법자 처치 시 처치자 3장(처치자가 무법자여도). "
    "보안관이 부관 처치 시 보안관 손패·장착 전부 버림."
)
def test_reward_and_penalty(text: str) -> None:
    for killer in ("sheriff", "outlaw", "renegade"):
        game = table(f"plain {killer}: bang", "plain outlaw 1")
        game.A.play("bang", at="B")
        game.B.falls()
        assert game.A.hand_count == 3 and game.killer_of("B") == "A"
    game = table("plain: bang beer | barrel scope", "plain deputy 1", *["plain"] * 3)
    game.A.play("bang", at="B")
    game.B.falls()
    assert not game.A.hand_count and not game.A.in_play


@line("벌처 샘: 사망자 카드 전부 손패로. 보안관-부관 벌칙과 동시 발생 시 각각 정상 처리.")
def test_vulture(text: str) -> None:
    dead = "plain deputy 1: beer:H6 | mustang:H8"
    game = table("plain: bang duel | scope", dead, "vulture: panic:HQ", *["plain"] * 2)
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.C.hand == ["panic:HQ", "beer:H6", "mustang:H8"] and not game.C.in_play
    assert not game.A.hand_count and not game.A.in_play
    game = table("vulture: bang duel | scope", dead, *["plain"] * 3)
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.A.hand == ["beer:H6", "mustang:H8"] and not game.A.in_play


@line(
    "승리 판정: 보안관·부관·배신자 생존 중 보안관 사망 → 무법자 승리. "
    "배신자 1대1에서 보안관 처치 → 배신자 승리."
)
def test_victory(text: str) -> None:
    renegade = "plain renegade: bang"
    game = table("plain sheriff 1", renegade, "plain deputy", *["plain dead"] * 2, turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner == "outlaws" and game.B.alive and game.C.alive
    game = table("plain sheriff 1", renegade, *["plain dead"] * 2, turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner == "renegade"


@line("수지 라파예트: 결투 중 마지막 뱅!을 내 손패 0 → 즉시 1장.")
def test_suzy(text: str) -> None:
    game = table("plain: duel bang:D3", "suzy: bang:D2", deck="beer:H6")
    game.A.play("duel", at="B")
    assert game.B.respond("bang:D2").hand == ["beer:H6"]
    assert game.waiting == ["A standoff"]


@line(
    "엘 그링고: 뱅!으로 1 피해 시 공격자 손패 무작위 1장, 다이너마이트 피해 시 없음, "
    "공격자 손패 0이면 없음."
)
def test_el_gringo(text: str) -> None:
    taken = set()
    for seed in range(30):
        game = table("plain: bang beer:H6 jail:SJ duel:C8", "elGringo", seed=str(seed))
        game.A.play("bang", at="B")
        assert game.B.take_hit().hand_count == 1 and game.A.hand_count == 2
        taken.update(game.B.hand)
    assert taken == {"beer:H6", "jail:SJ", "duel:C8"}
    game = table("elGringo: beer | dynamite", "plain: bang", deck="missed:S2", phase="start")
    assert game.A.life == 1 and game.A.hand_count == 1 and game.B.hand_count == 1
    game = table("plain: bang", "elGringo")
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand_count == 0 and game.B.life == 2


@line(
    "시간 초과: 턴 중 무응답 → endPlay → 손패 초과분 자동 버림. "
    "반응 무응답 + autoDefend on → 빗나감! 자동."
)
def test_time_out(text: str) -> None:
    game = table("plain 2: beer duel panic jail")
    assert game.time_out("A").turn == "A discard"
    assert game.time_out("A").turn == "B draw"
    assert game.A.hand_count == 2
    game = table("plain: bang", "plain: beer missed:S2")
    game.A.play("bang", at="B")
    game.time_out("B")
    assert game.B.life == 4 and game.B.hand_count == 1 and game.discard[-1] == "missed:S2"


@line("연결 끊김 120초 → 봇 모드, 재접속 시 복귀, 그동안 상태 일관성 유지.")
def test_autopilot(text: str) -> None:
    game = table("plain: bang", "plain: missed:S2 missed:S3", deck="beer:H6 beer:H7")
    game.away("B")
    assert [seat.seen.away for seat in game.seats] == [False, True, False, False]
    game.A.play("bang", at="B")
    assert game.B.time_left_ms == 800
    game.after(800)
    assert game.B.life == 4 and game.B.hand == ["missed:S3"]
    game.A.end_play()
    for phase in ("B play", "C draw"):
        assert game.after(800).turn == phase
    assert game.B.hand == ["missed:S3", "beer:H6", "beer:H7"]
    game.back("B")
    assert not any(seat.seen.away for seat in game.seats)
    game.C.draw().end_play()
    game.D.draw().end_play()
    game.A.draw().end_play()
    assert game.turn == "B draw" and game.B.time_left_ms == 60_000
    cards = [*game.deck, *game.discard, *[c for seat in game.seats for c in seat.hand]]
    assert len(cards) == 80


@line(
    "비공개 정보 누출 검사: 모든 플레이어/관전자 view를 직렬화해 다른 사람 손패 카드 id, "
    "생존자 역할(보안관·본인 제외), 덱 순서, 킷 칼슨 후보가 포함되지 않는지 자동 검사."
)
def test_no_leak(text: str, count: Count) -> None:
    compared = 0
    for seed in range(6):
        chance = Random(seed)
        match = RandomMatch(seed, characterDraft="choose2")
        compared += assert_no_leak(match.table, match.table.events, chance)
        while not match.is_over:
            known = len(match.table.events)
            match.step()
            compared += assert_no_leak(match.table, match.table.events[known:], chance)
    game = table("kit", phase="draw", deck="beer:H6 bang:D2 duel:DQ")
    game.A.draw()
    assert game.A.looking == ["beer:H6", "bang:D2", "duel:DQ"] and not game.laid
    compared += assert_no_leak(game.table, game.table.events, Random(0))
    count("views and events compared under other secrets", compared, minimum=10_000)


@line("같은 시드 + 같은 액션 로그 재생 시 최종 상태 동일.")
def test_replay(text: str) -> None:
    for seed in range(20):
        match = RandomMatch(seed).to_the_end()
        again = match.again()
        assert msgspec.json.encode(again.state) == msgspec.json.encode(match.table.state)
        assert again.events == match.table.events
