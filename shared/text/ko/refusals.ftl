# Why a command was refused, and what to do instead. Keys: refusal-<code>.

## Rules of the game

refusal-out_of_range = 사거리가 닿지 않습니다(거리 { $distance }, 사거리 { $range }). 더 가까운 상대를 고르세요.
refusal-bang_limit = 이번 턴에는 { JOSA(card-bang, "을/를") } 이미 썼습니다(한 턴에 { $limit }장). 다른 카드를 내거나 턴을 마치세요.
refusal-reaction_only = 반응할 때만 낼 수 있습니다. 공격을 받으면 그때 내세요.
refusal-ability_not_owned = 이 캐릭터에게는 없는 능력입니다. 다른 방법을 고르세요.
refusal-not_your_turn = 아직 차례가 아닙니다. 차례가 올 때까지 기다리세요.
refusal-stale_turn = 다른 턴에 대한 행동입니다. 판을 확인하고 다시 고르세요.
refusal-wrong_phase = 지금은 { $phase ->
    [setup] { phase-setup }
    [start] { phase-start }
    [draw] { phase-draw }
    [play] { phase-play }
    [discard] { phase-discard }
   *[other] { $phase }
} 단계입니다. 이 단계에서 할 수 있는 행동을 고르세요.
refusal-reactions_pending = 다른 사람의 반응을 기다리고 있습니다(남은 반응 { $count }). 모두 끝나면 다시 하세요.
refusal-not_reaction_target = 지금은 당신이 반응할 차례가 아닙니다. 당신에게 물을 때 답하세요.
refusal-wrong_card = 여기에는 쓸 수 없는 카드입니다. 다른 카드를 고르세요.
refusal-wrong_card_count = 카드가 { $needed }장 필요합니다(고른 카드 { $given }장). 장수를 맞춰 다시 고르세요.
refusal-no_such_card = 고를 수 없는 카드입니다. 지금 쓸 수 있는 카드 중에서 고르세요.
refusal-not_offered = 제시되지 않은 것입니다. 보이는 것 중에서 고르세요.
refusal-invalid_target = 고를 수 없는 대상입니다. 다른 대상을 고르세요.
refusal-self_target = 자기 자신은 대상이 될 수 없습니다. 다른 사람을 고르세요.
refusal-sheriff_cannot_be_jailed = { JOSA(role-sheriff, "은/는") } { card-jail }에 넣을 수 없습니다. 다른 사람을 고르세요.
refusal-already_in_play = 같은 이름의 카드가 이미 놓여 있습니다. 같은 카드는 한 사람 앞에 한 장만 놓입니다.
refusal-full_life = { JOSA(-life, "이/가") } 이미 가득합니다({ -life } { $life }). 줄어든 뒤에 쓰세요.
refusal-two_players_left = 두 명만 남으면 { JOSA(card-beer, "은/는") } 효과가 없습니다. 다른 카드를 내세요.
refusal-nothing_to_take = 가져올 카드가 없습니다. 카드가 있는 다른 곳을 고르세요.
refusal-barrel_unavailable = 남은 { card-barrel } 판정이 없습니다. 카드로 막거나 그대로 맞으세요.
refusal-dead_player = 이미 탈락해서 행동할 수 없습니다. 끝까지 지켜봐 주세요.
refusal-game_over = 이미 끝난 판입니다. 방장이 ‘다시’로 다음 판을 열면 그때 모두 준비하세요.
refusal-unknown_item = 없는 아이템입니다. 쓸 수 있는 아이템: { NAMED($items, "item") }.
refusal-no_such_item = 가지고 있지 않은 아이템입니다. 지금 가진 아이템: { NAMED($items, "item") }.
refusal-already_cuffed = 상대는 이미 다음 턴을 쉽니다. 그 턴이 지나간 뒤에 { JOSA(item-handcuffs, "을/를") } 다시 쓰세요.
refusal-cuff_immune = 상대는 방금 턴을 쉬었습니다. 상대가 한 번 움직인 뒤에 다시 쓰세요.
refusal-already_sawed = { JOSA(item-saw, "을/를") } 이미 썼습니다. 쏘거나 탄을 빼낸 뒤에 다시 쓰세요.

## The room around a match

