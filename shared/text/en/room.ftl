# What happened in the room around a match.

player-unnamed = an unnamed guest
# Automatic players to whom nobody has given a nickname.
bot-bang = Robo { $number }
bot-buckshot = Dealer
visibility-public = everyone
visibility-link = whoever has the link
visibility-invited = invited players

room-opened = { $name } opened the room.
room-tenant = The room belongs to { $name }.
room-seat-taken = { $name } took a seat.
room-seat-taken-bot = The bot { $name } took a seat.
room-left = { $name } left the room.
room-kicked = The host sent { $name } away.
room-kicked-open = The host sent { $name } away. That is no ban: { $name } can come back with the room’s code.
room-removed = The bot { $name } was removed.
room-host = { $name } is the host now.
room-new-key = The invitation has changed. The old one opens the room no more.
room-options = Options changed: { $changes }. Everyone please get ready again.
room-option-change = { $option } → { $choice }
room-options-other = Options changed. Everyone please get ready again.
room-visibility = Who may come in now: { $visibility }.
room-title = The room is called “{ $title }” now.
room-title-none = The room has no title any more.
room-watching-on = Everybody who knows the room may watch now.
room-watching-off = Only players see matches here now.
room-wording-kids = Everybody reads the children’s words here now.
room-wording-own = Everybody reads the words of their own choice here now.
room-talk-off = Table talk is off now.
room-talk-phrases = Table talk now: phrases only.
room-talk-text = Table talk now: phrases and your own words.
room-ready = { $name } is ready.
room-unready = { $name } is not ready any more.
room-locked = Here we go! Gathering what the shuffle is made of.
room-dealt = Match { $match } begins.
room-dealt-test = Match { $match } begins from a test seed. It is not a fair match.
room-left-match = { $name } left the match; the seat plays on automatically.
room-winners = Winners: { $names }.
room-secret = The secret of this match is out. Anybody can check the match now.
room-secret-unused = A secret that was never used is out.
room-looked-into = The auditor { $name } looked into this match and saw everything hidden in it.
room-again = Getting the next match ready.
room-closed-empty = Nobody is left, so the room closes.
room-closed-abandoned = Nobody is watching, so the room closes.
room-closed-by_operator = Whoever runs this server has ended the room.
room-closed-by_tenant = The site that this room belongs to has ended it.
