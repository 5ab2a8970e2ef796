"""Identifiers and units that must not be mixed: ids are strings on the wire, counts integers."""

from typing import NewType

RoomId = NewType("RoomId", str)
"""A room's six-letter code; it names the room for life, also in its log's subject."""

PlayerId = NewType("PlayerId", str)
"""A random id of a person or an automatic player; never a nickname."""

SYSTEM = PlayerId("")
"""Who sends commands that no player sends."""

AUTOMATIC = "auto-"
"""What the ids of automatic players begin with, and nobody else's."""

CommandId = NewType("CommandId", str)
"""Chosen by the sender, unique for one actor within a match; the idempotency key."""

CardId = NewType("CardId", int)
"""A card's fixed number in its deck (BANG! base game: 0..79): the id *is* the card."""

SeatIndex = NewType("SeatIndex", int)
"""0-based place at the table, clockwise."""

WaitId = NewType("WaitId", int)
"""Number of a wait within its match, from 1, never reused."""

Seq = NewType("Seq", int)
"""A room's own gapless entry number, from 1; 0 stands for "before the first"."""

Millis = NewType("Millis", int)
"""Unix time or a duration in milliseconds; the name that carries it says which."""
