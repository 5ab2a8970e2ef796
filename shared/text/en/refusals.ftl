# Why a command was refused, and what to do instead. Keys: refusal-<code>.

## Rules of the game

refusal-out_of_range = Out of range (distance { $distance }, range { $range }). Pick someone closer.
refusal-bang_limit = You have already used { card-bang } this turn (limit { $limit }). Play another card or end your turn.
refusal-reaction_only = This card only works as a reaction. Keep it until someone attacks you.
refusal-ability_not_owned = Your character does not have that ability. Choose another way.
refusal-not_your_turn = It is not your turn yet. Wait until it comes round.
refusal-stale_turn = That was meant for another turn. Look at the table and choose again.
refusal-wrong_phase = This is the { $phase ->
    [setup] { phase-setup }
    [start] { phase-start }
    [draw] { phase-draw }
    [play] { phase-play }
    [discard] { phase-discard }
   *[other] { $phase }
} step. Choose something that fits it.
refusal-reactions_pending = { $count ->
    [one] { $count } reaction is
   *[other] { $count } reactions are
} still open. Go on once everyone has answered.
refusal-not_reaction_target = Nobody is waiting for your reaction. Answer when you are asked.
refusal-wrong_card = That card does not work here. Choose another one.
refusal-wrong_card_count = { $needed ->
    [one] Exactly { $needed } card is
   *[other] Exactly { $needed } cards are
} needed, you chose { $given }. Choose again.
refusal-no_such_card = You cannot use that card. Choose one that is open to you now.
refusal-not_offered = That is not on offer. Choose one of those shown.
refusal-invalid_target = You cannot choose that target. Choose another one.
refusal-self_target = You cannot choose yourself. Choose someone else.
refusal-sheriff_cannot_be_jailed = The { role-sheriff } cannot be put in the { card-jail }. Choose someone else.
refusal-already_in_play = A card of that name is already there. Each player can have only one of it.
refusal-full_life = Your { -life } is already full ({ $life }). Use this once you have lost some.
refusal-two_players_left = With two players left, { card-beer } has no effect. Play another card.
refusal-nothing_to_take = There is no card to take there. Choose a place that has one.
refusal-barrel_unavailable = You have no { card-barrel } check left. Answer with a card or take the hit.
refusal-dead_player = You are out of this match and cannot act. Stay and watch how it ends.
refusal-game_over = This match is over. Once the host opens the next one with “Again”, everybody gets ready.
refusal-unknown_item = There is no such item. There are: { NAMED($items, "item") }.
refusal-no_such_item = You do not have that item. What you have: { NAMED($items, "item") }.
refusal-already_cuffed = Your opponent already sits out the next turn. Use { item-handcuffs } again once that turn has passed.
refusal-cuff_immune = Your opponent has only just sat out a turn and has to have one first. Do something else.
refusal-already_sawed = { item-saw } is already in use. Shoot, or get rid of the shell, before you use another.

## The room around a match

