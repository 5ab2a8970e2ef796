# What a written record of a match says around its lines, and what an audit of its log found.

transcript-head = { $title } · { $players } players · { $seed }
transcript-seed = test seed { $seed }
transcript-round = Round { $round }
transcript-result = How it ended
transcript-points = Points in this room
transcript-audit = The log, checked
transcript-player = Guest { $number }

audit-counted = { $entries } entries hold { $events } events.
audit-head = The first line says what the entries say.
audit-form = Each entry reads as it was written.
audit-chain = Each entry is sealed to the one before it, from the first to the last.
audit-commitments = Nothing in them was changed: all of it fits its seals.
audit-secret = The secret is the one sealed before the match, and every draw and salt follows from it.
audit-decisions = Every command was decided again and gave the same entry, byte for byte.
audit-states = Played again from its events, the match ends in the state that it names.
audit-results = The result is the one that this state has.
audit-closed = Parts of this record are closed, so nothing was decided again.
audit-endless = The match has no end yet: more may follow, or may have been left out.
audit-rules-installed = Its rules, { $ruleset }, are those that were released, as they are kept here.
audit-rules-unknown = It names a release of { $ruleset } that is not kept here; this one’s own rules were used.
audit-signature = Signed with key { $key }.
audit-anchor = Anchored: everything up to entry { $seq } is what was kept elsewhere.
audit-unanchored = Consistent, not anchored: compare a hash that somebody kept, or a checkpoint.
audit-bad-file = The record does not hold: { $why }.
audit-test-seed = Test seed, not fair: whoever knows it knows all that is hidden.
audit-dropped = Secrets that were drawn and not used: { $count }.
audit-bad = Entry { $seq } is the first that does not hold: it { $why }.
