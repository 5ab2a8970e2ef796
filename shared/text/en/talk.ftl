# What can be said at the table with one tap. Keys: phrase-<id>; phrase-<id>-at where it points at
# somebody, whose name is $target.

phrase-hello = Hello, everybody!
phrase-goodLuck = Good luck!
phrase-goodLuck-at = Good luck, { $target }!
phrase-thanks = Thank you!
phrase-thanks-at = Thank you, { $target }!
phrase-sorry = Sorry!
phrase-sorry-at = Sorry, { $target }!
phrase-wellShot = Well aimed!
phrase-wellShot-at = Well aimed, { $target }!
phrase-ouch = Ouch!
phrase-luck = That was luck.
phrase-wellPlayed = Well played!
phrase-wellPlayed-at = Well played, { $target }!
phrase-thinking = Let me think.
phrase-hurry = We are waiting.
phrase-hurry-at = { $target }, we are waiting for you.

phrase-suspectOutlaw-at = I think { $target } is an { role-outlaw }.
phrase-suspectRenegade-at = I think { $target } is the { role-renegade }.
phrase-trust-at = I trust { $target }.
phrase-imDeputy = I am a { role-deputy }!
phrase-noOutlaw = I am no { role-outlaw }!
phrase-help = Help me!
phrase-help-at = { $target }, help me!
phrase-allAt-at = Everybody at { $target }!
phrase-leaveAlone-at = Leave { $target } alone!
phrase-withYou-at = { $target }, I am with you.
