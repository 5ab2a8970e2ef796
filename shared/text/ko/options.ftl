# Options of a match. Keys: option-<key>, option-<key>-about, option-<key>-<choice>.
# A choice that is true or false is called on or off.

## Pace and help

option-characterDraft = 캐릭터 배정
option-characterDraft-about = 캐릭터를 무작위로 받을지, 두 명 중에서 고를지 정합니다.
option-characterDraft-random = 무작위
option-characterDraft-choose2 = 둘 중 하나 선택

option-turnSeconds = 턴 시간
option-turnSeconds-about = 한 턴을 마칠 때까지 주어지는 시간입니다. 다 쓰면 남은 일은 자동으로 처리됩니다.
option-turnSeconds-15 = 15초
option-turnSeconds-30 = 30초
option-turnSeconds-60 = 60초
option-turnSeconds-90 = 90초
option-turnSeconds-120 = 120초
option-turnSeconds-off = 제한 없음(길어도 30분)

option-reactionSeconds = 반응 시간
option-reactionSeconds-about = 막거나 고르거나 되받을 때 주어지는 시간입니다.
option-reactionSeconds-8 = 8초
option-reactionSeconds-15 = 15초
option-reactionSeconds-25 = 25초

option-autoDefend = 자동 방어
option-autoDefend-about = 반응 시간이 다 되면 막을 수 있는 카드를 대신 내 줍니다.
option-autoDefend-on = 켜기
option-autoDefend-off = 끄기

option-autoBarrel = { card-barrel } 자동 판정
option-autoBarrel-about = { card-barrel } 판정을 묻지 않고 곧바로 합니다.
option-autoBarrel-on = 켜기
option-autoBarrel-off = 끄기

option-revealRoleOnDeath = 탈락하면 역할 공개
option-revealRoleOnDeath-about = 탈락한 사람의 역할을 모두에게 보여 줍니다. 언제나 켜져 있습니다.
option-revealRoleOnDeath-on = 켜기

option-showDistanceHelper = 거리 표시
option-showDistanceHelper-about = 각 사람까지의 거리와 사거리 안인지를 늘 보여 줍니다.
option-showDistanceHelper-on = 켜기
option-showDistanceHelper-off = 끄기

option-beginnerHints = 초보자 도움말
option-beginnerHints-about = 카드마다 지금 쓸 수 있는 이유나 쓸 수 없는 이유를 알려 주고, 역할에 맞는 조언을 보여 줍니다.
option-beginnerHints-on = 켜기
option-beginnerHints-off = 끄기

## House rules

option-drawBeforeDeath = 쓰러지기 전에 받기
option-drawBeforeDeath-about = { JOSA(character-bart, "과/와") } { JOSA(character-elGringo, "이/가") } 쓰러지기 전에 먼저 카드를 받아, 그 카드로 버틸 수 있습니다.
option-drawBeforeDeath-on = 켜기
option-drawBeforeDeath-off = 끄기

option-beerAtFullHealth = 가득 차도 { card-beer }
option-beerAtFullHealth-about = { JOSA(-life, "이/가") } 가득해도 { JOSA(card-beer, "을/를") } 낼 수 있습니다. 효과 없이 버려집니다.
option-beerAtFullHealth-on = 켜기
option-beerAtFullHealth-off = 끄기

option-selfTargetCatBalou = 내 카드 치우기
option-selfTargetCatBalou-about = { JOSA(card-catBalou, "과/와") } { JOSA(card-panic, "을/를") } 내 앞에 놓인 카드에도 쓸 수 있습니다.
option-selfTargetCatBalou-on = 켜기
option-selfTargetCatBalou-off = 끄기

option-deputyCount7 = 일곱 명일 때 { role-outlaw } 넷
option-deputyCount7-about = 일곱 명이면 { JOSA(role-deputy, "을/를") } 한 명만 두고 { JOSA(role-outlaw, "을/를") } 네 명으로 늘립니다.
option-deputyCount7-on = 켜기
option-deputyCount7-off = 끄기

## The game for two

option-maxHealth = 시작 { -charges }
option-maxHealth-about = 양쪽이 시작할 때 갖는 { -charges }입니다. 이보다 많아질 수 없습니다.
option-maxHealth-2 = 2
option-maxHealth-3 = 3
option-maxHealth-4 = 4
option-maxHealth-5 = 5
option-maxHealth-6 = 6

option-opponent = 상대
option-opponent-about = { JOSA(-dealer, "과/와") } 겨룰지, 다른 사람과 겨룰지 정합니다.
option-opponent-dealer = { -dealer }
option-opponent-person = 사람

option-dealer = { -dealer }의 실력
option-dealer-about = 초보는 아무거나 하고, 단골은 지나간 것을 세고, 고수는 모든 경우를 따집니다.
option-dealer-novice = { kind-novice }
option-dealer-house = { kind-house }
option-dealer-sharp = { kind-sharp }

option-cuffImmunity = { item-handcuffs } 사이에 한 턴
option-cuffImmunity-about = 방금 턴을 쉰 쪽은 한 번 움직인 뒤에야 다시 { JOSA(item-handcuffs, "이/가") } 통합니다.
option-cuffImmunity-on = 켜기
option-cuffImmunity-off = 끄기

option-loadOpener = 새 장전의 첫 차례
option-loadOpener-about = 새로 장전하면 하던 차례가 이어질지, 언제나 플레이어부터 시작할지 정합니다.
option-loadOpener-continue = 하던 차례
option-loadOpener-player = 플레이어

## The name of the option that a parameter names

option-named = { $option ->
    [characterDraft] { option-characterDraft }
    [turnSeconds] { option-turnSeconds }
    [reactionSeconds] { option-reactionSeconds }
    [autoDefend] { option-autoDefend }
    [autoBarrel] { option-autoBarrel }
    [revealRoleOnDeath] { option-revealRoleOnDeath }
    [showDistanceHelper] { option-showDistanceHelper }
    [beginnerHints] { option-beginnerHints }
    [drawBeforeDeath] { option-drawBeforeDeath }
    [beerAtFullHealth] { option-beerAtFullHealth }
    [selfTargetCatBalou] { option-selfTargetCatBalou }
    [deputyCount7] { option-deputyCount7 }
    [maxHealth] { option-maxHealth }
    [opponent] { option-opponent }
    [dealer] { option-dealer }
    [cuffImmunity] { option-cuffImmunity }
    [loadOpener] { option-loadOpener }
   *[other] { $option }
}
