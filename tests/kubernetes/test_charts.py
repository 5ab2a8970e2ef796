"""The values for the charts of broker and store give them what they have elsewhere."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from services.cli.admin.keys import NODES
from shared.runtime.nats_server import find_binary
from tests.kubernetes.conftest import DEPLOY, KUBERNETES
from tests.kubernetes.rendering import Document
from tests.kubernetes.test_services import COMPOSE, composed, of_kind

NATS: Document = msgspec.yaml.decode((KUBERNETES / "charts" / "nats.yaml").read_bytes())
REDIS: Document = msgspec.yaml.decode((KUBERNETES / "charts" / "redis.yaml").read_bytes())


def as_the_broker_reads(value: Any) -> str:
    """By the chart's rules for what is merged into the configuration: `<< this >>` is not quoted,
    a key that ends in `$include` includes, and keys are in order."""
    if isinstance(value, dict):
        lines = [
            f"include {each};"
            if key.endswith("$include")
            else f"{key}: {as_the_broker_reads(each)}"
            for key, each in sorted(value.items())
        ]
        return "{\n" + "\n".join(lines) + "\n}"
    bare = re.fullmatch(r"<< (.*) >>", value) if isinstance(value, str) else None
    return bare[1] if bare else msgspec.json.encode(value).decode()


def test_images_are_those_of_compose() -> None:
    for name, values in ((("nats"), NATS["container"]), ("redis", REDIS)):
        image = values["image"]
        asked = f"{image['repository']}:{image['tag']}"
        assert asked == composed(COMPOSE["services"][name]["image"])
        assert "registry" not in image


def test_the_broker_takes_the_configuration(tmp_path: Path, secrets: Path) -> None:
    config = NATS["config"]
    cluster, stream = config["cluster"], config["jetstream"]
    merged = config["merge"] | {
        "server_name": "<< $SERVER_NAME >>",
        "port": 4222,
        "http_port": config["monitor"]["port"],
        "cluster": {"name": "nats", "port": 6222, "no_advertise": True} | cluster["merge"],
        "jetstream": {"store_dir": str(tmp_path / "data"), "max_memory_store": 0} | stream["merge"],
    }
    for name in ("config", "saloon"):
        (tmp_path / name).mkdir()
    (tmp_path / "config" / "nats.conf").write_text(as_the_broker_reads(merged)[1:-1])
    shutil.copy(DEPLOY / "nats" / "accounts.conf", tmp_path / "saloon")
    for name in ("passwords.conf", "routes.conf"):
        shutil.copy(secrets / name, tmp_path / "saloon")
    checked = [str(find_binary()), "-t", "-c", str(tmp_path / "config" / "nats.conf")]
    done = subprocess.run(
        checked,
        env=os.environ | {"SERVER_NAME": "nats-0"},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_broker_keeps_the_log_as_elsewhere_on_three_nodes() -> None:
    config = NATS["config"]
    assert config["jetstream"]["merge"]["sync_interval"] == "always"
    assert "sync_interval: always" in (DEPLOY / "nats" / "cluster.conf").read_text("utf-8")
    name = NATS["fullnameOverride"]
    number = config["cluster"]["replicas"]
    assert tuple(f"{name}-{x}.{name}-headless" for x in range(number)) == NODES
    assert config["jetstream"]["fileStore"]["pvc"]["enabled"]
    spread = NATS["podTemplate"]["topologySpreadConstraints"]["kubernetes.io/hostname"]
    assert spread["whenUnsatisfiable"] == "DoNotSchedule"


def test_streams_have_as_many_copies_as_there_are_brokers(applied: list[Document]) -> None:
    settings = of_kind(applied, "ConfigMap")["settings"]["data"]
    assert int(settings["SALOON_SETUP_REPLICAS"]) == NATS["config"]["cluster"]["replicas"]


def test_what_the_charts_mount_is_there(applied: list[Document]) -> None:
    added = [x["value"] for x in NATS["podTemplate"]["patch"] if x["path"] == "/spec/volumes/-"]
    mounted = [x["value"] for x in NATS["container"]["patch"] if x["path"] == "/volumeMounts/-"]
    assert {x["name"] for x in added} == {x["name"] for x in mounted}
    [volume] = [x["projected"] for x in added if "projected" in x]
    files: set[str] = set()
    for source in volume["sources"]:
        [(kind, said)] = source.items()
        kinds = {"configMap": "ConfigMap", "secret": "Secret"}
        files |= of_kind(applied, kinds[kind])[said["name"]]["data"].keys()
    assert files == {"accounts.conf", "passwords.conf", "routes.conf"}
    [users] = [x["secret"] for x in REDIS["extraVolumes"]]
    [mount] = REDIS["extraVolumeMounts"]
    [key] = of_kind(applied, "Secret")[users["secretName"]]["data"]
    assert f"aclfile {mount['mountPath']}/{key}\n" in REDIS["extraConfig"]


def test_the_store_is_as_elsewhere() -> None:
    words = COMPOSE["services"]["redis"]["command"][1:]
    asked = {
        key.removeprefix("--"): composed(value)
        for key, value in zip(words[::2], words[1::2], strict=True)
    }
    lines = (line.split(" ", 1) for line in REDIS["extraConfig"].splitlines())
    given = {key: value.strip('"') for key, value in lines}
    assert given.pop("aclfile") is not None
    assert asked.pop("aclfile") is not None
    assert given == asked
    limits = COMPOSE["services"]["redis"]["deploy"]["resources"]["limits"]
    assert REDIS["resources"]["limits"]["memory"] == "768Mi"
    assert composed(limits["memory"]) == "768m"
    assert not REDIS["persistence"]["enabled"]


def test_broker_and_store_are_as_small_a_danger_as_they_can_be() -> None:
    pod = NATS["podTemplate"]["merge"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    container = NATS["container"]["merge"]["securityContext"]
    assert container["readOnlyRootFilesystem"]
    assert container["capabilities"] == {"drop": ["ALL"]}
    assert REDIS["serviceAccount"] == {"automountServiceAccountToken": False}
    assert REDIS["podSecurityContext"]["runAsNonRoot"]
