# What a room is called, who looks on, in which words.

ui-title = 방 이름
ui-title-about = 40자까지이며 방 목록에 보입니다. 비우면 게임 이름이 보입니다.
ui-watching = 관전 허용
ui-watching-about = 자리가 없는 사람도 판과 다시 보기를 볼 수 있습니다.
ui-kids-room-about = 이 방에서는 모두 순한 말로 봅니다.
