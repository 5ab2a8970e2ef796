# A match that was played, moment by moment.

ui-replay-of = { $number }번째 판 다시 보기
ui-replay-none = 보여 줄 수 없는 판입니다
ui-replay-loading = 판을 가져오는 중…
ui-replay-to-room = 방으로
ui-replay-table = 이 순간의 테이블
ui-replay-before = 아직 아무도 앉지 않았습니다.
ui-replay-silent = 전할 일이 없습니다

## Time

ui-replay-time = 시간
ui-replay-moment = 순간
ui-replay-entry = { $seq }번 항목
ui-replay-first = 처음으로
ui-replay-back = 하나 앞으로
ui-replay-on = 하나 뒤로
ui-replay-last = 끝으로
ui-replay-play = 재생
ui-replay-pause = 멈춤
ui-replay-next-turn = 다음 턴
ui-replay-speed = 빠르기

## Whose eyes

ui-replay-eyes = 누구의 눈으로
ui-replay-eyes-watcher = 관전자
ui-replay-eyes-auditor = 모든 것
ui-replay-own-only = 판이 끝나기 전에는 내 눈과 관전자의 눈으로만 볼 수 있습니다.
ui-replay-nowhere = 없는 판이거나, 더는 보관되지 않거나, 볼 수 없는 판입니다. 링크를 확인하세요.
ui-replay-by = 감사자 { $name } 이름으로 보고 있습니다. 다른 눈으로 바꾸면 한 번 더 본 것으로 기록됩니다.
ui-replay-hide = 결말 숨기기
ui-replay-hide-about = 첫 항목부터 시작하고, 어디까지 가는지 보이지 않습니다.
ui-replay-link = 이 순간의 링크

## What happened

ui-replay-events = 있었던 일
ui-replay-raw = 해시한 그대로의 { $seq }번 항목
ui-replay-find = 찾기
ui-replay-of-seat = 누구의 일
ui-replay-everybody = 모두
ui-replay-kind = 어떤 일
ui-replay-kind-all = 모든 종류
ui-replay-kind-turn = 턴
ui-replay-kind-card = 낸 카드와 아이템
ui-replay-kind-check = 뒤집힌 것
ui-replay-kind-asked = 물음
ui-replay-kind-life = 다치고 나은 것
ui-replay-kind-out = 탈락과 끝
ui-replay-of-entry = { $seq }번 항목과 그 결과
ui-replay-nothing = 그런 일은 없었습니다.
ui-replay-verify = 모두 확인
ui-replay-verify-about = 모든 항목을 이 브라우저에서 다시 해시합니다.

## What is different

ui-replay-changes = 달라진 것
ui-replay-between = { $from }번 항목에서 { $to }번 항목까지
ui-replay-no-before = 첫 순간입니다.
ui-replay-mark = 이 순간과 비교
ui-replay-unmark = 바로 앞과 비교

## What the viewer could know

ui-known = 이 자리는 무엇을 알 수 있었나?
ui-known-about = 이 순간까지 그 자리에 보낸 것과 세어서 알 수 있는 것뿐입니다. 짐작은 없습니다.
ui-known-now = 지금 보이는 것
ui-known-earlier = 전에 보았거나 세어서 알고, 아직 참인 것
ui-known-not = 알 수 없는 것
ui-known-hand = 자기 손패: { $cards }
ui-known-deck = 분명히 덱에 있는 것: { $cards }
ui-known-leaks = 비밀인데 전해진 것
ui-known-no-leaks = 없습니다. 항목 { $count }개를 볼 수 있는 것과 견주었습니다.
