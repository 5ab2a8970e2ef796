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
look-wait-shot = { $name } has to dodge what { $other } sent; dodges needed: { $needed }
look-wait-demand = { $name } has to give up a card, or loses 1 { -life }
look-wait-standoff = { $name } has to answer { $other } in their duel
look-wait-market = { $name } picks a card from the counter
look-wait-dying = { $name } has no { -life } left and may still be rescued
look-wait-check_pick = { $name } chooses which of the turned-up cards counts
look-wait-keep = { $name } chooses which cards to keep
look-wait-character_pick = { $name } chooses a character

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

## What somebody can know

look-know-roles = Roles
look-know-role-own = { $name }: { $role }, one’s own role
look-know-role-open = { $name }: one of { $roles }
look-know-role-shown = { $name }: { $role }, shown to all in entry { $seq }
look-know-role-counted = { $name }: { $role }, as no other role is left since entry { $seq }
look-know-hands = Cards known to be in other hands
look-know-card-seen = { $name } has { $card }, seen in entry { $seq }
look-know-card-counted = { $name } has { $card }, as it can be nowhere else since entry { $seq }
look-know-deck = The deck
look-know-deck-count = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}; known to be among them: { $known }
look-know-deck-cards = { $cards }
look-know-deck-top = number { $number } from the top: { $card }
look-know-open = Cards whose place is not known: { $count }
look-know-shells = Shells
look-know-left = Left: { $count }, of these { $live } live and { $blank } blank
look-know-shell-open = number { $number }: unknown
look-know-shell-seen = number { $number }: { $shell }, seen in entry { $seq }
look-know-shell-counted = number { $number }: { $shell }, as only such are left since entry { $seq }
look-know-shell-shown = number { $number }: { $shell }, shown to all in entry { $seq }
look-know-looked = { $name } has looked at the next one.

## Where two logs part, and what changed between two moments of one

look-diff-none = No difference in { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}.
look-diff-none-states = No difference.
look-diff-since = Compared from entry { $seq } on, the first that both have.
look-diff-closed = Leaves that are closed in one of them, with the same seal: { $count }
look-diff-end = Entry { $seq } is not in log { $number } any more; up to there they are the same.
look-diff-unreadable = Entry { $seq } cannot be read in log { $number }; up to there they are the same.
look-diff-form = Entry { $seq } is not in canonical form in log { $number }; up to there they are the same.
look-diff-header = Entry { $seq } is the first that differs, in its header, { $field }: { $one } against { $other }
look-diff-count = Entry { $seq } is the first that differs, in the number of its leaves: { $one } against { $other }
look-diff-leaf = Entry { $seq } is the first that differs, in leaf { $leaf } ({ $what }), { $field }: { $one } against { $other }
look-diff-salt = Entry { $seq } is the first that differs: leaf { $leaf } ({ $what }) says the same under another salt, { $one } against { $other }
look-diff-chain = Entry { $seq } is the first that differs: it says the same, but its { $field } is { $one } against { $other }
look-diff-state = { $field }: { $one } → { $other }

## What many logs add up to

look-stats-game-bang = { title-showdown }
look-stats-game-buckshot = { title-odds }
look-stats-matches = Matches: { $count }; played to the end { $finished }, abandoned { $abandoned }, without an end { $unfinished }
look-stats-tables = Tables: { $tables }
look-stats-table = { $count } of { $seats } seats
look-stats-timeouts = Time-outs: { $count } of { $entries } entries
look-stats-tests = From a test seed, not fair: { $count }
look-stats-left-out = Given more than once, and counted once: left out { $count }
look-stats-refusals = Refusals leave nothing in a log, so they are not counted here.
look-stats-lengths = Length of matches played to the end
look-stats-least = least
look-stats-median = median
look-stats-most = most
look-stats-entries = entries
look-stats-turns = turns
look-stats-rounds = rounds or loads
look-stats-seconds = seconds
look-stats-wins = Who won how often
look-stats-by = by
look-stats-by-role = role
look-stats-by-side = side
look-stats-by-character = character
look-stats-seat = Seat { $number }
look-stats-trials = matches
look-stats-won = won
look-stats-share = share
look-stats-interval = 95 % (Wilson)
look-stats-axis = matches won, %, with the 95 % Wilson interval

## What if

look-branch = What if? Room { $room }, match { $match }, on from entry { $seq }
look-ask = Your choice

## What has left the log

look-left = Entries before { $seq } have left the log. The archive has match { $matches }: verify and show take it with --match N, everything else the file that `match export ROOM --match N` writes.
look-left-none = Entries before { $seq } have left the log, and the archive has no match of them (any more).
look-left-unknown = Entries before { $seq } have left the log for the archive, and that cannot be asked now.
look-nothing = Nothing to tell: in entries { $first } to { $last } nothing happened that is read aloud.
