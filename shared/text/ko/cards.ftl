# What each card does and what each character can do. Keys: card-does-<kind>, character-does-<id>.

## Cards that are played and put on the discard pile

card-does-bang = 사거리 안의 다른 한 사람을 쏩니다. 막지 못한 사람은 { JOSA(-life, "을/를") } 1 잃습니다. 한 턴에 한 장만 낼 수 있습니다.
card-does-missed = 나를 노린 { card-bang } 또는 { card-gatling } 한 발을 피합니다. 내 턴에는 낼 수 없습니다.
card-does-beer = { JOSA(-life, "을/를") } 1 되찾습니다. 최대치를 넘지 못합니다. 다른 사람의 턴에는 { JOSA(-life, "이/가") } 바닥났을 때만 쓸 수 있고, 두 명만 남으면 쓸 수 없습니다.
card-does-saloon = 남아 있는 모두가 { JOSA(-life, "을/를") } 1씩 되찾습니다. 두 명만 남아도 효과가 있습니다.
card-does-stagecoach = 덱에서 카드 2장을 뽑습니다.
card-does-wellsFargo = 덱에서 카드 3장을 뽑습니다.
card-does-generalStore = 남아 있는 사람 수만큼 덱에서 카드를 펼칩니다. 낸 사람부터 시계 방향으로 한 장씩 골라 가집니다.
card-does-panic = 거리 1인 다른 한 사람의 카드 1장을 가져옵니다. 손패에서는 무작위로, 앞에 놓인 카드는 골라서 가져옵니다.
card-does-catBalou = 거리와 상관없이 다른 한 사람의 카드 1장을 버리게 합니다. 손패에서는 무작위로, 앞에 놓인 카드는 골라서 버립니다.
card-does-duel = 거리와 상관없이 다른 한 사람에게 대결을 신청합니다. 상대부터 번갈아 { JOSA(card-bang, "을/를") } 1장씩 내고, 먼저 멈춘 사람이 { JOSA(-life, "을/를") } 1 잃습니다. { JOSA(card-missed, "과/와") } { JOSA(card-barrel, "은/는") } 소용없습니다.
card-does-indians = 다른 모두가 { JOSA(card-bang, "을/를") } 1장씩 내야 합니다. 내지 않은 사람은 { JOSA(-life, "을/를") } 1 잃습니다. { JOSA(card-missed, "과/와") } { JOSA(card-barrel, "은/는") } 소용없습니다.
card-does-gatling = 거리와 상관없이 다른 모두를 한 발씩 쏩니다. { JOSA(card-missed, "이나/나") } { JOSA(card-barrel, "으로/로") } 막을 수 있고, 한 턴에 한 장이라는 { card-bang } 제한에 들어가지 않습니다.

## Cards that stay in play

card-does-barrel = { JOSA(card-bang, "이나/나") } { card-gatling }의 표적이 되면 카드 1장을 뒤집습니다. ♥가 나오면 { card-missed } 1장을 낸 것과 같습니다.
card-does-mustang = 다른 사람이 볼 때 나까지의 거리가 1 늘어납니다.
card-does-scope = 내가 볼 때 다른 사람까지의 거리가 1 줄어듭니다. 거리는 1보다 작아지지 않습니다.
card-does-jail = { JOSA(role-sheriff, "이/가") } 아닌 다른 한 사람 앞에 놓습니다. 그 사람은 턴을 시작할 때 카드 1장을 뒤집습니다. ♥면 풀려나고, 아니면 그 턴을 통째로 쉽니다. 어느 쪽이든 { JOSA(card-jail, "은/는") } 버려집니다.
card-does-dynamite = 내 앞에 놓습니다. 다음 내 턴부터 턴을 시작할 때 카드 1장을 뒤집습니다. ♠2~♠9면 터져서 { JOSA(-life, "을/를") } 3 잃고, 아니면 시계 방향의 다음 사람 앞으로 넘어갑니다.
card-does-volcanic = { -weapon }. 사거리는 1이지만 { JOSA(card-bang, "을/를") } 몇 장이든 낼 수 있습니다.
card-does-schofield = { -weapon }. 사거리가 2가 됩니다.
card-does-remington = { -weapon }. 사거리가 3이 됩니다.
card-does-carabine = { -weapon }. 사거리가 4가 됩니다.
card-does-winchester = { -weapon }. 사거리가 5가 됩니다.
weapon-does-none = 놓인 { JOSA(-weapon, "이/가") } 없을 때 쓰며, 사거리는 1입니다.

## Characters

character-does-bart = { JOSA(-life, "을/를") } 1 잃을 때마다 덱에서 카드 1장을 뽑습니다.
character-does-blackJack = 턴의 두 번째로 뽑은 카드를 모두에게 보여 줍니다. ♥ 또는 ♦면 1장을 더 뽑습니다.
character-does-calamity = { JOSA(card-bang, "을/를") } { JOSA(card-missed, "으로/로") }, { JOSA(card-missed, "을/를") } { JOSA(card-bang, "으로/로") } 쓸 수 있습니다. { JOSA(card-bang, "으로/로") } 낸 { JOSA(card-missed, "은/는") } 한 턴에 한 장이라는 제한에 들어갑니다.
character-does-elGringo = 다른 사람이 낸 카드로 { JOSA(-life, "을/를") } 1 잃을 때마다 그 사람의 손패에서 무작위로 1장을 가져옵니다. { JOSA(card-dynamite, "은/는") } 해당하지 않습니다.
character-does-jesse = 턴의 첫 번째 카드를 덱 대신 다른 사람의 손패에서 무작위로 가져올 수 있습니다.
character-does-jourdonnais = 언제나 { JOSA(card-barrel, "을/를") } 가진 것으로 칩니다. 진짜 { card-barrel }까지 있으면 두 번 뒤집을 수 있습니다.
character-does-kit = 턴에 덱 위의 3장을 보고 2장을 가집니다. 남은 1장은 덱 맨 위에 덮어 둡니다.
character-does-lucky = 판정할 때마다 카드 2장을 뒤집어 그중 1장을 결과로 고릅니다.
character-does-paul = 다른 사람이 볼 때 나까지의 거리가 언제나 1 늘어납니다. { JOSA(card-mustang, "과/와") } 더해집니다.
character-does-pedro = 턴의 첫 번째 카드를 버림 더미 맨 위에서 가져올 수 있습니다.
character-does-rose = 내가 볼 때 다른 사람까지의 거리가 언제나 1 줄어듭니다. { JOSA(card-scope, "과/와") } 더해집니다.
character-does-sid = 손패 2장을 버리고 { JOSA(-life, "을/를") } 1 되찾을 수 있습니다. 내 턴에도, 내가 반응할 때에도 몇 번이든 됩니다.
character-does-slab = 내가 낸 { JOSA(card-bang, "을/를") } 막으려면 { card-missed } 효과가 2번 필요합니다. { card-gatling }에는 해당하지 않습니다.
character-does-suzy = 손패가 없어지는 순간 덱에서 1장을 뽑습니다.
character-does-vulture = 다른 사람이 탈락하면 그 사람의 손패와 앞에 놓인 카드를 모두 손에 넣습니다.
character-does-willy = 내 턴에 { JOSA(card-bang, "을/를") } 몇 장이든 낼 수 있습니다.
