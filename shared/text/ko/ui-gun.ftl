# The table of the game for two.

ui-gun-stage = 총
ui-gun-guide = 도움말, 설정, 기록

## The gun

ui-gun-double = 톱질한 총: 두 배
ui-gun-in-it = 총에 든 탄 { $count }발.
ui-gun-spent = 이번 장전에서 쓴 탄: { $shells }
ui-gun-next-is = 다음 탄: { $shell }. 나만 압니다.
ui-gun-only-you = 나만 본 탄
ui-gun-odds = 남은 탄: 실탄 { $live } · 공포탄 { $blank }. 다음이 실탄일 확률 { $chance }%

## What is happening

ui-gun-aims = { JOSA($name, "이/가") } { JOSA($other, "을/를") } 겨눕니다…
ui-gun-aims-self = { JOSA($name, "이/가") } 총구를 자신에게 돌립니다…
ui-gun-fired-live = 실탄!
ui-gun-fired-blank = 찰칵, 공포탄
ui-gun-loses = { $name } -{ $amount }
ui-gun-uses = { $name }: { $item }
ui-gun-load = 새 장전: 실탄 { $live } · 공포탄 { $blank }.
ui-gun-mixed = 섞었습니다. 순서는 아무도 모릅니다.
ui-gun-skip = 건너뛰기
ui-gun-skips = { JOSA($name, "은/는") } { item-handcuffs }에 묶여 한 턴을 쉽니다.
ui-gun-again-turn = 공포탄이라 한 번 더 합니다.
ui-gun-your-turn = 내 차례입니다.

## The two

ui-gun-has-turn = 차례
ui-gun-charges = { -charges } { $most } 중 { $left }
ui-gun-cuffed = 한 턴 쉼
ui-gun-away = 자동 진행 중
ui-gun-items-of = { $name }의 아이템
ui-gun-your-items = 내 아이템
ui-gun-item-of = { $item } ({ $count }개 중 { $nth }번째)
ui-gun-shoot-self = 나를 쏘기
ui-gun-shoot = { JOSA($name, "을/를") } 쏘기
ui-gun-once-more = 한 번 더 누르세요

## Items

ui-gun-does-beer = 다음 탄 하나를 모두가 보게 빼냅니다.
ui-gun-does-cigarettes = 처음 { -charges }까지만 1 되찾습니다.
ui-gun-does-handcuffs = 상대가 다음 턴을 쉽니다.
ui-gun-does-magnifier = 다음 탄을 쓴 사람만 봅니다.
ui-gun-does-saw = 다음 탄이 두 배로 칩니다.

## Settings

ui-gun-set-chances = 남은 탄 세어 주기
ui-gun-set-chances-about = 남은 탄의 종류와 다음이 실탄일 확률을 보여 줍니다.
ui-gun-set-oneTap = 바로 쏘기
ui-gun-set-oneTap-about = 한 번 더 묻지 않고 한 번에 쏩니다.
ui-gun-set-fast = 빠르게
ui-gun-set-fast-about = 움직임 사이의 시간이 절반이 됩니다.

## The end

ui-gun-won = 이겼습니다!
ui-gun-wins = { $name } 승리
ui-gun-broken-off = 승부 없이 중단되었습니다
ui-gun-was-left = 총에 남은 탄
ui-gun-other-side = 맞은편에서 보기
