# The lobby, a new room, and a room before its match.

ui-lobby-greeting = Good evening, { $name }. Where will you sit?
ui-create = New room
ui-play-with-bots = Play with bots now
ui-open-rooms = Rooms
ui-looking = Looking for rooms…
ui-no-rooms = No room is open. Make one and invite your friends, or play with bots now.
ui-more-rooms = More rooms
ui-held = You still have a seat in room { $code }.
ui-return = Go back
ui-join-by-code = Join by code or link
ui-join = Join
ui-code-wrong = A code has six letters, like KQXHWT. A whole link works too.
ui-watch = Watch
ui-room-of = { $name }’s room
ui-seats = { $taken } of { $all } seats are taken
ui-phase-reveal = starting
ui-phase-match = playing
ui-phase-over = between matches
ui-phase-closed = closed

## A new room

ui-game = Game
ui-for-so-many = { $more ->
    [0] For { $least } at the table
   *[other] For { $least } to { $most } at the table
}
ui-who-may-come = Who may come in
ui-visibility-public = Everyone
ui-visibility-public-about = The room is in the list, and anybody may come in.
ui-visibility-link = By link
ui-visibility-link-about = Whoever has the link or the code may come in. The room is in no list.
ui-visibility-invited = Invited
ui-visibility-invited-about = Only the whole invitation link lets anybody in. The host can read it here.
ui-options-basic = Pace and set-up
ui-options-help = Help
ui-options-house = House rules
ui-create-now = Create room

## Before a match

ui-entering = Coming in…
ui-leave-room = Leave the room
ui-seated = Seats { $taken } of { $all }
ui-seats-are-drawn = Who sits next to whom is drawn at the start.
ui-host = Host
ui-you = You
ui-ready = ready
ui-not-ready = not ready yet
ui-not-here = not here
ui-hand-over-to = Make { $name } the host
ui-kick = Send { $name } away
ui-remove-bot = Remove { $name }
ui-free-seat = Free seat
ui-sit-down = Take a seat
ui-kind-of-bot = Kind of bot
ui-add-bot = Add a bot
ui-fill-with-bots = Add { $count } bots
ui-invite = Invite
ui-link = Link to this room
ui-code = Code
ui-options = Options
ui-options-default = Everything as by default.
ui-options-unready = After a change everybody has to get ready again.
ui-change-options = Change
ui-seal = Seal of this match
ui-seal-about = The server has chosen its secret already, and this is its fingerprint. After the match the secret is shown, and anybody can check that it was this one.
ui-watchers = { $count ->
    [one] { $count } watcher
   *[other] { $count } watchers
}
ui-public-only = Public information only
ui-you-watch = You are watching. A seat is free.
ui-full-you-watch = All seats are taken. You are watching.
ui-seat-lost = You have no seat here any more. You may go on watching, or take a free one.
ui-take-back-ready = Not ready after all
ui-i-am-ready = I am ready
ui-start = Start
ui-host-starts = The host starts as soon as everybody is ready.
ui-get-ready = Once everybody is ready, the host can start.
ui-again = Again
ui-replay = Replay

## How a room is

ui-unwatched = No watchers
ui-kids-here = This room has the milder words for everybody.
ui-title-report = Report the title
