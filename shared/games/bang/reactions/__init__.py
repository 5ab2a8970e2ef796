"""Reaction windows (§5.4): one module a mechanism, each with its answers and its default."""
