"""System checks: what a production machine lacks, whether the database is of this version, and its guards hold.

`check --database default` asks the database; `check --deploy` reads the settings alone.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 -- Django's name

from casino import grants, paths
from casino.services import database, database_rights, schema
from casino.settings.services import is_pooled

_HINT = "Name a role that owns nothing in DATABASE_URL, the owner in DATABASE_OWNER_URL, and run `manage.py migrate`."


@register(Tags.database)
def the_application_is_not_the_owner(databases: Sequence[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """Tell if the connected role could change append-only tables or drop their triggers (`casino.grants`)."""
    if "default" not in (databases or ()) or database.acts_as_owner():
        return []
    found = database.standing()
    if found.above:
        return [Warning("The database role is above all rights: no guard holds against it.", _HINT, id="casino.W001")]
    if owned := grants.append_only(found.owned):
        return [
            Warning(f"The database role owns what it must not change: {', '.join(owned)}.", _HINT, id="casino.W002")
        ]
    if strayed := database.strayed():
        return [
            Error(
                f"The database role's rights are not those of the packages' grants.py: {', '.join(strayed)}.",
                "Run `manage.py grants` as the owner.",
                id="casino.E003",
            )
        ]
    if left := database_rights.left():
        return [
            Warning(
                f"The database lets others in, or the role lacks its limits: {', '.join(one.what for one in left)}.",
                "Run `manage.py grants` as the owner; it prints what only PostgreSQL's administrator may do.",
                id="casino.W003",
            )
        ]
    return []


@register(Tags.database)
def the_database_is_of_this_version(databases: Sequence[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """Tell if its migrations or its schema are not those of this version."""
    if "default" not in (databases or ()):
        return []
    try:
        schema.refuse_another_version()
    except schema.VersionError as error:
        return [Error(str(error), id="casino.E001")]
    if found := schema.structure():
        return [Error(schema.sentence(found), "`manage.py prove` names all.", id="casino.E002")]
    return []


@register(Tags.database)
def a_pooler_is_told_of(databases: Sequence[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """Warn if a pooler stands before the database and the settings do not know of it."""
    if "default" not in (databases or ()) or database.acts_as_owner():
        return []
    if is_pooled(settings.DATABASES["default"]) or not database.is_behind_pooler():
        return []
    hint = "Set DATABASE_POOLER (docs/settings.md), or have DATABASE_URL lead around the pooler."
    return [
        Warning("A pooler stands before the database, and DATABASE_POOLER does not say so.", hint, id="casino.W008")
    ]


@register(Tags.security, deploy=True)
def breached_passwords_are_refused(**_options: Any) -> list[CheckMessage]:
    """Warn if no list of breached passwords is named."""
    if settings.BREACHED_PASSWORDS:
        return []
    hint = "Download the Pwned Passwords, ordered by hash (docs/operations.md)."
    return [Warning("CASINO_BREACHED_PASSWORDS names no list of breached passwords.", hint, id="casino.W005")]


@register(Tags.security, deploy=True)
def paths_can_be_used(**_options: Any) -> list[CheckMessage]:
    """Warn of a file or folder that is named and that a part of the house could not use, so that it would not start."""
    hint = "Only on a machine that runs this part, and for the account that runs it."
    return [Warning(sentence, hint, id="casino.W006") for sentence in paths.refusals()]


_CHECKED = ("verify-ca", "verify-full")


@register(Tags.security, deploy=True)
def connections_are_encrypted(**_options: Any) -> list[CheckMessage]:
    """Warn if a database or the broker on another machine is asked in the clear, or without checking who answers."""
    broker = urlsplit(settings.CELERY_BROKER_URL)
    plain = []
    for alias, variable in (("default", "DATABASE_URL"), ("replica", "DATABASE_REPLICA_URL")):
        place = settings.DATABASES.get(alias)
        if place and not _is_here(place["HOST"]) and place["OPTIONS"].get("sslmode") not in _CHECKED:
            plain.append(variable)
    if not _is_here(broker.hostname or "") and broker.scheme not in ("amqps", "rediss"):
        plain.append("CELERY_BROKER_URL")
    if not plain:
        return []
    hint = "Use ?sslmode=verify-full for the database, amqps:// or rediss:// for the broker."
    return [Warning(f"Not encrypted, or to anybody who answers: {', '.join(plain)}.", hint, id="casino.W007")]


def _is_here(host: str) -> bool:
    """A socket (no host, or its folder) or this machine."""
    return host.startswith("/") or host in ("", "localhost", "127.0.0.1", "::1")


@register(Tags.security, deploy=True)
def the_owner_is_somebody_else(**_options: Any) -> list[CheckMessage]:
    """Warn if the settings name the same role as owner and as application."""
    owner = settings.DATABASE_OWNER
    if owner is not None and owner["USER"] == settings.DATABASES["default"]["USER"]:
        return [Warning("DATABASE_URL and DATABASE_OWNER_URL name the same role.", _HINT, id="casino.W004")]
    return []
