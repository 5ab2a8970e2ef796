# Table talk.

ui-talk = 대화
ui-talk-new = 대화, 새 말 { $count }개
ui-talk-empty = 아직 아무도 말하지 않았습니다.
ui-talk-away = 지금은 대화가 되지 않습니다. 게임은 계속됩니다.
ui-talk-off = 방장이 대화를 꺼 두었습니다.
ui-talk-watcher = 자리에 앉은 사람만 말할 수 있습니다.
ui-talk-to = 누구에게
ui-talk-all = 모두에게
ui-talk-write = 직접 쓰기
ui-talk-send = 말하기
ui-talk-said = { $name }: { $words }
ui-talk-mute = { $name }의 말 숨기기
ui-talk-unmute = { $name }의 말 보기
ui-talk-muted = 숨긴 사람: { $names }
ui-talk-report = 신고
ui-talk-report-about = 이 말과 앞뒤의 말이 서버 운영자에게 갑니다. { $name }에게는 알리지 않습니다.
ui-talk-reported = 신고했습니다. 고맙습니다.
ui-talk-more = 이 말에 대해
ui-talk-switch = 대화
ui-talk-switch-off = 끄기
ui-talk-switch-phrases = 정해진 말만
ui-talk-switch-text = 자유롭게
ui-talk-switch-about = 정해진 말은 저마다 자기 언어로 읽습니다. 게임에는 아무 영향이 없습니다.
