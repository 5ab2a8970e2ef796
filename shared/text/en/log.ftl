# What happened at the table, one line for each event that is worth one. $name, $target and $owner
# are players, $card and $cards faces of cards or a count where the faces are hidden.

list-separator = ,{" "}

## Set-up

log-seated = Seats are drawn. Clockwise: { $names }.
log-role = { $name } is { $role }.
log-offered = { $name } may choose from { $characters }.
log-picked = { $name } has chosen a character.
log-character = { $name } plays { $character } ({ -life } { $life }).
log-shuffled = { $count ->
    [one] { $count } card is
   *[other] { $count } cards are
} shuffled into a deck.

## Turns

log-turn = ── Round { $round } · { $name }’s turn ──
log-turn-skipped = { $name } sits this turn out.
log-time-is-up = Time is up; the rest of the turn goes by itself.
log-away = { $name } is away and plays automatically.
log-back = { $name } is back at the table.
log-extended = We were late, so { $name } gets the time once more.

## Cards that are played

log-played-bang = { $name } lets fly { $card } at { $target }.
log-played-beer = { $name } downs { $card }.
log-played-saloon = { $name } calls { $card }.
log-played-stagecoach = { $card } pulls up for { $name }.
log-played-wellsFargo = { $name } cracks open { $card }.
log-played-generalStore = { $name } opens { $card }.
log-played-panic = { $name } reaches for a card of { $target } with { $card }.
log-played-catBalou = { $name } puts a foot out for { $target }: { $card }.
log-played-duel = { $name } calls { $target } out: { $card }.
log-played-indians = { $name } shouts { $card }, and everyone has to stand up to it.
log-played-gatling = { $name } opens up with { $card }. Everyone take cover!
log-played-barrel = { $name } rolls out { $card }.
log-played-mustang = { $name } mounts { $card }.
log-played-scope = { $name } raises { $card }.
log-played-jail = { $name } puts { $target } in { $card }.
log-played-dynamite = { $name } lights the fuse of { $card }.
log-played-volcanic = { $name } takes up { $card }.
log-played-schofield = { $name } takes up { $card }.
log-played-remington = { $name } takes up { $card }.
log-played-carabine = { $name } takes up { $card }.
log-played-winchester = { $name } takes up { $card }.
# A card that stands for another one.
log-played-as = { $name } turns { $card } into { $kind } at { $target }.
# By house rule, aimed at one's own card in play.
log-played-own = { $name } clears a card of their own with { $card }.

## Cards that change hands

log-dealt = { $name } is dealt { $cards }.
log-drawn = { $name } draws { $cards }.
log-drawn-from-discard = { $name } picks { $cards } off the discard pile.
log-ability = { $name } uses an ability to draw { $cards }.
log-shown = { $name } shows the card just drawn: { $card }.
log-looked = { $name } looks at { $cards } on top of the deck.
log-kept = { $name } keeps { $cards }.
log-returned = Back on the deck, face down: { $cards }.
log-laid = Laid out: { $cards }.
log-taken = { $name } picks { $cards }.
log-answered = { $owner } answers with { $cards }.
log-rescues = { $owner } reaches for { $cards } just in time.
log-stolen-from-hand = { $name } takes { $cards } out of { $owner }’s hand.
log-stolen-from-play = { $name } takes { $cards } from in front of { $owner }.
log-stolen-own = { $name } takes { $cards } back into hand.
log-discarded-from-hand = { $owner } drops { $cards }.
log-discarded-from-play = { $owner } no longer has { $cards } in play.
log-excess = { $owner } cannot hold it all and discards { $cards }.
log-replaced = { $owner } puts { $cards } away.
log-passed = { $cards } moves on from { $owner } to { $name }.
log-reward = { $name } draws { $cards } as a reward.
log-penalty = { $owner } turned on a friend and forfeits { $cards }.
log-traded = { $owner } gives up { $cards }.
log-inherited = { $name } gathers what { $owner } leaves: { $cards }.
log-left-behind = What { $owner } leaves is discarded: { $cards }.

## Checks: what was turned up, and what came of it

check-one = { $card }
check-chosen = { $card } out of { $cards }
check-none = no card to turn up
log-check-barrel = { $name } checks the { card-barrel }: { $turned } — { $success ->
    [yes] it holds!
   *[no] it does not help.
}
log-check-jail = { $name } checks the { card-jail }: { $turned } — { $success ->
    [yes] free to go!
   *[no] locked in.
}
log-check-dynamite = { $name } checks the { card-dynamite }: { $turned } — { $success ->
    [yes] not yet.
   *[no] it goes off!
}

## Life and the end of it

log-hurt-shot = { $name } is hit and loses { $amount } { -life } ({ $life } left).
log-hurt-demand = { $name } cannot hold out and loses { $amount } { -life } ({ $life } left).
log-hurt-standoff = { $name } backs down first and loses { $amount } { -life } ({ $life } left).
log-hurt-explosion = Boom! { $name } loses { $amount } { -life } ({ $life } left).
log-healed = { $name } gets { $amount } { -life } back (now { $life }).
log-rescued = { $name } gets { $amount } { -life } back and hangs on (now { $life }).
log-dying = { $name } is about to fall!
log-fell = { $name } falls, and turns out to be { $role }.
log-fell-to = { $killer } brings down { $name }, who turns out to be { $role }.

## The end of a match

log-ended-law = The { role-sheriff } and friends have won! Who was who: { $roles }.
log-ended-outlaws = The { role-outlaw }s have won! Who was who: { $roles }.
log-ended-renegade = The { role-renegade } has won! Who was who: { $roles }.
log-abandoned = The match was broken off without a winner. Who was who: { $roles }.
role-of = { $name } ({ $role })
