"""The image of `deploy/Containerfile`, and services of `deploy/compose.yaml` run from it, by buildah without an engine.

The base image is made by debootstrap and tagged as the Containerfile names it. What was made in Debian's packages is
kept for the next run.
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

from casino import environment
from casino.embedded.processes import spawn
from tests.deploy import compose_file
from tests.deploy.compose_file import Service

BASE = "docker.io/library/debian:trixie-slim"
IMAGE = f"{compose_file.OURS}:{compose_file.settings()['POKER_VERSION']}"
USER = 10_001
LEFT_OUT = ("var/cache/apt/*", "var/lib/apt/lists/*", "usr/share/doc/*", "usr/share/man/*", "usr/share/locale/*")
LEFT_OUT += ("proc/*", "sys/*", "dev/*")
PIP = ("index-url", "extra-index-url", "proxy", "trusted-host")  # what may be needed to reach a package index
FOLDERS = ("etc", "home", "mnt", "opt", "root", "secrets", "srv", "usr", "var")


def lacking(*others: str) -> str:
    """Why none can be built or run here; empty where it can."""
    if os.geteuid() != 0:
        return "only root builds images without an engine"
    programs = [program for program in ("buildah", "debootstrap", *others) if shutil.which(program) is None]
    return f"no {', '.join(programs)} on this machine" if programs else ""


class Store:
    """Images and containers in a folder of their own, apart from those of the machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def words(self, *words: str) -> list[str]:
        return ["buildah", "--root", f"{self.folder}/storage", "--runroot", f"{self.folder}/run", *words]

    def run(self, *words: str) -> str:
        done = subprocess.run(self.words(*words), capture_output=True, text=True, check=False)
        assert done.returncode == 0, (done.stdout + done.stderr)[-5_000:]
        return done.stdout.strip()

    def build(self, *options: str) -> None:
        """The image of this checkout."""
        self._take_base()
        version = f"VERSION={compose_file.settings()['POKER_VERSION']}"
        files = ["-f", str(compose_file.FOLDER / "Containerfile")]
        files += ["--ignorefile", str(compose_file.FOLDER / "Containerfile.dockerignore")]
        how = ["--isolation", "chroot", "--format", "docker", "--layers", "--pull=false", *self._pip()]
        self.run("build", *how, *files, "-t", IMAGE, "--build-arg", version, *options, str(environment.ROOT))

    def described(self) -> dict[str, Any]:
        """What the image says of itself."""
        said: dict[str, Any] = json.loads(self.run("inspect", "--type", "image", IMAGE))["Docker"]["config"]
        return said

    def megabytes(self) -> float:
        """What its layers hold."""
        [image] = [one for one in json.loads(self.run("images", "--json")) if f"{IMAGE}" in (one["names"] or [])]
        number, unit = image["size"].split()
        assert unit == "MB"
        return float(number)

    def remove(self) -> None:
        for words in (("umount", "--all"), ("rm", "--all"), ("rmi", "--all", "--force")):
            subprocess.run(self.words(*words), capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _take_base(self) -> None:
        context = _base().parent
        how = ["--isolation", "chroot", "--layers", "-f", f"{context}/Containerfile"]
        self.run("build", *how, "-t", BASE, str(context))

    def _pip(self) -> list[str]:
        """This machine's way to a package index, as secrets of the build."""
        found = _settings_of_pip()
        lines = [f"{name} = {value}" for name, value in found.items() if name in PIP and "file:" not in value]
        options = []
        if authority := found.get("cert"):
            lines.append("cert = /run/secrets/authority")
            options += ["--secret", f"id=authority,src={authority}"]
        file = self.folder / "pip.conf"
        file.write_text("\n".join(["[global]", *lines, ""]), encoding="utf-8")
        return [*options, "--secret", f"id=pip,src={file}"]


def _base() -> Path:
    """Debian as its slim image has it, as an archive that is kept for this user."""
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "casino-image" / "base.tar"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.with_name("Containerfile").write_text("FROM scratch\nADD base.tar /\n", encoding="ascii")
        with tempfile.TemporaryDirectory(prefix="casino-base-") as root:
            subprocess.run(["debootstrap", "--variant=minbase", "trixie", root], check=True, stdout=subprocess.DEVNULL)
            without = [f"--exclude=./{pattern}" for pattern in LEFT_OUT]
            draft = kept.with_suffix(".draft")
            subprocess.run(["tar", "-C", root, *without, "-cf", draft, "."], check=True)
            draft.rename(kept)
    return kept


def _settings_of_pip() -> dict[str, str]:
    """Of pip on this machine: its files, then the environment, which overrules them."""
    read = RawConfigParser()
    read.read(["/etc/pip.conf", Path.home() / ".pip" / "pip.conf", Path.home() / ".config" / "pip" / "pip.conf"])
    found = dict(read["global"]) if read.has_section("global") else {}
    return found | {
        name.removeprefix("PIP_").lower().replace("_", "-"): value
        for name, value in os.environ.items()
        if name.startswith("PIP_")
    }


class Container:
    """A container of the image, into which nothing is written: its own folders are mounted read-only.

    `volumes` is the folder of the named volumes; `places` says what to write for a host's name and port.
    """

    def __init__(self, store: Store, volumes: Path, places: Mapping[str, str]) -> None:
        self.store, self.volumes, self.places = store, volumes, places
        self.name = store.run("from", "--pull=false", IMAGE)
        self.root = Path(store.run("mount", self.name))

    def placed(self, text: str) -> str:
        for name, place in self.places.items():
            text = text.replace(name, place)
        return text

    def words(self, service: Service, command: list[str], **also: str) -> list[str]:
        """A command of a service, with its variables, its volumes and its user, or ours in another image's place."""
        options = ["--isolation", "chroot", "--user", f"{USER}:{USER}"]
        for name, value in (service.environment | also).items():
            options += ["--env", f"{name}={self.placed(value)}"]
        if service.is_ours:
            for folder in FOLDERS:
                options += ["--volume", f"{self.root / folder}:/{folder}:ro"]
        for place in service.written.get("tmpfs", []):
            options += ["--mount", f"type=tmpfs,destination={place}"]
        for place, (source, is_written) in service.volumes.items():
            options += ["--volume", f"{self._volume(source, place)}:{place}{'' if is_written else ':ro'}"]
        return self.store.words("run", *options, self.name, "--", *(self.placed(word) for word in command))

    def run(self, service: Service, command: list[str], **also: str) -> "subprocess.CompletedProcess[str]":
        """To its end."""
        return subprocess.run(self.words(service, command, **also), capture_output=True, text=True, check=False)

    def start(self, service: Service, command: list[str], **also: str) -> "subprocess.Popen[bytes]":
        """In the background. The process is buildah's own, which hands on the signal that ends it."""
        with (self.volumes / f"{service.name}.log").open("wb") as log:
            return spawn(self.words(service, command, **also), output=log)

    def said(self, service: str) -> str:
        """What a service in the background has printed."""
        return (self.volumes / f"{service}.log").read_text(encoding="utf-8")

    def _volume(self, source: str, place: str) -> Path:
        """A named volume takes owner and rights from the image, when it is made; any other is a file of `deploy/`."""
        if source.startswith("./"):
            return compose_file.FOLDER / source
        volume = self.volumes / source
        if not volume.exists():
            volume.mkdir()
            original = self.root / place.removeprefix("/")
            like = original.stat() if original.exists() else None
            os.chown(volume, like.st_uid if like else USER, like.st_gid if like else USER)
            volume.chmod(like.st_mode & 0o777 if like else 0o700)
        return volume

    def written(self, since: Path) -> list[str]:
        """Files of the container that are newer than this one."""
        found = ["find", str(self.root), "-xdev", "-type", "f", "-newer", str(since)]
        return subprocess.run(found, capture_output=True, text=True, check=True).stdout.splitlines()
