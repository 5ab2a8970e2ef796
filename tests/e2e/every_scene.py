"""All screens: whoever goes through them takes them from here."""

from tests.e2e import (
    scenes_after,
    scenes_bang,
    scenes_live,
    scenes_lobby,
    scenes_ops,
    scenes_sheets,
    scenes_shotgun,
    scenes_trouble,
)
from tests.e2e.scenes import SCENES

__all__ = [
    "SCENES",
    "scenes_after",
    "scenes_bang",
    "scenes_live",
    "scenes_lobby",
    "scenes_ops",
    "scenes_sheets",
    "scenes_shotgun",
    "scenes_trouble",
]
