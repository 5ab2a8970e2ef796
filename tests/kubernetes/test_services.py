"""What runs: everything it names is there, its settings are settings, and it stops in order."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from services.cli.admin.streams import SetupProcess
from services.cli.match.source import AuditorSettings
from services.cli.processes import (
    GATEWAY_STOP_MS,
    BotsProcess,
    GatewayProcess,
    ProjectionProcess,
    ReplayProcess,
    RulesProcess,
    RunSettings,
    TimerProcess,
    WebhooksProcess,
)
from services.cli.tree import ROOT
from shared.runtime.health import HealthServer
from shared.runtime.metrics import Metrics
from shared.runtime.settings import load
from tests.conftest import Count
from tests.kubernetes.conftest import DEPLOY
from tests.kubernetes.rendering import Document, containers, pod_spec

PROCESSES: dict[str, type[Struct]] = {
    "setup": SetupProcess,
    "gateway": GatewayProcess,
    "rules": RulesProcess,
    "projection": ProjectionProcess,
    "timer": TimerProcess,
    "replay": ReplayProcess,
    "webhooks": WebhooksProcess,
    "bots": BotsProcess,
    "audit": AuditorSettings,
}
SERVICES = PROCESSES.keys() - {"setup", "audit"}
COMPOSE: Document = msgspec.yaml.decode((ROOT / "docker-compose.yml").read_bytes())
NAME = "app.kubernetes.io/name"


def of_kind(applied: list[Document], kind: str) -> dict[str, Document]:
    return {x["metadata"]["name"]: x for x in applied if x["kind"] == kind}


def pods(applied: list[Document]) -> dict[str, Document]:
    """Of each that makes pods, by its name: what a pod is."""
    return {x["metadata"]["name"]: spec for x in applied if (spec := pod_spec(x)) is not None}


def labels(document: Document) -> dict[str, str]:
    """Of the pods that it makes, or is."""
    found = document["spec"].get("template", document)["metadata"]["labels"]
    assert isinstance(found, dict)
    return found


def composed(value: str) -> str:
    """What holds in the compose file where nothing is set: `${NAME:-this}`."""
    return re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", value)


def test_every_service_runs_and_nothing_else(applied: list[Document]) -> None:
    assert of_kind(applied, "Deployment").keys() == SERVICES
    assert of_kind(applied, "Job").keys() == {"setup"}
    assert of_kind(applied, "Pod").keys() == {"audit"}
    for name, spec in pods(applied).items():
        [container] = spec["containers"]
        assert container.get("args", []) == ([] if name == "audit" else [name])


@pytest.mark.parametrize("name", PROCESSES)
def test_its_settings_are_what_the_service_takes(
    name: str, applied: list[Document], secrets: Path, count: Count
) -> None:
    [container] = pods(applied)[name]["containers"]
    given: dict[str, str] = {}
    for source in container.get("envFrom", []):
        given |= of_kind(applied, "ConfigMap")[source["configMapRef"]["name"]]["data"]
    given |= {each["name"]: each["value"] for each in container["env"]}
    here = {key: value.replace("/run/secrets", str(secrets)) for key, value in given.items()}
    service = "auditor" if name == "audit" else name
    load(PROCESSES[name], service, {}, here)
    known = [f"SALOON_{each.upper()}_" for each in (*PROCESSES, "auditor")]
    stray = [key for key in given if not key.startswith(tuple(known))]
    assert stray == (["SALOON_SIGNING_KEY_FILE"] if name == "audit" else [])
    count("settings that services take", len(given), minimum=3)


@pytest.mark.parametrize("name", PROCESSES)
def test_it_has_the_secrets_that_compose_gives_it_and_no_other(
    name: str, applied: list[Document]
) -> None:
    spec = pods(applied)[name]
    [container] = spec["containers"]
    [keys] = [x for x in spec["volumes"] if "secret" in x]
    [mount] = [x for x in container["volumeMounts"] if x["name"] == keys["name"]]
    has = of_kind(applied, "Secret")[keys["secret"]["secretName"]]["data"].keys()
    named = {x["value"] for x in container["env"] if x["name"].endswith("_FILE")}
    assert {f"{mount['mountPath']}/{key}" for key in has} == named
    assert has == set(COMPOSE["services"][name]["secrets"])


def test_every_volume_that_is_mounted_is_there(applied: list[Document]) -> None:
    for name, spec in pods(applied).items():
        [container] = spec["containers"]
        mounted = {x["name"] for x in container["volumeMounts"]}
        assert mounted == {x["name"] for x in spec["volumes"]}, name


def test_images_and_limits_are_those_of_compose(applied: list[Document]) -> None:
    image = composed(COMPOSE["x-service"]["image"])
    assert {x["image"] for x in containers(applied)} == {image}
    for name in SERVICES | {"setup"}:
        [container] = pods(applied)[name]["containers"]
        limits = COMPOSE["services"][name]["deploy"]["resources"]["limits"]
        assert float(container["resources"]["limits"]["cpu"]) == float(composed(limits["cpus"]))
        assert container["resources"]["limits"]["memory"].lower().removesuffix("i") == composed(
            limits["memory"]
        )
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}


def test_every_pod_is_as_small_a_danger_as_it_can_be(applied: list[Document]) -> None:
    for name, spec in pods(applied).items():
        assert spec["automountServiceAccountToken"] is False, name
        assert spec["enableServiceLinks"] is False, name
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] == 10001
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        [container] = spec["containers"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
    assert "USER 10001:10001" in (DEPLOY / "docker" / "Dockerfile").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(SERVICES))
async def test_probes_ask_for_what_is_answered(name: str, applied: list[Document]) -> None:
    [container] = pods(applied)[name]["containers"]
    ports = {x["name"]: x["containerPort"] for x in container["ports"]}
    dockerfile = (DEPLOY / "docker" / "Dockerfile").read_text("utf-8")
    if name == "gateway":
        assert "SALOON_GATEWAY_HOST=0.0.0.0" in dockerfile
        assert ports == {"http": GatewayProcess.__struct_defaults__[-1].port}
    else:
        assert f"SALOON_{name.upper()}_HEALTH_HOST=0.0.0.0" in dockerfile
        assert f"SALOON_{name.upper()}_HEALTH_PORT={ports['http']}" in dockerfile
    asked = {kind: container[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness")}
    assert list(asked.values()) == [{"path": "/livez", "port": "http"}] * 2
    assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "http"}


async def test_those_paths_are_answered_by_services() -> None:
    import httpx

    server = HealthServer({}, Metrics("rules"), host="127.0.0.1", port=0)
    await server.start()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as client:
        for path in ("/livez", "/readyz", "/metrics"):
            assert (await client.get(path)).status_code == 200
    await server.close()


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_there_is_time_to_stop_in_order_and_somebody_new_before(
    name: str, applied: list[Document]
) -> None:
    document = of_kind(applied, "Deployment")[name]
    strategy = document["spec"]["strategy"]["rollingUpdate"]
    assert strategy == {"maxUnavailable": 0, "maxSurge": 1}
    spec = pods(applied)[name]
    [container] = spec["containers"]
    hook = container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command")
    # Only what connections are passed to has to wait until whoever passes them on has heard.
    assert (hook is not None) == (name == "gateway")
    before_s = float(hook[1]) if hook else 0.0
    stop_s = (GATEWAY_STOP_MS if name == "gateway" else RunSettings().stop_ms) / 1000
    assert spec["terminationGracePeriodSeconds"] >= before_s + stop_s + 3


def test_every_selector_finds_its_pods_and_every_port_is_one(applied: list[Document]) -> None:
    made = {x["metadata"]["name"]: labels(x) for x in applied if pod_spec(x) is not None}

    def found(selector: dict[str, str]) -> set[str]:
        return {name for name, has in made.items() if selector.items() <= has.items()}

    for name, document in of_kind(applied, "Deployment").items():
        assert found(document["spec"]["selector"]["matchLabels"]) == {name}
    for name, document in of_kind(applied, "PodDisruptionBudget").items():
        assert found(document["spec"]["selector"]["matchLabels"]) == {name}
        assert document["spec"]["maxUnavailable"] == 1
    assert of_kind(applied, "PodDisruptionBudget").keys() == SERVICES
    asked = set()
    for name, document in of_kind(applied, "Service").items():
        if "selector" not in document["spec"]:
            assert name == "nobody"
            continue
        [service] = found(document["spec"]["selector"])
        asked.add(service)
        [container] = pods(applied)[service]["containers"]
        [port] = document["spec"]["ports"]
        assert port["targetPort"] in {x["name"] for x in container["ports"]}
        assert port["port"] == container["ports"][0]["containerPort"]
    assert asked == SERVICES


def test_what_scales_itself_has_no_number_and_the_rest_has_two(applied: list[Document]) -> None:
    scaling = of_kind(applied, "HorizontalPodAutoscaler")
    deployments = of_kind(applied, "Deployment")
    for name, document in scaling.items():
        spec: dict[str, Any] = document["spec"]
        assert spec["scaleTargetRef"] == {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "name": name,
        }
        assert spec["minReplicas"] == (1 if name == "bots" else 2)
        assert spec["maxReplicas"] > spec["minReplicas"]
        assert "replicas" not in deployments[name]["spec"]
    for name in deployments.keys() - scaling.keys():
        assert deployments[name]["spec"]["replicas"] == 2


def test_the_door_leads_to_gateways_and_hides_what_is_for_operators(
    applied: list[Document],
) -> None:
    [ingress] = of_kind(applied, "Ingress").values()
    [tls] = ingress["spec"]["tls"]
    assert of_kind(applied, "Secret")[tls["secretName"]]["data"].keys() == {"tls.crt", "tls.key"}
    assert of_kind(applied, "Secret")[tls["secretName"]]["type"] == "kubernetes.io/tls"
    [rule] = ingress["spec"]["rules"]
    assert tls["hosts"] == [rule["host"]]
    services = of_kind(applied, "Service")
    led = {}
    for path in rule["http"]["paths"]:
        service = path["backend"]["service"]
        assert service["port"]["name"] in {
            x["name"] for x in services[service["name"]]["spec"]["ports"]
        }
        led[path["path"], path["pathType"]] = service["name"]
    hidden = re.findall(r"location = (\S+) \{ return 404", (DEPLOY / "door/edge.conf").read_text())
    assert led == {("/", "Prefix"): "gateway", **{(x, "Exact"): "nobody" for x in hidden}}
    assert len(hidden) == 3
