# The rules and card guide.

ui-rules-game = 게임
ui-rules-here = 이 테이블에서는
ui-rules-turn = 한 턴
ui-rules-bang-1 = 카드 2장을 받습니다. 그 전에, 내 앞에서 판정을 기다리는 카드가 있으면 판정합니다.
ui-rules-bang-2 = 카드를 원하는 만큼 냅니다. 그중 { JOSA(card-bang, "은/는") } 한 장뿐입니다. 누구에게 낼 수 있는지, 못 내면 왜인지 화면이 알려 줍니다.
ui-rules-bang-3 = 남은 { -life }보다 많은 카드는 버립니다.
ui-rules-buckshot-1 = 아이템을 원하는 만큼 씁니다.
ui-rules-buckshot-2 = 그리고 겨눕니다. 상대를 겨누면 내 턴이 끝나고, 나를 겨눴는데 아무것도 나오지 않으면 계속합니다.
ui-rules-buckshot-3 = 다 비면 새로 채웁니다. 종류별 개수는 둘 다 알지만 순서는 아무도 모르고, 둘 다 아이템을 받습니다. 먼저 다 잃은 쪽이 지며, 새로 채워도 잃은 것은 돌아오지 않습니다.
ui-rules-roles = 역할
ui-rules-players = 인원
ui-rules-cards = 카드
ui-rules-blue = 파란 겹테두리 카드는 앞에 놓여 남습니다. 카드를 누르면 효과가 보입니다.
ui-rules-characters = 캐릭터
ui-rules-items = 아이템
