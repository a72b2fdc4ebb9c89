"""`deploy/compose.yaml` as Compose reads it: its services, with `.env.example` as the `.env`."""

import re
from dataclasses import dataclass
from typing import Any

import yaml

from casino import environment

FOLDER = environment.ROOT / "deploy"
FILE = FOLDER / "compose.yaml"
EXAMPLE = FOLDER / ".env.example"
OURS = "localhost/casino"
_HOLE = re.compile(r"\$(?:(\$)|\{([A-Z_]+)(?::[-?]([^}]*))?\})")


def settings() -> dict[str, str]:
    """What stands in `.env.example`."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def holes() -> set[str]:
    """The variables that the file asks for."""
    return {name for _dollar, name, _otherwise in _HOLE.findall(FILE.read_text(encoding="utf-8")) if name}


@dataclass(frozen=True, slots=True)
class Service:
    """A service as it is written; a part that it lacks is empty."""

    name: str
    written: dict[str, Any]

    @property
    def image(self) -> str:
        return str(self.written["image"])

    @property
    def is_ours(self) -> bool:
        return self.image.startswith(f"{OURS}:")

    @property
    def command(self) -> list[str]:
        return [str(word) for word in self.written.get("command", [])]

    @property
    def environment(self) -> dict[str, str]:
        """Its variables; those of the `env_file` first."""
        named = settings() if self.written.get("env_file") else {}
        return named | {name: str(value) for name, value in self.written.get("environment", {}).items()}

    @property
    def volumes(self) -> dict[str, tuple[str, bool]]:
        """By its place: the volume, or the file of this folder, and whether it can be written."""
        split = [str(volume).split(":") for volume in self.written.get("volumes", [])]
        return {place: (source, "ro" not in rest) for source, place, *rest in split}

    @property
    def networks(self) -> list[str]:
        return list(self.written.get("networks", []))

    @property
    def waits_for(self) -> dict[str, str]:
        """The services that it starts after, and what it waits for."""
        return {name: str(how["condition"]) for name, how in self.written.get("depends_on", {}).items()}


def read() -> dict[str, Any]:
    """The whole file."""
    whole: dict[str, Any] = _filled(yaml.safe_load(FILE.read_text(encoding="utf-8")))
    return whole


def services() -> dict[str, Service]:
    """Its services by their names."""
    return {name: Service(name, written) for name, written in read()["services"].items()}


def _filled(part: Any) -> Any:
    """The part with each variable as `.env.example` has it, and `$$` as the dollar that it stands for."""
    if isinstance(part, dict):
        return {name: _filled(value) for name, value in part.items()}
    if isinstance(part, list):
        return [_filled(value) for value in part]
    if isinstance(part, str):
        return _HOLE.sub(lambda hole: hole[1] or settings().get(hole[2]) or hole[3] or "", part)
    return part
