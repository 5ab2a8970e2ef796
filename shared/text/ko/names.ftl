# Display names. Keys end in the engine's ids; the ids themselves are never shown.

## Titles: which one is shown is a setting.

title-gunslinger = 황야의 총잡이
title-showdown = 서부 결투
title-lawmen = 보안관과 무법자

# The game as such, whatever title is shown.
game-bang = 서부 카드 게임

## Words that the children's set replaces.

-life = 생명
-weapon = 무기

## Cards. A number in brackets is the reach of a weapon.

card-bang = 사격!
card-missed = 회피!
card-beer = 물 한 잔
card-saloon = 모두의 잔
card-stagecoach = 짐마차
card-wellsFargo = 금고 상자
card-generalStore = 잡화점
card-panic = 슬쩍!
card-catBalou = 헛발질
card-duel = 결투
card-indians = 습격!
card-gatling = 난사
card-barrel = 나무통
card-mustang = 야생마
card-scope = 망원경
card-jail = 유치장
card-dynamite = 폭약
card-volcanic = 연발 권총(1)
card-schofield = 권총(2)
card-remington = 장총(3)
card-carabine = 긴 장총(4)
card-winchester = 저격총(5)
weapon-none = 기본 권총(1)

# One card with its suit and rank, e.g. "A♠ 사격!".
card-face = { $rank }{ $suit } { $name }
# Cards whose faces the reader does not see.
cards-hidden = 카드 { $count }장
suit-S = ♠
suit-H = ♥
suit-D = ♦
suit-C = ♣

## Characters

character-bart = 오뚝이 도윤
character-blackJack = 붉은 패 레오
character-calamity = 뒤집기 하나
character-elGringo = 되갚는 마테오
character-jesse = 날쌘 손 제나
character-jourdonnais = 통 속의 조안
character-kit = 셋 중 둘 카야
character-lucky = 두 장의 루
character-paul = 먼발치 파벨
character-pedro = 주워 쓰는 미로
character-rose = 매의 눈 리나
character-sid = 맞바꾸는 시온
character-slab = 두 배 구스
character-suzy = 빈손 아리
character-vulture = 뒷정리 보라
character-willy = 쉬지 않는 윤

## Roles and sides

role-sheriff = 보안관
role-deputy = 부관
role-outlaw = 무법자
role-renegade = 배신자
side-law = 보안관 팀
side-outlaws = 무법자
side-renegade = 배신자

## Phases of a turn

phase-setup = 준비
phase-start = 턴 시작
phase-draw = 뽑기
phase-play = 카드 내기
phase-discard = 버리기
