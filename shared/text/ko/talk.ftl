# What can be said at the table with one tap. Keys: phrase-<id>; phrase-<id>-at where it points at
# somebody, whose name is $target.

phrase-hello = 안녕하세요!
phrase-goodLuck = 행운을 빌어요!
phrase-goodLuck-at = { $target } 님, 행운을 빌어요!
phrase-thanks = 고마워요!
phrase-thanks-at = { $target } 님, 고마워요!
phrase-sorry = 미안해요!
phrase-sorry-at = { $target } 님, 미안해요!
phrase-wellShot = 조준 좋네요!
phrase-wellShot-at = { $target } 님, 조준 좋네요!
phrase-ouch = 아야!
phrase-luck = 운이 좋았네요.
phrase-wellPlayed = 잘했어요!
phrase-wellPlayed-at = { $target } 님, 잘했어요!
phrase-thinking = 잠깐 생각할게요.
phrase-hurry = 기다리고 있어요.
phrase-hurry-at = { $target } 님, 기다리고 있어요.

phrase-suspectOutlaw-at = { $target } 님은 { role-outlaw } 같아요.
phrase-suspectRenegade-at = { $target } 님은 { role-renegade } 같아요.
phrase-trust-at = { $target } 님을 믿어요.
phrase-imDeputy = 저는 { JOSA(role-deputy, "이에요/예요") }!
phrase-noOutlaw = 저는 { JOSA(role-outlaw, "이/가") } 아니에요.
phrase-help = 도와주세요!
phrase-help-at = { $target } 님, 도와주세요!
phrase-allAt-at = 모두 { $target } 님을 노려요!
phrase-leaveAlone-at = { $target } 님은 그냥 두세요!
phrase-withYou-at = { $target } 님, 저는 같은 편이에요.
