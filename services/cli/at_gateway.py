"""A gateway that a verb plays at: its address, and whether it is one."""

import asyncio
from urllib.parse import urlsplit

import click
import msgspec

from shared.client import Away, Client, Refused

FIRST_ANSWER_S = 3.0


class NotThere(Exception):
    """Nobody can play there; the sentence says why."""


def read_address(given: str) -> str:
    """`http://host:port` without more. Raises `click.BadParameter`."""
    parts = urlsplit(given)
    try:
        port = parts.port
    except ValueError:
        raise click.BadParameter(f"{given}: no such port", param_hint="--url") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise click.BadParameter(
            f"{given}: an address such as http://127.0.0.1:8080", param_hint="--url"
        )
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise click.BadParameter(f"{given}: the address alone, without more", param_hint="--url")
    return f"{parts.scheme}://{parts.netloc}"


async def ask_first(url: str, game: str, seats: int) -> None:
    """Whether a gateway answers there that has the game for so many. Raises `NotThere`."""
    async with Client(url, budget_s=FIRST_ANSWER_S) as client:
        try:
            async with asyncio.timeout(2 * FIRST_ANSWER_S):
                games = (await client.games()).games
        except (Away, TimeoutError):
            raise NotThere(f"{url} does not answer: is a gateway running there?") from None
        except Refused as refused:
            said = f"{refused.status} ({refused.why.code})"
            raise NotThere(f"{url} answers {said} instead of its games") from None
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise NotThere(f"what answers at {url} is no gateway of Saloon") from None
    if not any(each.id == game and each.seats_least <= seats <= each.seats_most for each in games):
        raise NotThere(f"the gateway at {url} has no game {game} for {seats}")
