"""What really was the case in a match, entry by entry, folded from its whole log."""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from services.cli import stored
from services.cli.parts import GAMES
from shared.contracts.ids import PlayerId
from shared.matchfile.opened import read
from shared.room.codec import read_leaf
from shared.room.events import SecretChosen
from shared.room.fold import evolve
from shared.room.state import RoomState
from tests.demo.test_demo import saloon

Cards = frozenset[int]


class Moment(Struct, frozen=True):
    """Entry `seq`. `shown`: by player, `""` for a watcher, the cards that lay open to him at some
    time from the entry before to this one. `roles`: of whom everybody knows it, by seat."""

    seq: int
    phase: str
    is_over: bool
    shown: dict[str, Cards]
    roles: dict[int, str]
    knows: tuple[bool, ...] = ()
    """By seat: has looked at the shell in the chamber (the game for two)."""


class Truth(Struct, frozen=True):
    """`seats`: players by seat; `role`: theirs. `secrets`: words that nobody may be sent before
    the match is over."""

    moments: dict[int, Moment]
    seats: tuple[PlayerId, ...]
    roles: tuple[str, ...]
    secrets: tuple[str, ...]
    last: RoomState

    def seat_of(self, player: str) -> int:
        return self.seats.index(PlayerId(player)) if player in self.seats else -1


def exported(data: Path, room: str, folder: Path) -> Path:
    """The auditor's file of the last match of `room`, out of the installation that plays it."""
    path = folder / f"{room}.jsonl"
    saloon("match", "export", room, "--data", str(data), "--out", str(path))
    return path


def truth_of(path: Path) -> Truth:
    head, entries = stored.read(path)
    state = RoomState(head.room)
    moments: dict[int, Moment] = {}
    secrets: list[str] = []
    shown: dict[str, Cards] = {}
    first = head.first_seq
    for each in read(entries, GAMES, first - 1, bytes.fromhex(head.previous)):
        steps = [shown]
        for event in each.told():
            if isinstance(event, SecretChosen):
                secrets += [word for word in event.sealed if len(word) >= 32]
            evolve(state, event, GAMES)
            steps.append(open_to_each(state))
        shown = steps[-1]
        moments[each.seq] = _moment(each.seq, state, steps)
    players = state.play.players
    return Truth(
        moments,
        tuple(player.id for player in players),
        tuple(getattr(player, "role", "") for player in players),
        tuple(secrets),
        deepcopy(state),
    )


class Act(Struct, frozen=True):
    """A command that was carried out."""

    id: str
    command: str
    """As it was stored."""

    @property
    def type(self) -> str:
        kind: str = json.decode(self.command)["type"]
        return kind


def acts_of(path: Path, player: str) -> list[Act]:
    """Everything that a player did in the match of that file and before it, in order."""
    head, entries = stored.read(path)
    found = read(entries, GAMES, head.first_seq - 1, bytes.fromhex(head.previous))
    return [
        Act(each.header.command_id, bytes(read_leaf(each.entry, each.seq).command).decode())
        for each in found
        if each.header.actor == player
    ]


def doubled(acts: list[Act]) -> list[str]:
    """What was done twice: no command of a match can be meant twice, as each names its turn or the
    wait that it answers."""
    found = []
    for kind in ("id", "command"):
        number = Counter(getattr(act, kind) for act in acts)
        found += [f"{kind} {what}: {times} times" for what, times in number.items() if times > 1]
    return found


def open_to_each(state: RoomState) -> dict[str, Cards]:
    """By player, and by `""` for whoever has no seat: the cards that lie open to him now."""
    play = state.play
    if play is None or not hasattr(play, "deck"):
        return {}
    public = {*play.discard}
    for player in play.players:
        public |= {*player.in_play}
    found: dict[str, set[int]] = {"": public}
    for seat, player in enumerate(play.players):
        found[player.id] = {*public, *player.hand}
        for aside in play.aside:
            if aside.audience is not None and seat in aside.audience:
                found[player.id] |= {*aside.cards}
    everybodys = {card for aside in play.aside if aside.audience is None for card in aside.cards}
    return {player: frozenset(cards | everybodys) for player, cards in found.items()}


def _moment(seq: int, state: RoomState, steps: Iterable[dict[str, Cards]]) -> Moment:
    shown: dict[str, Cards] = {}
    for step in steps:
        for player, cards in step.items():
            shown[player] = shown.get(player, frozenset()) | cards
    play = state.play
    players: list[Any] = [] if play is None else play.players
    roles = {
        seat: player.role
        for seat, player in enumerate(players)
        if getattr(player, "role", "") and (player.role == "sheriff" or not player.alive)
    }
    knows = tuple(getattr(player, "knows", False) for player in players)
    return Moment(seq, state.phase, play is not None and play.over, shown, roles, knows)
