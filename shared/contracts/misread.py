"""What is said of something that was sent and cannot be read."""

import re

from msgspec import ValidationError

from .refusals import Refusal, refuse

_FOREIGN = "Object contains unknown field "
"""What follows is a name that the sender chose, so nothing behind it can be trusted."""
_MISSING = re.compile(r"missing required field `(\w+)`")
_PLACE = re.compile(r" - at `\$([^`\s]+)`\Z")


def misread(error: Exception) -> Refusal:
    """`bad_field` where msgspec says in which field of ours it is, else `malformed`. A path of it
    has names of fields and places in lists; keys that a sender chose stand there as `[...]`."""
    text = str(error)
    if isinstance(error, ValidationError) and not text.startswith(_FOREIGN):
        found = _PLACE.search(text), _MISSING.search(text)
        steps = [step[1].strip(".") for step in found if step is not None]
        if steps:
            return refuse("bad_field", field=".".join(steps))
    return refuse("malformed")
