"""The rules service: decides commands and is the only one that appends to the log."""
