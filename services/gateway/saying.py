"""What may be said at a table, by whom, and how a line looks when it is kept."""

import re
import unicodedata
from hashlib import blake2b
from typing import Annotated, Any, NoReturn

import msgspec
from msgspec import Meta, Struct

from services.gateway.refusing import stop
from services.gateway.views import Seen
from shared.contracts.commands import TITLE_MOST, LobbyCommand, SetTitle
from shared.contracts.http import SayBody
from shared.contracts.ids import CommandId, PlayerId
from shared.contracts.talk import PHRASES, TEXT_MOST, Phrase, TalkLine
from shared.text.visible import visible

_BLANKS = re.compile(r"\s+")


class _Titled(Struct, frozen=True, tag_field="type", tag="setTitle", forbid_unknown_fields=True):
    """As it is sent: cleaned it may be shorter."""

    title: Annotated[str, Meta(max_length=200)]


_titles = msgspec.json.Decoder(_Titled)
_lobby: msgspec.json.Decoder[Any] = msgspec.json.Decoder(LobbyCommand)
"""Reads as rules do."""


def line_of(seen: Seen, player: PlayerId, body: SayBody, say_id: CommandId, at_ms: int) -> TalkLine:
    """The line that `player`, who sees a room as in `seen`, wants to say. Refuses what may not be
    said there. The id follows from `say_id` and what is said, so that said again it is the same
    line, and nothing else ever is."""
    if bool(body.phrase) == bool(body.text) or (body.target and not body.phrase):
        stop("malformed")
    if seen.room.phase == "closed":
        stop("room_closed")
    if seen.room.talk == "off":
        stop("talk_off")
    if body.text and seen.room.talk != "text":
        stop("phrases_only")
    is_out = seen.is_out(player)
    if body.text and is_out:
        stop("out_of_match")
    if body.phrase:
        _check_phrase(seen, player, body, is_out=is_out)
    text = clean(body.text) if body.text else ""
    said = msgspec.json.encode([seen.room.code, player, say_id, body.phrase, body.target, text])
    return TalkLine(
        id=blake2b(said, digest_size=8).hexdigest(),
        player=player,
        at_ms=at_ms,
        phrase=body.phrase,
        target=body.target,
        text=text,
    )


def _check_phrase(seen: Seen, player: PlayerId, body: SayBody, *, is_out: bool) -> None:
    phrase = _phrase(seen.room.game, body.phrase)
    if (phrase.points == "must" and not body.target) or (phrase.points == "no" and body.target):
        stop("invalid_target")
    if body.target == player:
        stop("self_target")
    if body.target and all(member.player != body.target for member in seen.members):
        stop("no_such_player")
    if is_out and (phrase.is_claim or body.target):
        stop("out_of_match")


def _phrase(game: str, id_: str) -> Phrase:
    found = next((each for each in PHRASES.get(game, ()) if each.id == id_), None)
    return found or _unknown()


def _unknown() -> NoReturn:
    stop("no_such_phrase")


def title_of(text: str) -> str:
    """What a room is called, as it is kept. Refuses with `room_title` what is too long."""
    title = _cleaned(text)
    if len(title) > TITLE_MOST:
        stop("room_title", maximum=TITLE_MOST)
    return title


def with_clean_title(command: bytes) -> bytes:
    """A command as it was sent, but for the title in it. Refuses as `title_of` does; what cannot be
    read is for the rules to refuse."""
    if b"setTitle" not in command and b"\\" not in command:  # a letter may be escaped
        return command
    wanted = _read(_lobby, command) or _read(_titles, command)
    if not isinstance(wanted, SetTitle | _Titled):
        return command
    return msgspec.json.encode(SetTitle(title_of(wanted.title)))


def _read(decoder: msgspec.json.Decoder[Any], command: bytes) -> Any:
    try:
        return decoder.decode(command)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def clean(text: str) -> str:
    """The text as it is kept. Refuses with `talk_text` what is empty then, or too long."""
    line = _cleaned(text)
    if not 1 <= len(line) <= TEXT_MOST:
        stop("talk_text", minimum=1, maximum=TEXT_MOST)
    return line


def _cleaned(text: str) -> str:
    """NFC, in one line, nothing invisible, nothing that turns the direction of writing, no towers
    of marks."""
    kept = visible(_BLANKS.sub(" ", unicodedata.normalize("NFC", text)))
    # What was taken away may have parted two blanks, or two letters that are written as one.
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", kept)).strip()
