# The lobby, a new room, and a room before its match.

ui-lobby-greeting = { $name } 님, 좋은 저녁입니다. 어느 자리에 앉을까요?
ui-create = 새 방
ui-play-with-bots = 봇과 바로 시작
ui-open-rooms = 방 목록
ui-looking = 방을 찾고 있습니다…
ui-no-rooms = 열린 방이 없습니다. 방을 만들어 친구를 부르거나 봇과 바로 시작하세요.
ui-more-rooms = 방 더 보기
ui-held = { $code } 방에 내 자리가 남아 있습니다.
ui-return = 돌아가기
ui-join-by-code = 코드나 링크로 들어가기
ui-join = 들어가기
ui-code-wrong = 코드는 KQXHWT처럼 영문자 여섯 개입니다. 링크를 통째로 붙여 넣어도 됩니다.
ui-watch = 구경하기
ui-room-of = { $name }의 방
ui-seats = { $all }자리 중 { $taken }자리
ui-phase-reveal = 시작하는 중
ui-phase-match = 진행 중
ui-phase-over = 다음 판 준비 전
ui-phase-closed = 닫힘

## A new room

ui-game = 게임
ui-for-so-many = { $more ->
    [0] { $least }명
   *[other] { $least }~{ $most }명
}
ui-who-may-come = 들어올 수 있는 사람
ui-visibility-public = 누구나
ui-visibility-public-about = 방 목록에 나오고, 누구나 들어올 수 있습니다.
ui-visibility-link = 링크로
ui-visibility-link-about = 링크나 코드를 아는 사람만 들어옵니다. 목록에는 나오지 않습니다.
ui-visibility-invited = 초대만
ui-visibility-invited-about = 초대 링크를 통째로 받은 사람만 들어옵니다. 링크는 방장에게 보입니다.
ui-options-basic = 진행
ui-options-help = 도움
ui-options-house = 하우스 룰
ui-create-now = 방 만들기

## Before a match

ui-entering = 들어가는 중…
ui-leave-room = 방 나가기
ui-seated = { $all }자리 중 { $taken }자리
ui-seats-are-drawn = 누가 누구 옆에 앉을지는 시작할 때 뽑습니다.
ui-host = 방장
ui-you = 나
ui-ready = 준비됨
ui-not-ready = 준비 전
ui-not-here = 자리 비움
ui-hand-over-to = { $name }에게 방장 넘기기
ui-kick = { $name } 내보내기
ui-remove-bot = { $name } 치우기
ui-free-seat = 빈자리
ui-sit-down = 자리에 앉기
ui-kind-of-bot = 봇 종류
ui-add-bot = 봇 앉히기
ui-fill-with-bots = 봇 { $count }명 앉히기
ui-invite = 초대
ui-link = 이 방의 링크
ui-code = 코드
ui-options = 옵션
ui-options-default = 모두 기본값입니다.
ui-options-unready = 바꾸면 모두 다시 준비해야 합니다.
ui-change-options = 바꾸기
ui-seal = 이 판의 봉인
ui-seal-about = 서버는 이미 비밀을 골랐고, 이것은 그 비밀의 지문입니다. 판이 끝나면 비밀이 공개되어 같은 것인지 누구나 확인할 수 있습니다.
ui-watchers = 구경꾼 { $count }명
ui-public-only = 공개 정보만
ui-you-watch = 구경하고 있습니다. 빈자리가 있습니다.
ui-full-you-watch = 자리가 모두 찼습니다. 구경하고 있습니다.
ui-seat-lost = 이 방에 자리가 없습니다. 계속 구경하거나 빈자리에 앉으세요.
ui-take-back-ready = 준비 풀기
ui-i-am-ready = 준비됐습니다
ui-start = 시작
ui-host-starts = 모두 준비되면 방장이 시작합니다.
ui-get-ready = 모두 준비하면 방장이 시작할 수 있습니다.
ui-again = 한 판 더
ui-replay = 다시 보기

## How a room is

ui-unwatched = 관전 없음
ui-kids-here = 이 방은 모두 순한 말로 보는 방입니다.
ui-title-report = 방 이름 신고
