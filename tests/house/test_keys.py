"""`admin keys`: an installation's secrets as files, and the broker's configuration without any."""

import re
import stat
import subprocess
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from services.cli.admin.keys import keys
from services.cli.broker import broker_file, rights_of
from services.cli.installation import Installation
from services.cli.tree import ROOT
from shared.runtime.nats_server import find_binary

CONFIGURATION = ROOT / "deploy" / "nats" / "nats.conf"


def made(folder: Path, *arguments: str) -> list[str]:
    """Names of the files that were written."""
    ended = CliRunner().invoke(keys, [str(folder), *arguments])
    assert ended.exit_code == 0, ended.output
    return [Path(line).name for line in ended.output.splitlines()]


def test_the_committed_configuration_is_what_the_table_of_rights_gives() -> None:
    kept = CONFIGURATION.read_text("utf-8")
    assert kept == broker_file(rights_of()), "./saloon rights --nats > deploy/nats/nats.conf"
    assert "sync_interval: always" in kept


def test_the_broker_takes_the_configuration_with_the_keys_beside_it(tmp_path: Path) -> None:
    made(tmp_path / "keys")
    (tmp_path / "nats.conf").write_bytes(CONFIGURATION.read_bytes())
    (tmp_path / "passwords.conf").write_bytes((tmp_path / "keys/passwords.conf").read_bytes())
    checked = [str(find_binary()), "-t", "-c", str(tmp_path / "nats.conf")]
    subprocess.run(checked, check=True, capture_output=True, timeout=20)
    (tmp_path / "passwords.conf").write_text('SETUP_PASSWORD: "x"\n')
    assert subprocess.run(checked, capture_output=True, timeout=20, check=False).returncode


def test_no_secret_is_in_the_configuration_and_every_one_has_its_file(tmp_path: Path) -> None:
    written = made(tmp_path)
    text = CONFIGURATION.read_text("utf-8")
    for rights in rights_of():
        password = (tmp_path / f"{rights.service}_password").read_text()
        assert len(password) >= 32
        assert password in (tmp_path / "passwords.conf").read_text()
        assert password not in text + (tmp_path / "users.acl").read_text()
    variables = set(re.findall(r"\$([A-Z_]+_(?:PASSWORD|KEY))\b", text))
    given = re.findall(r'^([A-Z_]+): "', (tmp_path / "passwords.conf").read_text(), re.M)
    assert variables == set(given)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*written, "secrets.json"])


def test_files_are_for_everybody_and_the_folder_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o755)
    made(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes.pop("secrets.json") == 0o600
    assert set(modes.values()) == {0o444}


def test_again_it_keeps_everything(tmp_path: Path) -> None:
    made(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made(tmp_path) == []
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_service_that_is_new_gets_a_password_and_the_others_keep_theirs(tmp_path: Path) -> None:
    made(tmp_path)
    before = Installation(tmp_path).secrets()
    fewer = {name: word for name, word in before.passwords.items() if name != "timer"}
    kept = msgspec.structs.replace(before, passwords=fewer)
    (tmp_path / "secrets.json").write_bytes(msgspec.json.encode(kept))
    assert set(made(tmp_path)) == {"timer_password", "passwords.conf"}
    after = Installation(tmp_path).secrets()
    assert after.passwords.items() >= fewer.items()
    assert after.passwords["timer"] != before.passwords["timer"]


def test_a_certificate_of_ones_own_is_kept(tmp_path: Path) -> None:
    (tmp_path / "edge_certificate").write_text("ours")
    assert not {"edge_certificate", "edge_key"} & set(made(tmp_path))
    assert (tmp_path / "edge_certificate").read_text() == "ours"


def test_the_certificate_that_is_made_bears_the_name_and_belongs_to_its_key(tmp_path: Path) -> None:
    made(tmp_path, "--host", "play.example")
    certificate = x509.load_pem_x509_certificate((tmp_path / "edge_certificate").read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["play.example"]
    key = load_pem_private_key((tmp_path / "edge_key").read_bytes(), None)
    assert key.public_key() == certificate.public_key()


@pytest.mark.parametrize("secrets", ["{", "[]"])
def test_secrets_that_cannot_be_read_are_not_replaced(tmp_path: Path, secrets: str) -> None:
    (tmp_path / "secrets.json").write_text(secrets)
    ended = CliRunner().invoke(keys, [str(tmp_path)])
    assert ended.exit_code == 1
    assert "secrets.json cannot be read" in ended.output
    assert (tmp_path / "secrets.json").read_text() == secrets
