# 운영하는 사람이 보는 서버의 상태.

ui-ops = 운영
ui-ops-about = 이 서버를 운영하는 사람을 위한 화면입니다. 감사용 토큰이 필요하며, “admin auditor” 명령이 알려 줍니다. 토큰은 이 탭을 닫을 때까지만 간직합니다.
ui-ops-token = 토큰
ui-ops-show = 보기
ui-ops-wrong = 감사용 토큰이 아닙니다. 서버에서 “admin auditor” 명령을 실행하면 나옵니다.
ui-ops-leave = 토큰 지우기
ui-ops-looking = 서버에 묻는 중…
ui-ops-since = { $time }부터 답이 없습니다. 아래는 그 전의 값입니다.
ui-ops-broker-away = 이 게이트웨이가 브로커에 닿지 못합니다. 아래는 그 전에 들은 것이며, 브로커가 돌아올 때까지 아무도 게임을 할 수 없습니다.
ui-ops-as-of = { $time } 기준. 선은 이 게이트웨이가 켜져 있던 동안의 최근 15분이고, 속도와 백분위는 직전 1분의 값입니다.

## Rooms

ui-ops-list = 닫히지 않은 방
ui-ops-rooms-unknown = 방에 대해 답하는 곳이 없습니다. timer가 돌고 있는지 확인하세요.
ui-ops-of = { $total }개 가운데 { $from }–{ $to }. 멈춘 방이 먼저 나옵니다.
ui-ops-before = 앞의 방
ui-ops-overdue = 멈춤: 기한이 { $time } 지남
ui-ops-replay = { $code } 방 다시 보기
ui-ops-hidden = 눈 표시는 관전자에게 보이는 것만 보여 줍니다. 자물쇠 표시는 가려진 것까지 보여 주며, 끝나지 않은 판이면 볼 때마다 기록이 남아 플레이어들이 읽게 됩니다.
ui-ops-glass = 방 { $code }의 가려진 것 보기
ui-ops-glass-about = 모든 손패와 역할이 보입니다. 판이 끝나지 않았다면 볼 때마다 이름과 함께 기록이 남고, 방에 있는 모두가 읽게 됩니다. 되돌릴 수 없습니다.
ui-ops-glass-name = 기록에 남을 이름
ui-ops-glass-nameless = 먼저 이름을 적어 주세요.
ui-ops-glass-look = 가려진 것 보기

## Figures

ui-ops-rooms = 상태별 방
ui-ops-rooms-stuck = 기한이 지나 멈춤
ui-ops-rooms-running = 판 진행 중
ui-ops-rooms-lobby = 판 준비 중
ui-ops-rooms-over = 판 끝남
ui-ops-rooms-overdue = 시간 초과 처리를 가장 오래 기다린 방
ui-ops-people = 오가는 것
ui-ops-people-sockets = 연결
ui-ops-people-actions = 행동
ui-ops-people-refusals = 거절
ui-ops-view = 행동에서 화면까지
ui-ops-view-p50 = 절반
ui-ops-view-p95 = 95%
ui-ops-view-p99 = 99%
ui-ops-append = 항목 저장
ui-ops-append-p50 = 절반
ui-ops-append-p95 = 95%
ui-ops-append-p99 = 99%
ui-ops-lag = 화면이 늦는 정도
ui-ops-lag-p95 = 항목의 95%가 보이기까지
ui-ops-lag-behind = 마지막으로 따라잡은 뒤 (조용할 때 약 1초)
ui-ops-queue = 다시 시도할 것
ui-ops-queue-commands = 아직 결정되지 않은 명령
ui-ops-queue-deliveries = 호스트에게 보낼 알림
ui-ops-queue-endings = 호스트에게 알릴 결과
ui-ops-queue-archive = 로그에서 옮길 방
ui-ops-quarantine = 따로 떼어 둔 것 (프로세스를 켠 뒤)
ui-ops-quarantine-commands = 처리하던 프로세스를 끝낸 명령
ui-ops-quarantine-damaged = 원래와 달라진 항목
ui-ops-table = 분 단위로 보기
ui-ops-at = 시각
ui-ops-unit-count = { $n }
ui-ops-unit-ms = { $n } ms
ui-ops-unit-s = { $n }초
ui-ops-unit-min = { $n }분
ui-ops-unit-perSecond = 초당 { $n }

## The rest

ui-ops-refused = 이 15분 동안의 거절
ui-ops-none = 없습니다.
ui-ops-services = 일하고 있는 서비스
ui-ops-nobody = 없음
ui-ops-behind = ({ $time } 전까지 따라잡음)
ui-ops-checkpoint = 마지막 체크포인트
ui-ops-checkpoint-at = { $time }, 방 { $rooms }개.
ui-ops-no-checkpoint = replay 서비스를 켠 뒤로 없거나, 여기서는 남기지 않습니다.
ui-ops-verify = 검증을 실행한 기록은 남지 않습니다. “match verify” 명령이 지금 판을 검증합니다.
