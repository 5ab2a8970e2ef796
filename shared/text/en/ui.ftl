# What the browser's page says on every screen.

ui-close = Close
ui-copy = Copy
ui-copied = Copied.
ui-copy-by-hand = It is selected; copy it with your keyboard or a long press.
ui-changed = Not the default
ui-sending = Sending…
ui-seconds-left = { $seconds ->
    [one] { $seconds } second left
   *[other] { $seconds } seconds left
}
ui-life = { -life } { $life } of { $most }
ui-log = Log
ui-refused = That did not work. Look at the table and choose again.

## The connection

ui-connecting = Connecting…
ui-lost = The connection is lost.
ui-lost-next = Next try in { $seconds } s. Time goes on at the table.
ui-quiet = Nothing has come from the server for a while. Checking the connection…
ui-try-now = Try now
ui-missed = While this page was behind, so much went by: { $count ->
    [one] one thing.
   *[other] { $count } things.
}
ui-all-right = All right
ui-unreachable-title = No connection to the server
ui-unreachable = The server does not answer. Check your connection; we keep trying.
ui-try-again = Try again
ui-part-missing = A part of the page is missing
ui-elsewhere = This seat is open in another page of this browser, so this one stands still.
ui-use-here = Use here
ui-newer = The server has a newer version than this page. Reload to go on; your seat is kept.
ui-reload = Reload
ui-broken-title = This page has stumbled
ui-broken = Something on this page went wrong. Reload to go on; your seat is kept.

## Addresses that lead nowhere

ui-dead-end-title = Nothing is here
ui-dead-end = This address leads nowhere. Perhaps a letter is missing. Enter a room’s code, or go to the lobby.
ui-to-lobby = To the lobby
ui-no-entry-title = You cannot come in here
ui-closed-title = This room is closed
ui-closed = Everybody has gone, so the room was closed. Open a new one, or join another.

## Who you are

ui-welcome = Sit down with us. What may we call you?
ui-nickname = Nickname
ui-come-in = Come in
ui-you-are = You are { $name }.
ui-fleeting = This browser keeps no cookies. Your seat is yours until you close this page.

## Settings

ui-settings = Settings
ui-rules = Rules and cards
ui-nothing-kept = This browser keeps nothing for us, so settings last until you close the page.
ui-language = Language
ui-kids = Children’s words
ui-kids-about = Water and tag in place of everything rough.
ui-text-size = Size of text
ui-text-normal = Normal
ui-text-large = Large
ui-text-larger = Larger
ui-calm = Less movement
ui-calm-about = Nothing flies over the table; changes fade in.
ui-left-handed = Buttons on the left
ui-sign-out = Forget me
ui-sign-out-sure = Press again: name and seats are gone then
ui-sign-out-about = Ends your session on every device and erases your nickname.
ui-sound = Sound
ui-sound-about = A short note when your answer is wanted.
ui-vibration = Vibration
ui-shortcuts = Keyboard shortcuts
ui-shortcuts-about = At the table: 1–9 card, E end turn, L log, R role, I about a card, Esc cancel.
