# The children's words: these lie over the other files. Nobody is shot and nobody dies here.

## Names

title-gunslinger = Squirters of the Prairie
title-showdown = High Street Splashdown
title-lawmen = Captain and Pranksters
game-bang = the water card game

-life = water
-weapon = squirter

card-bang = Splash!
card-missed = Duck!
card-beer = Juice
card-saloon = Snack Time
card-stagecoach = Handcart
card-wellsFargo = Treasure Chest
card-generalStore = Market Day
card-catBalou = Slip-up
card-duel = Splash-off
card-indians = Stampede!
card-gatling = Downpour
card-barrel = Umbrella
card-mustang = Bicycle
card-jail = Time-out Chair
card-dynamite = Water Balloon
card-volcanic = Squirter No. 1
card-schofield = Squirter No. 2
card-remington = Squirter No. 3
card-carabine = Squirter No. 4
card-winchester = Squirter No. 5
weapon-none = Hand Squirter

role-sheriff = Captain
role-deputy = Helper
role-outlaw = Prankster
role-renegade = Loner
side-law = Captain’s side
side-outlaws = Pranksters
side-renegade = Loner

-dealer = game host
bot-buckshot = Game host

item-beer = Juice
item-cigarettes = Candy
item-handcuffs = Freeze Tag
item-saw = Big Tank

shell-live = full
shell-blank = empty

title-odds = Splash Odds
-charges = drops

gun-loaded = The squirter is loaded: { $live } full, { $blank } empty, in an order nobody knows.
gun-skipped = { $name } is frozen by { item-handcuffs } and misses a turn.
gun-used-beer = { $name } opens a { item-beer } and swaps the tank.
gun-used-cigarettes = { $name } enjoys some { item-cigarettes }.
gun-used-cigarettes-wasted = { $name } enjoys some { item-cigarettes } for the taste of it; there is nothing to refill.
gun-used-handcuffs = { $name } plays { item-handcuffs } on { $other }.
gun-used-magnifier = { $name } looks into the tank with the { item-magnifier }.
gun-used-saw = { $name } screws on the { item-saw }: the next splash counts double.
gun-seen = { $name } sees a tank: { $shell }.
gun-ejected = The tank that comes out was { $shell }.
gun-fired-self-live = { $name } points the squirter at their own nose. Splash!
gun-fired-self-blank = { $name } points the squirter at their own nose. Nothing. One more turn.
gun-fired-other-live = { $name } points the squirter at { $other }. Splash!
gun-fired-other-blank = { $name } points the squirter at { $other }. Nothing.
gun-ended = { $name } wins! Left in the squirter: { $shells }.
gun-abandoned = The match was broken off without a winner. Left in the squirter: { $shells }.

## Cards and characters

card-does-bang = Splash one other player within range. Whoever cannot stop it loses 1 { -life }. You may play one each turn.
card-does-missed = Stops one { card-bang } or { card-gatling } that comes your way. Cannot be played in your own turn.
card-does-gatling = Splashes every other player, however far. { card-missed } and { card-barrel } stop it. It does not count as your one { card-bang } of the turn.
card-does-jail = Put it in front of another player who is not the { role-sheriff }. At the start of that player’s turn a card is turned up: with ♥ the player may get up, anything else skips the whole turn. Either way the { card-jail } is discarded.
card-does-dynamite = Put it in front of yourself. From your next turn on, a card is turned up at the start of the turn: with ♠2 to ♠9 it bursts and takes 3 { -life }, otherwise it moves on clockwise.
character-does-jourdonnais = Always counts as having an { card-barrel }; with a real one, two checks are made.

## Roles

