# What commands in a terminal say about many moments, and many logs.

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
