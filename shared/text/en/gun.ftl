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

title-odds = Loaded Odds
game-buckshot = { title-odds }
-charges = charges

## Log

gun-seated = { $name } sits down across from { $other }. Both have { $health } { -charges }.
gun-loaded = The gun is loaded: { $live } live, { $blank } blank, in an order nobody knows.
gun-items = { $name } gets { $items }.
gun-items-lost = { $name } gets { $items }; there is no room for { $lost } more.
gun-items-none = { $name } has no room for another item.
gun-turn = { $name }’s turn ({ $scores })
gun-score = { $name } { $health }
gun-time-is-up = { $name } let the time run out.
gun-skipped = { $name } is still in { item-handcuffs } and misses a turn.
gun-used-beer = { $name } opens a { item-beer } and racks the gun.
gun-used-cigarettes = { $name } lights up and breathes out slowly.
gun-used-cigarettes-wasted = { $name } lights up for the taste of it; there is nothing to heal.
gun-used-handcuffs = { $name } snaps { item-handcuffs } on { $other }.
gun-used-magnifier = { $name } bends over the chamber with the { item-magnifier }.
gun-used-saw = { $name } takes the { item-saw } to the muzzle: the next shell counts double.
gun-seen = { $name } sees a { $shell } shell.
gun-ejected = Out drops a { $shell } shell.
gun-fired-self-live = { $name } turns the gun around and pulls the trigger. It is live!
gun-fired-self-blank = { $name } turns the gun around and pulls the trigger. Click. One more turn.
gun-fired-other-live = { $name } aims at { $other } and pulls the trigger. It is live!
gun-fired-other-blank = { $name } aims at { $other } and pulls the trigger. Click.
gun-hurt = { $name } loses { $amount } ({ $health } left).
gun-healed = { $name } gets { $amount } back (now { $health }).
gun-ended = { $name } wins! Left in the gun: { $shells }.
gun-abandoned = The match was broken off without a winner. Left in the gun: { $shells }.

## Result

gun-result = { $name } wins in load { $loads }! From load to load: { $course }.
gun-course = { $one }–{ $other }
gun-course-then = { " → " }
gun-place = { $place }. { $name } — { $health } { -charges } left ({ $won ->
    [yes] won
   *[no] lost
})
transcript-load = Load { $load }
