"""From what an operator wrote to the store of objects that is meant."""

import re
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from nats.aio.client import Client

from shared.runtime.secret import Secret

from .directory import DirectoryObjects
from .jetstream import JetStreamObjects
from .objects import Objects
from .patience import PatientObjects
from .s3 import Bucket, S3Objects

_BUCKET = re.compile(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.+?))?/?")


class BadPlace(Exception):
    """What was written names no store; the text is one clause, and says what does."""


class Place(Struct, frozen=True):
    """Where matches lie that have left the log, as an operator sets it."""

    at: str = ""
    """Where matches go: nothing is the broker's object store; a folder that is there; or an S3
    bucket, as s3://BUCKET or s3://BUCKET/PREFIX."""
    endpoint: str = ""
    """URL of the service that has the bucket; nothing: Amazon's own, by region."""
    region: str = "us-east-1"
    """Of the bucket."""
    key_id: str = ""
    """Names the key to the bucket; nothing: key and secret come from the environment, as Amazon's
    own programs find them."""
    secret: Secret | None = None
    """Of that key."""
    call_ms: Annotated[int, Meta(ge=100)] = 8_000
    """How long the store is waited for in one call; a list may take fifteen times as long."""


def kind_of(place: Place) -> Literal["broker", "folder", "bucket"]:
    """Raises `BadPlace`."""
    if not place.at:
        return "broker"
    if "://" not in place.at:
        return "folder"
    if _BUCKET.fullmatch(place.at) is None:
        raise BadPlace(f"{place.at} is neither a folder nor like s3://BUCKET/PREFIX")
    if bool(place.key_id) != bool(place.secret and place.secret.reveal()):
        raise BadPlace("a bucket's key has a name and a secret: one of them is not given")
    return "bucket"


def opened(place: Place, connection: Client) -> Objects:
    """`connection`: to the broker. Raises `BadPlace`; whether the store is there shows later."""
    return PatientObjects(_opened(place, connection), place.call_ms)


def _opened(place: Place, connection: Client) -> Objects:
    kind = kind_of(place)
    if kind == "broker":
        return JetStreamObjects(connection)
    if kind == "folder":
        return DirectoryObjects(Path(place.at))
    found = _BUCKET.fullmatch(place.at)
    assert found is not None, "its kind is a bucket's"
    return S3Objects(
        Bucket(
            found[1],
            found[2] or "",
            place.endpoint,
            place.region,
            place.key_id,
            place.secret or Secret(""),
        )
    )
