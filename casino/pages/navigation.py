"""The navigation of every page: the places that its person may go to, the main ones in the row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from casino import roles
from casino.models import User
from casino.pages import desks

IN_THE_ROW: Final = 5
ON_A_PHONE: Final = 4
_FLOOR: Final = "/floor/"
SETTING_UP: Final = "/setup/"
APPROVALS: Final = "/approvals/"
# What the floor uses all evening; for those whose first desk is the floor it stands in the row.
_MAIN: Final[tuple[tuple[str, Promise], ...]] = (
    ("/floor/lists/", _("Waiting lists")),
    ("/floor/dealers/", _("Dealers")),
    ("/floor/guests/", _("Guests")),
)
_REST: Final[tuple[tuple[str, Promise], ...]] = (
    ("/floor/moves/", _("Moves")),
    ("/floor/calls/", _("Calls")),
    ("/floor/rulings/", _("Rulings")),
    ("/floor/jackpots/", _("Jackpots")),
    ("/floor/incidents/", _("Incidents")),
    ("/floor/bans/", _("House bans")),
    ("/floor/handover/", _("Handover")),
    ("/display/", _("Public display")),
    ("/tablets/", _("Tablets")),
)


_MANAGEMENT: Final = "/management/"
# On management's own pages the row has these, and the other desks stand behind "More".
_OF_MANAGEMENT: Final[tuple[tuple[str, Promise], ...]] = (
    (_MANAGEMENT, _("Today")),
    ("/management/period/", _("Report")),
    ("/management/reports/", _("Reports")),
    ("/management/audit/tips/", _("Tips")),
    ("/management/audit/", _("Rake audit")),
    ("/management/days/", _("Gaming days")),
    ("/management/audit/findings/", _("Findings")),
    (APPROVALS, _("To approve")),
    ("/management/audit/dealers/", _("Dealers")),
    ("/management/revenue/", _("Revenue")),
    ("/management/bank/", _("House games")),
    ("/management/schedules/", _("Rake schedules")),
    ("/management/funds/", _("Jackpots")),
    ("/management/rules/", _("Games and posted rules")),
    (SETTING_UP, _("Set up")),
    ("/management/rule-sets/", _("Rule sets of the house")),
    ("/management/proof/", _("Proof")),
    ("/management/duties/", _("For the authority")),
    ("/management/jobs/", _("Jobs")),
    ("/management/retention/", _("Retention")),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the navigation."""

    address: str
    name: str | Promise
    is_here: bool = False
    """Whether the page shown belongs to it."""


@dataclass(frozen=True, slots=True)
class Navigation:
    """The places in the row, and those behind "More"."""

    row: Sequence[Place]
    more: Sequence[Place]

    @property
    def tabs(self) -> Sequence[Place]:
        """Those of the row for which a phone has a tab."""
        return self.row[:ON_A_PHONE]

    @property
    def is_behind_more(self) -> bool:
        """Whether the page shown belongs to a place behind "More"."""
        return any(place.is_here for place in self.more)

    @property
    def wide_only(self) -> Sequence[Place]:
        """Those of the row that a phone shows behind "More"."""
        return self.row[ON_A_PHONE:]


def of(person: User, path: str) -> Navigation:
    """What the person may reach from the page at `path`."""
    own = {desk.address: desk.name for desk in desks.of(person)}
    if path.startswith(_MANAGEMENT):
        return _of_management(person, path, own)
    floor = {address: name for address, name in _MAIN + _REST if _FLOOR in own and may_go(person, address)}
    if own and next(iter(own)) == _FLOOR:
        main = {address: name for address, name in floor.items() if address in dict(_MAIN)}
        names = {_FLOOR: own[_FLOOR], **main, **own, **floor}
    else:
        names = {**own, **floor}
    return _navigation(names, path)


def _of_management(person: User, path: str, own: Mapping[str, str | Promise]) -> Navigation:
    """Management's pages, five in the row, then the floor where it is a desk of theirs; the rest behind "More"."""
    places = {address: name for address, name in _OF_MANAGEMENT if may_go(person, address)}
    row = dict(list(places.items())[:IN_THE_ROW])
    floor = {_FLOOR: own[_FLOOR]} if _FLOOR in own else {}
    others = {address: name for address, name in own.items() if address not in places}
    return _navigation({**row, **floor, **places, **others}, path, in_the_row=len(row) + len(floor))


def _navigation(names: Mapping[str, str | Promise], path: str, *, in_the_row: int = IN_THE_ROW) -> Navigation:
    here = max((address for address in names if _belongs(path, address)), key=len, default="")
    places = [Place(address, name, is_here=address == here) for address, name in names.items()]
    return Navigation(places[:in_the_row], places[in_the_row:])


def _belongs(path: str, address: str) -> bool:
    """Whether the page is of that place; management's start page has none below it."""
    return path == address if address == _MANAGEMENT else path.startswith(address)


def head(request: HttpRequest) -> dict[str, object]:
    """Context processor of every page's head.

    Lazy: `navigation`, None while nobody is signed in; `may_set_up`, whether the page of all steps may be opened.
    """
    user = getattr(request, "user", None)
    is_known = user is not None and user.is_authenticated
    return {
        "navigation": SimpleLazyObject(lambda: of(user, request.path) if user is not None and is_known else None),
        "may_set_up": SimpleLazyObject(lambda: user is not None and is_known and may_go(user, SETTING_UP)),
    }


def may_go(person: User, address: str) -> bool:
    """Whether the page at the address is there, and the person may open it."""
    permission = _permission(address.partition("?")[0])
    return permission is not None and (permission == "" or roles.permits(person, permission))


@lru_cache(maxsize=512)
def _permission(address: str) -> str | None:
    """What the page asks for; empty where it asks for nothing, None where there is no such page."""
    try:
        view = resolve(address).func
    except Resolver404:
        return None
    return getattr(getattr(view, "view_class", None), "permission", None) or ""
