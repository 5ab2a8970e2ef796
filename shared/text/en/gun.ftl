# Loaded Odds, the game for two. Keys end in the engine's ids; the ids themselves are never shown.

-dealer = dealer

item-beer = Beer
item-cigarettes = Cigarettes
item-handcuffs = Handcuffs
item-magnifier = Magnifier
item-saw = Saw

shell-live = live
shell-blank = blank

kind-random = At random
kind-steady = Steady
kind-novice = Novice
kind-house = House
kind-sharp = Sharp

list-none = none
