"""Alerts fire when they should and are quiet otherwise, by Prometheus' own judgement."""

import subprocess

from services.cli.tree import ROOT

OBSERVABILITY = ROOT / "deploy" / "observability"


def promtool(*arguments: str) -> str:
    done = subprocess.run(
        ["promtool", *arguments], cwd=OBSERVABILITY, capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    return told


def test_the_rules_are_rules() -> None:
    assert "SUCCESS" in promtool("check", "rules", "alerts.yml")


def test_the_configuration_is_one() -> None:
    assert "SUCCESS" in promtool("check", "config", "prometheus.yml")


def test_every_alert_fires_when_it_has_to_and_else_is_quiet() -> None:
    assert "SUCCESS" in promtool("test", "rules", "alerts_test.yml")
