# Display names. Keys end in the engine's ids; the ids themselves are never shown.

## Titles: which one is shown is a setting.

title-gunslinger = Guns of the Prairie
title-showdown = High Street Showdown
title-lawmen = Sheriff and Outlaws

# The game as such, whatever title is shown.
game-bang = the western card game

## Words that the children's set replaces.

-life = life
-weapon = weapon

## Cards

card-bang = Shot!
card-missed = Dodge!
card-beer = Drink
card-saloon = Round for All
card-stagecoach = Freight Cart
card-wellsFargo = Strongbox
card-generalStore = Trading Post
card-panic = Snatch!
card-catBalou = Trip-up
card-duel = Duel
card-indians = Raid!
card-gatling = Barrage
card-barrel = Keg
card-mustang = Wild Horse
card-scope = Spyglass
card-jail = Lockup
card-dynamite = Blasting Charge
card-volcanic = Rapid Pistol
card-schofield = Pistol
card-remington = Rifle
card-carabine = Long Rifle
card-winchester = Sniper
weapon-none = Sidearm

# One card with its suit and rank, e.g. "Shot! (A♠)".
card-face = { $name } ({ $rank }{ $suit })
# Cards whose faces the reader does not see.
cards-hidden = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
suit-S = ♠
suit-H = ♥
suit-D = ♦
suit-C = ♣

## Characters

character-bart = Bounce-back Doyle
character-blackJack = Red-Card Leo
character-calamity = Flip-side Hana
character-elGringo = Payback Mateo
character-jesse = Quick-hand Jenna
character-jourdonnais = Keg-born Joan
character-kit = Two-of-Three Kaya
character-lucky = Two-Card Lou
character-paul = Far-off Pavel
character-pedro = Scavenger Miro
character-rose = Hawk-eye Lina
character-sid = Trade-in Sion
character-slab = Double Gus
character-suzy = Empty-hand Ari
character-vulture = Clean-up Bora
character-willy = Nonstop Yoon

## Roles and sides

role-sheriff = Sheriff
role-deputy = Deputy
role-outlaw = Outlaw
role-renegade = Turncoat
side-law = Sheriff’s side
side-outlaws = Outlaws
side-renegade = Turncoat

## Phases of a turn

phase-setup = set-up
phase-start = start of the turn
phase-draw = draw
phase-play = play
phase-discard = discard
