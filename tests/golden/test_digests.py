"""A match file says which release its rules are of, and is held against what is kept here."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json
from msgspec.structs import replace

from services.cli import stored
from services.cli.match.export import released_as
from services.cli.match.verb import match
from services.cli.match.verify import CODES
from services.cli.parts import GAMES
from shared.matchfile.proving import Anchors, prove
from shared.matchfile.signing import sign
from shared.rulesets.archive import digest, write
from shared.rulesets.installed import Installed
from shared.rulesets.sources import sources
from tests.conformance.lives import Life
from tests.conformance.subjects import SUBJECTS
from tests.matchfile.files import File, judged, opened

from .altered import SHORTER_LOADS, altered, second

KEY = bytes(range(32))


def said(file: File, games: Installed) -> tuple[str | None, str]:
    verdict = prove(file.head, file.entries, games, Anchors(), games.digest)
    return verdict.failed, verdict.rules


def test_the_digest_in_a_file_is_that_of_the_sources_that_were_released(tmp_path: Path) -> None:
    made = second("bang", tmp_path)
    games = Installed([SUBJECTS["bang"].game], tmp_path)
    whole = games.digest("bang/2")
    assert whole is not None
    assert whole.startswith(made.digest)
    assert games.digest("bang/1") is None
    file = opened(Life(SUBJECTS["bang"], 5, games=games).live())[0].file()
    assert said(file, games) == (None, "unreleased")
    named = file._replace(head=replace(file.head, ruleset_digest=whole))
    assert said(named, games) == (None, "installed")
    other = file._replace(head=replace(file.head, ruleset_digest="ab" * 32))
    assert said(other, games) == ("rules", "unreleased")
    assert judged(named.lines()) == judged(other.lines()) == (0, None, "")
    assert judged(file._replace(head=replace(file.head, ruleset_digest="ab")).lines())[0] == 3


def test_a_signature_vouches_for_the_digest() -> None:
    file = opened(Life(SUBJECTS["buckshot"], 5).live())[0].file()
    head = replace(file.head, ruleset_digest="ab" * 32)
    signed = file._replace(head=replace(head, signature=sign(KEY, head.signed)))
    assert signed.proved(GAMES).holds
    assert judged(signed.lines())[0] == 0
    for changed in ("ab" * 31 + "ac", None):
        forged = signed._replace(head=replace(signed.head, ruleset_digest=changed))
        assert forged.proved(GAMES).failed == "signature"
        assert judged(forged.lines())[0] == CODES["signature"]


def test_what_is_exported_names_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SUBJECTS["buckshot"].game
    write(tmp_path / "true", game.ruleset, sources(game))
    write(tmp_path / "other", game.ruleset, altered(sources(game), SHORTER_LOADS))
    true, other = (Installed(GAMES.current, tmp_path / name) for name in ("true", "other"))
    plain = opened(Life(SUBJECTS["buckshot"], 5).live())[0].file().head
    for games in (true, other, GAMES):
        monkeypatch.setattr("services.cli.match.export.GAMES", games)
        assert released_as(plain, None) == games.digest(game.ruleset)
    log, file = tmp_path / "log.jsonl", tmp_path / "file.jsonl.gz"
    stored.write(log, *opened(Life(SUBJECTS["buckshot"], 5).live())[0].file())
    runner = CliRunner()
    monkeypatch.setattr("services.cli.match.verify.GAMES", true)
    head, entries = stored.read(log)
    stored.write(file, replace(head, ruleset_digest=true.digest(game.ruleset)), entries)
    assert true.digest(game.ruleset) == digest(sources(game))
    done = runner.invoke(match, ["verify", str(file)])
    assert (done.exit_code, "as they are kept here" in done.stdout) == (0, True)
    again = tmp_path / "again.jsonl.gz"
    assert runner.invoke(match, ["export", str(file), "--out", str(again)]).exit_code == 0
    assert again.read_bytes() == file.read_bytes()
    monkeypatch.setattr("services.cli.match.verify.GAMES", other)
    done = runner.invoke(match, ["verify", str(file), "--json"])
    (found,) = json.decode(done.stdout)["sources"]
    assert (done.exit_code, found["first_bad"]["check"]) == (CODES["rules"], "rules")
    monkeypatch.setattr("services.cli.match.verify.GAMES", GAMES)
    assert "is not kept here" in runner.invoke(match, ["verify", str(file)]).stdout
