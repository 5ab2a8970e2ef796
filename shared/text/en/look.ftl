# A moment of a match as an auditor looks at it, and what somebody can know at it.

look-head = Entry { $seq } of { $last }, as { $name } saw it.
look-head-auditor = Entry { $seq } of { $last }, everything open.
look-head-watcher = Entry { $seq } of { $last }, as a watcher saw it.

look-phase-lobby = The room gathers its players.
look-phase-reveal = The start is locked; what the shuffle is made of is being gathered.
look-phase-match = The match is on.
look-phase-over = The match is over.
look-phase-closed = The room is closed.
look-room = The room
look-member = { $name } ({ $ready ->
    [yes] ready
   *[no] not ready
})

## The table

look-table = The table
look-seat = { $name } · { $character } · { -life } { $life } of { $maximum } · { $held } in hand
look-seat-new = { $name } · no character yet
look-out = { $name } is out
look-in-play = in front: { $cards }
look-piles = Deck { $deck }, discard pile { $discard }
look-top = On top of the discard pile: { $card }
look-aside = Laid aside: { $cards }
look-hand = Hand of { $name }
look-offer = Characters to choose from: { $characters }

## Who is waited for

look-awaited = Who is waited for
look-awaited-nobody = Nobody; it is over.
look-turn = { $name }’s turn, phase: { $phase }
look-turn-of = { $name }’s turn
look-wait-shot = { $name } has to answer { $other }. { card-missed } needed: { $needed }.
look-wait-demand = { $name } has to play a card or loses 1 { -life }.
look-wait-standoff = { $name } has to answer { $other } in a { card-duel }.
look-wait-market = { $name } picks one of the cards laid out.
look-wait-dying = { $name } has no { -life } left and may still be rescued.
look-wait-check_pick = { $name } chooses which of the turned-up cards counts.
look-wait-keep = { $name } chooses which cards to keep.
look-wait-character_pick = { $name } chooses a character.

## What may be done

look-offers = What { $name } may do
look-offers-none = nothing now
look-may-takeHit = let it happen
look-may-respond = answer with { $count } of: { $cards }
look-may-useBarrel = turn up a card for a check
look-may-giveUp = give up
look-may-storePick = take one of: { $cards }
look-may-luckyPick = let one of these count: { $cards }
look-may-kitKeep = keep { $count } of: { $cards }
look-may-pickCharacter = play one of: { $characters }
look-may-sidHeal = give up { $count } of these for 1 { -life }: { $cards }
look-may-draw = draw
look-may-draw-from = draw, the first card out of the hand of one of: { $names }
look-may-draw-discard = draw, the first card off the discard pile
look-may-play = play { $card }
look-may-play-at = play { $card } at one of: { $names }
look-may-play-as = play { $card } as { $kind }
look-may-play-as-at = play { $card } as { $kind } at one of: { $names }
look-may-endPlay = end the turn
look-may-discard = discard { $count } of: { $cards }
look-target = { $name } ({ $cards })
look-target-hand = a card of the hand

## The game for two

look-side = { $name } · { $health } left · items: { $items }
look-cuffed = (misses the next turn)
look-loaded = Loaded with { $live } live and { $blank } blank; shells left: { $count }
look-spent = Used of this load: { $shells }
look-next = Shells left, the next one first: { $shells }
look-shell-unknown = unknown
look-sawn = The next one counts double.
look-may-aim-self = aim at oneself
look-may-aim = aim at { $name }
look-may-use = use one of: { $items }
