# A match that was played, moment by moment.

ui-replay-of = Replay of match { $number }
ui-replay-none = This match cannot be shown
ui-replay-loading = Fetching the match…
ui-replay-to-room = To the room
ui-replay-table = The table at this moment
ui-replay-before = Nobody has been seated yet.
ui-replay-silent = Nothing to tell

## Time

ui-replay-time = Time
ui-replay-moment = Moment
ui-replay-entry = Entry { $seq }
ui-replay-first = To the beginning
ui-replay-back = One back
ui-replay-on = One on
ui-replay-last = To the end
ui-replay-play = Play
ui-replay-pause = Pause
ui-replay-next-turn = Next turn
ui-replay-speed = Speed

## Whose eyes

ui-replay-eyes = Through whose eyes
ui-replay-eyes-watcher = Watcher
ui-replay-eyes-auditor = Everything
ui-replay-own-only = Until the match is over there are only your own eyes and a watcher’s.
ui-replay-nowhere = There is no such match, or it is not kept any more, or you may not see it. Check the link.
ui-replay-by = You look as the auditor { $name }. Through other eyes it is another look, and recorded.
ui-replay-hide = Hide the ending
ui-replay-hide-about = Begins at the first entry, and shows nothing of how far it goes.
ui-replay-link = Link to this moment

## What happened

ui-replay-events = What happened
ui-replay-raw = Entry { $seq } as it was hashed
ui-replay-find = Find
ui-replay-of-seat = Whose
ui-replay-everybody = Everybody
ui-replay-kind = Of what kind
ui-replay-kind-all = All kinds
ui-replay-kind-turn = Turns
ui-replay-kind-card = Cards and items played
ui-replay-kind-check = What was turned up
ui-replay-kind-asked = Questions to players
ui-replay-kind-life = Hurt and helped
ui-replay-kind-out = Who is out, and the end
ui-replay-of-entry = Entry { $seq } and what came of it
ui-replay-nothing = Nothing like that happened.
ui-replay-verify = Verify all
ui-replay-verify-about = Hashes every entry again, in this browser.

## What is different

ui-replay-changes = What changed
ui-replay-between = From entry { $from } to entry { $to }
ui-replay-no-before = This is the first moment.
ui-replay-mark = Compare with this moment
ui-replay-unmark = Compare with the one before

## What the viewer could know

ui-known = What could this seat know here?
ui-known-about = It follows from what was sent to that seat up to this moment and from counting. Nothing is guessed.
ui-known-now = Shown now
ui-known-earlier = Shown earlier, or counted, and still true
ui-known-not = Not known
ui-known-hand = Own hand: { $cards }
ui-known-deck = Certainly in the deck: { $cards }
ui-known-leaks = Delivered although private
ui-known-no-leaks = Nothing. { $count ->
    [one] One entry was
   *[other] { $count } entries were
} held against what this viewer may see.
