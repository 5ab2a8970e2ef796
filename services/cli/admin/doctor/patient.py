"""What the doctor is told about the installation."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from services.cli.broker import rights_of
from services.cli.installation import Installation, Secrets
from services.cli.streams import StreamsSettings, streams
from shared.contracts.rights import Rights
from shared.eventstore.layout import Layout
from shared.eventstore.streams import Stream


class DoctorSettings(Struct, frozen=True, kw_only=True):
    broker_url: str = ""
    """The broker: one address, or several with commas between; empty: the one that --data has."""
    store_url: str = ""
    """The store; empty: it is not looked at."""
    services: tuple[str, ...] = ()
    """Where services answer /readyz, such as http://gateway:8080; each is asked."""
    monitor_url: str = ""
    """Where the broker tells of itself, such as http://nats:8222; empty: it is not asked there."""
    streams: Annotated[int, Meta(ge=1, le=64)] = 4
    """In how many streams the log lies."""
    disk_free_mb: Annotated[int, Meta(ge=0)] = 1_024
    """The least that has to be free where data lies."""
    members: bool = True
    """Look whether somebody of rules, projection and replay is alive."""


class Patient(Struct, frozen=True):
    installation: Installation
    secrets: Secrets
    settings: DoctorSettings
    kept: StreamsSettings
    """What the streams' plan is made of."""
    broker_url: str
    """Empty: none is known."""

    @property
    def layout(self) -> Layout:
        return Layout(self.settings.streams)

    @property
    def rights(self) -> tuple[Rights, ...]:
        return rights_of(self.layout)

    @property
    def directory(self) -> Path:
        return self.installation.directory

    @property
    def planned(self) -> tuple[Stream, ...]:
        return streams(self.layout, self.kept)

    def password(self, service: str) -> str:
        """Empty where the secrets have none for it, which is a finding of its own."""
        return self.secrets.passwords.get(service, "")
