"""The rights of people, since when and by whom (the access review), and the requests that wait for a second person."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import OuterRef, QuerySet, Subquery, TextChoices
from django.utils.translation import gettext_lazy as _

from casino import house_time, membership, roles
from casino.models import AccountRequest, LoginEvent, User

IDLE = timedelta(days=90)  # an account nobody has used for so long is one to lock out
DECIDED = 50  # how many decided requests are shown


class Remark(TextChoices):
    """What an access review should look at."""

    NEVER = "never", _("never signed in")
    IDLE = "idle", _("not for 90 days")
    CLASH = "clash", _("roles that do not go together")
    ONE_TIME = "one_time", _("one-time password not replaced")


@dataclass(frozen=True, slots=True)
class Access:
    """A person, where they work, when they last signed in, the request for their latest roles, what is remarkable."""

    person: User
    houses: str
    seen_at: datetime | None
    given: AccountRequest | None
    remarks: tuple[Remark, ...]


def review(*, actor: User) -> list[Access]:
    """Every colleague who may sign in, then those who may not; five queries at most."""
    seen = LoginEvent.objects.filter(user=OuterRef("pk"), ok=True).order_by("-pk").values("at")[:1]
    given = {
        request.person_id: request
        for request in AccountRequest.objects.filter(is_approved=True)
        .exclude(roles=[])
        .select_related("asked_by", "decided_by")
        .order_by("pk")
    }
    people = (
        membership.within(User.objects.all(), actor).annotate(seen_at=Subquery(seen)).order_by("-is_active", "username")
    )
    houses = membership.names()
    return [
        Access(
            one,
            membership.house_names(one.house_ids, houses),
            one.seen_at,
            given.get(one.pk),
            tuple(_remarks(one, one.seen_at)),
        )
        for one in people
    ]


def waiting(*, actor: User) -> list[AccountRequest]:
    """The requests nobody has decided, the oldest first."""
    return list(_requests(actor).filter(decided_at=None).order_by("pk"))


def decided(*, actor: User) -> list[AccountRequest]:
    """The requests decided last."""
    return list(_requests(actor).exclude(decided_at=None).order_by("-decided_at")[:DECIDED])


def request(request_id: int, *, actor: User) -> AccountRequest | None:
    """One request, with its people."""
    return _requests(actor).filter(pk=request_id).first()


def _requests(actor: User) -> QuerySet[AccountRequest]:
    colleagues = membership.within(User.objects.all(), actor)
    return AccountRequest.objects.filter(person__in=colleagues).select_related("person", "asked_by", "decided_by")


def _remarks(person: User, seen_at: datetime | None) -> Iterable[Remark]:
    if not person.is_active:
        return
    if roles.clashing(person.roles, settings.INCOMPATIBLE_ROLES):
        yield Remark.CLASH
    if person.has_one_time_password:
        yield Remark.ONE_TIME
    elif seen_at is None and person.has_usable_password():
        yield Remark.NEVER
    elif seen_at is not None and seen_at < house_time.now() - IDLE:
        yield Remark.IDLE
