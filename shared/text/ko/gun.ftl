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

title-odds = 운명의 장전
game-buckshot = { title-odds }
-charges = 체력

## Log

gun-seated = { JOSA($name, "과/와") } { JOSA($other, "이/가") } 마주 앉습니다. 둘 다 { -charges } { $health }.
gun-loaded = 총을 장전합니다: 실탄 { $live }발, 공포탄 { $blank }발. 순서는 아무도 모릅니다.
gun-items = { JOSA($name, "이/가") } { JOSA($items, "을/를") } 받습니다.
gun-items-lost = { JOSA($name, "이/가") } { JOSA($items, "을/를") } 받고, 자리가 없어 { $lost }개를 놓칩니다.
gun-items-none = { JOSA($name, "은/는") } 아이템을 더 놓을 자리가 없습니다.
gun-turn = { $name }의 턴 ({ $scores })
gun-score = { $name } { $health }
gun-time-is-up = { $name }의 시간이 다 되었습니다.
gun-skipped = { JOSA($name, "은/는") } { item-handcuffs }에 묶여 한 턴을 쉽니다.
gun-used-beer = { JOSA($name, "이/가") } { JOSA(item-beer, "을/를") } 마시고 탄 하나를 빼냅니다.
gun-used-cigarettes = { JOSA($name, "이/가") } { JOSA(item-cigarettes, "을/를") } 피우며 숨을 고릅니다.
gun-used-cigarettes-wasted = { JOSA($name, "이/가") } { JOSA(item-cigarettes, "을/를") } 피우지만 더 채울 { JOSA(-charges, "이/가") } 없습니다.
gun-used-handcuffs = { JOSA($name, "이/가") } { $other }에게 { JOSA(item-handcuffs, "을/를") } 채웁니다.
gun-used-magnifier = { JOSA($name, "이/가") } { JOSA(item-magnifier, "으로/로") } 약실을 들여다봅니다.
gun-used-saw = { JOSA($name, "이/가") } { JOSA(item-saw, "으로/로") } 총열을 자릅니다. 다음 탄은 두 배입니다.
gun-seen = { JOSA($name, "이/가") } 본 것은 { $shell }입니다.
gun-ejected = 빠져나온 것은 { $shell }입니다.
gun-fired-self-live = { JOSA($name, "이/가") } 자신을 겨누고 방아쇠를 당깁니다. 실탄입니다!
gun-fired-self-blank = { JOSA($name, "이/가") } 자신을 겨누고 방아쇠를 당깁니다. 찰칵. 한 번 더 합니다.
gun-fired-other-live = { JOSA($name, "이/가") } { JOSA($other, "을/를") } 겨누고 방아쇠를 당깁니다. 실탄입니다!
gun-fired-other-blank = { JOSA($name, "이/가") } { JOSA($other, "을/를") } 겨누고 방아쇠를 당깁니다. 찰칵.
gun-hurt = { JOSA($name, "이/가") } { -charges } { JOSA($amount, "을/를") } 잃습니다(남은 { -charges } { $health }).
gun-healed = { JOSA($name, "이/가") } { -charges } { JOSA($amount, "을/를") } 되찾습니다(이제 { $health }).
gun-ended = { JOSA($name, "이/가") } 이겼습니다! 총에 남은 탄: { $shells }.
gun-abandoned = 판이 승부 없이 중단되었습니다. 총에 남은 탄: { $shells }.

## Result

gun-result = { $name } 승리! { $loads }번째 장전에서 끝났습니다. 장전마다의 { -charges }: { $course }.
gun-course = { $one } 대 { $other }
gun-course-then = { " → " }
gun-place = { $place }위 { $name } — 남은 { -charges } { $health } ({ $won ->
    [yes] 승리
   *[no] 패배
})
transcript-load = { $load }번째 장전
