"""What browsers fetch is laid out under names with a hash and no others; a release has it compressed, too."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, RequestFactory

from casino import environment
from casino.models import User
from casino.pages import errors

PACKAGES = ["admin", "django_htmx", "drf_spectacular_sidecar"]


@pytest.fixture
def root(settings: Any, tmp_path: Path) -> Path:
    """Where the files of a house lie, not of a test."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "casino.static_files.HashedFiles"}}
    return tmp_path / "static"


def files(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_the_pages_find_what_they_ask_for(
    root: Path, client: Client, person: Callable[..., User], rf: RequestFactory
) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    paths = json.loads((root / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    assert files(root) == {*paths.values(), "staticfiles.json"}
    assert not [name for name in paths if "redoc" in name or name.endswith(".map") or paths[name] == name]

    client.force_login(person("admin"))
    pages = [client.get(address) for address in ("/api/docs/", "/admin/", "/admin/casino/user/", "/tablets/", "/none/")]
    asked = {name for page in pages for name in re.findall(r'/static/([^"#]+)', page.content.decode())}
    asked |= set(re.findall(r'/static/([^"]+)', errors.server_error(rf.get("/floor/")).content.decode()))
    assert any("swagger-ui-bundle" in name for name in asked)
    assert asked <= files(root)

    templates = [*environment.ROOT.glob("templates/**/*.html")]
    named = {name for path in templates for name in re.findall(r"{% static '(.+?)' %}", path.read_text("utf-8"))}
    assert named
    assert named <= set(paths)


def test_only_a_release_is_compressed(root: Path, settings: Any) -> None:
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*PACKAGES])
    plain = files(root)
    assert not {Path(name).suffix for name in plain} & {".br", ".gz"}

    settings.PRODUCTION = True
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*PACKAGES])
    scripts = {name for name in plain if name.endswith((".css", ".js"))}
    assert scripts
    assert {f"{name}.{suffix}" for name in scripts for suffix in ("br", "gz")} <= files(root)
    assert plain <= files(root)
