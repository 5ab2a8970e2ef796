# What commands in a terminal say about many moments, and many logs.

## Where two logs part, and what changed between two moments of one

look-diff-none = No difference in { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}.
look-diff-none-states = No difference.
look-diff-since = Compared from entry { $seq } on, the first that both have.
look-diff-closed = Leaves that are closed in one of them, with the same seal: { $count }
look-diff-end = Entry { $seq } is not in log { $number } any more; up to there they are the same.
look-diff-unreadable = Entry { $seq } cannot be read in log { $number }; up to there they are the same.
look-diff-form = Entry { $seq } is not in canonical form in log { $number }; up to there they are the same.
look-diff-header = Entry { $seq } is the first that differs, in its header, { $field }: { $one } against { $other }
look-diff-count = Entry { $seq } is the first that differs, in the number of its leaves: { $one } against { $other }
look-diff-leaf = Entry { $seq } is the first that differs, in leaf { $leaf } ({ $what }), { $field }: { $one } against { $other }
look-diff-salt = Entry { $seq } is the first that differs: leaf { $leaf } ({ $what }) says the same under another salt, { $one } against { $other }
look-diff-chain = Entry { $seq } is the first that differs: it says the same, but its { $field } is { $one } against { $other }
look-diff-state = { $field }: { $one } → { $other }

## What many logs add up to

look-stats-game-bang = { title-showdown }
look-stats-game-buckshot = { title-odds }
look-stats-matches = Matches: { $count }; played to the end { $finished }, abandoned { $abandoned }, without an end { $unfinished }
look-stats-tables = Tables: { $tables }
look-stats-table = { $count } of { $seats } seats
look-stats-timeouts = Time-outs: { $count } of { $entries } entries
look-stats-tests = From a test seed, not fair: { $count }
look-stats-left-out = Given more than once, and counted once: left out { $count }
look-stats-refusals = Refusals leave nothing in a log, so they are not counted here.
look-stats-lengths = Length of matches played to the end
look-stats-least = least
look-stats-median = median
look-stats-most = most
look-stats-entries = entries
look-stats-turns = turns
look-stats-rounds = rounds or loads
look-stats-seconds = seconds
look-stats-wins = Who won how often
look-stats-by = by
look-stats-by-role = role
look-stats-by-side = side
look-stats-by-character = character
look-stats-seat = Seat { $number }
look-stats-trials = matches
look-stats-won = won
look-stats-share = share
look-stats-interval = 95 % (Wilson)
look-stats-axis = matches won, %, with the 95 % Wilson interval

## What if

look-branch = What if? Room { $room }, match { $match }, on from entry { $seq }
look-ask = Your choice

## What has left the log

look-left = Entries before { $seq } have left the log. The archive has match { $matches }: verify and show take it with --match N, everything else the file that `match export ROOM --match N` writes.
look-left-none = Entries before { $seq } have left the log, and the archive has no match of them (any more).
look-left-unknown = Entries before { $seq } have left the log for the archive, and that cannot be asked now.
look-nothing = Nothing to tell: in entries { $first } to { $last } nothing happened that is read aloud.