role-aim-sheriff = Win by getting every { role-outlaw } and the { role-renegade } out.
role-aim-deputy = Help the { role-sheriff } get every { role-outlaw } and the { role-renegade } out. You share the win even when you are out.
role-aim-outlaw = Win by getting the { role-sheriff } out. You share the win even when you are out.
role-aim-renegade = Win by being the last one left. The { role-sheriff } has to go last.
role-tip-sheriff = Everyone knows who you are. Getting a { role-deputy } out costs you all your cards, so watch who is after you before you splash.
role-tip-outlaw = Go for the { role-sheriff }, but check your range first. Whoever gets a { role-outlaw } out draws 3 cards, so mind each other too.
role-tip-renegade = Help the { role-sheriff } against the { role-outlaw }s at first. If the { role-sheriff } is out too early, you lose.

## Refusals and options

refusal-reaction_only = This card only works as a reaction. Keep it until water comes your way.
refusal-sheriff_cannot_be_jailed = The { role-sheriff } cannot be put on the { card-jail }. Choose someone else.
refusal-barrel_unavailable = You have no { card-barrel } check left. Answer with a card or get wet.
refusal-already_sawed = { item-saw } is already in use. Squirt, or take the tank out, before you use another.
option-drawBeforeDeath = Cards before you are out

## Table talk

phrase-suspectOutlaw-at = I think { $target } is a { role-outlaw }.

## Result

result-law = { side-law } wins! Every { role-outlaw } and the { role-renegade } were out by round { $round }.
result-outlaws = { side-outlaws } win! The { role-sheriff } was out in round { $round }.

## Log

log-played-bang = { $name } sends { $card } at { $target }.
log-played-beer = { $name } drinks up { $card }.
log-played-catBalou = { $name } makes { $target } slip: { $card }.
log-played-duel = { $name } challenges { $target }: { $card }.
log-played-gatling = { $name } brings down { $card }. Everyone take cover!
log-played-barrel = { $name } opens { $card }.
log-played-mustang = { $name } gets on { $card }.
log-played-jail = { $name } puts { $target } on { $card }.
log-played-dynamite = { $name } fills { $card } to the brim.
log-check-jail = { $name } checks the { card-jail }: { $turned } — { $success ->
    [yes] up again!
   *[no] stays seated.
}
log-check-dynamite = { $name } checks the { card-dynamite }: { $turned } — { $success ->
    [yes] not yet.
   *[no] it bursts!
}
log-hurt-shot = { $name } gets wet and loses { $amount } { -life } ({ $life } left).
log-hurt-explosion = Splat! { $name } loses { $amount } { -life } ({ $life } left).
log-dying = { $name } is about to be out!
log-fell = { $name } is out, and turns out to be { $role }.
log-fell-to = { $killer } gets { $name } out, who turns out to be { $role }.

## The table

ui-refuse-shot = Get wet
ui-check-rule-dynamite = ♠2 to ♠9 bursts it

## The table for two

ui-gun-stage = The squirter
ui-gun-double = Big tank: counts double
ui-gun-in-it = Tanks in the squirter: { $count }.
ui-gun-next-is = Next tank: { $shell }. Only you know.
ui-gun-odds = Left: { $live } full · { $blank } empty. Full next: { $chance }%
ui-gun-aims-self = { $name } turns the squirter around…
ui-gun-fired-live = Splash!
ui-gun-fired-blank = Nothing: empty
ui-gun-load = New load: { $live } full · { $blank } empty.
ui-gun-skips = { $name } is frozen by { item-handcuffs } and misses a turn.
ui-gun-again-turn = Empty: the turn goes on.
ui-gun-shoot-self = Squirt yourself
ui-gun-shoot = Squirt { $name }
ui-gun-does-beer = Takes the next tank out of the squirter, for all to see.
ui-gun-does-magnifier = Shows the next tank to its user alone.
ui-gun-does-saw = The next splash counts double.
ui-gun-set-chances-about = Shows how many tanks of each kind are left, and the chance of a full one.
ui-gun-set-oneTap = Squirt at once
ui-gun-set-oneTap-about = One tap squirts, without asking once more.
ui-gun-was-left = Left in the squirter
