# Options of a match. Keys: option-<key>, option-<key>-about, option-<key>-<choice>.
# A choice that is true or false is called on or off.

## Pace and help

option-characterDraft = 캐릭터 배정
option-characterDraft-about = 캐릭터를 무작위로 받을지, 두 명 중에서 고를지 정합니다.
option-characterDraft-random = 무작위
option-characterDraft-choose2 = 둘 중 하나 선택

option-turnSeconds = 턴 시간
option-turnSeconds-about = 한 턴을 마칠 때까지 주어지는 시간입니다. 다 쓰면 남은 일은 자동으로 처리됩니다.
option-turnSeconds-30 = 30초
option-turnSeconds-60 = 60초
option-turnSeconds-90 = 90초
option-turnSeconds-120 = 120초

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
   *[other] { $option }
}
