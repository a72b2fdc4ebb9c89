"""The desks of the house: which page is whose, what the head of every page shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from casino.middleware import TABLET, idle_seconds
from casino.models import User
from casino.roles import Role


@dataclass(frozen=True, slots=True)
class Desk:
    """A place to work: its address, its word on screen, whose it is."""

    address: str
    name: str | Promise
    roles: frozenset[Role]

    def is_for(self, user: User) -> bool:
        """Whether one of the person's roles works here."""
        return any(role in user.roles for role in self.roles)


# In this order: the first that is his is where the root leads him.
_DESKS = (
    Desk("/floor/", _("Floor"), frozenset({Role.FLOOR})),
    Desk("/dealer/", _("Dealer"), frozenset({Role.DEALER})),
    Desk("/cage/", _("Cage"), frozenset({Role.CAGE})),
    Desk("/management/", _("Management"), frozenset({Role.MANAGER, Role.AUDITOR})),
    Desk("/floor/", _("Floor"), frozenset({Role.MANAGER})),
    Desk("/tournaments/", _("Tournaments"), frozenset({Role.FLOOR, Role.CAGE, Role.MANAGER, Role.AUDITOR})),
    Desk("/admin/", _("Back office"), frozenset({Role.FLOOR, Role.MANAGER, Role.AUDITOR, Role.ADMIN})),
    Desk("/api/docs/", _("API"), frozenset({Role.INTEGRATOR, Role.ADMIN})),
)


@lru_cache(maxsize=1)
def _standing() -> tuple[Desk, ...]:
    """Desks that have a page; the apps bring theirs, and this package knows them only as addresses."""

    def stands(desk: Desk) -> bool:
        try:
            resolve(desk.address)
        except Resolver404:
            return False
        return True

    return tuple(desk for desk in _DESKS if stands(desk))


def of(user: User) -> Sequence[Desk]:
    """The person's desks, the own one first."""
    return [desk for desk in _standing() if desk.is_for(user)]


def head(request: HttpRequest) -> dict[str, object]:
    """Context processor: `desks` (lazy), `demo` (lazy: one query), `languages`; how the screen locks by itself."""
    user = getattr(request, "user", None)
    person = user if isinstance(user, User) else None
    return {
        "on_tablet": person is not None and TABLET in request.session,
        "idle_seconds": None if person is None else idle_seconds(request),
        "desks": SimpleLazyObject(lambda: of(person) if person is not None else []),
        "demo": SimpleLazyObject(lambda: User.objects.filter(is_demo=True, is_active=True).exists()),
        "languages": settings.LANGUAGES,
    }
