# What each card does and what each character can do. Keys: card-does-<kind>, character-does-<id>.

## Cards that are played and put on the discard pile

card-does-bang = Shoot one other player within range. Whoever cannot stop it loses 1 { -life }. You may play one each turn.
card-does-missed = Stops one { card-bang } or { card-gatling } aimed at you. Cannot be played in your own turn.
card-does-beer = Get 1 { -life } back, up to your maximum. Outside your turn only when you have none left, and never when two players remain.
card-does-saloon = Everyone still in gets 1 { -life } back. It works with two players as well.
card-does-stagecoach = Draw 2 cards from the deck.
card-does-wellsFargo = Draw 3 cards from the deck.
card-does-generalStore = Turn up as many cards as there are players left. Clockwise from you, each takes one.
card-does-panic = Take one card of a player at distance 1: a random one from the hand, or one you choose in play.
card-does-catBalou = Any other player, however far, discards one card: a random one from the hand, or one you choose in play.
card-does-duel = Challenge any other player, however far. In turn, the other player first, each gives up a { card-bang }; who stops first loses 1 { -life }. { card-missed } and { card-barrel } do not help.
card-does-indians = Every other player gives up a { card-bang } or loses 1 { -life }. { card-missed } and { card-barrel } do not help.
card-does-gatling = Shoots at every other player, however far. { card-missed } and { card-barrel } stop it. It does not count as your one { card-bang } of the turn.

## Cards that stay in play

card-does-barrel = When a { card-bang } or { card-gatling } comes at you, turn up a card: ♥ counts as one { card-missed }.
card-does-mustang = Others see you 1 further away.
card-does-scope = You see others 1 closer, but never closer than 1.
card-does-jail = Put it in front of another player who is not the { role-sheriff }. At the start of that player’s turn a card is turned up: ♥ sets the player free, anything else skips the whole turn. Either way the { card-jail } is discarded.
card-does-dynamite = Put it in front of yourself. From your next turn on, a card is turned up at the start of the turn: with ♠2 to ♠9 it blows up and takes 3 { -life }, otherwise it moves on clockwise.
card-does-volcanic = A { -weapon }. It only has range 1, but you may play any number of { card-bang } cards.
card-does-schofield = A { -weapon } with range 2.
card-does-remington = A { -weapon } with range 3.
card-does-carabine = A { -weapon } with range 4.
card-does-winchester = A { -weapon } with range 5.
weapon-does-none = Used when no { -weapon } is in play; its range is 1.

## Characters

character-does-bart = Draws a card from the deck for each { -life } lost.
character-does-blackJack = Shows the second card drawn in a turn to everyone; ♥ or ♦ brings one more.
character-does-calamity = May use { card-bang } as { card-missed } and { card-missed } as { card-bang }. A { card-missed } used that way counts as the one { card-bang } of the turn.
character-does-elGringo = For each { -life } lost to another player’s card, takes a random card from that player’s hand. Not for a { card-dynamite }.
character-does-jesse = May take the first card of a turn at random from another player’s hand.
character-does-jourdonnais = Always counts as having a { card-barrel }; with a real one, two checks are made.
character-does-kit = In a turn looks at the top 3 cards and keeps 2; the third goes back face down on top.
character-does-lucky = Turns up 2 cards for each check and chooses the one that counts.
character-does-paul = Others always see this character 1 further away, in addition to a { card-mustang }.
character-does-pedro = May take the first card of a turn from the top of the discard pile.
character-does-rose = Always sees others 1 closer, in addition to a { card-scope }.
character-does-sid = May discard 2 cards to get 1 { -life } back, any number of times, on your own turn and when asked for a reaction.
character-does-slab = It takes 2 { card-missed } effects to stop this character’s { card-bang }. Not for { card-gatling }.
character-does-suzy = Draws a card the moment the hand is empty.
character-does-vulture = When another player is out, takes all cards of that player into hand.
character-does-willy = May play any number of { card-bang } cards in a turn.
