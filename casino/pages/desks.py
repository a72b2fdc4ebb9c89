"""Desks: the start pages of each role, and what every page shows beside its bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from casino import membership
from casino.middleware import TABLET, idle_seconds
from casino.models import User
from casino.roles import Actor, Role


@dataclass(frozen=True, slots=True)
class Desk:
    """A start page: its address, its name on screen, and its roles."""

    address: str
    name: str | Promise
    roles: frozenset[Role]

    def is_for(self, user: Actor) -> bool:
        """Whether one of the user's roles has this desk."""
        return any(role in user.roles for role in self.roles)


# Ordered: the root redirects users to the first desk of their roles.
_DESKS = (
    Desk("/floor/", _("Floor"), frozenset({Role.FLOOR})),
    Desk("/dealer/", _("Dealer"), frozenset({Role.DEALER})),
    Desk("/cage/", _("Cage"), frozenset({Role.CAGE})),
    Desk("/management/", _("Management"), frozenset({Role.MANAGER, Role.AUDITOR})),
    Desk("/floor/", _("Floor"), frozenset({Role.MANAGER})),
    Desk("/tournaments/", _("Tournaments"), frozenset({Role.FLOOR, Role.CAGE, Role.MANAGER, Role.AUDITOR})),
    Desk(
        "/tronc/", _("Tronc"), frozenset({Role.COUNCIL, Role.DEALER, Role.FLOOR, Role.CAGE, Role.MANAGER, Role.AUDITOR})
    ),
    Desk("/people/", _("People"), frozenset({Role.MANAGER, Role.AUDITOR, Role.ADMIN})),
    Desk("/security/", _("Security"), frozenset({Role.MANAGER, Role.AUDITOR, Role.ADMIN})),
    Desk("/operations/", _("Operation"), frozenset({Role.MANAGER, Role.AUDITOR, Role.ADMIN})),
    Desk("/admin/", _("Back office"), frozenset({Role.FLOOR, Role.MANAGER, Role.AUDITOR, Role.ADMIN})),
    Desk("/api/docs/", _("API"), frozenset({Role.INTEGRATOR, Role.ADMIN})),
)


@lru_cache(maxsize=8)
def _standing(addresses: str) -> tuple[Desk, ...]:
    """The desks that are among the addresses; their pages belong to the apps."""

    def exists(desk: Desk) -> bool:
        try:
            resolve(desk.address, addresses)
        except Resolver404:
            return False
        return True

    return tuple(desk for desk in _DESKS if exists(desk))


def of(user: User) -> Sequence[Desk]:
    """The user's desks, in order; the first is where the root leads."""
    return [desk for desk in _standing(settings.ROOT_URLCONF) if desk.is_for(user)]


def is_one(address: str, user: Actor) -> bool:
    """Whether an address is no desk, or a desk of the user's."""
    of_roles = [desk for desk in _DESKS if desk.address == address]
    return not of_roles or any(desk.is_for(user) for desk in of_roles)


def head(request: HttpRequest) -> dict[str, object]:
    """Context processor of every page's head.  Lazy: `desks`; a query each: `demo`, `house_shown`."""
    user = getattr(request, "user", None)
    person = user if isinstance(user, User) else None
    return {
        "on_tablet": person is not None and TABLET in request.session,
        "idle_seconds": None if person is None else idle_seconds(request),
        "house_shown": SimpleLazyObject(lambda: person and _shown(request, person)),
        "desks": SimpleLazyObject(lambda: of(person) if person is not None else []),
        "demo": SimpleLazyObject(lambda: User.objects.filter(is_demo=True, is_active=True).exists()),
        "languages": settings.LANGUAGES,
    }


def _shown(request: HttpRequest, person: User) -> Any:
    """The house of the page, for people who work in several; no query for others.

    Somebody of every house finds the others in their account, until they have chosen one.
    """
    houses = person.house_ids
    if len(houses) < 2 if houses is not None else membership.CHOSEN not in request.session:
        return None
    return getattr(request, "house", None) or membership.chosen(person, request.session)
