"""Versions of the product as processes: each from sources in a folder of its own, all on one database."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from casino import environment
from casino.embedded.processes import end, spawn, tail, until
from casino.management.commands.up import free_port
from tests import html
from tests.patience import PATIENCE_S

SOURCES = ("pyproject.toml", "accounting", "casino", "tables", "templates", "tools")
SHIPPED = "tests/shipped_migrations.txt"
COMMAND = "import sys; from casino.management import command_line; raise SystemExit(command_line.run(sys.argv))"


def last_release() -> str:
    """The commit at which migrations were shipped last, if it is of this major version; else nothing.

    Skips the test where the history is not there.
    """
    if not (environment.ROOT / ".git").exists() or _git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("no history here, from which the release before would be taken (git)")
    commit = _git("log", "-1", "--format=%H", "--", SHIPPED)
    said = re.search(r'^version = "(\d+)\.', _git("show", f"{commit}:pyproject.toml"), re.MULTILINE)
    of_this = environment.VERSION.partition(".")[0]
    return commit if said and said[1] == of_this != "0" else ""


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=environment.ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def lay_out(commit: str, folder: Path) -> Path:
    """The sources of a commit, or of this checkout, in a folder."""
    folder.mkdir()
    if commit:
        archive = ["git", "archive", "--format=tar", f"--output={folder}.tar", commit, *SOURCES]
        subprocess.run(archive, cwd=environment.ROOT, check=True)
        subprocess.run(["tar", "--extract", f"--file={folder}.tar", f"--directory={folder}"], check=True)
        return folder
    for name in SOURCES:
        source = environment.ROOT / name
        shutil.copytree(source, folder / name) if source.is_dir() else shutil.copy2(source, folder / name)
    return folder


class Version:
    """One version: its sources, its data folder, and the house's database, broker and key."""

    def __init__(self, folder: Path, house: dict[str, str]) -> None:
        self.folder = folder
        self.static = folder.with_name(f"{folder.name}-static")
        own = {"CASINO_DATA": str(folder.with_name(f"{folder.name}-data")), "CASINO_STATIC": str(self.static)}
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("CASINO_", "DATABASE_"))}
        self.environ = clean | own | house | {"DJANGO_SETTINGS_MODULE": "casino.settings"}
        self.port = free_port(0)
        self.address = f"http://127.0.0.1:{self.port}"

    def command(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """What `manage.py` does in these sources, with the packages of this checkout."""
        argv = [sys.executable, "-c", COMMAND, *words]
        return subprocess.run(argv, cwd=self.folder, env=self.environ, capture_output=True, text=True, check=False)

    def done(self, *words: str) -> str:
        """What a command printed that succeeded."""
        ran = self.command(*words)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    @contextmanager
    def serving(self) -> Iterator[None]:
        """The web server of this version, ready."""
        log = self.folder.with_name(f"{self.folder.name}.log")
        argv = [sys.executable, "-m", "casino.web", "--port", str(self.port), "--workers", "1"]
        with log.open("ab") as out:
            server = spawn(argv, output=out, environ=self.environ, folder=self.folder)
        try:
            assert until(lambda: self.ready()[0] == 200 or server.poll() is not None, PATIENCE_S), tail(log)
            assert server.poll() is None, tail(log)
            yield
        finally:
            end(server)

    def ready(self) -> tuple[int, str]:
        """Status and text of /readyz; 0 while nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.address}/readyz", timeout=PATIENCE_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError:
            return 0, ""


class Browser:
    """A person who asks now one web server and now another, as a proxy leads them; cookies go to both."""

    def __init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, at: Version, path: str) -> str:
        with self.opener.open(f"{at.address}{path}", timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())

    def send(self, at: Version, path: str, form: dict[str, str], **typed: str) -> str:
        """The path to which a form leads that was begun before; `typed` beside what stood in it."""
        body = urlencode(form | typed).encode()
        asked = urllib.request.Request(f"{at.address}{path}", body, {"Origin": at.address})
        with self.opener.open(asked, timeout=PATIENCE_S) as answer:
            return urlsplit(answer.url).path

    def sign_in(self, at: Version, name: str) -> None:
        form = html.filled(self.get(at, "/login/"))
        self.send(at, "/login/", form, username=name, password=f"demo-{name}")


def api(at: Version, path: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, Any]:
    """Status and answer of the API."""
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"{at.address}/api/v1/{path}", data, named)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read())
