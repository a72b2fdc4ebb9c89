"""The rights of people, since when and by whom (the access review), and the requests that wait for a second person."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery, TextChoices
from django.utils.translation import gettext_lazy as _

from casino import house_time, membership, roles
from casino.errors import N_, NotFound, Refusal
from casino.folding import folded, folded_column
from casino.models import AccountRequest, LoginEvent, User
from casino.selectors.decisions import APPROVER, PROPOSER, SUBJECT, Matter

IDLE = timedelta(days=90)  # an account nobody has used for so long is one to lock out
DECIDED = 50  # how many decided requests are shown
FOUND = 8  # how many colleagues a search shows


def _shown(row: AccountRequest) -> list[object]:
    """What is shown of the person beside the request: what is approved comes on top of it."""
    one = row.person
    return [one.username, one.full_name, sorted(one.roles), one.house_ids and sorted(one.house_ids), one.is_active]


REQUESTS = Matter(
    model=AccountRequest,
    name=N_("Request for an account"),
    about=lambda row: f"{row.person} ({row.person.username}): {row.reason}",
    # Whom it is about may decline it: somebody asks for a password that they never forgot.
    persons={PROPOSER: "asked_by", SUBJECT: "person", APPROVER: "decided_by"},
    shows=_shown,
    edits="casino.edit_user",
    approves="casino.approve_account",
    page="account-approve",
    declines="account-decline",
    decided=lambda _row: Refusal("request_decided", N_("This request has already been decided.")),
    asked_at="asked_at",
    waits={"decided_at": None},
    approved={"is_approved": True},
    declined={"is_approved": False},
    missing=lambda: NotFound("request_unknown", N_("Request not found.")),
    related=("person",),
)


class Remark(TextChoices):
    """What an access review should look at."""

    NEVER = "never", _("never signed in")
    IDLE = "idle", _("not in 90 days")
    CLASH = "clash", _("roles that cannot be combined")
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


def alike(person: User, *, actor: User) -> list[User]:
    """The colleagues with the same name but for accents, case and the order of its words: it may be the same person."""
    name = _name_alone(person.full_name)
    others = membership.within(User.objects.exclude(pk=person.pk).exclude(full_name=""), actor).order_by("username")
    return [one for one in others if name and _name_alone(one.full_name) == name]


def like(text: str, *, actor: User) -> list[User]:
    """At most `FOUND` colleagues for what is typed: by name, by the beginning of a user name, by staff number."""
    rows = membership.within(User.objects.annotate(folded=folded_column("full_name")), actor)
    named = Q(*(Q(folded__contains=word) for word in folded(text).split()))
    fits = named | Q(username__istartswith=text) | Q(staff_number=text)
    return list(rows.filter(fits).order_by("-is_active", "full_name", "username")[:FOUND])


def waiting(*, actor: User) -> list[AccountRequest]:
    """The requests nobody has decided, the oldest first."""
    return list(_requests(actor).filter(decided_at=None).order_by("pk"))


def decided(*, actor: User) -> list[AccountRequest]:
    """The requests decided last."""
    return list(_requests(actor).exclude(decided_at=None).order_by("-decided_at")[:DECIDED])


def open_request(person: User) -> AccountRequest | None:
    """The request about a person that nobody has decided; there is one at most."""
    return AccountRequest.objects.select_related("asked_by").filter(person=person, decided_at=None).first()


def _requests(actor: User) -> QuerySet[AccountRequest]:
    """The requests about colleagues."""
    return membership.within(AccountRequest.objects.select_related("person", "asked_by", "decided_by"), actor)


def _name_alone(name: str) -> list[str]:
    """The words of a name in order, as they are looked for."""
    return sorted(re.findall(r"\w+", folded(name)))


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
