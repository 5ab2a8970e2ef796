# The children's words: these lie over the other files. Nobody is shot and nobody dies here.

## Names

title-gunslinger = 황야의 물총잡이
title-showdown = 서부 물총 대결
title-lawmen = 반장과 장난꾼
game-bang = 물총 카드 게임

-life = 물방울
-weapon = 물총

card-bang = 물총!
card-missed = 피하기!
card-beer = 주스
card-saloon = 간식 시간
card-stagecoach = 짐수레
card-wellsFargo = 보물 상자
card-generalStore = 장터
card-catBalou = 미끄덩
card-duel = 물총 대결
card-indians = 우르르!
card-gatling = 물벼락
card-barrel = 우산
card-mustang = 자전거
card-jail = 벌칙석
card-dynamite = 물풍선
card-volcanic = 물총 1호
card-schofield = 물총 2호
card-remington = 물총 3호
card-carabine = 물총 4호
card-winchester = 물총 5호
weapon-none = 손물총

role-sheriff = 반장
role-deputy = 도우미
role-outlaw = 장난꾼
role-renegade = 외톨이
side-law = 반장 팀
side-outlaws = 장난꾼
side-renegade = 외톨이

-dealer = 진행자
bot-buckshot = 진행자

item-beer = 주스
item-cigarettes = 사탕
item-handcuffs = 얼음땡
item-saw = 큰 물통

shell-live = 물 든 통
shell-blank = 빈 통

title-odds = 운명의 물통
-charges = 물방울

gun-loaded = 물총을 채웁니다: 물 든 통 { $live }개, 빈 통 { $blank }개. 순서는 아무도 모릅니다.
gun-skipped = { JOSA($name, "은/는") } { JOSA(item-handcuffs, "으로/로") } 얼어붙어 한 턴을 쉽니다.
gun-used-beer = { JOSA($name, "이/가") } { JOSA(item-beer, "을/를") } 마시고 물통 하나를 빼냅니다.
gun-used-cigarettes = { JOSA($name, "이/가") } { JOSA(item-cigarettes, "을/를") } 먹고 기운을 냅니다.
gun-used-cigarettes-wasted = { JOSA($name, "이/가") } { JOSA(item-cigarettes, "을/를") } 먹지만 더 채울 { JOSA(-charges, "이/가") } 없습니다.
gun-used-handcuffs = { JOSA($name, "이/가") } { $other }에게 { JOSA(item-handcuffs, "을/를") } 겁니다.
gun-used-magnifier = { JOSA($name, "이/가") } { JOSA(item-magnifier, "으로/로") } 물통을 들여다봅니다.
gun-used-saw = { JOSA($name, "이/가") } { JOSA(item-saw, "을/를") } 끼웁니다. 다음 물은 두 배입니다.
gun-fired-self-live = { JOSA($name, "이/가") } 자기에게 물총을 누릅니다. 철썩!
gun-fired-self-blank = { JOSA($name, "이/가") } 자기에게 물총을 누릅니다. 안 나옵니다. 한 번 더 합니다.
gun-fired-other-live = { JOSA($name, "이/가") } { $other }에게 물총을 누릅니다. 철썩!
gun-fired-other-blank = { JOSA($name, "이/가") } { $other }에게 물총을 누릅니다. 안 나옵니다.
gun-ended = { JOSA($name, "이/가") } 이겼습니다! 물총에 남은 통: { $shells }.
gun-abandoned = 판이 승부 없이 중단되었습니다. 물총에 남은 통: { $shells }.

## Cards and characters

