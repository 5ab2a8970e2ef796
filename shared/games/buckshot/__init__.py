"""Buckshot Roulette as a `Game`."""

from .game import Buckshot

__all__ = ["Buckshot"]
