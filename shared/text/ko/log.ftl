# What happened at the table, one line for each event that is worth one. $name, $target and $owner
# are players, $card and $cards faces of cards or a count where the faces are hidden.

list-separator = ,{" "}

## Set-up

log-seated = 자리가 정해졌습니다. 시계 방향으로 { $names }.
log-role = { $name }의 역할은 { $role }입니다.
log-offered = { $name }에게 두 장이 왔습니다: { $characters }.
log-picked = { JOSA($name, "이/가") } 캐릭터를 골랐습니다.
log-character = { JOSA($name, "은/는") } ‘{ $character }’입니다({ -life } { $life }).
log-shuffled = 카드 { $count }장을 섞어 덱을 만듭니다.

## Turns

log-turn = ── { $round }라운드 · { $name }의 턴 ──
log-turn-skipped = { JOSA($name, "은/는") } 이번 턴을 쉽니다.
log-time-is-up = 시간이 다 되어 남은 턴은 자동으로 진행됩니다.
log-away = { JOSA($name, "이/가") } 자리를 비워 자동으로 진행합니다.
log-back = { JOSA($name, "이/가") } 자리로 돌아왔습니다.
log-extended = 진행이 늦어져 { $name }에게 시간을 한 번 더 줍니다.

## Cards that are played

log-played-bang = { JOSA($name, "이/가") } { $target }에게 { JOSA($card, "을/를") } 날립니다.
log-played-beer = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 들이켭니다.
log-played-saloon = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 돌립니다.
log-played-stagecoach = { $name }에게 { JOSA($card, "이/가") } 도착합니다.
log-played-wellsFargo = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 엽니다.
log-played-generalStore = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 엽니다.
log-played-panic = { JOSA($name, "이/가") } { JOSA($card, "으로/로") } { $target }의 카드에 손을 뻗습니다.
log-played-catBalou = { JOSA($name, "이/가") } { JOSA($card, "으로/로") } { $target }의 발을 겁니다.
log-played-duel = { JOSA($name, "이/가") } { $target }에게 { JOSA($card, "을/를") } 청합니다.
log-played-indians = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 외칩니다. 모두 맞서야 합니다!
log-played-gatling = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 퍼붓습니다. 모두 피하세요!
log-played-barrel = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 앞에 세웁니다.
log-played-mustang = { JOSA($name, "이/가") } { $card }에 올라탑니다.
log-played-scope = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 눈에 댑니다.
log-played-jail = { JOSA($name, "이/가") } { JOSA($target, "을/를") } { $card }에 넣습니다.
log-played-dynamite = { JOSA($name, "이/가") } { $card }에 불을 붙입니다.
log-played-volcanic = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 꺼내 듭니다.
log-played-schofield = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 꺼내 듭니다.
log-played-remington = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 꺼내 듭니다.
log-played-carabine = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 꺼내 듭니다.
log-played-winchester = { JOSA($name, "이/가") } { JOSA($card, "을/를") } 꺼내 듭니다.
# A card that stands for another one.
log-played-as = { JOSA($name, "이/가") } { JOSA($card, "을/를") } { JOSA($kind, "으로/로") } 바꾸어 { $target }에게 씁니다.
# By house rule, aimed at one's own card in play.
log-played-own = { JOSA($name, "이/가") } { JOSA($card, "으로/로") } 자기 앞의 카드를 치웁니다.

## Cards that change hands

