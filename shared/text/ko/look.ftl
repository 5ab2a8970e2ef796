# 감사자가 들여다보는 판의 한 순간과, 그때 누가 무엇을 알 수 있었는지.

look-head = 기록 { $last }건 가운데 { $seq }번까지, { JOSA($name, "이/가") } 본 대로.
look-head-auditor = 기록 { $last }건 가운데 { $seq }번까지, 모두 펼쳐서.
look-head-watcher = 기록 { $last }건 가운데 { $seq }번까지, 구경꾼이 본 대로.

look-phase-lobby = 방에서 사람을 기다리고 있습니다.
look-phase-reveal = 시작이 정해져, 섞을 재료를 모으고 있습니다.
look-phase-match = 판이 진행되고 있습니다.
look-phase-over = 판이 끝났습니다.
look-phase-closed = 방이 닫혔습니다.
look-room = 방
look-member = { $name } ({ $ready ->
    [yes] 준비됨
   *[no] 준비 전
})

## The table

look-table = 탁자
look-seat = { $name } · { $character } · { -life } { $life }/{ $maximum } · 손에 { $held }
look-seat-new = { $name } · 아직 캐릭터 없음
look-out = { $name } 탈락
look-in-play = 앞에 놓은 카드: { $cards }
look-piles = 덱 { $deck }장, 버림 더미 { $discard }장
look-top = 버림 더미 맨 위: { $card }
look-aside = 따로 놓은 카드: { $cards }
look-hand = { $name }의 손
look-offer = 고를 수 있는 캐릭터: { $characters }

## Who is waited for

look-awaited = 누구를 기다리나
look-awaited-nobody = 아무도 없음. 끝났습니다.
look-turn = { $name }의 턴, 단계: { $phase }
look-turn-of = { $name }의 턴
look-wait-shot = { JOSA($name, "이/가") } { JOSA($other, "이/가") } 보낸 것을 피해야 함(필요한 회피 { $needed })
look-wait-demand = { JOSA($name, "이/가") } 카드를 내거나 { JOSA(-life, "을/를") } 1 잃어야 함
look-wait-standoff = { JOSA($name, "이/가") } { $other }와의 대결에 답해야 함
look-wait-market = { JOSA($name, "이/가") } 펼친 카드에서 하나를 고름
look-wait-dying = { $name }에게 남은 { JOSA(-life, "이/가") } 없지만 아직 버틸 수 있음
look-wait-check_pick = { JOSA($name, "이/가") } 뒤집은 카드 중 하나를 고름
look-wait-keep = { JOSA($name, "이/가") } 가질 카드를 고름
look-wait-character_pick = { JOSA($name, "이/가") } 캐릭터를 고름

## What may be done

look-offers = { JOSA($name, "이/가") } 할 수 있는 일
look-offers-none = 지금은 없음
look-may-takeHit = 그대로 받기
look-may-respond = 다음 중 { $count }장으로 답하기: { $cards }
look-may-useBarrel = 판정 카드 뒤집기
look-may-giveUp = 포기하기
look-may-storePick = 다음 중 하나 가지기: { $cards }
look-may-luckyPick = 다음 중 하나를 판정으로 쓰기: { $cards }
look-may-kitKeep = 다음 중 { $count }장 가지기: { $cards }
look-may-pickCharacter = 다음 중 하나 고르기: { $characters }
look-may-sidHeal = 다음 중 { $count }장을 버리고 { -life } 1 얻기: { $cards }
look-may-draw = 카드 뽑기
look-may-draw-from = 첫 장을 다음 중 한 사람의 손에서 뽑기: { $names }
look-may-draw-discard = 첫 장을 버림 더미에서 뽑기
look-may-play = { $card } 내기
look-may-play-at = { JOSA($card, "을/를") } 다음 중 한 사람에게 내기: { $names }
look-may-play-as = { JOSA($card, "을/를") } { JOSA($kind, "으로/로") } 내기
look-may-play-as-at = { JOSA($card, "을/를") } { JOSA($kind, "으로/로") } 다음 중 한 사람에게 내기: { $names }
look-may-endPlay = 턴 마치기
look-may-discard = 다음 중 { $count }장 버리기: { $cards }
look-target = { $name } ({ $cards })
look-target-hand = 손의 카드

## The game for two

look-side = { $name } · 남은 것 { $health } · 아이템: { $items }
look-cuffed = (다음 턴을 쉼)
look-loaded = { shell-live } { $live }, { shell-blank } { $blank } 장전, 남은 것 { $count }
look-spent = 이번 장전에서 쓴 것: { $shells }
look-next = 남은 것, 다음 것부터: { $shells }
look-shell-unknown = 모름
look-sawn = 다음 것은 두 배입니다.
look-may-aim-self = 자신을 겨누기
look-may-aim = { JOSA($name, "을/를") } 겨누기
look-may-use = 다음 중 하나 쓰기: { $items }

## What somebody can know

