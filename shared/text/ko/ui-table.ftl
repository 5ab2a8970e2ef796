# The table of the western game.

ui-locked = 연결이 끊겨 지금은 할 수 없습니다. 다시 연결되면 이어집니다.
ui-table-of = { $code } 방의 테이블
ui-my-turn = 내 턴
ui-seats-round = 둘러앉은 사람들
ui-centre = 테이블 가운데
ui-hand = 내 손패 { $count }장
ui-in-hand = 손패 { $count }장
ui-deck = 덱 { $count }장
ui-discard-pile = 버린 카드 { $count }장
ui-bot = 봇
ui-at = →
ui-is-out = 탈락
ui-you-are-out = 이번 판에서 탈락했습니다. 끝까지 지켜보거나 로비로 가세요.
ui-distance = 거리 { $distance }
ui-distances = { $other }에서 { $name }까지 거리 { $there }(사거리 { $reach }), { $name }에서 { $other }까지 거리 { $back }(사거리 { $their }).
ui-in-range = 사거리 안
ui-out-of-range = 사거리 밖
ui-may-aim = 고를 수 있음
ui-may-not-aim = 고를 수 없음
ui-did-last = 마지막 행동:
ui-look-from-here = 이 자리에서 보기
ui-log-show = 보일 기록
ui-log-all = 전체
ui-log-me = 나
ui-log-checks = 판정
ui-log-empty = 아직 기록이 없습니다.
ui-versus = 대
ui-thrown = 낸 { card-bang } { $count }장
ui-to-answer = 낼 차례
ui-picks-now = { $name } 님이 고르는 중

## What to do now

ui-setting-up = 판을 준비하고 있습니다.
ui-setting-up-short = 준비 중
ui-you-are-asked = 답을 기다리고 있습니다.
ui-waiting-for = { $names } 님을 기다립니다.
ui-your-turn = 내 턴입니다. 카드를 고르거나 턴을 마치세요.
ui-nothing-to-play = 지금 낼 수 있는 카드가 없습니다. 턴을 마치세요.
ui-empty-hand = 손패가 없습니다. 턴을 마치세요.
ui-drawing = 카드를 뽑습니다…
ui-draw-from-where = 첫 카드를 어디서 가져올까요?
ui-draw-deck = 덱에서
ui-draw-discard = 버린 카드에서
ui-draw-from = { $name }에게서
ui-choose-target = { $card } — 초록 테두리에서 대상을 고르세요.
ui-choose-card-of = { $name }의 무엇을 고를까요?
ui-from-hand = 손패(무작위)
ui-tap-again = { $card } — 한 번 더 누르거나 ‘쓰기’를 누르세요.
ui-use = 쓰기
ui-cancel = 취소
ui-end-turn = 턴 마치기
ui-play-as = { JOSA($card, "으로/로") }
ui-discard = 버릴 카드 { $count }장을 고르세요({ $picked }/{ $count }).
ui-discard-these = 버리기 { $picked }/{ $count }
ui-trade-which = { JOSA(-life, "으로/로") } 바꿀 카드를 고르세요({ $picked }/{ $count }).
ui-trade-these = 바꾸기 { $picked }/{ $count }
ui-trade = 카드 2장 → { -life } 1
ui-pick-more = { $count }장을 더 고르세요.
ui-no-target = 지금 고를 수 있는 대상이 없습니다.
ui-not-a-target = 이 카드로는 고를 수 없는 사람입니다.
ui-not-this-card = 지금은 이 카드를 고를 수 없습니다.

## Why a card or a seat is dim, in as few letters as can be

ui-short-no = 안 됨
ui-short-no_target = 대상 없음
ui-short-out_of_range = 거리 { $distance } / 사거리 { $range }
ui-short-bang_limit = 이미 씀
ui-short-reaction_only = 반응용
ui-short-full_life = { -life } 가득
ui-short-two_players_left = 둘 남음
ui-short-already_in_play = 이미 있음
ui-short-nothing_to_take = 카드 없음
ui-short-sheriff_cannot_be_jailed = { role-sheriff }

## The role

ui-role = 역할
ui-role-title = 내 역할
ui-role-hold = 누르고 있으면 역할이 보입니다
ui-role-why = 손을 떼면 바로 가려집니다. 옆 사람을 조심하세요.
ui-role-while = 3초 동안 보기
ui-role-done = 확인했습니다

## What I am asked

