"""A floor that is upgraded in the middle of the night: two neighbouring versions serve one house at the same time.

The later version is this checkout with one migration more, which adds a column, and one style changed.  The version
before is the last release; until there is one of this major version, it is this checkout as it is.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from casino.embedded.postgres import APPLICATION, Cluster
from casino.embedded.valkey import Valkey
from casino.services.schema import listed
from tests import html
from tests.upgrades import versions
from tests.upgrades.versions import Browser, Version, api

pytestmark = [pytest.mark.services, pytest.mark.release("two web servers of their own on the demo's evening")]

LATER = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("tables", "{before}")]
    operations = [migrations.RunSQL("ALTER TABLE tables_hand ADD COLUMN later integer NOT NULL DEFAULT 7")]
"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What both versions are told: the database, the broker, the key."""
    with Cluster(tmp_path / "server", durable=False) as cluster, Valkey(tmp_path / "broker") as broker:
        yield {
            "DATABASE_URL": cluster.url(role=APPLICATION),
            "DATABASE_OWNER_URL": cluster.url(),
            "CELERY_BROKER_URL": broker.url(),
            "CASINO_SECRET_KEY": "0123456789-a-key-of-fifty-letters-and-more-of-them-zyx",
        }


@pytest.fixture
def before(tmp_path: Path, house: dict[str, str]) -> Version:
    """The version before, with a played evening."""
    version = Version(versions.lay_out(versions.last_release(), tmp_path / "before"), house)
    version.done("migrate", "--verbosity=0")
    version.done("demo")
    version.done("collectstatic", "--no-input", "--verbosity=0")
    return version


@pytest.fixture
def later(tmp_path: Path, house: dict[str, str], before: Version) -> Version:
    """This version with a migration more and another style; its static files lie beside those of the version before."""
    version = Version(versions.lay_out("", tmp_path / "later"), house)
    last = max((version.folder / "tables/migrations").glob("[0-9]*.py")).stem
    (version.folder / "tables/migrations/9999_later.py").write_text(LATER.format(before=last), encoding="utf-8")
    with (version.folder / "casino/static/casino/house.css").open("a", encoding="utf-8") as style:
        style.write("\n.later { color: inherit; }\n")
    shutil.copytree(before.static, version.static)
    version.done("collectstatic", "--no-input", "--verbosity=0")
    return version


def test_two_versions_serve_one_house(before: Version, later: Version) -> None:
    floor = Browser()
    with before.serving():
        floor.sign_in(before, "floor")
        form = html.filled(floor.get(before, "/floor/guests/register/"))
        _status, signed = api(before, "auth/token/", {"username": "floor", "password": "demo-floor"})
        later.done("migrate", "--verbosity=0")
        assert before.ready()[0] == 200, "what a later version added is no reason to stop serving"
        with later.serving():
            two_at_once(before, later, signed["token"])
            card = floor.send(later, "/floor/guests/register/", form, name="Anna Winter")
            assert card == floor.send(before, "/floor/guests/register/", form, name="Anna Winter"), "sent again"
            assert "Anna Winter" in floor.get(later, card)
            assert "Anna Winter" in floor.get(before, card), "one session, at both"
            styles_are_there(floor, before, later)
    with before.serving():
        assert floor.get(before, "/floor/"), "started again, since a machine may fail in that night"
    refused = before.command("migrate")
    added = sorted(migrations_in(later) - migrations_in(before))
    assert "tables.9999_later" in added
    assert (refused.returncode, f"does not know {listed(added)}." in refused.stderr) == (1, True), refused.stderr
    assert " 0 broken" in later.done("prove", "--books")


def migrations_in(version: Version) -> set[str]:
    return {f"{path.parts[-3]}.{path.stem}" for path in version.folder.glob("*/migrations/[0-9]*.py")}


def two_at_once(before: Version, later: Version, token: str) -> None:
    """A hand recorded at one and sent again to the other is booked once, in both directions."""
    signed = {"Authorization": f"Token {token}"}
    table = api(before, "tables/?code=T01", **signed)[1]["results"][0]["id"]
    for one, other in ((before, later), (later, before)):
        hand = {"pot_cents": 4_000, "flop_seen": True, "dealt_in": 2, "tip_cents": 100}
        hand["version"] = api(other, f"tables/{table}/", **signed)[1]["version"]
        key = {"Idempotency_Key": str(uuid4())}
        status, booked = api(one, f"tables/{table}/hands/record/", hand, **signed, **key)
        assert status == 201, booked
        assert api(other, f"tables/{table}/hands/record/", hand, **signed, **key) == (201, booked)


def styles_are_there(floor: Browser, before: Version, later: Version) -> None:
    """Each page's style, by the hash in its name: at its own version, and that of the one before at the later one."""
    old, new = (re.findall(r"/static/casino/house\.\w+\.css", floor.get(at, "/floor/")) for at in (before, later))
    assert len({*old, *new}) == 2
    for at, style in ((before, old[0]), (later, old[0]), (later, new[0])):
        assert floor.get(at, style)
