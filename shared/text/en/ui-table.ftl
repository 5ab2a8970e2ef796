# The table of the western game.

ui-locked = The connection is lost, so nothing can be done now. It goes on once it is back.
ui-table-of = Table of room { $code }
ui-my-turn = Your turn
ui-seats-round = Around the table
ui-centre = Middle of the table
ui-hand = Your hand: { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
ui-in-hand = { $count } in hand
ui-deck = Deck: { $count }
ui-discard-pile = Discard pile: { $count }
ui-bot = Bot
ui-at = at
ui-is-out = out
ui-you-are-out = You are out of this match. Stay and watch, or go to the lobby.
ui-distance = Distance { $distance }
ui-distances = From { $other } to { $name }: distance { $there } (range { $reach }). From { $name } to { $other }: distance { $back } (range { $their }).
ui-in-range = in range
ui-out-of-range = out of range
ui-may-aim = can be chosen
ui-may-not-aim = cannot be chosen
ui-did-last = Last:
ui-look-from-here = Look from here
ui-log-show = Show
ui-log-all = All
ui-log-me = Me
ui-log-checks = Checks
ui-log-empty = Nothing yet.
ui-versus = vs
ui-thrown = { card-bang } given: { $count }
ui-to-answer = to answer
ui-picks-now = { $name } is choosing

## What to do now

ui-setting-up = The table is being set up.
ui-setting-up-short = Setting up
ui-you-are-asked = Your answer is awaited.
ui-waiting-for = Waiting for { $names }.
ui-your-turn = Your turn. Choose a card, or end your turn.
ui-nothing-to-play = No card can be played now. End your turn.
ui-empty-hand = Your hand is empty. End your turn.
ui-drawing = Drawing…
ui-draw-from-where = Where does your first card come from?
ui-draw-deck = The deck
ui-draw-discard = The discard pile
ui-draw-from = { $name }
ui-choose-target = { $card } — choose somebody with a green frame.
ui-choose-card-of = Which of { $name }’s cards?
ui-from-hand = From the hand (random)
ui-tap-again = { $card } — tap again, or press Use.
ui-use = Use
ui-cancel = Cancel
ui-end-turn = End turn
ui-play-as = As { $card }
ui-discard = Choose { $count } to discard ({ $picked } of { $count }).
ui-discard-these = Discard { $picked }/{ $count }
ui-trade-which = Choose cards to trade for { -life } ({ $picked } of { $count }).
ui-trade-these = Trade { $picked }/{ $count }
ui-trade = 2 cards → 1 { -life }
ui-pick-more = Choose { $count } more.
ui-no-target = There is nobody it could be played at now.
ui-not-a-target = This card cannot be played at that player.
ui-not-this-card = That card cannot be chosen now.

## Why a card or a seat is dim, in as few letters as can be

ui-short-no = no
ui-short-no_target = no target
ui-short-out_of_range = { $distance } away / range { $range }
ui-short-bang_limit = used
ui-short-reaction_only = reaction
ui-short-full_life = { -life } full
ui-short-two_players_left = two left
ui-short-already_in_play = in play
ui-short-nothing_to_take = no card
ui-short-sheriff_cannot_be_jailed = { role-sheriff }

## The role

ui-role = Role
ui-role-title = Your role
ui-role-hold = Press and hold to see your role
ui-role-why = It is hidden the moment you let go. Mind who sits beside you.
ui-role-while = Show for 3 seconds
ui-role-done = I know it

## What I am asked

ui-prompt-shot = { $card } from { $name }
ui-prompt-demand = { $card } from { $name }
ui-prompt-standoff = { card-duel } with { $name }
ui-prompt-market = { card-generalStore }: take a card
ui-prompt-dying = No { -life } left
ui-prompt-check_pick = Check for { $card }
ui-prompt-keep = Choose what to keep
ui-prompt-character_pick = Choose your character
ui-needed-shot = { card-missed } needed: { $count }
ui-needed-demand = { card-bang } needed: { $count }
ui-needed-standoff = { card-bang } needed: { $count }
ui-needed-dying = { card-beer } needed: { $count }
ui-cannot-stop = You have too few cards to stop it.
ui-two-left = Only two are left, so { card-beer } does not help.
ui-soon-two-left = If one more player is out, { card-beer } stops helping.
ui-nothing-saves = You have no card that helps.
ui-still-thinking = Not answered yet: { $names }
ui-respond-shot = { $count ->
    [one] Stop it
   *[other] Stop it ({ $count } cards)
}
ui-respond-demand = Give a { card-bang }
ui-respond-standoff = Give a { card-bang }
ui-respond-dying = { $count ->
    [one] Drink
   *[other] Drink ({ $count } cards)
}
ui-use-barrel = Check the { card-barrel }
ui-refuse-shot = Take the hit
ui-refuse-demand = Lose 1 { -life } instead
ui-refuse-standoff = Give in
ui-refuse-dying = Give up
ui-take-market = Take it
ui-take-check_pick = This one counts
ui-take-keep = Keep { $count }
ui-take-character_pick = Play this one
ui-keep-about = Keep { $count }; the rest goes back on top of the deck, face down. Nobody else sees them.
ui-picks-after = After you: { $names }
ui-sheriff-life = +1 as { role-sheriff }
ui-peek = See the table
ui-unfold = Answer
ui-time-out-defends = When time is up: your cards answer for you.
ui-time-out-hit = When time is up: you lose 1 { -life }.
ui-time-out-rescued = When time is up: your cards keep you in.
ui-time-out-falls = When time is up: you are out.
ui-time-out-good = When time is up: a card that succeeds counts.
ui-time-out-first = { $count ->
    [1] When time is up: the first is taken.
   *[other] When time is up: the first { $count } are taken.
}

## Checks

ui-check-good = Success
ui-check-bad = Failure
ui-check-rule-barrel = ♥ stops it
ui-check-rule-jail = ♥ sets free
ui-check-rule-dynamite = ♠2 to ♠9 sets it off

## The end

ui-match-over = The match is over
ui-ranking = Ranking, and who was who
ui-won = won
ui-still-standing = still standing
ui-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
ui-had = Cards left: { $cards }
ui-host-goes-on = The host may open the next match.
ui-verify = Was it fair?
ui-verify-running = This browser is checking…
ui-verify-yourself = Check it yourself
ui-verify-about = Download the record and check it without this page.
ui-match-file = Download the record
ui-verify-command = Command that checks it
ui-secret = The secret, now shown
ui-holds = Holds
ui-does-not-hold = Does not hold
ui-seal-held = The secret is the one that was sealed before the match.
ui-seal-fits = The secret fits its seal.
ui-seal-broken = The secret is not the one that was sealed before the match.
ui-chain-held = All { $count } entries follow each other, and nothing in them was changed.
ui-chain-gap = Entry { $seq } is missing, or out of order.
ui-chain-chain = Entry { $seq } does not follow the one before it.
ui-chain-hash = Entry { $seq } does not fit its seal.
ui-chain-heard = Entry { $seq } is not what was sent during the match.
ui-heard-held = { $count } of them { $count ->
    [one] is
   *[other] are
} what was sent to this page during the match.
ui-test-seed = Dealt from a test seed, so it is not a fair match.
