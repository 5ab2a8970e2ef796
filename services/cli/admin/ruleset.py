"""`saloon admin ruleset`: what was released, and whether everything ever played still holds."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from services.cli.admin.kept_logs import LOGS, Judged, found, judged
from services.cli.admin.kept_matches import Kept, judge
from services.cli.installation import Installation
from services.cli.match.source import Missing, Unreadable
from services.cli.parts import GAMES, RULESETS
from shared.engine.game import Game
from shared.room.rules import Games
from shared.rulesets.archive import BadRuleset, digest, released, version, write
from shared.rulesets.installed import Installed
from shared.rulesets.sources import Unreleasable, sources
from shared.runtime import logs

_json = click.option("--json", "is_json", is_flag=True, help="Print JSON.")
_directory = click.option(
    "--directory",
    type=click.Path(file_okay=False, path_type=Path),
    default=RULESETS,
    help="Where releases are kept, in place of the folder `rulesets` of this checkout.",
)


class NothingToJudge(click.ClickException):
    exit_code = 2


@click.group()
def ruleset() -> None:
    """Released rules: matches are verified for ever under those they were opened with."""
    logs.configure(level="error")


@ruleset.command()
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Choice(list(GAMES.newest())))
@_directory
@_json
def release(*, games: tuple[str, ...], directory: Path, is_json: bool) -> None:
    """Keeps the rules of GAME (of every game) as they are now, under their name; commit the file.

    Exits 1 if the name was given to other rules before; then the rules need a new one.
    """
    rows: list[dict[str, Any]] = []
    for game in _current(games):
        try:
            is_new = all(each.ruleset != game.ruleset for each in released(directory))
            made = write(directory, game.ruleset, sources(game))
        except (BadRuleset, Unreleasable, OSError) as error:
            raise click.ClickException(str(error)) from None
        rows.append({**_row(made.ruleset, made.digest, made.path), "current": True, "new": is_new})
        if not is_json:
            print(f"{made.ruleset}  {made.path}{'' if is_new else '  (was released before)'}")
    if is_json:
        _print(rows)


@ruleset.command("list")
@_directory
@_json
def list_(*, directory: Path, is_json: bool) -> None:
    """Every ruleset with its digest: released, current (this checkout's own), or both.

    One that is both may have changed since, in its comments at most: a test sees to that.
    """
    rows: dict[str, dict[str, Any]] = {
        each.ruleset: _row(each.ruleset, each.digest, each.path) for each in released(directory)
    }
    for game in _current(()):
        now = digest(sources(game))[:16]
        row = rows.setdefault(game.ruleset, _row(game.ruleset, now, None))
        row["current"] = True
        row["changed"] = row["digest"] != now
    listed = [rows[name] for name in sorted(rows, key=version)]
    if is_json:
        _print(listed)
        return
    for row in listed:
        states = [word for word in ("released", "current", "changed") if row[word]]
        print(f"{row['ruleset']:<16}{row['digest']}  {', '.join(states)}")


@ruleset.command("verify-all")
@click.argument("paths", metavar="[FILE|FOLDER]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="An installation: the logs of all its rooms, and every match in its archive.",
)
@_directory
@_json
def verify_all(
    *, paths: tuple[Path, ...], data: Path | None, directory: Path, is_json: bool
) -> None:
    """Decides and folds again, under this checkout, the logs it keeps and those in FILE and FOLDER,
    and all that an installation has of matches.

    For the moment before a deploy. Exits 0 if all hold, 1 if one does not, 2 if something cannot be
    read.
    """
    games = Installed(GAMES.current, directory)
    games.load_all()
    files = found((LOGS, *paths) if LOGS.is_dir() else paths)
    if not files:
        raise NothingToJudge("there is no log to verify")
    with click.progressbar(
        judged(files, games),
        length=len(files),
        label="logs",
        file=sys.stderr,
        show_pos=True,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        verdicts = list(bar)
    kept = _kept(data, games)
    counted = {"rooms": len(kept.rooms), "archived": len(kept.archived)} if data else {}
    verdicts += [*kept.rooms, *kept.archived]
    if is_json:
        _print(_plain(verdicts) | counted)
    else:
        _tell(verdicts)
    if any(verdict.unread for verdict in verdicts):
        sys.exit(2)
    sys.exit(0 if all(verdict.holds for verdict in verdicts) else 1)


def _kept(data: Path | None, games: Games) -> Kept:
    if data is None:
        return Kept([], [])
    try:
        return judge(Installation(data), games, _say)
    except Missing as missing:
        raise Unreadable(str(missing)) from None


def _say(each: Judged) -> None:
    """How far it is: nobody knows how much there is."""
    if sys.stderr.isatty():
        print(each.path, file=sys.stderr)


def _tell(verdicts: Sequence[Judged]) -> None:
    for verdict in verdicts:
        if verdict.unread:
            print(verdict.unread)
        elif not verdict.holds:
            print(f"{verdict.path}: {verdict.why}")
    counted = _plain(verdicts)
    print(
        f"{counted['files']} logs, {counted['matches']} matches, {counted['entries']} entries; "
        f"{'all hold' if counted['ok'] else 'not all hold'}"
    )


def _plain(verdicts: Sequence[Judged]) -> dict[str, Any]:
    bad = [verdict for verdict in verdicts if not verdict.unread and not verdict.holds]
    unread = [verdict.unread for verdict in verdicts if verdict.unread]
    return {
        "ok": not bad and not unread,
        "files": len(verdicts),
        "entries": sum(verdict.report.entries for verdict in verdicts),
        "matches": sum(verdict.report.matches for verdict in verdicts),
        "bad": [{"file": str(verdict.path), "why": verdict.why} for verdict in bad],
        "unread": unread,
    }


def _current(games: tuple[str, ...]) -> list[Game]:
    """This checkout's own rules, not released ones that happen to be newer."""
    return [game for game in GAMES.current if not games or game.id in games]


def _row(name: str, digits: str, path: Path | None) -> dict[str, Any]:
    return {
        "ruleset": name,
        "digest": digits,
        "current": False,
        "released": path is not None,
        "changed": False,
        "file": str(path) if path is not None else None,
    }


def _print(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode())
