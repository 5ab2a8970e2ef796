# What a written record of a match says around its lines, and what an audit of its log found.

transcript-head = { $title } · { $players } players · { $seed }
transcript-seed = test seed { $seed }
transcript-round = Round { $round }
transcript-result = How it ended
transcript-points = Points in this room
transcript-audit = The log, checked
transcript-player = Guest { $number }

audit-counted = { $entries } entries hold { $events } events.
audit-chain = Each entry is sealed to the one before it, from the first to the last.
audit-again = Every command was decided again and gave the same entry, byte for byte.
audit-closed = Parts of this record are closed, so nothing was decided again; what is open fits its seals.
audit-test-seed = Test seed, not fair: whoever knows it knows all that is hidden.
audit-dropped = Secrets that were drawn and not used: { $count }.
audit-bad = Entry { $seq } is the first that does not hold: it { $why }.