refusal-no_such_room = There is no such room, or you cannot enter it. Check the room code.
refusal-room_full = All { $limit } seats are taken. Watch, or choose another room.
refusal-room_closed = This room is closed. Join another one or open your own.
refusal-match_running = A match is running. Try again when it is over.
refusal-no_match = No match is being played. Try again when one has started.
refusal-again_first = This match is over. As the host, open the next one with “Again” first; then everybody gets ready.
refusal-lobby_open = The next match is being prepared already. When everybody is ready, start it.
refusal-no_result = There is no result to show: it stands from a match’s end until the next one is prepared.
refusal-no_such_match = There is no such match here. Choose one from { $first } to { $last }.
refusal-match_not_kept = This match is not kept here any more. Choose another one from the room’s list.
refusal-not_shown_yet = Until the match is over, it is shown from your own seat or to a watcher only. Look again then.
refusal-answer_too_large = This record is too large to be sent ({ KIBIBYTES($size_bytes) } KiB). Ask whoever runs this server for the file.
refusal-damaged = This record is damaged and is not shown. Whoever runs this server has been told.
refusal-not_host = Only the host can do that. Ask the host.
refusal-not_seated = You have no seat here. Take one first.
refusal-already_seated = You already have a seat here. Just carry on.
refusal-not_enough_players = { $minimum } players are needed to start, { $seated } are seated. Invite more or add bots.
refusal-not_ready = { $waiting ->
    [one] { $waiting } other player is
   *[other] { $waiting } other players are
} not ready yet. Start when everyone is.
refusal-no_such_player = That player is not in this room. Choose one from the seats.
refusal-is_automatic = A bot sits there. Choose a person; bots are removed, not sent away.
refusal-not_automatic = That is not a bot. Choose a seat with a bot.
refusal-unknown_game = There is no such game. Choose one from the list.
refusal-other_game = This room plays another game: { NAMED($game, "game") }. Choose something that belongs to it.
refusal-unknown_option = There is no such option ({ $option }). Choose one from the list.
refusal-option_value = “{ option-named }” does not take that value. Choose one of: { NAMED($choices, "option", $option) }.
refusal-unknown_kind = There is no such kind of bot. Choose one of: { NAMED($kinds, "kind") }.
refusal-clock_needed = Turns without a clock are for a match against the { -dealer } only. Choose a turn time.
refusal-seated_by_rule = This bot belongs to the options that were chosen. Change the options instead.
refusal-seats_needed = These options seat { $count ->
    [one] { $count } bot
   *[other] { $count } bots
} by themselves, and there is no free seat. Free a seat first.
refusal-other_kind_seated = These options want a bot of another kind: { NAMED($wanted, "kind") }. Remove the bot that is seated ({ NAMED($kinds, "kind") }), or choose its kind in the options.
refusal-bad_commitment = The commitment sent with ready is not well formed. Get ready again.
refusal-bad_reveal = The revealed value does not match its commitment. Send the value you committed to.
refusal-talk_off = The host has switched table talk off. You can play on without it.
refusal-no_watchers = Nobody may watch matches in this room. Take a seat while its lobby is open.
refusal-room_title = A title has at most { $maximum } characters. Shorten it.
refusal-phrases_only = Only phrases can be said here. Choose one from the list.
refusal-no_such_phrase = There is no such phrase in this game. Choose one from the list.
refusal-out_of_match = You are out of this match. Until it is over, keep what you think to yourself; greetings and thanks are fine.
refusal-talk_text = A line has { $minimum } to { $maximum } characters. Write it shorter, or write something.
refusal-no_such_line = This line is not kept any more, so it cannot be reported.
refusal-too_early = Too early. Try again in { SECONDS($missing_ms) } s.
refusal-nothing_due = No time-out is due now. Look up the new deadline.

## On the way to the rules

refusal-malformed = This request cannot be read. Check its form and send it again.
refusal-bad_field = In this request { $field } is missing or has another form. Check it and send it again.
refusal-command_id_conflict = This command id was already used for something else. Send it with a new one.
refusal-unprocessable = This action could not be carried out. Choose another one.
refusal-too_large = Too large. Send at most { KIBIBYTES($limit_bytes) } KiB.
refusal-unsupported_media_type = This format is not accepted. Send JSON.
refusal-unauthenticated = We do not know who you are. Please sign in again.
refusal-forbidden = You are not allowed to do that. Use a seat that is.
refusal-not_found = Nothing was found here. Check the address.
refusal-method_not_allowed = This address does not work that way. Use a documented method.
refusal-rate_limited = Too many requests. Try again in { SECONDS($retry_after_ms) } s.
refusal-quota_exceeded =
    { $quota ->
        [rooms_open] This site has { $limit } rooms open and may have no more. Close one, or try again in { SECONDS($retry_after_ms) } s.
        [rooms_per_hour] This site may open { $limit } rooms an hour. Try again in { SECONDS($retry_after_ms) } s.
       *[sessions_per_minute] This site may send { $limit } people a minute. Try again in { SECONDS($retry_after_ms) } s.
    }
refusal-bad_host_token =
    { $reason ->
        [unreadable] The site’s token cannot be read. Go back to the site and come in again.
        [audience] The site’s token is for somebody else. Go back to the site and come in again.
        [expired] The site’s token is not good any more. Go back to the site and come in again.
        [too_early] The site’s token is not good yet. Wait a moment and come in again.
        [too_long] The site’s token is good for too long. The site has to send one of at most 10 minutes.
        [claims] The site’s token lacks something. The site has to send another.
       *[signature] The site’s token is not signed by a site that we know. Go back to the site and come in again.
    }
refusal-no_such_delivery = There is no such delivery. Look it up in the list again.
refusal-overloaded = We are crowded right now. Try again in { SECONDS($retry_after_ms) } s.
refusal-unavailable = The connection is unsteady. Try again in { SECONDS($retry_after_ms) } s.
refusal-maintenance = We are about to do some work here, so nothing new begins now. Matches that run go on. Try again in { SECONDS($retry_after_ms) } s.
refusal-behind = The view has only reached number { $seq }. Try again in a moment.
refusal-nickname = A nickname has { $minimum } to { $maximum } visible characters. Choose another one.
refusal-talk_away = Table talk does not work right now; the game goes on without it. Try again in { SECONDS($retry_after_ms) } s.
refusal-internal = Something went wrong on our side. Try again in a moment.