ui-prompt-shot = { $name }의 { $card }
ui-prompt-demand = { $name }의 { $card }
ui-prompt-standoff = { JOSA($name, "과/와") }의 { card-duel }
ui-prompt-market = { card-generalStore }: 한 장 고르세요
ui-prompt-dying = { JOSA(-life, "이/가") } 바닥났습니다
ui-prompt-check_pick = { $card } 판정
ui-prompt-keep = 가질 카드를 고르세요
ui-prompt-character_pick = 캐릭터를 고르세요
ui-needed-shot = { card-missed } { $count }장 필요
ui-needed-demand = { card-bang } { $count }장 필요
ui-needed-standoff = { card-bang } { $count }장 필요
ui-needed-dying = { card-beer } { $count }장 필요
ui-cannot-stop = 막을 카드가 모자랍니다.
ui-two-left = 둘만 남아서 { JOSA(card-beer, "은/는") } 듣지 않습니다.
ui-soon-two-left = 한 사람만 더 탈락하면 { JOSA(card-beer, "이/가") } 듣지 않습니다.
ui-nothing-saves = 버틸 카드가 없습니다.
ui-still-thinking = 아직 답하지 않음: { $names }
ui-respond-shot = 막기({ $count }장)
ui-respond-demand = { card-bang } 내기
ui-respond-standoff = { card-bang } 내기
ui-respond-dying = 마시기({ $count }장)
ui-use-barrel = { card-barrel } 판정하기
ui-refuse-shot = 그냥 맞기
ui-refuse-demand = 안 내고 { -life } 1 잃기
ui-refuse-standoff = 물러서기
ui-refuse-dying = 포기하기
ui-take-market = 가져오기
ui-take-check_pick = 이 카드로 판정
ui-take-keep = { $count }장 갖기
ui-take-character_pick = 이 캐릭터로
ui-keep-about = { $count }장을 갖고, 나머지는 덱 맨 위에 덮어 둡니다. 다른 사람은 보지 못합니다.
ui-picks-after = 내 다음: { $names }
ui-sheriff-life = { role-sheriff }이라 +1
ui-peek = 테이블 보기
ui-unfold = 답하기
ui-time-out-defends = 시간이 다 되면: 낼 수 있는 카드를 냅니다.
ui-time-out-hit = 시간이 다 되면: { -life } 1을 잃습니다.
ui-time-out-rescued = 시간이 다 되면: 카드로 버팁니다.
ui-time-out-falls = 시간이 다 되면: 탈락합니다.
ui-time-out-good = 시간이 다 되면: 성공하는 카드로 정해집니다.
ui-time-out-first = { $count ->
    [1] 시간이 다 되면: 앞의 것으로 정해집니다.
   *[other] 시간이 다 되면: 앞의 { $count }장으로 정해집니다.
}

## Checks

ui-check-good = 성공
ui-check-bad = 실패
ui-check-rule-barrel = ♥면 막음
ui-check-rule-jail = ♥면 풀려남
ui-check-rule-dynamite = ♠2~9면 터짐

## The end

ui-match-over = 판이 끝났습니다
ui-ranking = 순위와 정체
ui-won = 승리
ui-still-standing = 생존
ui-points = { $points }점
ui-had = 남은 손패: { $cards }
ui-host-goes-on = 방장이 다음 판을 열 수 있습니다.
ui-verify = 공정했는지 확인
ui-verify-running = 이 브라우저에서 확인하고 있습니다…
ui-verify-yourself = 직접 확인하기
ui-verify-about = 기록 파일을 내려받아 이 페이지 없이 확인할 수 있습니다.
ui-match-file = 기록 파일 내려받기
ui-verify-command = 확인 명령
ui-secret = 공개된 비밀
ui-holds = 맞음
ui-does-not-hold = 맞지 않음
ui-seal-held = 시작 전에 봉인된 비밀이 그대로 공개되었습니다.
ui-seal-fits = 공개된 비밀이 봉인과 맞습니다.
ui-seal-broken = 공개된 비밀이 시작 전의 봉인과 다릅니다.
ui-chain-held = 기록 { $count }건이 빠짐없이 이어지고, 바뀐 것이 없습니다.
ui-chain-gap = { $seq }번 기록이 빠졌거나 순서가 다릅니다.
ui-chain-chain = { $seq }번 기록이 앞의 기록과 이어지지 않습니다.
ui-chain-hash = { $seq }번 기록이 봉인과 맞지 않습니다.
ui-chain-heard = { $seq }번 기록이 경기 중에 받은 것과 다릅니다.
ui-heard-held = 그 가운데 { $count }건은 판이 진행되는 동안 받은 것과 같습니다.
ui-test-seed = 시험용 시드로 나눈 판이라 공정한 판이 아닙니다.