card-does-bang = 사거리 안의 다른 한 사람에게 물을 뿌립니다. 막지 못한 사람은 { JOSA(-life, "을/를") } 1 잃습니다. 한 턴에 한 장만 낼 수 있습니다.
card-does-missed = 나에게 온 { card-bang } 또는 { card-gatling } 한 번을 피합니다. 내 턴에는 낼 수 없습니다.
card-does-gatling = 거리와 상관없이 다른 모두에게 물을 뿌립니다. { JOSA(card-missed, "이나/나") } { JOSA(card-barrel, "으로/로") } 막을 수 있고, 한 턴에 한 장이라는 { card-bang } 제한에 들어가지 않습니다.
card-does-barrel = { JOSA(card-bang, "이나/나") } { JOSA(card-gatling, "이/가") } 나에게 오면 카드 1장을 뒤집습니다. ♥가 나오면 { card-missed } 1장을 낸 것과 같습니다.
card-does-jail = { JOSA(role-sheriff, "이/가") } 아닌 다른 한 사람 앞에 놓습니다. 그 사람은 턴을 시작할 때 카드 1장을 뒤집습니다. ♥면 일어나고, 아니면 그 턴을 통째로 쉽니다. 어느 쪽이든 { JOSA(card-jail, "은/는") } 버려집니다.
card-does-dynamite = 내 앞에 놓습니다. 다음 내 턴부터 턴을 시작할 때 카드 1장을 뒤집습니다. ♠2~♠9면 철썩 젖어 { JOSA(-life, "을/를") } 3 잃고, 아니면 시계 방향의 다음 사람 앞으로 넘어갑니다.

## Roles

role-aim-sheriff = { JOSA(role-outlaw, "과/와") } { JOSA(role-renegade, "을/를") } 모두 탈락시키면 이깁니다.
role-aim-deputy = { JOSA(role-sheriff, "을/를") } 도와 { JOSA(role-outlaw, "과/와") } { JOSA(role-renegade, "을/를") } 모두 탈락시키면 이깁니다. 내가 탈락해도 함께 이깁니다.
role-aim-outlaw = { JOSA(role-sheriff, "을/를") } 탈락시키면 이깁니다. 내가 탈락해도 함께 이깁니다.
role-aim-renegade = 마지막까지 혼자 남으면 이깁니다. { JOSA(role-sheriff, "은/는") } 맨 나중에 탈락시켜야 합니다.
role-tip-sheriff = 모두가 당신을 알아봅니다. { JOSA(role-deputy, "을/를") } 탈락시키면 가진 카드를 모두 잃으니, 누가 나를 노리는지 지켜보고 뿌리세요.
role-tip-outlaw = { JOSA(role-sheriff, "을/를") } 노리되 사거리부터 확인하세요. 누구든 { JOSA(role-outlaw, "을/를") } 탈락시키면 카드 3장을 받으니 서로도 조심하세요.
role-tip-renegade = 처음에는 { JOSA(role-sheriff, "을/를") } 도와 { JOSA(role-outlaw, "을/를") } 줄이세요. { JOSA(role-sheriff, "이/가") } 너무 일찍 탈락하면 집니다.

## Refusals and options

refusal-reaction_only = 반응할 때만 낼 수 있습니다. 물이 날아오면 그때 내세요.
refusal-sheriff_cannot_be_jailed = { JOSA(role-sheriff, "은/는") } { card-jail }에 앉힐 수 없습니다. 다른 사람을 고르세요.
refusal-barrel_unavailable = 남은 { card-barrel } 판정이 없습니다. 카드로 막거나 그대로 젖으세요.
refusal-already_sawed = { JOSA(item-saw, "을/를") } 이미 썼습니다. 뿌리거나 물통을 빼낸 뒤에 다시 쓰세요.
option-drawBeforeDeath = 탈락하기 전에 받기
option-drawBeforeDeath-about = { JOSA(character-bart, "과/와") } { JOSA(character-elGringo, "이/가") } 탈락하기 전에 먼저 카드를 받아, 그 카드로 버틸 수 있습니다.

## Result

result-law = { side-law } 승리! { $round }라운드에 { JOSA(role-outlaw, "과/와") } { JOSA(role-renegade, "이/가") } 모두 탈락했습니다.
result-outlaws = { side-outlaws } 승리! { JOSA(role-sheriff, "이/가") } { $round }라운드에 탈락했습니다.

## Log

