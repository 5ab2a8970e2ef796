# What each role is after, and a tip for players who ask for hints.

role-aim-sheriff = Win by getting rid of every { role-outlaw } and the { role-renegade }.
role-aim-deputy = Help the { role-sheriff } get rid of every { role-outlaw } and the { role-renegade }. You share the win even when you are out.
role-aim-outlaw = Win by bringing down the { role-sheriff }. You share the win even when you are out.
role-aim-renegade = Win by being the last one left. The { role-sheriff } has to fall last.

role-tip-sheriff = Everyone knows who you are. Bringing down a { role-deputy } costs you all your cards, so watch who is after you before you shoot.
role-tip-deputy = A { role-deputy } protects the { role-sheriff }. Stop those who go for the { role-sheriff } first.
role-tip-outlaw = Go for the { role-sheriff }, but check your range first. Whoever brings down an { role-outlaw } draws 3 cards, so mind each other too.
role-tip-renegade = Help the { role-sheriff } against the { role-outlaw }s at first. If the { role-sheriff } falls too early, you lose.

# How many of each role a table has.
roles-in-play = { role-sheriff } { $sheriff }, { role-deputy } { $deputy }, { role-outlaw } { $outlaw }, { role-renegade } { $renegade }
