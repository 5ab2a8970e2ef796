"""What can happen, as schemas for the served documents: the events of a frame.

Each is an array, its name first and its values in their order; schemas name these, since nothing on
the wire does.
"""

from typing import Any, get_args

import msgspec
from msgspec import Struct

from shared.games.bang.events import BangEvent
from shared.games.buckshot.events import BuckshotEvent
from shared.room.events import RoomEvents

EVENT = "Event"

_KINDS: dict[str, tuple[type[Struct], ...]] = {
    "room": get_args(RoomEvents),
    "bang": get_args(BangEvent),
    "buckshot": get_args(BuckshotEvent),
}


def fill_in_events(schemas: dict[str, Any], reference: str) -> None:
    """Adds `Event` and lets frames refer to it. `reference`: how one schema names another."""
    if "Frame" not in schemas:
        return
    rows = [(game, kind) for game, kinds in _KINDS.items() for kind in kinds]
    kinds = [kind for _, kind in rows]
    found, components = msgspec.json.schema_components(kinds, ref_template=reference)
    forms = []
    for (game, kind), named in zip(rows, found, strict=True):
        _name_places(components[named["$ref"].rpartition("/")[2]], kind, game)
        forms.append(named)
    schemas.update(components)
    schemas[EVENT] = {
        "description": "One thing that happened, as the viewer hears it: an array, its name first."
        ' What he may not know is -1 or "" in its place.',
        "anyOf": forms,
    }
    events = schemas["Frame"]["properties"]["events"]
    events["items"] = {"$ref": reference.format(name=EVENT)}


def _name_places(schema: dict[str, Any], kind: type[Struct], game: str) -> None:
    about = " ".join((kind.__doc__ or "").split())
    schema["title"] = f"{game}: {kind.__struct_config__.tag}"
    if about:
        schema["description"] = about
    places = ("name", *kind.__struct_encode_fields__)
    schema["prefixItems"] = [
        {"title": place, **item} for place, item in zip(places, schema["prefixItems"], strict=True)
    ]
