"""Dashboards and alerts ask for what there is, and every alert has a runbook to be followed."""

import ast
import re
import shlex
from pathlib import Path

import click
import msgspec
import pytest

from services.cli.root import Verbs
from services.cli.tree import ROOT
from tests.conftest import Count
from tests.observability.asked import (
    OBSERVABILITY,
    Asked,
    alerts,
    dashboards,
    everything_asked,
    faults,
    jobs,
    known,
)

RUNBOOKS = ROOT / "deploy" / "runbooks"
PARTS = (
    "What it means",
    "What players notice",
    "What to look at",
    "What to do",
    "It is over when",
)
_METRIC = re.compile(r"saloon_[a-z_*]+(?:\{[^}]*\})?")
_BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)


def runbooks() -> list[Path]:
    return sorted(path for path in RUNBOOKS.glob("*.md") if path.name != "README.md")


def test_all_that_is_asked_can_be_answered(count: Count) -> None:
    series, asked = known(), list(everything_asked())
    assert [fault for each in asked for fault in faults(each, series)] == []
    count("expressions of dashboards and alerts", len(asked), minimum=120)


@pytest.mark.parametrize(
    ("expression", "wrong"),
    [
        ("sum(rate(saloon_rules_commands_total[1m])", "does not parse"),
        ("rate(saloon_rules_commands[1m])", "there is no metric 'saloon_rules_commands'"),
        ("saloon_rules_rooms{outcome='accepted'}", "has no label 'outcome'"),
        ("saloon_rules_commands_total{outcome='fine'}", "is never 'fine'"),
        ("saloon_rules_guards_total{guard=~'damaged|harmed'}", "is never 'harmed'"),
        ("sum by (room) (saloon_rules_rooms)", "has a label 'room'"),
        ("up{job='casino'}", "is never 'casino'"),
        ("vector(1)", "asks for no metric"),
    ],
)
def test_what_cannot_be_answered_is_found(expression: str, wrong: str) -> None:
    (fault,) = faults(Asked("here", expression), known())
    assert wrong in fault


def test_every_service_is_scraped_and_every_dashboard_can_be_told_apart() -> None:
    counting = {path.parent.name for path in (ROOT / "services").glob("*/metrics.py")}
    assert counting <= set(jobs())
    boards = list(dashboards().values())
    assert len({board["uid"] for board in boards}) == len(boards)
    for board in boards:
        ids = [panel["id"] for panel in board["panels"]]
        assert len(set(ids)) == len(ids), board["title"]


def test_every_alert_has_a_runbook_and_every_runbook_is_named() -> None:
    index = (RUNBOOKS / "README.md").read_text("utf-8")
    named: dict[str, list[str]] = {}
    for rule in alerts():
        assert rule["labels"]["severity"] in ("page", "ticket"), rule["alert"]
        path = ROOT / rule["annotations"]["runbook"]
        assert path.parent == RUNBOOKS, rule["alert"]
        assert path.is_file(), rule["alert"]
        named.setdefault(path.name, []).append(rule["alert"])
    for path in runbooks():
        text = path.read_text("utf-8")
        assert f"[{path.stem}]({path.name})" in index, path.name
        told = re.findall(r"\bSaloon[A-Z]\w+", text.split("##", maxsplit=1)[0])
        assert told == named.get(path.name, []), path.name
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == list(PARTS), path.name
        for link in re.findall(r"\]\(([a-z-]+\.md)\)", text):
            assert (RUNBOOKS / link).is_file(), (path.name, link)


def test_every_alert_is_judged_where_it_fires_and_where_it_is_quiet() -> None:
    """The judgement itself, by promtool, is the suite `alerts`."""
    judged = msgspec.yaml.decode((OBSERVABILITY / "alerts_test.yml").read_bytes())["tests"]
    names = [rule["alert"] for rule in alerts()]
    assert len(set(names)) == len(names)
    assert [each["name"] for each in judged] == [
        f"{name} {how}" for name in names for how in ("fires", "is quiet")
    ]
    for each in judged:
        (asked,) = each["alert_rule_test"]
        assert asked["alertname"] == each["name"].split()[0]
        assert bool(asked["exp_alerts"]) == each["name"].endswith("fires")


def test_runbooks_name_metrics_that_there_are(count: Count) -> None:
    series, seen = known(), 0
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in series} | set(series)
    for path in runbooks():
        for named in _METRIC.findall(path.read_text("utf-8")):
            seen += 1
            if "{" in named:
                assert list(faults(Asked(path.name, named), series)) == []
            else:
                pattern = re.escape(named).replace(r"\*", "[a-z]+")
                assert any(re.fullmatch(pattern, each) for each in bare), (path.name, named)
    count("metrics named in runbooks", seen, minimum=35)


def test_runbooks_use_verbs_and_options_that_there_are(count: Count) -> None:
    seen = 0
    for path in runbooks():
        for block in _BLOCK.findall(path.read_text("utf-8")):
            for line in block.splitlines():
                words = shlex.split(line)
                if words and words[0] == "./saloon":
                    seen += 1
                    _check_command(path.name, words[1:])
    count("commands of ours in runbooks", seen, minimum=10)


def _check_command(where: str, words: list[str]) -> None:
    command: click.Command = Verbs()
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), words[0])
        assert found is not None, (where, words)
        command, words = found, words[1:]
    options = {name for each in command.params for name in each.opts}
    for word in words:
        assert not word.startswith("--") or word in options, (where, command.name, word)


def test_records_that_runbooks_look_for_are_written() -> None:
    sources = [path for part in ("shared", "services") for path in (ROOT / part).rglob("*.py")]
    code = "\n".join(path.read_text("utf-8") for path in sources)
    for path in runbooks():
        for block in _BLOCK.findall(path.read_text("utf-8")):
            for line in block.splitlines():
                logs, _, sought = line.partition("| grep ")
                if sought and not re.search(r"\b(nats|redis)\b", logs):
                    for name in re.findall(r"[a-z_]{3,}", sought):
                        assert f'"{name}"' in code, (path.name, name)


def test_settings_that_runbooks_name_are_settings() -> None:
    from services.cli import processes
    from services.cli.admin.streams import SetupProcess
    from shared.runtime.setting_fields import fields_of

    kinds: dict[str, type[msgspec.Struct]] = {
        "gateway": processes.GatewayProcess,
        "rules": processes.RulesProcess,
        "projection": processes.ProjectionProcess,
        "timer": processes.TimerProcess,
        "replay": processes.ReplayProcess,
        "setup": SetupProcess,
    }
    known_settings = {
        field.variable(service) for service, kind in kinds.items() for field in fields_of(kind)
    }
    for path in runbooks():
        for name in re.findall(r"SALOON_[A-Z_]+", path.read_text("utf-8")):
            assert name in known_settings, (path.name, name)


def test_whatever_readiness_names_is_explained() -> None:
    named = {"store"}  # which whoever puts a service together adds
    for path in (ROOT / "services").glob("*/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "readiness":
                keys = [
                    key
                    for each in ast.walk(node)
                    if isinstance(each, ast.Dict)
                    for key in each.keys
                ]
                named |= {str(key.value) for key in keys if isinstance(key, ast.Constant)}
    text = (ROOT / "docs" / "observability.md").read_text("utf-8")
    _, _, told = text.partition("## What `/readyz` names")
    explained = re.findall(r"^\| `(\w+)` \|", told.partition("\n## ")[0], re.MULTILINE)
    assert sorted(explained) == sorted(named)
