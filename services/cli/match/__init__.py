"""The verb `match`: a room's whole log, audited or read."""