log-played-bang = { JOSA($name, "이/가") } { $target }에게 { JOSA($card, "을/를") } 뿌립니다.
log-played-saloon = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 엽니다.
log-played-catBalou = { JOSA($name, "이/가") } { JOSA($card, "으로/로") } { JOSA($target, "을/를") } 미끄러뜨립니다.
log-played-barrel = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 펼칩니다.
log-played-jail = { JOSA($name, "이/가") } { JOSA($target, "을/를") } { $card }에 앉힙니다.
log-played-dynamite = { JOSA($name, "이/가") } { $card }에 물을 채웁니다.
log-penalty = { JOSA($owner, "이/가") } 제 편을 탈락시킨 벌로 { JOSA($cards, "을/를") } 버립니다.
log-check-jail = { $name }의 { card-jail } 판정: { $turned } — { $success ->
    [yes] 일어납니다!
   *[no] 일어나지 못합니다.
}
log-check-dynamite = { $name }의 { card-dynamite } 판정: { $turned } — { $success ->
    [yes] 아직 괜찮습니다.
   *[no] 철썩!
}
log-hurt-shot = { JOSA($name, "이/가") } 물에 젖어 { -life } { JOSA($amount, "을/를") } 잃습니다(남은 { -life } { $life }).
log-hurt-explosion = 철썩! { JOSA($name, "이/가") } { -life } { JOSA($amount, "을/를") } 잃습니다(남은 { -life } { $life }).
log-dying = { JOSA($name, "이/가") } 탈락하기 직전입니다!
log-fell = { JOSA($name, "이/가") } 탈락합니다! 정체는 { $role }.
log-fell-to = { JOSA($killer, "이/가") } { JOSA($name, "을/를") } 탈락시킵니다! { $name }의 정체는 { $role }.

## The table

ui-refuse-shot = 그냥 젖기
ui-still-standing = 남음
ui-check-rule-dynamite = ♠2~9면 철썩

## The table for two

ui-gun-stage = 물총
ui-gun-double = 큰 물통: 두 배
ui-gun-in-it = 물총에 든 통 { $count }개.
ui-gun-spent = 이번에 쓴 통: { $shells }
ui-gun-next-is = 다음 통: { $shell }. 나만 압니다.
ui-gun-only-you = 나만 본 통
ui-gun-odds = 남은 통: 물 든 통 { $live } · 빈 통 { $blank }. 다음이 물일 확률 { $chance }%
ui-gun-aims-self = { JOSA($name, "이/가") } 물총을 자신에게 돌립니다…
ui-gun-fired-live = 철썩!
ui-gun-fired-blank = 안 나옵니다: 빈 통
ui-gun-load = 새로 채움: 물 든 통 { $live } · 빈 통 { $blank }.
ui-gun-skips = { JOSA($name, "은/는") } { JOSA(item-handcuffs, "으로/로") } 얼어붙어 한 턴을 쉽니다.
ui-gun-again-turn = 빈 통이라 한 번 더 합니다.
ui-gun-shoot-self = 나에게 뿌리기
ui-gun-shoot = { $name }에게 뿌리기
ui-gun-does-beer = 다음 통 하나를 모두가 보게 빼냅니다.
ui-gun-does-magnifier = 다음 통을 쓴 사람만 봅니다.
ui-gun-does-saw = 다음 물이 두 배로 칩니다.
ui-gun-set-chances = 남은 통 세어 주기
ui-gun-set-chances-about = 남은 통의 종류와 다음에 물이 나올 확률을 보여 줍니다.
ui-gun-set-oneTap = 바로 뿌리기
ui-gun-set-oneTap-about = 한 번 더 묻지 않고 한 번에 뿌립니다.
ui-gun-was-left = 물총에 남은 통

## Loads, in the words of the tank

gun-result = { $name } 승리! { $loads }번째로 채웠을 때 끝났습니다. 채울 때마다의 { -charges }: { $course }.
transcript-load = { $load }번째 채움
look-loaded = 채운 것: { shell-live } { $live }, { shell-blank } { $blank }, 남은 것 { $count }
look-spent = 이번에 쓴 것: { $shells }
option-loadOpener = 새로 채운 뒤의 첫 차례
option-loadOpener-about = 새로 채우면 하던 차례가 이어질지, 언제나 플레이어부터 시작할지 정합니다.
