# Table talk.

ui-talk = Table talk
ui-talk-new = Table talk, { $count } new
ui-talk-empty = Nobody has said anything yet.
ui-talk-away = Table talk does not work right now. The game goes on.
ui-talk-off = The host has switched table talk off.
ui-talk-watcher = Only those who sit at the table can speak.
ui-talk-to = Said to
ui-talk-all = Everybody
ui-talk-write = Say something of your own
ui-talk-send = Say it
ui-talk-said = { $name }: { $words }
ui-talk-mute = Hide what { $name } says
ui-talk-unmute = Show what { $name } says
ui-talk-muted = Hidden: { $names }
ui-talk-report = Report
ui-talk-report-about = This line, and those around it, go to whoever runs this server. { $name } does not hear of it.
ui-talk-reported = Reported. Thank you.
ui-talk-more = About this line
ui-talk-switch = Table talk
ui-talk-switch-off = Off
ui-talk-switch-phrases = Phrases
ui-talk-switch-text = Own words too
ui-talk-switch-about = Phrases come in each reader’s own language. The game takes no notice of what is said.