log-dealt = { JOSA($name, "이/가") } { JOSA($cards, "을/를") } 받습니다.
log-drawn = { JOSA($name, "이/가") } { JOSA($cards, "을/를") } 뽑습니다.
log-drawn-from-discard = { JOSA($name, "이/가") } 버림 더미에서 { JOSA($cards, "을/를") } 주워 듭니다.
log-ability = { JOSA($name, "이/가") } 능력으로 { JOSA($cards, "을/를") } 뽑습니다.
log-shown = { JOSA($name, "이/가") } 뽑은 카드를 보여 줍니다: { $card }.
log-looked = { JOSA($name, "이/가") } 덱 위의 { JOSA($cards, "을/를") } 들여다봅니다.
log-kept = { JOSA($name, "이/가") } 그중 { JOSA($cards, "을/를") } 가집니다.
log-returned = 남은 { JOSA($cards, "은/는") } 덱 맨 위에 덮어 둡니다.
log-laid = 펼쳐진 카드: { $cards }.
log-taken = { JOSA($name, "이/가") } { JOSA($cards, "을/를") } 고릅니다.
log-answered = { JOSA($owner, "이/가") } { JOSA($cards, "을/를") } 내며 맞섭니다.
log-rescues = { JOSA($owner, "이/가") } 급히 { JOSA($cards, "을/를") } 들이켭니다.
log-stolen-from-hand = { JOSA($name, "이/가") } { $owner }의 손에서 { JOSA($cards, "을/를") } 가져갑니다.
log-stolen-from-play = { JOSA($name, "이/가") } { $owner } 앞의 { JOSA($cards, "을/를") } 가져갑니다.
log-stolen-own = { JOSA($name, "이/가") } 자기 앞의 { JOSA($cards, "을/를") } 손에 듭니다.
log-discarded-from-hand = { JOSA($owner, "이/가") } { JOSA($cards, "을/를") } 떨어뜨립니다.
log-discarded-from-play = { $owner } 앞의 { JOSA($cards, "이/가") } 치워집니다.
log-excess = { JOSA($owner, "이/가") } 손에 넘치는 { JOSA($cards, "을/를") } 버립니다.
log-replaced = { JOSA($owner, "이/가") } 쓰던 { JOSA($cards, "을/를") } 내려놓습니다.
log-passed = { $owner } 앞의 { JOSA($cards, "이/가") } { $name } 앞으로 넘어갑니다.
log-reward = { JOSA($name, "이/가") } 보상으로 { JOSA($cards, "을/를") } 받습니다.
log-penalty = { JOSA($owner, "이/가") } 제 편을 쓰러뜨린 벌로 { JOSA($cards, "을/를") } 버립니다.
log-traded = { JOSA($owner, "이/가") } { JOSA($cards, "을/를") } 내놓습니다.
log-inherited = { JOSA($name, "이/가") } { JOSA($owner, "이/가") } 남긴 { JOSA($cards, "을/를") } 거둡니다.
log-left-behind = { JOSA($owner, "이/가") } 남긴 { JOSA($cards, "이/가") } 버려집니다.

## Checks: what was turned up, and what came of it

check-one = { $card }
check-chosen = { $cards } 중에서 { $card }
check-none = 뒤집을 카드 없음
log-check-barrel = { $name }의 { card-barrel } 판정: { $turned } — { $success ->
    [yes] 막아 냅니다!
   *[no] 막지 못합니다.
}
log-check-jail = { $name }의 { card-jail } 판정: { $turned } — { $success ->
    [yes] 풀려납니다!
   *[no] 풀려나지 못합니다.
}
log-check-dynamite = { $name }의 { card-dynamite } 판정: { $turned } — { $success ->
    [yes] 아직 터지지 않습니다.
   *[no] 터집니다!
}

## Life and the end of it

log-hurt-shot = { JOSA($name, "이/가") } 맞아 { -life } { JOSA($amount, "을/를") } 잃습니다(남은 { -life } { $life }).
log-hurt-demand = { JOSA($name, "이/가") } 맞서지 못해 { -life } { JOSA($amount, "을/를") } 잃습니다(남은 { -life } { $life }).
log-hurt-standoff = { JOSA($name, "이/가") } 먼저 물러나 { -life } { JOSA($amount, "을/를") } 잃습니다(남은 { -life } { $life }).
log-hurt-explosion = 쾅! { JOSA($name, "이/가") } { -life } { JOSA($amount, "을/를") } 잃습니다(남은 { -life } { $life }).
log-healed = { JOSA($name, "이/가") } { -life } { JOSA($amount, "을/를") } 되찾습니다(이제 { $life }).
log-rescued = { JOSA($name, "이/가") } { -life } { JOSA($amount, "을/를") } 되찾아 버텨 냅니다(이제 { $life }).
log-dying = { JOSA($name, "이/가") } 쓰러지기 직전입니다!
log-fell = { JOSA($name, "이/가") } 쓰러집니다! 정체는 { $role }.
log-fell-to = { JOSA($killer, "이/가") } { JOSA($name, "을/를") } 쓰러뜨립니다! { $name }의 정체는 { $role }.

## The end of a match

log-ended-law = { JOSA(role-sheriff, "과/와") } 그 편이 이겼습니다! 모두의 정체: { $roles }.
log-ended-outlaws = { JOSA(role-outlaw, "이/가") } 이겼습니다! 모두의 정체: { $roles }.
log-ended-renegade = { JOSA(role-renegade, "이/가") } 이겼습니다! 모두의 정체: { $roles }.
log-abandoned = 판이 승부 없이 중단되었습니다. 모두의 정체: { $roles }.
role-of = { $name }({ $role })
