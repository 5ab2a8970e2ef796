"""What `kubectl apply -k FOLDER` would send, made without kubectl, which is on few machines.

Known is the part of Kustomize that our files use: resources, generators of settings and secrets
(without the hash in their names), patches that merge, labels, namespace, images. Anything else is
refused. The suite `kubectl` compares with what kubectl makes.
"""

import base64
import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

Document = dict[str, Any]
_KNOWN = {
    *("apiVersion", "kind", "namespace", "resources", "labels", "patches", "images"),
    *("generatorOptions", "configMapGenerator", "secretGenerator"),
}
_KEYS = {"containers": "name", "env": "name", "volumes": "name", "volumeMounts": "mountPath"}
"""Of lists that are merged item by item: which field says that two items are the same."""


def documents(path: Path) -> list[Document]:
    """Those of a YAML file."""
    parts = re.split(r"^---$", path.read_text("utf-8"), flags=re.M)
    found = [msgspec.yaml.decode(part) for part in parts]
    assert all(isinstance(each, dict) for each in found), path
    return found


def rendered(folder: Path) -> list[Document]:
    """By the folder's kustomization.yaml."""
    [said] = documents(folder / "kustomization.yaml")
    assert said.keys() <= _KNOWN, f"{folder}: {said.keys() - _KNOWN} is not known here"
    found = list(_resources(folder, said.get("resources", [])))
    more = said.get("generatorOptions", {}).get("labels", {})
    for kind, name in (("ConfigMap", "configMapGenerator"), ("Secret", "secretGenerator")):
        for generator in said.get(name, []):
            _generate(found, folder, kind, generator, more)
    for patch in said.get("patches", []):
        _patch(found, folder / patch["path"], patch["target"]["kind"])
    for labels in said.get("labels", []):
        _label(found, labels["pairs"], in_templates=labels.get("includeTemplates", False))
    for each in found:
        if each["kind"] != "Namespace":
            each["metadata"]["namespace"] = said["namespace"]
    for image in said.get("images", []):
        for container in containers(found):
            if container["image"].partition(":")[0] == image["name"]:
                container["image"] = f"{image['newName']}:{image['newTag']}"
    return found


def pod_spec(document: Document) -> Document | None:
    """Of whatever makes pods, or is one."""
    if document["kind"] == "Pod":
        spec: Document = document["spec"]
        return spec
    found: Document | None = document.get("spec", {}).get("template", {}).get("spec")
    return found


def containers(found: list[Document]) -> Iterator[Document]:
    for spec in filter(None, map(pod_spec, found)):
        yield from spec["containers"]


def _resources(folder: Path, names: list[str]) -> Iterator[Document]:
    for name in names:
        path = folder / name
        yield from rendered(path) if path.is_dir() else documents(path)


def _generate(
    found: list[Document], folder: Path, kind: str, said: Document, labels: dict[str, str]
) -> None:
    data: dict[str, str] = {}
    for name in said.get("envs", []):
        lines = (folder / name).read_text("utf-8").splitlines()
        data |= dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    for name in said.get("files", []):
        key, _, path = name.rpartition("=")
        content = (folder / path).read_bytes()
        data[key or path] = (
            base64.b64encode(content).decode() if kind == "Secret" else content.decode()
        )
    if said.get("behavior") == "merge":
        [older] = [x for x in found if (x["kind"], x["metadata"]["name"]) == (kind, said["name"])]
        older["data"] |= data
        return
    made: Document = {"apiVersion": "v1", "kind": kind, "metadata": {"name": said["name"]}}
    if labels:
        made["metadata"]["labels"] = dict(labels)
    if kind == "Secret":
        made["type"] = said.get("type", "Opaque")
    found.append({**made, "data": data})


def _patch(found: list[Document], path: Path, kinds: str) -> None:
    [merged] = documents(path)
    for each in found:
        if re.fullmatch(kinds, each["kind"]):
            each["spec"] = _merged(each["spec"], merged["spec"])


def _label(found: list[Document], pairs: dict[str, str], *, in_templates: bool) -> None:
    for each in found:
        metadata = [each["metadata"]]
        if in_templates and "template" in each.get("spec", {}):
            metadata.append(each["spec"]["template"].setdefault("metadata", {}))
        for one in metadata:
            one["labels"] = one.get("labels", {}) | pairs


def _merged(old: Any, new: Any, name: str = "") -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return old | {key: _merged(old.get(key), value, key) for key, value in new.items()}
    if isinstance(old, list) and isinstance(new, list) and name in _KEYS:
        by = _KEYS[name]
        added = {each[by]: each for each in new}
        kept = [_merged(each, added.pop(each[by], {})) for each in old]
        return [*added.values(), *kept]
    return copy.deepcopy(new)
