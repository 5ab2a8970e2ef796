"""What an operator may set for the bots service."""

from typing import Annotated

from msgspec import Meta, Struct

Duration = Annotated[int, Meta(ge=1, le=86_400_000)]


class BotsSettings(Struct, frozen=True):
    gateway_url: str = "http://127.0.0.1:8080"
    """The gateway that it plays through."""
    seats_limit: Annotated[int, Meta(ge=1)] = 500
    """Seats that one process plays at the same time."""
    look_ms: Duration = 500
    """How often it looks for seats that nobody plays."""
    pace_least_ms: Annotated[int, Meta(ge=0, le=60_000)] = 800
    """The least time that a move takes; how long it takes is drawn, whatever there is to choose."""
    pace_most_ms: Annotated[int, Meta(ge=0, le=60_000)] = 2_000
    """The most time that a move takes."""
    dealer_pace_least_ms: Annotated[int, Meta(ge=0, le=60_000)] = 700
    """The least time that a dealer of Buckshot Roulette takes, for items too."""
    dealer_pace_most_ms: Annotated[int, Meta(ge=0, le=60_000)] = 900
    """The most time that he takes."""
    talk_share: Annotated[float, Meta(ge=0, le=1)] = 0.3
    """How many of the occasions to say a phrase at the table it takes; 0: it says nothing."""
    talk_gap_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 8_000
    """The least time between two phrases of one seat."""
    again_ms: Duration = 1_000
    """When a move is tried again that was refused."""
    renew_ms: Duration = 600_000
    """How often it renews the lease of each seat; well before that ends."""

    def pace_ms(self, game: str) -> range:
        """What the time for a move is drawn from."""
        least_ms, most_ms = (
            (self.dealer_pace_least_ms, self.dealer_pace_most_ms)
            if game == "buckshot"
            else (self.pace_least_ms, self.pace_most_ms)
        )
        return range(least_ms, max(least_ms, most_ms) + 1)
