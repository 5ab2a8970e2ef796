"""The table of rights as the store's list of users (Redis 7.0)."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from .rights import Rights

_KEYLESS = (*("auth", "hello", "select", "ping", "quit", "multi", "exec", "discard"),)
"""Commands that touch no key, for everybody."""


def store_user(rights: Rights, password: str) -> str:
    """The service's line in the store's list of users (Redis 7.0); the password only as a hash."""
    allowed = []
    for use in rights.keys:
        keys = f"%R~{use.prefix}*" if use.is_read_only else f"~{use.prefix}*"
        allowed.append(f"({keys} {' '.join(f'+{command}' for command in use.commands)})")
    digest = sha256(password.encode()).hexdigest()
    commands = (*_KEYLESS, "config|get") if rights.looks_at_store else _KEYLESS
    keyless = " ".join(f"+{command}" for command in commands)
    head = f"user {rights.service} on #{digest} resetkeys resetchannels -@all {keyless}"
    return " ".join([head, *allowed])


def store_users(rows: Iterable[Rights], passwords: Mapping[str, str]) -> str:
    """The store's whole list of users: services that use it, and no default user."""
    users = (rights for rights in rows if rights.keys or rights.looks_at_store)
    lines = [store_user(rights, passwords[rights.service]) for rights in users]
    return "\n".join(["user default off", *lines]) + "\n"
