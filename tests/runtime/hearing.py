"""Handlers for tests: one that remembers, one that answers."""

from shared.runtime.bus import Message
from tests.runtime.waiting import until


class Heard:
    """A handler that remembers."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    async def __call__(self, message: Message) -> None:
        self.messages.append(message)

    @property
    def data(self) -> list[bytes]:
        return [message.data for message in self.messages]

    async def count(self, wanted: int) -> list[bytes]:
        await until(lambda: len(self.messages) >= wanted)
        return self.data


async def echo(message: Message) -> None:
    await message.respond(message.data)
