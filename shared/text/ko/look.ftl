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
look-wait-shot = { JOSA($name, "이/가") } { $other }에게 답해야 합니다({ card-missed } { $needed }장 필요).
look-wait-demand = { JOSA($name, "이/가") } 카드를 내거나 { JOSA(-life, "을/를") } 1 잃어야 합니다.
look-wait-standoff = { JOSA($name, "이/가") } { $other }의 { card-duel }에 답해야 합니다.
look-wait-market = { JOSA($name, "이/가") } 펼친 카드에서 하나를 고릅니다.
look-wait-dying = { $name }에게 남은 { JOSA(-life, "이/가") } 없지만 아직 버틸 수 있습니다.
look-wait-check_pick = { JOSA($name, "이/가") } 뒤집은 카드 중 하나를 고릅니다.
look-wait-keep = { JOSA($name, "이/가") } 가질 카드를 고릅니다.
look-wait-character_pick = { JOSA($name, "이/가") } 캐릭터를 고릅니다.

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
