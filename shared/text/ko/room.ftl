# What happened in the room around a match.

player-unnamed = 이름 없는 손님
# Automatic players to whom nobody has given a nickname.
bot-bang = 로보 { $number }
bot-buckshot = 딜러
visibility-public = 공개
visibility-link = 링크
visibility-invited = 초대

room-opened = { JOSA($name, "이/가") } 방을 열었습니다.
room-tenant = { $name }의 방입니다.
room-seat-taken = { JOSA($name, "이/가") } 자리에 앉았습니다.
room-seat-taken-bot = 봇 { JOSA($name, "이/가") } 자리에 앉았습니다.
room-left = { JOSA($name, "이/가") } 방을 나갔습니다.
room-kicked = 방장이 { JOSA($name, "을/를") } 내보냈습니다.
room-kicked-open = 방장이 { JOSA($name, "을/를") } 내보냈습니다. 방 코드를 알면 다시 들어올 수 있습니다.
room-removed = 봇 { JOSA($name, "을/를") } 치웠습니다.
room-host = 이제 { JOSA($name, "이/가") } 방장입니다.
room-new-key = 초대 열쇠가 바뀌었습니다. 이전 초대로는 들어올 수 없습니다.
room-options = 옵션이 바뀌었습니다: { $changes }. 모두 다시 준비해 주세요.
room-option-change = { $option } → { $choice }
room-options-other = 옵션이 바뀌었습니다. 모두 다시 준비해 주세요.
room-visibility = 이제 ‘{ $visibility }’ 방입니다.
room-title = 이제 이 방의 이름은 ‘{ $title }’입니다.
room-title-none = 이제 이 방에는 이름이 없습니다.
room-watching-on = 이제 방을 아는 사람은 누구나 관전할 수 있습니다.
room-watching-off = 이제 자리에 앉은 사람만 판을 볼 수 있습니다.
room-wording-kids = 이제 이 방에서는 모두 어린이용 말로 봅니다.
room-wording-own = 이제 이 방에서는 각자 고른 말로 봅니다.
room-talk-off = 이제 대화를 할 수 없습니다.
room-talk-phrases = 이제 정해진 말로만 대화합니다.
room-talk-text = 이제 정해진 말과 직접 쓴 글로 대화합니다.
room-ready = { JOSA($name, "이/가") } 준비했습니다.
room-unready = { JOSA($name, "이/가") } 준비를 풀었습니다.
room-locked = 시작합니다! 섞는 데 쓸 값을 모으고 있습니다.
room-dealt = { $match }번째 판을 시작합니다.
room-dealt-test = { $match }번째 판을 시험용 시드로 시작합니다. 공정한 판이 아닙니다.
room-left-match = { JOSA($name, "이/가") } 판을 떠났습니다. 남은 차례는 자동으로 진행합니다.
room-winners = 승자: { $names }.
room-secret = 이 판의 비밀이 공개되었습니다. 이제 누구나 이 판을 확인할 수 있습니다.
room-secret-unused = 쓰지 않은 비밀이 공개되었습니다.
room-looked-into = 감사자 { JOSA($name, "이/가") } 이 판의 숨은 정보까지 모두 보았습니다.
room-again = 다음 판을 준비합니다.
room-closed-empty = 아무도 남지 않아 방을 닫습니다.
room-closed-abandoned = 지켜보는 사람이 없어 방을 닫습니다.
room-closed-by_operator = 운영자가 이 방을 끝냈습니다.
room-closed-by_tenant = 이 방을 연 사이트가 방을 끝냈습니다.
