# Options of a match. Keys: option-<key>, option-<key>-about, option-<key>-<choice>.
# A choice that is true or false is called on or off.

## Pace and help

option-characterDraft = Characters
option-characterDraft-about = Whether characters are dealt at random or chosen from two.
option-characterDraft-random = At random
option-characterDraft-choose2 = Choose one of two

option-turnSeconds = Turn time
option-turnSeconds-about = How long a turn may take. When it runs out, the rest is done automatically.
option-turnSeconds-15 = 15 s
option-turnSeconds-30 = 30 s
option-turnSeconds-60 = 60 s
option-turnSeconds-90 = 90 s
option-turnSeconds-120 = 120 s
option-turnSeconds-off = No clock (30 minutes at most)

option-reactionSeconds = Reaction time
option-reactionSeconds-about = How long a player has to dodge, to choose or to answer.
option-reactionSeconds-8 = 8 s
option-reactionSeconds-15 = 15 s
option-reactionSeconds-25 = 25 s

option-autoDefend = Automatic defence
option-autoDefend-about = When the reaction time runs out, a card that protects you is played for you.
option-autoDefend-on = On
option-autoDefend-off = Off

option-autoBarrel = Automatic { card-barrel } check
option-autoBarrel-about = The { card-barrel } check is made at once, without asking.
option-autoBarrel-on = On
option-autoBarrel-off = Off

option-revealRoleOnDeath = Show the role of who is out
option-revealRoleOnDeath-about = Everyone sees the role of a player who is out. Always on.
option-revealRoleOnDeath-on = On

option-showDistanceHelper = Distance display
option-showDistanceHelper-about = Always shows how far everyone is and whether you reach them.
option-showDistanceHelper-on = On
option-showDistanceHelper-off = Off

option-beginnerHints = Hints for beginners
option-beginnerHints-about = Says for each card why you can or cannot use it now, and gives advice for your role.
option-beginnerHints-on = On
option-beginnerHints-off = Off

## House rules

option-drawBeforeDeath = Cards before the fall
option-drawBeforeDeath-about = { character-bart } and { character-elGringo } get their cards first and may save themselves with them.
option-drawBeforeDeath-on = On
option-drawBeforeDeath-off = Off

option-beerAtFullHealth = { card-beer } at full { -life }
option-beerAtFullHealth-about = { card-beer } may be played at full { -life }; it has no effect and is discarded.
option-beerAtFullHealth-on = On
option-beerAtFullHealth-off = Off

option-selfTargetCatBalou = Clear your own cards
option-selfTargetCatBalou-about = { card-catBalou } and { card-panic } may also be used on cards in front of you.
option-selfTargetCatBalou-on = On
option-selfTargetCatBalou-off = Off

option-deputyCount7 = Four { role-outlaw }s among seven
option-deputyCount7-about = With seven players there is one { role-deputy } and there are four { role-outlaw }s.
option-deputyCount7-on = On
option-deputyCount7-off = Off

## The game for two

option-maxHealth = Starting { -charges }
option-maxHealth-about = How many { -charges } both sides begin with. Nobody can have more.
option-maxHealth-2 = 2
option-maxHealth-3 = 3
option-maxHealth-4 = 4
option-maxHealth-5 = 5
option-maxHealth-6 = 6

option-opponent = Opponent
option-opponent-about = Whether you play against the { -dealer } or against another person.
option-opponent-dealer = The { -dealer }
option-opponent-person = A person

option-dealer = How the { -dealer } plays
option-dealer-about = Novice plays anything, House counts what has been used, Sharp works out every possibility.
option-dealer-novice = { kind-novice }
option-dealer-house = { kind-house }
option-dealer-sharp = { kind-sharp }

option-cuffImmunity = A turn between { item-handcuffs }
option-cuffImmunity-about = Whoever has just missed a turn has to have one before { item-handcuffs } work again.
option-cuffImmunity-on = On
option-cuffImmunity-off = Off

option-loadOpener = Who opens a new load
option-loadOpener-about = Whether a new load goes on with whoever’s turn it is, or the player begins each one.
option-loadOpener-continue = Whoever’s turn it is
option-loadOpener-player = The player

## The name of the option that a parameter names

option-named = { $option ->
    [characterDraft] { option-characterDraft }
    [turnSeconds] { option-turnSeconds }
    [reactionSeconds] { option-reactionSeconds }
    [autoDefend] { option-autoDefend }
    [autoBarrel] { option-autoBarrel }
    [revealRoleOnDeath] { option-revealRoleOnDeath }
    [showDistanceHelper] { option-showDistanceHelper }
    [beginnerHints] { option-beginnerHints }
    [drawBeforeDeath] { option-drawBeforeDeath }
    [beerAtFullHealth] { option-beerAtFullHealth }
    [selfTargetCatBalou] { option-selfTargetCatBalou }
    [deputyCount7] { option-deputyCount7 }
    [maxHealth] { option-maxHealth }
    [opponent] { option-opponent }
    [dealer] { option-dealer }
    [cuffImmunity] { option-cuffImmunity }
    [loadOpener] { option-loadOpener }
   *[other] { $option }
}
