"""A bucket of a service that speaks S3 as a store: Amazon's, or one of many that are like it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct
from obstore import exceptions
from obstore.store import S3Store

from shared.contracts.ids import Millis
from shared.runtime.secret import Secret

from .objects import (
    OBJECT_LIMIT,
    Address,
    Away,
    Full,
    Listed,
    Missing,
    Refused,
    bounded,
    checked,
)

if TYPE_CHECKING:
    from obstore.store import S3Config

_FULL = (
    "507 Insufficient Storage",
    "InsufficientStorage",
    "QuotaExceeded",
    "XMinioStorageFull",
    "EntityTooLarge",
)
_REFUSING = (exceptions.PermissionDeniedError, exceptions.UnauthenticatedError)


class Bucket(Struct, frozen=True):
    name: str
    prefix: str = ""
    """In front of every address, with a `/` between."""
    endpoint: str = ""
    """URL of the service; empty: Amazon's own, by region."""
    region: str = "us-east-1"
    key_id: str = ""
    """Empty: key and secret come from where programs of this machine find them."""
    secret: Secret = Secret("")
    timeout_s: float = 20.0
    """Of one request, and of all that is tried for one call."""


class S3Objects:
    """`Objects` in a bucket that exists."""

    def __init__(self, bucket: Bucket) -> None:
        key: S3Config = {}
        if bucket.key_id:
            key["access_key_id"] = bucket.key_id
            key["secret_access_key"] = bucket.secret.reveal()
        patience = timedelta(seconds=bucket.timeout_s)
        self._store = S3Store(
            bucket.name,
            prefix=bucket.prefix or None,
            region=bucket.region,
            endpoint=bucket.endpoint or None,
            virtual_hosted_style_request=not bucket.endpoint,
            client_options={
                "allow_http": bucket.endpoint.startswith("http:"),
                "timeout": patience,
                "connect_timeout": min(patience, timedelta(seconds=5)),
            },
            retry_config={"max_retries": 2, "retry_timeout": patience},
            config=key,
        )

    async def put(self, address: Address, data: bytes) -> None:
        with _named(checked(address)):
            await self._store.put_async(address, bounded(data), use_multipart=False)

    async def get(self, address: Address) -> bytes:
        with _named(checked(address)):
            found = await self._store.get_async(address)
            if found.meta["size"] > OBJECT_LIMIT:
                raise Refused(f"{address} is larger than {OBJECT_LIMIT} bytes")
            return bytes(await found.bytes_async())

    async def delete(self, address: Address) -> None:
        with _named(checked(address)):
            try:
                await self._store.delete_async(address)
            except FileNotFoundError:
                return

    async def listed(self, prefix: str = "") -> list[Listed]:
        """Services list by whole folders."""
        folder = prefix.rpartition("/")[0]
        found: list[Listed] = []
        with _named(prefix):
            async for some in self._store.list(folder or None):
                found += [
                    Listed(Address(each["path"]), _millis(each["last_modified"]))
                    for each in some
                    if each["path"].startswith(prefix)
                ]
        return sorted(found, key=lambda listed: listed.address)


def _millis(at: datetime) -> Millis:
    return Millis(int(at.timestamp() * 1000))


@contextmanager
def _named(what: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        if "NoSuchBucket" in str(error):
            raise Refused(f"{what}: there is no such bucket") from None
        raise Missing(what) from None
    except (exceptions.BaseError, OSError) as error:
        # Its text may hold the request's address; words of it alone are passed on.
        text = str(error)
        if any(mark in text for mark in _FULL):
            raise Full(f"{what}: the service takes nothing more") from None
        if isinstance(error, _REFUSING) or "NoSuchBucket" in text:
            raise Refused(f"{what}: not allowed") from None
        raise Away(f"{what}: {type(error).__name__}") from None
