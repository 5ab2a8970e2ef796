"""The log: one gapless sequence of opaque entries per room, and snapshots beside it.

`log` is the interface, `memory` the reference, `jetstream` the real one, `snapshots` has both kinds
of those. What an entry means, and whether it is legal, belongs to callers.
"""
