# What the browser's page says on every screen.

ui-close = 닫기
ui-copy = 복사
ui-copied = 복사했습니다.
ui-copy-by-hand = 글자를 골라 두었습니다. 키보드나 길게 누르기로 복사해 주세요.
ui-changed = 기본값과 다름
ui-sending = 보내는 중…
ui-seconds-left = { $seconds }초 남음
ui-life = { -life } { $most } 중 { $life }
ui-log = 기록
ui-refused = 그렇게 할 수 없습니다. 상황을 보고 다시 골라 주세요.

## The connection

ui-connecting = 연결하는 중…
ui-lost = 연결이 끊겼습니다.
ui-lost-next = { $seconds }초 뒤에 다시 시도합니다. 그동안에도 시간은 흐릅니다.
ui-quiet = 서버에서 한동안 소식이 없습니다. 연결을 확인하고 있습니다…
ui-try-now = 지금 시도
ui-missed = 화면이 뒤처진 동안 { $count }가지 일이 지나갔습니다.
ui-all-right = 알겠습니다
ui-unreachable-title = 서버에 연결되지 않았습니다
ui-unreachable = 서버가 대답하지 않습니다. 인터넷 연결을 확인해 주세요. 계속 다시 시도합니다.
ui-try-again = 다시 시도
ui-part-missing = 화면의 일부를 불러오지 못했습니다
ui-elsewhere = 이 자리는 이 브라우저의 다른 창에서 열려 있어 여기는 멈춰 있습니다.
ui-use-here = 여기서 쓰기
ui-newer = 서버가 이 페이지보다 새 버전입니다. 새로 고치면 이어집니다. 자리는 그대로입니다.
ui-reload = 새로 고침
ui-broken-title = 페이지가 멈췄습니다
ui-broken = 이 페이지에 문제가 생겼습니다. 새로 고치면 이어집니다. 자리는 그대로입니다.

## Addresses that lead nowhere

ui-dead-end-title = 여기에는 아무것도 없습니다
ui-dead-end = 이 주소로는 갈 곳이 없습니다. 글자가 빠졌을 수 있습니다. 방 코드를 넣거나 로비로 가세요.
ui-to-lobby = 로비로
ui-no-entry-title = 들어갈 수 없습니다
ui-closed-title = 닫힌 방입니다
ui-closed = 모두 떠나서 방이 닫혔습니다. 새로 만들거나 다른 방에 들어가세요.

## Who you are

ui-welcome = 어서 오세요. 뭐라고 부를까요?
ui-nickname = 별명
ui-come-in = 들어가기
ui-you-are = { $name } 님으로 들어와 있습니다.
ui-fleeting = 이 브라우저는 쿠키를 두지 않습니다. 페이지를 닫으면 자리를 잃습니다.

## Settings

ui-settings = 설정
ui-rules = 규칙과 카드
ui-nothing-kept = 이 브라우저는 설정을 저장하지 않습니다. 페이지를 닫으면 사라집니다.
ui-language = 언어
ui-kids = 어린이 말
ui-kids-about = 거친 말 대신 물놀이와 술래잡기 말을 씁니다.
ui-text-size = 글자 크기
ui-text-normal = 보통
ui-text-large = 크게
ui-text-larger = 더 크게
ui-calm = 움직임 줄이기
ui-calm-about = 카드가 날아다니지 않고 서서히 바뀝니다.
ui-left-handed = 단추를 왼쪽에
ui-sign-out = 나를 지우기
ui-sign-out-sure = 한 번 더 누르면 별명과 자리가 사라집니다
ui-sign-out-about = 모든 기기에서 나가고 별명을 지웁니다.
ui-sound = 소리
ui-sound-about = 내가 답해야 할 때 짧게 울립니다.
ui-vibration = 진동
ui-shortcuts = 키보드 단축키
ui-shortcuts-about = 테이블에서 1–9 카드, E 턴 마치기, L 기록, R 역할, I 카드 설명, Esc 취소.
