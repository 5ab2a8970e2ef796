"""Matches that have left the log: where they lie, and how they are read beside those still in it.

`objects` is the interface of a store; `memory` the reference, `jetstream`, `directory` and `s3` the
real ones. `matches` reads a match wherever it is.
"""
