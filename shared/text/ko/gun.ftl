# 운명의 장전, 둘이서 하는 게임. Keys end in the engine's ids; the ids themselves are never shown.

-dealer = 딜러

item-beer = 맥주
item-cigarettes = 담배
item-handcuffs = 수갑
item-magnifier = 돋보기
item-saw = 톱

shell-live = 실탄
shell-blank = 공포탄

kind-random = 마구잡이
kind-steady = 침착한 봇
kind-novice = 초보
kind-house = 단골
kind-sharp = 고수

list-none = 없음
