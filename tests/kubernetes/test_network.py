"""Who reaches whom, by the policies: a pair needs the one's leave to go and the other's to come."""

from collections.abc import Iterator
from typing import Any

from tests.conftest import Count
from tests.kubernetes.rendering import Document

NAME = "app.kubernetes.io/name"
OURS = ("gateway", "rules", "projection", "timer", "replay", "webhooks", "bots")
PODS = (*OURS, "setup", "audit", "nats", "redis", "stranger")
"""By the names that they bear; `stranger` is any other in our namespace."""
OWN_ADDRESSES = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
"""Where pods, services and the machines under them are."""
NAMESPACES = {
    "front": {"saloon/front": "true"},
    "observers": {"saloon/observes": "true"},
    "names": {"kubernetes.io/metadata.name": "kube-system"},
    "elsewhere": {"kubernetes.io/metadata.name": "default"},
}
PORTS: dict[str, tuple[int | str, ...]] = {
    **dict.fromkeys(OURS, ("http",)),
    "nats": (4222, 6222, 8222),
    "redis": (6379,),
    "names": (53,),
}
ON_THE_BROKER = (*OURS[:-1], "setup", "audit")

ALLOWED = {
    *(("observers", each, "http") for each in OURS),
    ("front", "gateway", "http"),
    ("bots", "gateway", "http"),
    *((each, "nats", 4222) for each in ON_THE_BROKER),
    ("nats", "nats", 6222),
    ("gateway", "redis", 6379),
    ("projection", "redis", 6379),
    *((each, "names", 53) for each in PODS),
}
LEAVES = {("replay", 443), ("webhooks", 443)}
"""Who gets to addresses that are nobody's here, and on which port."""


def selects(selector: Document, has: dict[str, str]) -> bool:
    assert selector.keys() <= {"matchLabels", "matchExpressions"}
    for each in selector.get("matchExpressions", []):
        assert each["operator"] == "In"
        if has.get(each["key"]) not in each["values"]:
            return False
    wanted: dict[str, str] = selector.get("matchLabels", {})
    return wanted.items() <= has.items()


def is_peer(peer: Document, other: str) -> bool:
    [(kind, selector)] = peer.items()
    if kind == "ipBlock":
        assert set(OWN_ADDRESSES) <= set(selector["except"])
        return other == "anywhere"
    if kind == "podSelector":
        return other in PODS and selects(selector, {NAME: other})
    assert kind == "namespaceSelector"
    return other in NAMESPACES and selects(selector, NAMESPACES[other])


def lets(policies: list[Document], way: str, pod: str, other: str, port: int | str) -> bool:
    """Whether `pod` may talk with `other` this `way`; who is under no policy may with everybody."""
    peers = {"Ingress": "from", "Egress": "to"}[way]
    over = [
        x["spec"]
        for x in policies
        if way in x["spec"]["policyTypes"] and selects(x["spec"]["podSelector"], {NAME: pod})
    ]
    if not over:
        return True
    rules: Iterator[dict[str, Any]] = (rule for spec in over for rule in spec.get(way.lower(), []))
    return any(
        port in {x["port"] for x in rule["ports"]}
        and (peers not in rule or any(is_peer(x, other) for x in rule[peers]))
        for rule in rules
    )


def test_who_reaches_whom(applied: list[Document], count: Count) -> None:
    policies = [x for x in applied if x["kind"] == "NetworkPolicy"]
    everybody = (*PODS, *NAMESPACES)
    tried = [
        (one, other, port)
        for one in everybody
        for other in everybody
        for port in PORTS.get(other, (8080,))
        if one in PODS or other in PODS
    ]
    reached = {
        (one, other, port)
        for one, other, port in tried
        if (one not in PODS or lets(policies, "Egress", one, other, port))
        and (other not in PODS or lets(policies, "Ingress", other, one, port))
    }
    assert reached == ALLOWED
    count("ways between pods", len(tried), minimum=180)


def test_who_gets_out(applied: list[Document]) -> None:
    policies = [x for x in applied if x["kind"] == "NetworkPolicy"]
    out = {
        (pod, port)
        for pod in PODS
        for port in (80, 443, 4222, 8080)
        if lets(policies, "Egress", pod, "anywhere", port)
    }
    assert out == LEAVES
