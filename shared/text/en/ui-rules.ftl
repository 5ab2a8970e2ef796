# The rules and card guide.

ui-rules-game = Game
ui-rules-here = At this table
ui-rules-turn = A turn
ui-rules-bang-1 = Draw two cards. Before that, whatever lies in front of you and waits for a card to be turned over is checked.
ui-rules-bang-2 = Play as many cards as you like, one { card-bang } among them. The page shows what can be played at whom, and says why if not.
ui-rules-bang-3 = Discard until you hold no more cards than you have { -life } left.
ui-rules-buckshot-1 = Use as many items as you like.
ui-rules-buckshot-2 = Then take aim: at the other side, which ends your turn, or at yourself. If you aim at yourself and nothing comes out, you go on.
ui-rules-buckshot-3 = When it is empty it is loaded anew: both are told how many of each kind, nobody the order, and both get items. Whoever has nothing left has lost; what is lost does not come back with a new load.
ui-rules-roles = Roles
ui-rules-players = Players
ui-rules-cards = Cards
ui-rules-blue = Cards with a double blue edge stay in front of a player. Tap a card to read what it does.
ui-rules-characters = Characters
ui-rules-items = Items
