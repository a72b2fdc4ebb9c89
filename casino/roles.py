"""Roles; the permissions that they carry are in each package's `permissions`, in code so that changes are reviewed.

A permission is the text `"<app>.<verb>_<noun>"`.  *Domain* permissions name actions (`tables.void_hand`); *model*
permissions are Django's own four verbs (`tables.view_hand`) and only open pages of the admin, where models are named by
pattern.  Services authorise with `require`; views never do.  Duties are separated as in the trade: administrators of
users move no money, auditors write nothing of money and play, and no role deletes.  Pure: no Django, no query.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Protocol

from casino.errors import N_, NotAllowed


class Role(StrEnum):
    """A person's job in the house; one person may have several. `INTEGRATOR` is another system."""

    DEALER = "dealer"
    FLOOR = "floor"
    CAGE = "cage"
    MANAGER = "manager"
    AUDITOR = "auditor"
    ADMIN = "admin"
    INTEGRATOR = "integrator"
    COUNCIL = "council"


class Actor(Protocol):
    """A user with roles."""

    @property
    def is_active(self) -> bool:
        """False for a user without any rights, such as a former employee."""

    @property
    def roles(self) -> Iterable[str]:
        """Role names; unknown names carry no permission."""


_DOMAIN: dict[Role, set[str]] = {role: set() for role in Role}
# The admin's model permissions, by pattern.
_MODELS: dict[Role, set[str]] = {role: set() for role in Role}
PERMISSIONS: set[str] = set()
"""All domain permissions that a role carries."""


def carry(domain: Mapping[Role, Iterable[str]], models: Mapping[Role, Iterable[str]]) -> None:
    """Add what roles carry of a package: its `permissions`.

    Each package's `apps` calls it, which Django reads before any service.
    """
    for role, names in domain.items():
        _DOMAIN[role] |= set(names)
        PERMISSIONS.update(names)
    for role, patterns in models.items():
        _MODELS[role] |= set(patterns)
    _holds.cache_clear()


# The roles that one administrator gives alone; all others move money, give rights, or read what is others' business.
GIVEN_ALONE: frozenset[str] = frozenset({Role.DEALER})

# The roles that move money, or give rights.
MONEY: frozenset[str] = frozenset({Role.FLOOR, Role.CAGE, Role.MANAGER, Role.ADMIN})

# Roles that nobody has together unless the house says otherwise (`CASINO_INCOMPATIBLE_ROLES`): who checks does not act,
# who gives rights moves no money, and who counts boxes and pays out runs no table and closes no day.
INCOMPATIBLE = (
    *(("auditor", role.value) for role in Role if role != Role.AUDITOR),
    *(("integrator", role.value) for role in Role if role not in (Role.AUDITOR, Role.INTEGRATOR)),
    ("manager", "council"),
    ("admin", "council"),
    ("admin", "cage"),
    ("admin", "floor"),
    ("admin", "manager"),
    ("cage", "dealer"),
    ("cage", "floor"),
    ("cage", "manager"),
)

STAFF: frozenset[Role] = frozenset({Role.FLOOR, Role.MANAGER, Role.AUDITOR, Role.ADMIN})


@lru_cache(maxsize=4096)
def _holds(roles: tuple[str, ...], permission: str) -> bool:
    for role in Role:
        if role in roles:
            if permission in _DOMAIN[role]:
                return True
            # A domain permission is never granted by a pattern: `accounting.view_*` is about models.
            if permission not in PERMISSIONS and any(fnmatchcase(permission, pattern) for pattern in _MODELS[role]):
                return True
    return False


def carried_by(permission: str) -> list[str]:
    """The roles that carry a permission."""
    return [role.value for role in Role if _holds((role,), permission)]


def permits(actor: Actor, permission: str) -> bool:
    """Whether one of the actor's roles carries `permission`, domain or model."""
    return actor.is_active and _holds(tuple(actor.roles), permission)


def permits_app(actor: Actor, app_label: str) -> bool:
    """Whether the admin shows the actor any model of the app."""
    prefix = f"{app_label}."
    return actor.is_active and any(
        pattern.startswith(prefix) for role in Role if role in tuple(actor.roles) for pattern in _MODELS[role]
    )


def clashing(role_names: Iterable[str], incompatible: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs among these roles that nobody may have together."""
    held = set(role_names)
    return [pair for pair in incompatible if held.issuperset(pair)]


def holders(permission: str) -> list[str]:
    """The roles that carry a domain permission, in the order of `Role`."""
    return [role.value for role in Role if permission in _DOMAIN[role]]


def require(actor: Actor, permission: str) -> None:
    """Refuse with `not_allowed` unless the actor has the domain permission; the facts name the roles that have it."""
    assert permission in PERMISSIONS, f"{permission} is nobody's: name it in its package's permissions.py"
    if not permits(actor, permission):
        raise NotAllowed(
            "not_allowed",
            N_("Your role does not allow this. It is for: %(roles)s."),
            permission=permission,
            roles=holders(permission),
        )
