"""A seed as it is given on the command line."""

from typing import Any

import click

SEED_DIGITS = 64


class SeedType(click.ParamType[bytes]):
    """Up to 64 hex digits; zeros are put before fewer."""

    name = "hex"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> bytes:
        if isinstance(value, bytes):
            return value
        digits = str(value).lower()
        if not 0 < len(digits) <= SEED_DIGITS or digits.strip("0123456789abcdef"):
            self.fail(f"{digits[:SEED_DIGITS]!r} is not 1 to {SEED_DIGITS} hex digits", param, ctx)
        return bytes.fromhex(digits.zfill(SEED_DIGITS))


def shown(seed: bytes) -> str:
    """Its hex digits without the zeros before them."""
    return seed.hex().lstrip("0") or "0"
