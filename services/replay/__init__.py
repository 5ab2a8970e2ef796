"""The replay service: answers what a match was like, and looks after matches that are over."""
