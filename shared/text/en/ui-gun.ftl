# The table of the game for two.

ui-gun-stage = The gun
ui-gun-guide = Help, settings and log

## The gun

ui-gun-double = Sawn off: counts double
ui-gun-in-it = Shells in the gun: { $count }.
ui-gun-spent = Used of this load: { $shells }
ui-gun-next-is = Next shell: { $shell }. Only you know.
ui-gun-only-you = Only you have seen it
ui-gun-odds = Left: { $live } live · { $blank } blank. Live next: { $chance }%

## What is happening

ui-gun-aims = { $name } aims at { $other }…
ui-gun-aims-self = { $name } turns the gun around…
ui-gun-fired-live = Live!
ui-gun-fired-blank = Click: blank
ui-gun-loses = { $name } loses { $amount }
ui-gun-uses = { $name }: { $item }
ui-gun-load = New load: { $live } live · { $blank } blank.
ui-gun-mixed = Shuffled. Nobody knows the order.
ui-gun-skip = Skip
ui-gun-skips = { $name } is in { item-handcuffs } and misses a turn.
ui-gun-again-turn = Blank: the turn goes on.
ui-gun-your-turn = Your turn.

## The two

ui-gun-has-turn = has the turn
ui-gun-charges = { -charges }: { $left } of { $most }
ui-gun-cuffed = misses a turn
ui-gun-away = on autopilot
ui-gun-items-of = Items of { $name }
ui-gun-your-items = Your items
ui-gun-item-of = { $item } ({ $nth } of { $count })
ui-gun-shoot-self = Shoot yourself
ui-gun-shoot = Shoot { $name }
ui-gun-once-more = Tap once more

## Items

ui-gun-does-beer = Takes the next shell out of the gun, for all to see.
ui-gun-does-cigarettes = Gives 1 back, up to what you began with.
ui-gun-does-handcuffs = The other side misses its next turn.
ui-gun-does-magnifier = Shows the next shell to its user alone.
ui-gun-does-saw = The next shell counts double.

## Settings

ui-gun-set-chances = Count along
ui-gun-set-chances-about = Shows how many shells of each kind are left, and the chance of a live one.
ui-gun-set-oneTap = Fire at once
ui-gun-set-oneTap-about = One tap fires, without asking once more.
ui-gun-set-fast = Quicker
ui-gun-set-fast-about = The pauses between moves are half as long.

## The end

ui-gun-won = You win!
ui-gun-wins = { $name } wins
ui-gun-broken-off = Broken off without a winner
ui-gun-was-left = Left in the gun
ui-gun-other-side = Look from the other side
