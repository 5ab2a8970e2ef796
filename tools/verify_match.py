#!/usr/bin/env python3
"""Verifies match files without Saloon: one file, Python's standard library alone.

    python3 verify_match.py FILE... [--key KEY] [--head HASH] [--checkpoint FILE]

Written from docs/match-format.md, whose sections are cited here as (§n). It proves that nothing was
changed and that chance was fair; whether the rules of the game were kept, `./saloon match verify`
proves. Each option may be said often: KEY is a public key, and files and checkpoints must be signed
with one of those; an entry must have HASH; the checkpoint must agree. Exit codes, of the first file
that does not hold:

    0  all holds            4  an entry does not follow the one before, or is missing
    1  wrong arguments      5  an entry was changed: it does not match its hash
    2  nothing to read      6  the signature does not hold, is missing, or is of an unknown key
    3  an entry or the      7  secret, salts, seed or draws do not belong together
       head does not read  11  it is not what was kept: the hash of --head, or a checkpoint
       as it must
"""

import gzip
import hmac
import json
import sys
import zlib
from collections.abc import Iterator
from hashlib import blake2b, sha256, sha512
from math import factorial
from pathlib import Path
from typing import Any, NamedTuple

LINE_LIMIT, FILE_LIMIT, PILE_LIMIT = 1 << 20, 1 << 26, 1_000
CHECKPOINT_LIMIT = 1 << 28
UNREADABLE, FORM, CHAIN, COMMITMENTS, SIGNATURE, SECRET, ANCHOR = 2, 3, 4, 5, 6, 7, 11

HEAD = "file format room match game ruleset viewer first_seq previous last_seq head".split()  # noqa: SIM905
HEADER = "format seq at_ms actor command_id deadline_ms due_id ruleset leaves".split()  # noqa: SIM905

ALWAYS_SEALED = {"room_opened": 2, "restated": 2, "host_changed": 2, "secret_chosen": 2}
SEALED = {"pile_shuffled": 2, "loaded": 2, "role_dealt": 3, "characters_offered": 3}
SEALED |= {"character_picked": 3, "shell_seen": 3, "cards_moved": 4}
ITEMS = ("beer", "cigarettes", "handcuffs", "magnifier", "saw")


Event = list[Any]


class Bad(Exception):
    """What does not hold: the exit code, the entry (None: the file), and why."""

    def __init__(self, code: int, entry: int | None, why: str) -> None:
        super().__init__(why)
        self.code, self.entry = code, entry


