"""Every variable that a file of `deploy/` names is a setting of ours, or one of the program that reads it."""

import re
from pathlib import Path

import pytest

from casino import environment

DEPLOY = environment.ROOT / "deploy"
OURS = re.compile(r"\b(?:(?:CASINO|DATABASE|CELERY)_[A-Z_]+|PG_BINDIR)\b")
GIVEN = re.compile(r"\b([A-Z][A-Z0-9_]+)(?==|: )|\$\{([A-Z][A-Z0-9_]*)")
OF_OTHERS = {
    **dict.fromkeys(("PATH", "TMPDIR"), "every program"),
    **dict.fromkeys(("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"), "Python"),
    **dict.fromkeys(("PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_CACHE_DIR", "PIP_ROOT_USER_ACTION"), "pip"),
    **dict.fromkeys(("POSTGRES_DB", "POSTGRES_INITDB_ARGS", "POSTGRES_PASSWORD_FILE"), "the image of PostgreSQL"),
    "ON_ERROR_STOP": "psql",
    "REDISCLI_AUTH": "Valkey's client",
    **dict.fromkeys(("BASE", "LOCK", "REVISION", "VERSION"), "the Containerfile, which declares them"),
    **dict.fromkeys(("POKER_COPIES", "POKER_TLS", "POKER_VERSION"), "compose.yaml, from its .env"),
}
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())


def mistakes(text: str) -> set[str]:
    declared = {name for one in environment.VARIABLES for name in (one.name, one.file)}
    given = {name for found in GIVEN.findall(text) for name in found if name}
    return (given | set(OURS.findall(text))) - declared - set(OF_OTHERS)


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(DEPLOY)))
def test_every_variable_is_declared(file: Path) -> None:
    assert mistakes(file.read_text(encoding="utf-8")) == set()


def test_a_mistake_is_seen() -> None:
    wrong = "# CASINO_HOST is set\nCASINO_HOSTS=x\nPOSTGRES_DB: poker\n  POSTGRES_NAME: poker\n${TLS:-internal}"
    assert mistakes(wrong) == {"CASINO_HOST", "POSTGRES_NAME", "TLS"}


def test_the_settings_are_read_alike_by_systemd_and_by_the_shell() -> None:
    """One `NAME=word` a line: of a blank or a dollar each of them has an opinion of its own."""
    lines = (DEPLOY / "systemd" / "casino.env").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[A-Z_]+=[\w./:@-]+", line)] == []
