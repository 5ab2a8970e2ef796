"""Every object is one that Kubernetes can read."""

import copy
from typing import Any

import pytest

from tests.conftest import Count
from tests.kubernetes.rendering import Document
from tests.kubernetes.schema import faults

GOOD: Document = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "x", "labels": {"a": "b"}},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": {"a": "b"}},
        "strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": "25%"}},
        "template": {
            "spec": {
                "enableServiceLinks": False,
                "containers": [{"name": "x", "resources": {"limits": {"cpu": "1"}}}],
            }
        },
    },
}


def test_every_object_is_one_that_kubernetes_can_read(
    applied: list[Document], count: Count
) -> None:
    assert [fault for document in applied for fault in faults(document)] == []
    count("objects that Kubernetes can read", len(applied), minimum=50)


def test_no_object_is_there_twice(applied: list[Document]) -> None:
    names = [(x["kind"], x["metadata"].get("namespace"), x["metadata"]["name"]) for x in applied]
    assert len(set(names)) == len(names)
    assert {namespace for kind, namespace, _ in names if kind != "Namespace"} == {"saloon"}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("spec", "replica"), 2, "Deployment.spec.replica: there is no such field"),
        (("spec", "replicas"), "2", "Deployment.spec.replicas: '2' is no int"),
        (("spec", "replicas"), True, "Deployment.spec.replicas: True is no int"),
        (("spec", "selector"), None, "Deployment.spec.selector: None is no object"),
        (("metadata", "labels", "a"), 1, "Deployment.metadata.labels.a: 1 is no str"),
        (
            ("spec", "template", "spec", "containers", 0, "resources", "limits", "cpu"),
            1,
            "Deployment.spec.template.spec.containers.0.resources.limits.cpu: 1 is no str",
        ),
        (
            ("spec", "template", "spec", "containers", 0, "ports"),
            {},
            "Deployment.spec.template.spec.containers.0.ports: {} is no list",
        ),
        (("apiVersion",), "apps/v0", "there is no apps/v0 Deployment"),
        (("kind",), "Deploy", "there is no apps/v1 Deploy"),
    ],
)
def test_what_kubernetes_cannot_read_is_found(
    path: tuple[Any, ...], value: object, said: str
) -> None:
    assert faults(GOOD) == []
    bad = copy.deepcopy(GOOD)
    inner: Any = bad
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    assert faults(bad) == [said]


def test_what_has_to_be_there_is_missed() -> None:
    bad = copy.deepcopy(GOOD)
    del bad["spec"]["selector"]
    assert faults(bad) == ["Deployment.spec.selector: is missing"]
