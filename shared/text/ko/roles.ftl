# What each role is after, and a tip for players who ask for hints.

role-aim-sheriff = { JOSA(role-outlaw, "과/와") } { JOSA(role-renegade, "을/를") } 모두 물리치면 이깁니다.
role-aim-deputy = { JOSA(role-sheriff, "을/를") } 도와 { JOSA(role-outlaw, "과/와") } { JOSA(role-renegade, "을/를") } 모두 물리치면 이깁니다. 내가 탈락해도 함께 이깁니다.
role-aim-outlaw = { JOSA(role-sheriff, "을/를") } 쓰러뜨리면 이깁니다. 내가 탈락해도 함께 이깁니다.
role-aim-renegade = 마지막까지 혼자 남으면 이깁니다. { JOSA(role-sheriff, "은/는") } 맨 나중에 쓰러뜨려야 합니다.

role-tip-sheriff = 모두가 당신을 알아봅니다. { JOSA(role-deputy, "을/를") } 쓰러뜨리면 가진 카드를 모두 잃으니, 누가 나를 노리는지 지켜보고 쏘세요.
role-tip-deputy = { JOSA(role-deputy, "은/는") } { JOSA(role-sheriff, "을/를") } 지켜야 해요. { JOSA(role-sheriff, "을/를") } 노리는 사람부터 막으세요.
role-tip-outlaw = { JOSA(role-sheriff, "을/를") } 노리되 사거리부터 확인하세요. 누구든 { JOSA(role-outlaw, "을/를") } 쓰러뜨리면 카드 3장을 받으니 서로도 조심하세요.
role-tip-renegade = 처음에는 { JOSA(role-sheriff, "을/를") } 도와 { JOSA(role-outlaw, "을/를") } 줄이세요. { JOSA(role-sheriff, "이/가") } 너무 일찍 쓰러지면 집니다.

# How many of each role a table has.
roles-in-play = { role-sheriff } { $sheriff }, { role-deputy } { $deputy }, { role-outlaw } { $outlaw }, { role-renegade } { $renegade }
