"""The steps of every decision that takes a second person (`casino.selectors.decisions`), over a row that is locked.

A refusal rolls the use case back; so what a subject refuses beside may come before or after these steps.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from casino import house_time, roles
from casino.errors import N_, Refusal, Stale
from casino.models import User
from casino.models.security import SecurityKind
from casino.selectors.decisions import Duties, Matter, Part, two_people
from casino.services import security

RowType = TypeVar("RowType", bound=Model)


def refuse_same(duties: Duties[RowType], row: RowType, part: Part, actor: User) -> None:
    """Refuse (`two_people`) to be this part to somebody who already is one that it is kept apart from."""
    taken = duties.taken(part, actor)
    if not taken:
        return
    found = duties.model._default_manager.filter(pk=row.pk).annotate(**taken).values(*taken).get()
    for other in duties.others(part):
        if found[f"is_{other.word}"]:
            raise two_people(other)


def refuse_unseen(duties: Duties[RowType], row: RowType, seen: str) -> None:
    """Refuse (`stale`) a decision on something else than the row as it is now."""
    if seen != duties.seen(row):
        raise Stale("stale", N_("This has changed since you saw it: look again, then decide."))


def approve(
    matter: Matter[RowType], row: RowType, actor: User, seen: str, *, saves: bool = True, **columns: object
) -> RowType:
    """Approve a row that another person asked for, as they saw it; `columns` are the subject's own.

    With `saves=False` the subject saves it, with what else it writes into it.  Refuses what is decided (the subject's
    own code), somebody who is another person of the row (`two_people`), and a row that was shown otherwise (`stale`).
    """
    refuse_decided(matter, row)
    refuse_same(matter, row, matter.decider, actor)
    refuse_unseen(matter, row, seen)
    if matter.is_alarmed:
        security.note(SecurityKind.TERMS, matter.about(row), user=actor)
    decision = {matter.persons[matter.decider]: actor, matter.decided_at: house_time.now()}
    return _written(row, {**decision, **matter.approved, **columns}, saves=saves)


def decline(matter: Matter[RowType], row: RowType, actor: User, seen: str, **columns: object) -> RowType:
    """Decline a row, or withdraw one's own; it stays on record.  Refuses what is decided, and `stale`."""
    refuse_declining(matter, row, actor, seen)
    by, at = matter.persons[matter.decider], matter.decided_at
    if matter.declined_apart:
        by, at = "declined_by", "declined_at"
    return _written(row, {by: actor, at: house_time.now(), **matter.declined, **columns}, saves=True)


def refuse_declining(matter: Matter[RowType], row: RowType, actor: User, seen: str) -> None:
    """Refuse as `decline` does, where the subject writes a decline in columns of its own."""
    if getattr(row, f"{matter.persons[matter.asker]}_id") != actor.pk:
        roles.require(actor, matter.approves)
    refuse_decided(matter, row)
    refuse_unseen(matter, row, seen)


def refuse_decided(matter: Matter[RowType], row: RowType) -> None:
    """Refuse what is decided, by the subject's own code."""
    if not matter.is_open(row):
        raise matter.decided(row)


def next_version(rows: "QuerySet[Any]", name: Callable[[Any], str]) -> int:
    """The number of the version that is proposed next; refuses one while the last is undecided (`proposal_open`)."""
    last = rows.order_by("-version").first()
    if last is not None and last.state == "proposed":
        raise Refusal(
            "proposal_open",
            N_("Version %(version)s of “%(name)s” has already been proposed: approve or decline it first."),
            name=name(last),
            version=last.version,
        )
    return last.version + 1 if last else 1


def _written(row: RowType, values: Mapping[str, object], *, saves: bool) -> RowType:
    for name, value in values.items():
        setattr(row, name, value)
    if saves:
        row.save(update_fields=list(values))
    return row
