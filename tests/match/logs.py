"""Logs of random lives of rooms as files, and the command line over them."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from click.testing import CliRunner, Result
from msgspec.structs import replace

from services.cli import stored
from services.cli.match import reading
from services.cli.match.verb import match
from services.cli.parts import GAMES
from shared.contracts.ids import PlayerId
from shared.matchfile.head import WATCHER
from shared.matchfile.opened import redacted, whole
from shared.room.aggregate import Room
from tests.conformance.lives import ROOM, Life, Plan
from tests.conformance.subjects import SUBJECTS


class Kept(NamedTuple):
    """One life and its log on disk."""

    life: Life
    path: Path

    @property
    def seated(self) -> list[PlayerId]:
        return reading.players(list(reading.read(self.life.log)))

    def room(self, seq: int) -> Room:
        """The room after entry `seq`, folded from everything."""
        room = Room(ROOM, GAMES)
        for entry in self.life.log[:seq]:
            room.apply(entry)
        return room

    def redacted(self, player: PlayerId | None) -> Path:
        """The log as it may be given to somebody."""
        viewer = player or WATCHER
        entries = list(redacted(reading.read(self.life.log), viewer))
        path = self.path.with_name(f"{player}-{self.path.name}")
        stored.write(path, replace(whole(self.life.log, {}), viewer=viewer), entries)
        return path


def keep(folder: Path, game: str, seed: int) -> Kept:
    """A life with one match, as there is in a file."""
    life = one_match(game, seed)
    path = folder / f"{game}-{seed}.jsonl"
    stored.write(path, whole(life.log, {}), life.log)
    return Kept(life, path)


def one_match(game: str, seed: int) -> Life:
    plan = replace(Plan.of(SUBJECTS[game].game, Random(f"plan {seed}")), matches=1)
    return Life(SUBJECTS[game], seed, plan=plan).live()


def run(*arguments: object, said: str = "") -> Result:
    """`saloon match …` in this process, `said` when it asks; only exits are raised."""
    done = CliRunner().invoke(match, [str(each) for each in arguments], input=said)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done
