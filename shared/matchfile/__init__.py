"""Match files: one match of a room's log as a file that proves itself; docs/match-format.md."""
