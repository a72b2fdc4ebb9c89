"""The navigation of every page: all places in five groups, the same everywhere, and five of them in the row.

A place is shown to people who may open it, in the order that stands here: nothing moves, whatever page is shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino import roles
from casino.models import User
from casino.pages import desks
from casino.roles import Actor
from casino.selectors import decisions

IN_THE_ROW: Final = 5
SETTING_UP: Final = "/setup/"
APPROVALS: Final = "/approvals/"
SECURITY: Final = "/security/"
_MANAGEMENT: Final = "/management/"
_OF_MANAGEMENT: Final = (
    _MANAGEMENT,
    "/management/audit/",
    "/management/days/",
    "/tronc/",
    "/management/audit/findings/",
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the navigation; `count`: what waits there for its reader."""

    address: str
    name: str | Promise
    is_here: bool = False
    """Whether the page shown belongs to it."""
    count: object = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Places of one kind of work; its key goes to the first of them."""

    key: str
    name: str | Promise
    row: Sequence[str]
    """What people of this work use all day."""
    places: Sequence[Place]

    def of(self, places: Sequence[Place]) -> "Group":
        """The group with these places alone."""
        return Group(self.key, self.name, self.row, places)

    @property
    def is_here(self) -> bool:
        """Whether the page shown belongs to one of its places."""
        return any(place.is_here for place in self.places)


@dataclass(frozen=True, slots=True)
class Navigation:
    """The groups that have places for its reader; the one where they are; the places in the row."""

    groups: Sequence[Group]
    here: Group | None
    row: Sequence[Place]


_GROUPS: Final[Sequence[Group]] = (
    Group(
        "f",
        _("Floor"),
        ("/dealer/", "/floor/", "/floor/lists/", "/floor/dealers/", "/floor/guests/", "/tournaments/"),
        (
            Place("/dealer/", pgettext_lazy("of the dealers", "Table")),
            Place("/floor/", _("Board")),
            Place("/floor/lists/", _("Waiting lists")),
            Place("/floor/dealers/", _("Dealers")),
            Place("/floor/guests/", _("Guests")),
            Place("/tournaments/", _("Tournaments")),
            Place("/floor/moves/", _("Moves")),
            Place("/floor/calls/", _("Calls")),
            Place("/floor/rulings/", _("Rulings")),
            Place("/floor/handover/", _("Handover")),
            Place("/display/", _("Public display")),
        ),
    ),
    Group(
        "c",
        _("Cage"),
        ("/cage/", "/cage/windows/", "/cage/count/", "/cage/jackpots/", "/floor/guests/"),
        (
            Place("/cage/", _("Today")),
            Place("/cage/windows/", _("Windows")),
            Place("/cage/count/", _("Count")),
            Place("/cage/jackpots/", _("Jackpot slips")),
            Place("/floor/jackpots/", _("Jackpot claims")),
        ),
    ),
    Group(
        "m",
        _("Management"),
        _OF_MANAGEMENT,
        (
            Place(_MANAGEMENT, _("Today")),
            Place(APPROVALS, _("To approve")),
            Place("/management/period/", _("Report")),
            Place("/management/reports/", _("Reports")),
            Place("/management/audit/tips/", _("Tips")),
            Place("/tronc/", _("Tronc")),
            Place("/management/revenue/", _("Revenue")),
            Place("/management/levies/", _("Levies")),
            Place("/management/schedules/", _("Rake schedules")),
            Place("/management/funds/", _("Jackpots")),
            Place("/management/bank/", _("House games")),
        ),
    ),
    Group(
        "a",
        _("Audit"),
        _OF_MANAGEMENT,
        (
            Place("/management/days/", _("Gaming days")),
            Place("/management/audit/", _("Rake audit")),
            Place("/management/audit/findings/", _("Findings")),
            Place("/management/audit/dealers/", _("Funnel")),
            Place("/management/proof/", _("Proof")),
            Place("/management/duties/", _("For the authority")),
            Place("/management/jobs/", _("Jobs")),
            Place(SECURITY, _("Security")),
        ),
    ),
    Group(
        "h",
        _("House"),
        (SETTING_UP, "/people/", "/management/rules/", "/tablets/", SECURITY),
        (
            Place(SETTING_UP, _("Set up")),
            Place("/management/rules/", _("Games and posted rules")),
            Place("/management/rule-sets/", _("Rule sets of the house")),
            Place("/floor/incidents/", _("Incidents")),
            Place("/floor/bans/", _("House bans")),
            Place("/people/", _("People")),
            Place("/tablets/", _("Tablets")),
            Place("/management/retention/", _("Retention")),
            Place("/operations/", _("Operation")),
            Place("/admin/", _("Back office")),
            Place("/api/docs/", _("API")),
        ),
    ),
)


def of(person: User, path: str, counts: Mapping[str, object] | None = None) -> Navigation:
    """What the person may reach from the page at `path`; `counts`: what waits at an address."""
    counts = counts or {}
    theirs = _open(_Holder(tuple(person.roles), person.is_active), settings.ROOT_URLCONF)
    known = {place.address: place for group in _GROUPS for place in group.places if place.address in theirs}
    here = max((address for address in known if _belongs(path, address)), key=len, default="")
    shown = {
        address: Place(address, place.name, is_here=address == here, count=counts.get(address, 0))
        for address, place in known.items()
    }
    groups = [group.of([shown[place.address] for place in group.places if place.address in shown]) for group in _GROUPS]
    groups = [group for group in groups if group.places]
    first = next((desk.address for desk in desks.of(person)), "")
    at = next((one for one in groups for place in one.places if place.address == (here or first)), None)
    if len(shown) <= IN_THE_ROW or at is None:
        row = list(shown.values())
    else:
        row = [shown[address] for address in at.row if address in shown]
    return Navigation(groups, at, row[:IN_THE_ROW])


@dataclass(frozen=True, slots=True)
class _Holder:
    """Anybody with these roles."""

    roles: tuple[str, ...]
    is_active: bool


@lru_cache(maxsize=256)
def _open(holder: _Holder, _addresses: str) -> frozenset[str]:
    """The places of people with these roles: a desk of theirs, or a page that they may open."""
    return frozenset(
        place.address
        for group in _GROUPS
        for place in group.places
        if (decisions.are_for(holder) if place.address == APPROVALS else desks.is_one(place.address, holder))
        and may_go(holder, place.address)
    )


def _belongs(path: str, address: str) -> bool:
    """Whether the page is of that place; management's start page has none below it."""
    return path == address if address == _MANAGEMENT else path.startswith(address)


def may_go(person: Actor, address: str) -> bool:
    """Whether the page at the address is there, and the person may open it."""
    permission = _permission(address.partition("?")[0], settings.ROOT_URLCONF)
    return permission is not None and (permission == "" or roles.permits(person, permission))


@lru_cache(maxsize=512)
def _permission(address: str, addresses: str) -> str | None:
    """What the page asks for; empty where it asks for nothing, None where there is no such page among the addresses."""
    try:
        view = resolve(address, addresses).func
    except Resolver404:
        return None
    return getattr(getattr(view, "view_class", None), "permission", None) or ""
