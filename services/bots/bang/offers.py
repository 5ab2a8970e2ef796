"""What the section `legal` of a view offers, as far as this release knows it."""

from typing import Any

import msgspec

from shared.contracts.bang_offers import COMPLETE, Offer


def read(legal: Any) -> list[Offer]:
    """The offers of the decoded section; those of kinds that are not known are passed over.

    Raises `msgspec.ValidationError`.
    """
    offers = msgspec.convert(legal or [], list[Offer])
    return [offer for offer in offers if offer.type in COMPLETE]
