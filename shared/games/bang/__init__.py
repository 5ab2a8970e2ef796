"""BANG!, the base game, as a `Game`."""

from .game import Bang

__all__ = ["Bang"]
