"""The bar on top of every page: all places, what waits for its reader, the alarms, and who they are.

Rooms have bells (`settings.BELLS`): each says which alarms ring for somebody in a house.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from typing import Any, Final

from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from casino import environment, house_time, membership, roles
from casino.middleware import TABLET
from casino.models import User
from casino.pages import navigation, polls
from casino.pages.navigation import APPROVALS, SECURITY, Navigation
from casino.pages.people.front import ours
from casino.pages.views import Live, SeeOther
from casino.roles import Role
from casino.selectors import decisions
from casino.selectors.entrances import BEGAN
from casino.services import users

ALARMS: Final = "/alarms/"
SILENT: Final = "silent"
"""In a session: that no alarm sounds until its person signs out."""
THEME: Final = "theme"
THEMES: Final[Sequence[tuple[str, Promise]]] = (
    ("dark", _("Dark")),
    ("light", _("Light")),
    ("", _("Same as the device")),
)
_GOOD_FOR: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Ring:
    """An alarm in the bar; `key` tells it from others, so that a new one sounds."""

    key: str
    place: str
    text: str
    since: datetime
    address: str
    is_urgent: bool = False
    """Whether a person calls, or the law asks; it sounds until somebody takes it."""
    taken_by: str = ""


@dataclass(frozen=True, slots=True)
class Bell:
    """What rings for people with the permission: in the house whose pages they see."""

    permission: str
    rings: Callable[[User, Any], Sequence[Ring]]


@cache
def bells() -> tuple[Bell, ...]:
    """The bells of all rooms."""
    return tuple(import_string(name) for name in settings.BELLS)


class Bar:
    """What the bar shows to somebody who is signed in; each part is computed where a template asks for it."""

    def __init__(self, request: HttpRequest, person: User) -> None:
        self.person = person
        self.on_tablet = TABLET in request.session
        self._request = request

    @cached_property
    def navigation(self) -> Navigation:
        """The places, and which of them the page belongs to."""
        counts = {APPROVALS: self.to_approve or 0, SECURITY: 0}
        return navigation.of(self.person, self._request.path, counts)

    @cached_property
    def to_approve(self) -> int | None:
        """How much waits for their decision; None for those who neither ask nor decide."""
        return decisions.count(self.person) if decisions.are_for(self.person) else None

    @property
    def waiting(self) -> str:
        """What the tab's title begins with: how much waits for them, `(3) `, or nothing."""
        return f"({self.to_approve}) " if self.to_approve else ""

    @property
    def desk(self) -> str:
        """Whose help is nearest: the dealers', or that of the group where the page stands."""
        is_dealing = Role.DEALER in self.person.roles and self._request.path.startswith("/dealer/")
        return "dealer" if is_dealing or self.navigation.here is None else self.navigation.here.key

    @property
    def version(self) -> str:
        """Of this product."""
        return environment.VERSION

    @property
    def has_bell(self) -> bool:
        """Whether any alarm may ring for them."""
        return any(roles.permits(self.person, bell.permission) for bell in bells())

    @property
    def has_menus(self) -> bool:
        """Whether not all their places stand in the row; then there is a menu of all, with keys and a search."""
        return sum(len(group.places) for group in self.navigation.groups) > len(self.navigation.row)

    @property
    def may_set_up(self) -> bool:
        """Whether they may open the page of all steps of setting up."""
        return navigation.may_go(self.person, navigation.SETTING_UP)

    @property
    def is_silent(self) -> bool:
        """Whether they have turned the sound off for this shift."""
        return bool(self._request.session.get(SILENT))

    @property
    def live(self) -> dict[str, Any]:
        """Where the alarms are asked for, as soon as the page is there."""
        return polls.context(self._request, ALARMS)

    @property
    def theme(self) -> str:
        """`dark`, `light`, or empty: as the device."""
        return str(self.person.preferences.get(THEME, ""))

    @property
    def themes(self) -> Sequence[tuple[str, Promise]]:
        """All that may be chosen."""
        return THEMES

    @property
    def since(self) -> datetime | None:
        """When they signed in."""
        began = self._request.session.get(BEGAN)
        return None if began is None else datetime.fromtimestamp(began, UTC)

    @property
    def until(self) -> datetime | None:
        """When they must sign in again."""
        return None if self.since is None else self.since + timedelta(seconds=settings.SESSION_COOKIE_AGE)


class Alarms(Live):
    """All that rings for its reader, the most pressing first; in every page's bar, and as a page."""

    permission = None
    template_name = "bar/alarms.html"
    part = "bar/_alarms.html"
    watches = "floor"

    @cached_property
    def house(self) -> Model | None:
        """The house whose pages they see."""
        found: Model | None = membership.chosen(self.actor, self.request.session)
        return found

    def house_shown(self) -> int | None:
        return None if self.house is None else self.house.pk

    def good_until(self) -> datetime:
        """What no desk's counter tells, as a request for approval, is asked for again after a while."""
        return house_time.now() + _GOOD_FOR

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = [
            ring
            for bell in bells()
            if roles.permits(self.actor, bell.permission)
            for ring in bell.rings(self.actor, self.house)
        ]
        found.sort(key=lambda ring: (not ring.is_urgent, ring.since))
        return {
            **super().get_context_data(**kwargs),
            "rings": found,
            "is_urgent": any(ring.is_urgent and not ring.taken_by for ring in found),
            "is_polled": "v" in self.request.GET,
        }


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep with the person how light their screens are."""
    theme = request.POST.get("theme")
    if isinstance(request.user, User) and theme in dict(THEMES):
        users.prefer(name=THEME, value=theme, actor=request.user)
    return SeeOther(ours(request))


@require_POST
def choose_sound(request: HttpRequest) -> HttpResponse:
    """Turn the sound of alarms off for this shift, or on again."""
    if isinstance(request.user, User):
        request.session[SILENT] = request.POST.get("sound") == "off"
    return SeeOther(ours(request))


def head(request: HttpRequest) -> dict[str, object]:
    """Context processor: `bar` where somebody is signed in, else None."""
    user = getattr(request, "user", None)
    return {"bar": Bar(request, user) if isinstance(user, User) else None}
