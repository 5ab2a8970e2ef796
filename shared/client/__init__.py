"""A client in Python: how programs play, and an example of how to write another.

async with Client("http://127.0.0.1:8080") as client:
    await client.open_session("Bori")
    room = await client.open_room("bang", visibility="public")
    async with client.socket(room.code) as table:
        async for update in table:
            print(table.view["turn"], table.offers)
"""

from .refused import Refused
from .requests import Away, Client
from .socket import Table

__all__ = ["Away", "Client", "Refused", "Table"]