refusal-no_such_room = 그런 방이 없거나 들어갈 수 없습니다. 방 코드를 다시 확인하세요.
refusal-room_full = 자리가 모두 찼습니다(정원 { $limit }명). 관전하거나 다른 방을 고르세요.
refusal-room_closed = 닫힌 방입니다. 다른 방에 들어가거나 새로 만드세요.
refusal-match_running = 판이 진행 중입니다. 끝난 뒤에 다시 하세요.
refusal-no_match = 진행 중인 판이 없습니다. 판이 시작되면 다시 하세요.
refusal-again_first = 이 판은 끝났습니다. 방장인 당신이 먼저 ‘다시’로 다음 판을 여세요. 그다음에 모두 준비합니다.
refusal-lobby_open = 이미 다음 판을 준비하고 있습니다. 모두 준비하면 시작하세요.
refusal-no_result = 보여 줄 결과가 없습니다. 결과는 판이 끝난 뒤 다음 판을 준비할 때까지 볼 수 있습니다.
refusal-no_such_match = 그런 판이 없습니다. { $first }~{ $last }번째 판 가운데에서 고르세요.
refusal-match_not_kept = 더는 보관하지 않는 판입니다. 방의 목록에서 다른 판을 고르세요.
refusal-not_shown_yet = 판이 끝나기 전에는 자기 자리나 관전자의 눈으로만 볼 수 있습니다. 끝난 뒤에 다시 보세요.
refusal-answer_too_large = 보내기에는 너무 큰 기록입니다({ KIBIBYTES($size_bytes) }KiB). 서버 운영자에게 파일을 부탁하세요.
refusal-damaged = 기록이 손상되어 보여 드릴 수 없습니다. 서버 운영자에게 알렸습니다.
refusal-not_host = 방장만 할 수 있습니다. 방장에게 부탁하세요.
refusal-not_seated = 자리에 앉아 있지 않습니다. 먼저 자리에 앉으세요.
refusal-already_seated = 이미 자리에 앉아 있습니다. 그대로 진행하세요.
refusal-not_enough_players = 시작하려면 { $minimum }명이 필요합니다(지금 { $seated }명). 사람을 더 부르거나 봇을 앉히세요.
refusal-not_ready = 아직 준비하지 않은 다른 플레이어가 { $waiting }명 있습니다. 모두 준비하면 시작하세요.
refusal-no_such_player = 이 방에 없는 사람입니다. 자리 목록에서 고르세요.
refusal-is_automatic = 봇이 앉은 자리입니다. 사람을 고르세요. 봇은 봇 빼기로 내보냅니다.
refusal-not_automatic = 봇이 아닙니다. 봇이 앉은 자리를 고르세요.
refusal-unknown_game = 없는 게임입니다. 목록에서 고르세요.
refusal-other_game = 이 방에서는 다른 게임을 합니다: { NAMED($game, "game") }. 그 게임에서 할 수 있는 행동을 고르세요.
refusal-unknown_option = 없는 옵션입니다({ $option }). 옵션 목록에서 고르세요.
refusal-option_value = ‘{ option-named }’에는 쓸 수 없는 값입니다. 고를 수 있는 값: { NAMED($choices, "option", $option) }.
refusal-unknown_kind = 그런 종류의 봇은 없습니다. 고를 수 있는 봇: { NAMED($kinds, "kind") }.
refusal-clock_needed = 턴 시간을 끄는 것은 { JOSA(-dealer, "과/와") } 겨룰 때만 할 수 있습니다. 턴 시간을 고르세요.
refusal-seated_by_rule = 고른 옵션에 따라 앉은 봇입니다. 옵션을 바꾸세요.
refusal-seats_needed = 이 옵션에는 봇이 앉을 자리 { $count }개가 필요합니다. 먼저 자리를 비우세요.
refusal-other_kind_seated = 이 옵션에는 다른 봇이 앉아야 합니다: { NAMED($wanted, "kind") }. 지금 앉아 있는 봇({ NAMED($kinds, "kind") })을 빼거나 옵션에서 그 봇을 고르세요.
refusal-bad_commitment = 준비할 때 보낸 약속 값의 형식이 맞지 않습니다. 다시 준비하세요.
refusal-bad_reveal = 공개한 값이 준비할 때의 약속과 다릅니다. 처음에 정한 값을 보내세요.
refusal-talk_off = 방장이 대화를 껐습니다. 게임은 그대로 할 수 있습니다.
refusal-no_watchers = 이 방의 판은 관전할 수 없습니다. 대기실이 열려 있을 때 자리에 앉으세요.
refusal-room_title = 이름은 최대 { $maximum }자입니다. 줄여 주세요.
refusal-phrases_only = 이 방에서는 정해진 말만 할 수 있습니다. 목록에서 고르세요.
refusal-no_such_phrase = 이 게임에는 없는 말입니다. 목록에서 고르세요.
refusal-out_of_match = 이 판에서는 탈락했습니다. 끝날 때까지 생각은 아껴 두세요. 인사나 감사는 해도 됩니다.
refusal-talk_text = 한 번에 { $minimum }~{ $maximum }자까지 쓸 수 있습니다. 길이를 맞춰 다시 쓰세요.
refusal-no_such_line = 더는 보관하지 않는 말이라 신고할 수 없습니다.
refusal-too_early = 아직 이릅니다. { SECONDS($missing_ms) }초 뒤에 다시 하세요.
refusal-nothing_due = 지금 처리할 시간 초과가 없습니다. 새로 정해진 시각을 확인하세요.

