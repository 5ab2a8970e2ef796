"""What the arena is asked to play, and who sits where in each match."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import click
import msgspec
from msgspec import Struct

from services.bots.minds import MindMaker
from services.cli.seed import shown
from shared.engine.game import Game

EACH = "each"
"""In place of a role: all of them, one after the other."""
ROOM_CODE = "ARENAS"
NUMBER_BYTES = 8


class Request(Struct, frozen=True):
    """Everything that a match's course hangs on; together with its number it gives the match."""

    game: str
    seats: int
    players: tuple[str, ...]
    """Kinds of automatic players."""
    among: str
    """The kind that has the seats which are left; empty: `players` by turns have them all."""
    roles: tuple[str, ...]
    """The role in which the one of `players` sits, for `matches` each; none: any."""
    matches: int
    seed: bytes
    has_random_options: bool

    @property
    def total(self) -> int:
        return self.matches * max(1, len(self.roles))

    def chance(self, number: int, what: str) -> bytes:
        """32 bytes for one end of match `number`, the same whatever was played before."""
        place = number.to_bytes(NUMBER_BYTES) + what.encode()
        return blake2b(place, key=self.seed, person=b"saloon-arena", digest_size=32).digest()

    def line_up(self, number: int, roles: Sequence[str]) -> tuple[str, ...]:
        """Who plays which seat of match `number` (from 1), in which they were dealt `roles`.

        From match to match everybody moves on by a seat, so that sides are changed evenly.
        """
        shift = number - 1
        if self.roles:
            wanted = self.roles[shift // self.matches]
            held = [seat for seat, role in enumerate(roles) if role == wanted]
            assert held, (wanted, roles)
            chosen = held[shift % len(held)]
            one, among = self.players[0], self.among
            return tuple(one if seat == chosen else among for seat in range(self.seats))
        rest = (self.among,) * (self.seats - len(self.players)) if self.among else ()
        row = (*self.players, *rest)
        return tuple(row[(seat + shift) % len(row)] for seat in range(self.seats))

    def command(self, number: int) -> str:
        """The command line that plays match `number` alone."""
        told = ["./saloon", "arena", "--game", self.game, "--seats", str(self.seats)]
        told += ["--players", ",".join(self.players)]
        if self.among:
            told += ["--among", self.among]
        if self.roles:
            told += ["--role", EACH if len(self.roles) > 1 else self.roles[0]]
        told += ["--options", "random" if self.has_random_options else "default"]
        return " ".join(
            [*told, "-n", str(self.matches), "--seed", shown(self.seed), "--only", str(number)]
        )


def role_of(game: Game, state: object, seat: int) -> str:
    """What `seat` is in the match, as its section `me` says: its `role` if the game deals roles,
    else its place, `seat-1` and so on."""
    me = msgspec.to_builtins(game.own_sections(state, seat)["me"])
    return str(me.get("role") or f"seat-{seat + 1}")


def check_players(
    game: str, seats: int, players: Sequence[str], among: str, minds: Mapping[str, MindMaker]
) -> None:
    """Raises `click.BadParameter`, which says what is possible."""
    possible = f"{game} is played by {', '.join(sorted(minds)) or 'nobody yet'}"
    for name in players:
        if name not in minds:
            raise click.BadParameter(f"no player {name!r}: {possible}", param_hint="--players")
    if among and among not in minds:
        raise click.BadParameter(f"no player {among!r}: {possible}", param_hint="--among")
    if len(players) > seats:
        raise click.BadParameter(
            f"{len(players)} players for {seats} seats: at most {seats}", param_hint="--players"
        )


def check_seats(game: Game, seats: int) -> None:
    """Raises `click.BadParameter`, which says what is possible."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        takes = f"{least}" if least == most else f"{least} to {most}"
        raise click.BadParameter(
            f"{seats} seats: {game.id} takes {takes} seats", param_hint="--seats"
        )


def wanted_roles(wanted: str, dealt: Sequence[str], players: Sequence[str]) -> tuple[str, ...]:
    """`dealt`: the roles of a table of this size. Raises `click.BadParameter`."""
    if not wanted:
        return ()
    if len(players) != 1:
        raise click.BadParameter(
            "takes one name in --players: the one who gets the role", param_hint="--role"
        )
    roles = tuple(dict.fromkeys(dealt))
    if wanted == EACH:
        return tuple(sorted(roles))
    if wanted not in roles:
        raise click.BadParameter(
            f"no role {wanted!r} at this table: {', '.join(sorted(roles))} or {EACH}",
            param_hint="--role",
        )
    return (wanted,)