look-know-roles = 역할
look-know-role-own = { $name }: { $role }, 자기 역할
look-know-role-open = { $name }: { $roles } 중 하나
look-know-role-shown = { $name }: { $role }, { $seq }번 기록에서 모두에게 공개
look-know-role-counted = { $name }: { $role }, { $seq }번 기록부터 남은 역할이 이것뿐
look-know-hands = 다른 손에 있는 줄 아는 카드
look-know-card-seen = { $name }에게 { $card }, { $seq }번 기록에서 봄
look-know-card-counted = { $name }에게 { $card }, { $seq }번 기록부터 달리 있을 곳이 없음
look-know-deck = 덱
look-know-deck-count = { $count }장, 그 안에 있는 줄 아는 카드 { $known }장
look-know-deck-cards = { $cards }
look-know-deck-top = 위에서 { $number }번째: { $card }
look-know-open = 어디 있는지 모르는 카드: { $count }장
look-know-shells = 탄
look-know-left = 남은 것 { $count }: { shell-live } { $live }, { shell-blank } { $blank }
look-know-shell-open = { $number }번째: 모름
look-know-shell-seen = { $number }번째: { $shell }, { $seq }번 기록에서 봄
look-know-shell-counted = { $number }번째: { $shell }, { $seq }번 기록부터 남은 것이 이것뿐
look-know-shell-shown = { $number }번째: { $shell }, { $seq }번 기록에서 모두에게 공개
look-know-looked = { JOSA($name, "은/는") } 다음 것을 들여다보았습니다.

## Where two logs part, and what changed between two moments of one

look-diff-none = 기록 { $count }건이 모두 같습니다.
look-diff-none-states = 다른 것이 없습니다.
look-diff-since = 양쪽에 다 있는 첫 기록인 { $seq }번부터 견주었습니다.
look-diff-closed = 한쪽에서만 닫혀 있고 봉인은 같은 조각: { $count }개
look-diff-end = { $number }번째 로그에는 { $seq }번 기록이 없습니다. 그 앞까지는 같습니다.
look-diff-unreadable = { $number }번째 로그의 { $seq }번 기록을 읽을 수 없습니다. 그 앞까지는 같습니다.
look-diff-form = { $number }번째 로그의 { $seq }번 기록이 정해진 꼴이 아닙니다. 그 앞까지는 같습니다.
look-diff-header = { $seq }번 기록이 처음으로 다릅니다. 머리의 { $field }: 한쪽은 { $one }, 다른 쪽은 { $other }
look-diff-count = { $seq }번 기록이 처음으로 다릅니다. 조각 수: 한쪽은 { $one }, 다른 쪽은 { $other }
look-diff-leaf = { $seq }번 기록이 처음으로 다릅니다. 조각 { $leaf }({ $what })의 { $field }: 한쪽은 { $one }, 다른 쪽은 { $other }
look-diff-salt = { $seq }번 기록이 처음으로 다릅니다. 조각 { $leaf }({ $what })의 내용은 같고 소금이 다름: 한쪽은 { $one }, 다른 쪽은 { $other }
look-diff-chain = { $seq }번 기록이 처음으로 다릅니다. 내용은 같고 { $field } 값이 다름: 한쪽은 { $one }, 다른 쪽은 { $other }
look-diff-state = { $field }: { $one } → { $other }

## What many logs add up to

look-stats-game-bang = { title-showdown }
look-stats-game-buckshot = { title-odds }
look-stats-matches = 판 { $count }개: 끝까지 { $finished }, 중단 { $abandoned }, 끝이 없음 { $unfinished }
look-stats-tables = 탁자: { $tables }
look-stats-table = { $seats }인 { $count }판
look-stats-timeouts = 시간 초과: 기록 { $entries }건 가운데 { $count }건
look-stats-tests = 시험용 시드라서 공정하지 않은 판: { $count }개
look-stats-left-out = 여러 번 주어져 한 번만 센 판: { $count }번 뺐음
look-stats-refusals = 거절은 기록에 남지 않으므로 여기서 세지 않습니다.
look-stats-lengths = 끝까지 간 판의 길이
look-stats-least = 최소
look-stats-median = 중앙값
look-stats-most = 최대
look-stats-entries = 기록
look-stats-turns = 턴
look-stats-rounds = 라운드 또는 장전
look-stats-seconds = 초
look-stats-wins = 누가 얼마나 이겼나
look-stats-by = 기준
look-stats-by-role = 역할
look-stats-by-side = 편
look-stats-by-character = 캐릭터
look-stats-seat = { $number }번 자리
look-stats-trials = 판
look-stats-won = 승
look-stats-share = 비율
look-stats-interval = 95 % (윌슨)
look-stats-axis = 이긴 판의 비율(%)과 95 % 윌슨 구간

## What if

look-branch = 만약에? { $room } 방 { $match }번째 판, { $seq }번 기록 다음부터
look-ask = 번호

## What has left the log

look-left = { $seq }번보다 앞선 기록은 로그에서 나갔습니다. 보관소에 있는 판: { $matches }. verify와 show에는 --match N을 붙이고, 그 밖에는 `match export ROOM --match N`으로 파일을 만들어 쓰세요.
look-left-none = { $seq }번보다 앞선 기록은 로그에서 나갔고, 보관소에도 그 판이 (더는) 없습니다.
look-left-unknown = { $seq }번보다 앞선 기록은 로그에서 보관소로 나갔는데, 지금은 보관소에 물어볼 수 없습니다.
look-nothing = 들려드릴 것이 없습니다. 기록 { $first }번부터 { $last }번까지는 소리 내어 읽을 사건이 없습니다.