## On the way to the rules

refusal-malformed = 알아볼 수 없는 요청입니다. 형식을 확인하고 다시 보내세요.
refusal-bad_field = 요청의 { $field } 값이 없거나 형식이 맞지 않습니다. 확인하고 다시 보내세요.
refusal-command_id_conflict = 이미 다른 내용으로 쓴 번호입니다. 새 번호로 보내세요.
refusal-unprocessable = 처리하지 못한 행동입니다. 다른 행동을 고르세요.
refusal-too_large = 너무 큽니다. { KIBIBYTES($limit_bytes) }KiB 이하로 보내세요.
refusal-unsupported_media_type = 받을 수 없는 형식입니다. JSON으로 보내세요.
refusal-unauthenticated = 누구인지 확인할 수 없습니다. 다시 들어와 주세요.
refusal-forbidden = 허락되지 않은 일입니다. 권한이 있는 자리에서 하세요.
refusal-not_found = 찾을 수 없습니다. 주소를 다시 확인하세요.
refusal-method_not_allowed = 이 주소에서는 할 수 없는 방식입니다. 안내된 방식으로 보내세요.
refusal-rate_limited = 너무 잦습니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
refusal-quota_exceeded =
    { $quota ->
        [rooms_open] 이 사이트가 열어 둔 방이 { $limit }개라 더 열 수 없습니다. 하나를 닫거나 { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
        [rooms_per_hour] 이 사이트는 한 시간에 방을 { $limit }개까지 엽니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
       *[sessions_per_minute] 이 사이트에서는 1분에 { $limit }명까지 들어옵니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
    }
refusal-bad_host_token =
    { $reason ->
        [unreadable] 사이트가 준 표를 읽을 수 없습니다. 사이트에서 다시 들어와 주세요.
        [audience] 사이트가 준 표가 다른 곳의 것입니다. 사이트에서 다시 들어와 주세요.
        [expired] 사이트가 준 표의 시간이 지났습니다. 사이트에서 다시 들어와 주세요.
        [too_early] 사이트가 준 표를 아직 쓸 수 없습니다. 잠시 뒤에 다시 들어와 주세요.
        [too_long] 사이트가 준 표의 시간이 너무 깁니다. 사이트는 10분 이하로 만들어야 합니다.
        [claims] 사이트가 준 표에 빠진 것이 있습니다. 사이트가 새로 만들어야 합니다.
       *[signature] 우리가 아는 사이트가 서명한 표가 아닙니다. 사이트에서 다시 들어와 주세요.
    }
refusal-no_such_delivery = 그런 알림이 없습니다. 목록에서 다시 찾아 주세요.
refusal-overloaded = 지금은 사람이 많습니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
refusal-unavailable = 잠시 연결이 원활하지 않습니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
refusal-maintenance = 곧 점검을 시작하므로 지금은 새로 시작할 수 없습니다. 진행 중인 판은 이어집니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
refusal-behind = 화면이 아직 { $seq }번까지만 따라왔습니다. 잠시 뒤에 다시 하세요.
refusal-nickname = 별명은 { $minimum }~{ $maximum }자의 보이는 글자로 지으세요.
refusal-talk_away = 지금은 대화를 전할 수 없습니다. 게임은 그대로 계속됩니다. { SECONDS($retry_after_ms) }초 뒤에 다시 하세요.
refusal-internal = 저희 쪽에서 문제가 생겼습니다. 잠시 뒤에 다시 하세요.
