"""`deploy/compose.yaml`: it is valid, and all that it names is there. `test_image.py` runs what it says."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

from casino import environment
from tests.deploy import compose_file
from tests.deploy.compose_file import Service

SERVICES = compose_file.services()
OURS = [service for service in SERVICES.values() if service.is_ours]
PROGRAMS = {"celery", "python", "sh"}
ONCE = {"secrets", "migrate", "grants"}
SECRET = re.compile(r"/secrets/([a-z]+/[a-z]+)\b")


def each(services: list[Service]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("service", services, ids=lambda service: service.name)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a house that has its `.env`, in a checkout."""
    made = tmp_path / "deploy"
    shutil.copytree(compose_file.FOLDER, made)
    shutil.copy(compose_file.EXAMPLE, made / ".env")
    return made


class TestValid:
    def test_compose_itself_reads_it(self, folder: Path) -> None:
        program = shutil.which("docker-compose")
        said = subprocess.run([program or "false", "version", "--short"], capture_output=True, text=True, check=False)
        if not said.stdout.startswith(("2.", "v2.")):
            pytest.skip("no docker-compose of version 2 on this machine (Debian 13 has one)")
        read = subprocess.run(
            [program or "", "config", "--quiet"], cwd=folder, capture_output=True, text=True, check=False
        )
        assert (read.returncode, read.stdout, read.stderr) == (0, "", "")

    def test_it_keeps_to_the_schema_of_compose(self) -> None:
        if importlib.util.find_spec("check_jsonschema") is None:
            pytest.skip("no check-jsonschema in this environment")
        options = ["--builtin-schema", "vendor.compose-spec", str(compose_file.FILE)]
        checked = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", *options], capture_output=True, text=True, check=False
        )
        assert checked.returncode == 0, checked.stdout

    @pytest.mark.parametrize("certificate", ["internal", "it@example.org"])
    def test_caddy_reads_its_file(self, certificate: str, tmp_path: Path) -> None:
        if shutil.which("caddy") is None:
            pytest.skip("no caddy on this machine")
        options = ["--adapter", "caddyfile", "--config", str(compose_file.FOLDER / "compose" / "Caddyfile")]
        environ = os.environ | {"CASINO_HOSTS": "poker.example.org, tables.example.org", "POKER_TLS": certificate}
        environ |= {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        read = subprocess.run(["caddy", "validate", *options], env=environ, capture_output=True, text=True, check=False)
        assert read.returncode == 0, read.stderr


class TestNamed:
    def test_volumes_and_networks_are_declared_and_used(self) -> None:
        whole = compose_file.read()
        sources = {source for service in SERVICES.values() for source, _written in service.volumes.values()}
        assert {source for source in sources if not source.startswith("./")} == set(whole["volumes"])
        assert {name for service in SERVICES.values() for name in service.networks} == set(whole["networks"])

    def test_files_that_are_mounted_are_here(self) -> None:
        sources = {source for service in SERVICES.values() for source, _written in service.volumes.values()}
        files = {source for source in sources if source.startswith("./")} - {"./certificates"}  # which a house makes
        assert files
        assert [file for file in files if not (compose_file.FOLDER / file).is_file()] == []
        assert os.access(compose_file.FOLDER / "compose" / "roles.sh", os.X_OK), "or PostgreSQL's image reads it in"

    @each(OURS)
    def test_commands_are_programs_of_the_image(self, service: Service) -> None:
        words = " ".join(service.command)
        assert not words or service.command[0] in PROGRAMS
        assert set(re.findall(r"manage\.py (\S+?)\b", words)) <= set(get_commands())
        if service.command[:2] == ["celery", "-A"]:
            assert importlib.util.find_spec(f"{service.command[2]}.celery")

    @each(OURS)
    def test_variables_are_settings(self, service: Service) -> None:
        known = {name for variable in environment.VARIABLES for name in (variable.name, variable.file)}
        named = {name for name in service.environment if not name.startswith("POKER_")} - {"TMPDIR"}
        assert named <= known

    def test_the_example_has_every_variable_and_the_version_of_this_product(self) -> None:
        assert compose_file.holes() <= set(compose_file.settings())
        assert len(compose_file.settings()) == 5
        project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert compose_file.settings()["POKER_VERSION"] == project["version"]

    def test_images_are_pinned_by_their_major_version(self) -> None:
        others = {service.image for service in SERVICES.values() if not service.is_ours}
        assert len(others) == 3
        assert [image for image in others if not re.fullmatch(r"docker\.io/[a-z/]+:\d+", image)] == []
        containerfile = (compose_file.FOLDER / "Containerfile").read_text(encoding="utf-8")
        assert re.findall(r"^ARG BASE=(.*)", containerfile, re.MULTILINE) == ["docker.io/library/debian:trixie-slim"]


class TestSecrets:
    @pytest.fixture
    def made(self, tmp_path: Path) -> Path:
        """The volumes after the first start."""
        for name in ("house", "owner", "copies"):
            (tmp_path / name).mkdir()
        self.make(tmp_path)
        return tmp_path

    def make(self, folder: Path) -> None:
        """Run the service, with its volumes in this folder."""
        _python, option, script = SERVICES["secrets"].command
        subprocess.run([sys.executable, option, script.replace("/secrets", str(folder))], check=True)

    def test_each_is_made_once_and_is_for_its_group_alone(self, made: Path) -> None:
        files = {path: path.read_text(encoding="ascii") for path in made.glob("*/*")}
        assert len(set(files.values())) == len(files) == 7
        assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o440"}
        assert all(len(secret) >= 50 for secret in files.values()), "as long as Django wants its key"
        (lost := made / "house" / "metrics").unlink()
        lost.with_suffix(".draft").touch()  # of a start that was interrupted
        self.make(made)
        assert lost.read_text(encoding="ascii") != files[lost]
        assert {path: path.read_text(encoding="ascii") for path in files if path != lost} == {
            path: secret for path, secret in files.items() if path != lost
        }
        assert set(made.glob("*/*")) == set(files)

    def test_each_that_is_named_is_made_and_reaches_its_service(self, made: Path) -> None:
        scripts = {"postgres": (compose_file.FOLDER / "compose" / "roles.sh").read_text(encoding="utf-8")}
        known, named = {str(path.relative_to(made)) for path in made.glob("*/*")}, set()
        for service in SERVICES.values():
            if service.name == "secrets":
                continue
            wanted = set(SECRET.findall(f"{service.written} {scripts.get(service.name, '')}"))
            folders = {place.removeprefix("/secrets/") for place in service.volumes if place.startswith("/secrets/")}
            assert {name.split("/")[0] for name in wanted} == folders, service.name
            named |= wanted
        assert named == known

    def test_no_service_that_people_reach_knows_the_owner_or_who_copies(self) -> None:
        """Guards in the database hold against whoever owns nothing (docs/security.md)."""
        holders = {
            volume: {name for name, service in SERVICES.items() if f"/secrets/{volume}" in service.volumes}
            for volume in ("owner", "copies")
        }
        assert holders["owner"] == {"secrets", "postgres", "migrate", "grants"}
        assert holders["copies"] == {"secrets", "postgres", "backup"}
        writers = {
            name
            for name, service in SERVICES.items()
            for place, (_source, is_written) in service.volumes.items()
            if place.startswith("/secrets/") and is_written
        }
        assert writers == {"secrets"}


class TestGuarded:
    @each(list(SERVICES.values()))
    def test_a_service_has_no_more_than_it_needs(self, service: Service) -> None:
        written = service.written
        assert written["read_only"] is True
        assert written["cap_drop"] == ["ALL"]
        assert written.get("cap_add", []) == (["NET_BIND_SERVICE"] if service.name == "proxy" else [])
        assert written["security_opt"] == ["no-new-privileges:true"]
        assert "privileged" not in written
        assert written["logging"]["options"]["max-size"]

    @each(OURS)
    def test_ours_run_as_nobody_of_the_machine(self, service: Service) -> None:
        assert service.written["user"] == "10001:10001"

    def test_only_what_must_reaches_out_or_is_reached(self) -> None:
        assert compose_file.read()["networks"]["inside"] == {"internal": True}
        outside = {name for name, service in SERVICES.items() if "outside" in service.networks}
        assert outside == {"proxy", "web", "worker"}
        assert SERVICES["proxy"].networks == ["outside"], "it reaches neither database nor broker"
        assert [name for name, service in SERVICES.items() if "ports" in service.written] == ["proxy"]

    def test_what_runs_once_is_waited_for(self) -> None:
        awaited = {name: how for service in SERVICES.values() for name, how in service.waits_for.items()}
        assert {name for name, how in awaited.items() if how == "service_completed_successfully"} == ONCE
        assert {name for name, how in awaited.items() if how == "service_healthy"} == {"postgres", "valkey", "web"}
        assert {name for name, service in SERVICES.items() if service.written["restart"] == "no"} == ONCE


def test_a_copy_is_taken_at_four_each_night(tmp_path: Path) -> None:
    """It sleeps until then: with a clock and a `sleep` of the test's own."""
    for now in (1_795_000_000, 1_794_974_400 + 4 * 3600):
        (tmp_path / "date").write_text(f"#!/bin/sh\necho {now}\n", encoding="ascii")
        (tmp_path / "sleep").write_text("#!/bin/sh\necho $1\nexit 1\n", encoding="ascii")
        for program in ("date", "sleep"):
            (tmp_path / program).chmod(0o755)
        environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        slept = subprocess.run(SERVICES["backup"].command, env=environ, capture_output=True, text=True, check=False)
        seconds = int(slept.stdout)
        assert 0 < seconds <= 86_400
        assert (now + seconds) % 86_400 == 4 * 3_600
