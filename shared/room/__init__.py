"""The room around a match: lobby, fair start, matches of any game, log entries, views. Pure."""