def canonical(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def parsed(line: bytes, entry: int | None) -> Any:
    """A line as a value, if it is in canonical form (§1)."""

    def refuse(text: str) -> None:
        raise ValueError(text)

    try:
        value = json.loads(line, parse_constant=refuse, parse_float=refuse)
        is_canonical = canonical(value) == line
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical:
        raise Bad(FORM, entry, "is not JSON in canonical form")
    return value


def raw(text: Any, size: int, entry: int | None) -> bytes:
    """The bytes of `size` bytes in hex."""
    try:
        value = bytes.fromhex(text)
    except (TypeError, ValueError):
        value = b""
    if len(value) != size or value.hex() != text:
        raise Bad(FORM, entry, f"has something else where {size} bytes in hex should be")
    return value


def lines(path: str) -> Iterator[bytes]:
    """The lines of a file, compressed or not, in bounded memory (§1)."""
    try:
        with Path(path).open("rb") as plain:
            packed = plain.read(2) == b"\x1f\x8b"
            plain.seek(0)
            stream: Any = gzip.GzipFile(fileobj=plain) if packed else plain
            left = FILE_LIMIT
            while line := stream.readline(min(LINE_LIMIT, left) + 1):
                left -= len(line)
                if left < 0 or len(line) > LINE_LIMIT:
                    raise Bad(UNREADABLE, None, "is larger than any match")
                if not line.endswith(b"\n"):
                    raise Bad(UNREADABLE, None, "is cut off")
                yield line[:-1]
    except EOFError:
        raise Bad(UNREADABLE, None, "is cut off") from None
    except (OSError, zlib.error) as error:
        raise Bad(UNREADABLE, None, f"cannot be read ({type(error).__name__})") from None


def read_head(line: bytes) -> dict[str, Any]:
    """(§2)"""
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("file") != "saloon-match":
        raise Bad(UNREADABLE, None, "is no match file")
    if head.get("format") != 1:
        raise Bad(UNREADABLE, None, "is of another format than 1")
    head = dict(parsed(line, None))
    rest = [key for key in ("names", "signature", "ruleset_digest") if key in head]
    named = [head.get(key) for key in ("match", "first_seq", "last_seq")]
    numbers = all(type(number) is int and 0 < number < 1 << 53 for number in named)
    if list(head) != [*HEAD, *rest] or not numbers:
        raise Bad(FORM, None, "has a head with other keys than it should have")
    if "ruleset_digest" in head:
        raw(head["ruleset_digest"], 32, None)
    if raw(head["previous"], 32, None).strip(b"\0") and head["first_seq"] == 1:
        raise Bad(FORM, None, "has a head with a hash before the first entry of all")
    return head


PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME

Point = tuple[int, int, int, int]
"""X, Y, Z, T on the curve of Ed25519: x = X/Z, y = Y/Z, x·y = T/Z (RFC 8032, 5.1.4)."""


def point(data: bytes) -> Point:
    """From 32 bytes (RFC 8032, 5.1.3). Raises `ValueError` where they are no point."""
    number = int.from_bytes(data, "little")
    y, is_odd = number & ((1 << 255) - 1), number >> 255
    above, below = (y * y - 1) % PRIME, (CURVE * y * y + 1) % PRIME
    x = above * pow(below, 3, PRIME) * pow(above * pow(below, 7, PRIME), (PRIME - 5) // 8, PRIME)
    if (below * x * x + above) % PRIME == 0:
        x *= pow(2, (PRIME - 1) // 4, PRIME)
    x %= PRIME
    if y >= PRIME or (below * x * x - above) % PRIME or (x == 0 and is_odd):
        raise ValueError("no point")
    x = PRIME - x if x & 1 != is_odd else x
    return x, y, 1, x * y % PRIME


def added(one: Point, other: Point) -> Point:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % PRIME, (y1 + x1) * (y2 + x2) % PRIME
    c, d = 2 * CURVE * t1 * t2 % PRIME, 2 * z1 * z2 % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(factor: int, one: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = added(total, one)
        one, factor = added(one, one), factor >> 1
    return total


BASE = point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key: bytes, value: bytes, message: bytes) -> bool:
    """Whether `value`, 64 bytes, is `key`'s Ed25519 signature of `message` (RFC 8032, 5.1.7)."""
    factor = int.from_bytes(value[32:], "little")
    hashed = int.from_bytes(sha512(value[:32] + key + message).digest(), "little") % ORDER
    try:
        wanted = added(point(value[:32]), times(hashed, point(key)))
    except ValueError:
        return False
    found = times(factor, BASE)
    is_same = all((found[n] * wanted[2] - wanted[n] * found[2]) % PRIME == 0 for n in (0, 1))
    return is_same and factor < ORDER


def check_signature(signature: Any, message: list[Any], keys: frozenset[str]) -> None:
    """(§8)"""
    if not isinstance(signature, dict) or list(signature) != ["key", "value"]:
        raise Bad(FORM, None, "has a signature of another shape")
    key, value = raw(signature["key"], 32, None), raw(signature["value"], 64, None)
    if not is_signed(key, value, "".join(f"{line}\n" for line in message).encode()):
        raise Bad(SIGNATURE, None, "has a signature that does not hold")
    if keys and key.hex() not in keys:
        raise Bad(SIGNATURE, None, "is signed with a key that is not known")


def tree(leaves: list[bytes]) -> bytes:
    """The root (RFC 9162, 2.1.1)."""
    if len(leaves) < 2:
        return sha256(b"".join(b"\0" + leaf for leaf in leaves)).digest()
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha256(b"\1" + tree(leaves[:split]) + tree(leaves[split:])).digest()


class Kept(NamedTuple):
    """What somebody kept elsewhere (§8)."""

    keys: frozenset[str] = frozenset()
    hashes: frozenset[str] = frozenset()
    heads: tuple[tuple[str, int, str], ...] = ()
    """Of checkpoints: room, number and hash of an entry."""

    def pinned(self, room: str) -> dict[int, set[str]]:
        """By number of an entry, what its hash must be."""
        found: dict[int, set[str]] = {}
        for where, seq, hash_ in self.heads:
            if where == room:
                found.setdefault(seq, set()).add(hash_)
        return found


NOTHING_KEPT = Kept()


class Proved(NamedTuple):
    """What holds of a file."""

    entries: int
    is_full: bool
    """Everything is open."""
    is_over: bool
    """The match has an end."""
    is_anchored: bool


def read_checkpoint(path: str, keys: frozenset[str]) -> list[tuple[str, int, str]]:
    """The heads in it (§8)."""
    try:
        with Path(path).open("rb") as stream:
            line = stream.read(CHECKPOINT_LIMIT + 1)
    except OSError as error:
        raise Bad(UNREADABLE, None, f"cannot be read ({type(error).__name__})") from None
    found = parsed(line[:-1], None) if line.endswith(b"\n") else None
    names = ["file", "format", "at_ms", "root", "rooms", "signature"]
    if not isinstance(found, dict) or list(found) != names or found["file"] != "saloon-checkpoint":
        raise Bad(UNREADABLE, None, "is no checkpoint")
    if found["format"] != 1:
        raise Bad(UNREADABLE, None, "is of another format than 1")
    try:
        heads = [(str(room), int(seq), str(hash_)) for room, seq, hash_ in found["rooms"]]
    except (TypeError, ValueError):
        raise Bad(FORM, None, "has heads of another shape") from None
    root = tree(["".join(f"{part}\n" for part in head).encode() for head in heads]).hex()
    if root != found["root"]:
        raise Bad(FORM, None, "has a root that is not that of its heads")
    message = ["saloon-checkpoint", 1, found["at_ms"], len(heads), root]
    check_signature(found["signature"], message, keys)
    return heads


class Draws:
    """(§7)"""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def word(self, number: int) -> int:
        data = number.to_bytes(8, "big")
        digest = blake2b(data, key=self.seed, person=b"saloon-draw", digest_size=64).digest()
        return int.from_bytes(digest, "big")

    def shuffled(self, first: int, things: list[Any]) -> list[Any]:
        number, left, order = 0, list(things), []
        for offset in range(words(len(left))):
            number = (number << 512) | self.word(first + offset)
        for size in range(len(left), 0, -1):
            number, place = divmod(number, size)
            order.append(left.pop(place))
        return order


def words(count: int) -> int:
    return -(-(factorial(count).bit_length() + 100) // 512)


class Match:
    """What is known of a match as its entries are read one by one; `on_…` is for one tag (§5)."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.head = head
        self.seq = head["first_seq"] - 1
        self.hash = raw(head["previous"], 32, None)
        self.at_ms = 0
        self.player = None if head["viewer"] in ("auditor", "watcher") else head["viewer"]
        self.is_full = head["viewer"] == "auditor"
        self.secret, self.supplied, self.is_over = b"", dict[str, Any](), False
        self.draws: Draws | None = None
        self.seats, self.seated, self.next_draw = list[str](), set[str](), 0
        self.commitments, self.entropy = dict[str, str](), dict[str, str]()
        self.hands, self.expected = dict[int, list[int]](), dict[str, Any]()

    def entry(self, line: bytes) -> None:
        """Proves the next entry (§3)."""
        seq = self.seq + 1
        if seq > self.head["last_seq"]:
            raise Bad(CHAIN, seq, "is behind the last that the head names")
        entry = parsed(line, seq)
        if not isinstance(entry, dict) or tuple(entry) != ("header", "leaves", "prev", "hash"):
            raise Bad(FORM, seq, "is no entry")
        header, leaves = entry["header"], entry["leaves"]
        self.check_header(header, leaves, seq)
        if entry["prev"] != self.hash.hex():
            raise Bad(CHAIN, seq, "does not follow the entry before it")
        digest = sha256(self.hash + canonical(header))
        for leaf in leaves:
            digest.update(commitment(leaf, seq))
        if entry["hash"] != digest.hexdigest():
            raise Bad(COMMITMENTS, seq, "does not match its hash")
        self.seq, self.hash, self.at_ms = seq, digest.digest(), header["at_ms"]
        try:
            self.look_into(header, leaves, seq)
        except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
            raise Bad(FORM, seq, "holds an event of another shape") from None

    def check_header(self, header: Any, leaves: Any, seq: int) -> None:
        shape = isinstance(header, dict) and list(header) == HEADER and isinstance(leaves, list)
        if not shape or not leaves or header["format"] != 1 or type(header["at_ms"]) is not int:
            raise Bad(FORM, seq, "has another header than it should have")
        if header["seq"] != seq:
            raise Bad(CHAIN, seq, f"says it is number {header['seq']}")
        if header["leaves"] != len(leaves):
            raise Bad(FORM, seq, "has another number of leaves than it says")
        if header["at_ms"] < self.at_ms:
            raise Bad(CHAIN, seq, "is earlier than the entry before it")

    def look_into(self, header: dict[str, Any], leaves: list[Any], seq: int) -> None:
        """Its leaves: who may have them (§4), and what they say of chance (§5-7)."""
        opened = [None if isinstance(leaf, str) else leaf[1] for leaf in leaves]
        if self.is_full and any(isinstance(leaf, str) for leaf in leaves):
            raise Bad(FORM, seq, "has a closed leaf in an auditor's file")
        command = opened[0] or {}
        is_own = header["actor"] == self.player and "supplied" not in command
        if command and not self.is_full and not is_own:
            raise Bad(FORM, seq, "opens a command that is not its viewer's")
        self.supplied = command.get("supplied", {})
        events = list(self.events(opened, seq))
        if seq == self.head["first_seq"]:
            self.begins(events, seq)
        for event, is_whole in events:
            handler = getattr(self, f"on_{event[0]}", None)
            if handler is not None:
                handler(event, is_whole, seq)
        for number, leaf in enumerate(leaves if self.is_full else []):
            data = seq.to_bytes(8, "big") + number.to_bytes(4, "big")
            salt = blake2b(data, key=self.secret, person=b"saloon-salt", digest_size=16)
            if leaf[0] != salt.hexdigest():
                raise Bad(SECRET, seq, "has other salts than its match's secret gives")

    def events(self, opened: list[Any], seq: int) -> Iterator[tuple[Event, bool]]:
        """Events with what is sealed put in, and whether nothing of them is closed (§3)."""
        number = 1
        while number < len(opened):
            event = opened[number]
            number += 1
            if event is None:
                continue  # only a revealed secret is closed as a whole (§4)
            name = event[0]
            told: Any = event[1] if len(event) > 1 else None
            place = ALWAYS_SEALED.get(name) or SEALED.get(name)
            if name == "seated":
                self.seats = event[1]
            if place is None or (name in SEALED and told is None):
                yield event, True
                continue
            sealed = opened[number]
            number += 1
            names = told if name in ALWAYS_SEALED else [self.seats[seat] for seat in told]
            if not self.is_full and (sealed is not None) != (self.player in names):
                raise Bad(FORM, seq, f"opens leaf {number - 1} to others than may have it")
            if sealed is not None and len(sealed) != len(event[place]):
                raise Bad(FORM, seq, f"seals other things in leaf {number - 1} than it says")
            if sealed is not None:
                event = [*event[:place], sealed, *event[place + 1 :]]
            yield event, sealed is not None

    def begins(self, events: list[tuple[Event, bool]], seq: int) -> None:
        """The head names the match that the first entry prepares (§2)."""
        first = events[0][0]
        if first[0] != ("room_opened" if seq == 1 else "restated"):
            raise Bad(FORM, seq, "does not prepare a match")
        rules, match = first[6], None
        for event, _ in events:
            if event[0] == "lobby_reopened":
                rules = event[1]
            elif event[0] == "secret_chosen":
                match = event[3]
        said = [self.head[key] for key in ("room", "match", "game", "ruleset")]
        if said != [first[3], match, first[5], rules]:
            raise Bad(FORM, None, "has a head that names another match than its entries")

    def on_secret_chosen(self, event: Event, is_whole: bool, seq: int) -> None:
        self.commitments, self.entropy, self.is_over = {}, {}, False
        if not self.is_full:
            return
        self.secret = raw(event[2][0], 32, seq)
        self.test_seed = raw(event[2][1], 32, seq) if event[2][1] else b""
        if sha256(self.secret).hexdigest() != event[4]:
            raise Bad(SECRET, seq, "holds a secret that is not the one it commits to")
        key = raw(self.supplied.get("fresh"), 32, seq)
        if self.secret != blake2b(key=key, person=b"match-secret", digest_size=32).digest():
            raise Bad(SECRET, seq, "holds a secret that was not derived from what was supplied")
        if [event[2][1] or None, event[5]] != [self.supplied.get("test_seed"), bool(event[2][1])]:
            raise Bad(SECRET, seq, "has another test seed than was supplied, or does not say so")

    def on_secret_revealed(self, event: Event, is_whole: bool, seq: int) -> None:
        if not self.is_full:
            raise Bad(FORM, seq, "opens a secret")
        if event[2] != self.secret.hex():
            raise Bad(SECRET, seq, "reveals another secret than was committed to")

    def on_match_closed(self, event: Event, is_whole: bool, seq: int) -> None:
        self.is_over = True

    def on_room_closed(self, event: Event, is_whole: bool, seq: int) -> None:
        self.is_over = True
        if event[1] == "cleared":  # the room has let go of its match, and of its secret
            self.secret = b""

    def on_options_changed(self, event: Event, is_whole: bool, seq: int) -> None:
        self.commitments = {}

    def on_seat_taken(self, event: Event, is_whole: bool, seq: int) -> None:
        self.seated.add(event[1])
        self.commitments.pop(event[1], None)

    on_seat_given_up = on_seat_taken

    def on_restated(self, event: Event, is_whole: bool, seq: int) -> None:
        self.seated.update(player for player, _ in event[10])

    def on_readiness_changed(self, event: Event, is_whole: bool, seq: int) -> None:
        self.commitments[event[1]] = event[3]

    def on_entropy_revealed(self, event: Event, is_whole: bool, seq: int) -> None:
        if sha256(raw(event[2], 32, seq)).hexdigest() != self.commitments.get(event[1]):
            raise Bad(SECRET, seq, "reveals other entropy than was committed to")
        self.entropy[event[1]] = event[2]

    def on_match_dealt(self, event: Event, is_whole: bool, seq: int) -> None:
        players, entropy, left_out = event[5], event[6], event[7]
        if entropy != [self.entropy[each] for each in players if each in self.entropy]:
            raise Bad(SECRET, seq, "deals from other entropy than was revealed")
        late = [each for each in players if self.commitments.get(each) and each not in self.entropy]
        if left_out != late:
            raise Bad(SECRET, seq, "leaves out others than those who did not reveal")
        self.hands, self.next_draw, self.expected = {}, 0, {"players": players}
        if self.is_full:
            message = b"".join(raw(each, 32, seq) for each in entropy)
            self.draws = Draws(self.test_seed or hmac.digest(self.secret, message, "sha256"))

    def use(self, first: int, count: int, seq: int) -> None:
        """Draws are used once each, in order (§7)."""
        if first != self.next_draw or type(count) is not int or count < 1:
            raise Bad(SECRET, seq, f"uses draw {first} where {self.next_draw} is next")
        self.next_draw += count

    def shuffle(self, draws: tuple[int, int], before: Event, after: Any, seq: int) -> None:
        first, count = draws
        if len(before) > PILE_LIMIT or count != words(len(before)):
            raise Bad(SECRET, seq, f"uses {count} draws for a shuffle of {len(before)}")
        if after is not None and self.draws and after != self.draws.shuffled(first, before):
            raise Bad(SECRET, seq, "has things in another order than its draws give")

    def on_draws_used(self, event: Event, is_whole: bool, seq: int) -> None:
        _, purpose, first, count, before = event[:5]
        self.use(first, count, seq)
        self.shuffle((first, count), before, None, seq)
        if purpose == "seats" and before != self.expected["players"]:
            raise Bad(SECRET, seq, "shuffles others than the players")
        self.expected[purpose] = self.draws.shuffled(first, before) if self.draws else None

    def is_expected(self, purpose: str, place: int, values: list[Any], seq: int) -> None:
        wanted = self.expected.get(purpose)
        if wanted is not None and wanted[place : place + len(values)] != values:
            raise Bad(SECRET, seq, f"deals other {purpose} than its draws give")

    def on_seated(self, event: Event, is_whole: bool, seq: int) -> None:
        self.is_expected("seats", 0, event[1], seq)

    def on_role_dealt(self, event: Event, is_whole: bool, seq: int) -> None:
        self.is_expected("roles", event[2], event[3], seq)

    def on_characters_offered(self, event: Event, is_whole: bool, seq: int) -> None:
        self.is_expected("characters", 2 * event[2], event[3], seq)
        self.expected["offered"] = True

    def on_character_taken(self, event: Event, is_whole: bool, seq: int) -> None:
        if "offered" not in self.expected:
            self.is_expected("characters", event[1], [event[2]], seq)

    def on_pile_shuffled(self, event: Event, is_whole: bool, seq: int) -> None:
        _, _, after, first, count, before = event[:6]
        self.use(first, count, seq)
        self.shuffle((first, count), before, after if is_whole else None, seq)

    def on_cards_moved(self, event: Event, is_whole: bool, seq: int) -> None:
        _, _, source, to, cards, _, draw = event[:7]
        if draw >= 0:
            self.use(draw, 1, seq)
        if not self.draws:
            return
        if source[0] == "hand":
            hand = self.hands[source[1]]
            if draw >= 0 and cards != [hand[self.draws.word(draw) % len(hand)]]:
                raise Bad(SECRET, seq, "takes another card than its draw gives")
            for card in cards:
                hand.remove(card)
        if to[0] == "hand":
            self.hands.setdefault(to[1], []).extend(cards)

    def on_loaded(self, event: Event, is_whole: bool, seq: int) -> None:
        _, _, shells, _, live, blank, first, count, before = event[:9]
        self.use(first, count, seq)
        if before != ["live"] * live + ["blank"] * blank:
            raise Bad(SECRET, seq, "shuffles other shells than it says")
        self.shuffle((first + 2, count - 2), before, shells if is_whole else None, seq)
        drawn = self.draws and [1 + self.draws.word(first + n) % 4 for n in (0, 1)]
        if drawn and drawn != [live, blank]:
            raise Bad(SECRET, seq, "loads other numbers of shells than its draws give")

    def on_items_dealt(self, event: Event, is_whole: bool, seq: int) -> None:
        _, seat, items, lost, first, count = event[:6]
        self.use(first, count, seq)
        own, drawn, total = int(seat == 0), items, count - int(seat == 0)
        if self.draws:
            drawn = [ITEMS[self.draws.word(first + own + n) % 5] for n in range(len(items))]
            total = 2 + self.draws.word(first) % 3 if own else total
        if items != drawn or not total == len(items) + lost == count - own:
            raise Bad(SECRET, seq, "deals other items than its draws give")

    def ends(self) -> None:
        """There is no further entry (§2)."""
        if self.seq < self.head["last_seq"]:
            raise Bad(CHAIN, self.seq + 1, "is missing")
        if self.hash.hex() != self.head["head"]:
            raise Bad(FORM, None, "has a head that names another last hash than its last entry has")
        if self.player is not None and self.player not in self.seated:
            raise Bad(FORM, None, "has a head that names a viewer who had no seat")

    def signed(self) -> list[Any]:
        """What a signature is over (§8)."""
        names = ["file", "room", "match", "first_seq", "previous", "last_seq", "head"]
        return [self.head[name] for name in (*names, "ruleset_digest") if name in self.head]


def commitment(leaf: Any, seq: int) -> bytes:
    """(§3)"""
    if isinstance(leaf, str):
        return raw(leaf, 32, seq)
    if not isinstance(leaf, list) or len(leaf) != 2:
        raise Bad(FORM, seq, "has a leaf of another shape")
    return sha256(raw(leaf[0], 16, seq) + canonical(leaf[1])).digest()


def verify(found: Iterator[bytes], kept: Kept = NOTHING_KEPT) -> Proved:
    """Proves a file's lines. Raises `Bad`."""
    match = Match(read_head(next(found, b"")))
    pinned, hashes, is_anchored = kept.pinned(match.head["room"]), set[str](), False
    previous = match.head["previous"]
    if pinned.get(match.seq, {previous}) != {previous}:
        raise Bad(ANCHOR, match.seq + 1, "does not follow the one in the checkpoint")
    for line in found:
        match.entry(line)
        hash_ = match.hash.hex()
        if pinned.get(match.seq, {hash_}) != {hash_}:
            raise Bad(ANCHOR, match.seq, "is not the one in the checkpoint")
        hashes |= kept.hashes & {hash_}
        is_anchored = is_anchored or match.seq in pinned or hash_ in hashes
    match.ends()
    if "signature" in match.head:
        check_signature(match.head["signature"], match.signed(), kept.keys)
    elif kept.keys:
        raise Bad(SIGNATURE, None, "is not signed")
    if hashes != kept.hashes:
        raise Bad(ANCHOR, None, f"has no entry with the hash {min(kept.hashes - hashes)}")
    entries = match.seq - match.head["first_seq"] + 1
    return Proved(entries, match.is_full, match.is_over, is_anchored)


def given(arguments: list[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Files, and what was said with each option. Raises `LookupError` where they are wrong."""
    paths, options = list[str](), {"--key": list[str](), "--head": [], "--checkpoint": []}
    while arguments:
        argument = arguments.pop(0)
        if argument.startswith("-"):
            options[argument].append(arguments.pop(0))
        else:
            paths.append(argument)
    digits = {each.lower() for name in ("--key", "--head") for each in options[name]}
    if not paths or any(len(each) != 64 or each.strip("0123456789abcdef") for each in digits):
        raise LookupError
    return paths, options


def main(arguments: list[str]) -> int:
    try:
        paths, options = given(list(arguments))
    except LookupError:
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 1
    keys, hashes = (frozenset(map(str.lower, options[name])) for name in ("--key", "--head"))
    heads = list[tuple[str, int, str]]()
    for path in options["--checkpoint"]:
        try:
            heads += read_checkpoint(path, keys)
        except Bad as bad:
            print(f"{path}: it {bad}")
            return UNREADABLE
    codes = [judged(path, Kept(keys, hashes, tuple(heads))) for path in paths]
    return next((code for code in codes if code), 0)


def judged(path: str, kept: Kept) -> int:
    """Says what is found of a file; its exit code."""
    try:
        found = verify(lines(path), kept)
    except Bad as bad:
        where = f"entry {bad.entry} " if bad.entry is not None else "it "
        print(f"{path}: {where}{bad}")
        return bad.code
    proved = "with secret, salts, seed and draws" if found.is_full else "as far as they are open"
    end = "" if found.is_over else " the match has no end yet;"
    anchored = "anchored" if found.is_anchored else "consistent, not anchored"
    print(f"{path}: {found.entries} entries hold {proved};{end} {anchored}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
