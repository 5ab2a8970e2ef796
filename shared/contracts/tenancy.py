"""Whose a room is, and whose a player, where sites embed the games. They are called hosts in what
they read themselves, tenants wherever a room's own host stands near."""

from .commands import Visibility
from .ids import PlayerId

TENANT_MARK = "~"
"""In the ids of tenants' players, and nobody else's: between the tenant's name and the rest."""


def tenant_of(player: PlayerId) -> str:
    """Whose player that is; empty for guests and automatic players."""
    tenant, mark, _ = player.partition(TENANT_MARK)
    return tenant if mark else ""


def is_foreign(player: PlayerId, tenant: str, visibility: Visibility) -> bool:
    """Whether a room of that tenant is none for this player, unless he has a seat in it.

    Players of a tenant are at home in rooms of his and nowhere else, guests in rooms of no tenant
    and in all that are public.
    """
    own = tenant_of(player)
    return own != tenant and (bool(own) or visibility != "public")
