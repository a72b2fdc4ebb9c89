"""Rake schedules: reading them, proposing terms (a change is a new version), approving and declining them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema_field

from accounting.api import views
from accounting.api.fields import HouseField
from accounting.api.filters import ScheduleFilter
from accounting.api.schemas import TERMS_SCHEMA, ScheduleShape
from accounting.models import RakeSchedule, ScheduleVersion
from accounting.selectors import schedules as selector
from accounting.services import schedules
from casino.api.commands import Command
from casino.api.fields import Body, InstantField, ObjectField, TextField
from casino.api.reading import Row, RowsAndNew
from casino.api.rendering import Json
from casino.models import User


def _schedules() -> QuerySet[RakeSchedule]:
    return RakeSchedule.objects.prefetch_related(Prefetch("versions", ScheduleVersion.objects.order_by("version")))


@extend_schema_field(TERMS_SCHEMA)
class TermsField(ObjectField):
    """Terms as an object; what is in them is read by `accounting.policy.terms`."""


class Schedules(RowsAndNew):
    """The rake schedules with all their versions; terms under a name, new or known.

    They are a proposal until a second person has approved them; until then those approved before go on. The first terms
    of a new name may name a day that is past; they count from their approval.
    """

    queryset = _schedules()
    filterset_class = ScheduleFilter
    shape = output = ScheduleShape
    examples: ClassVar[Mapping[str, Json]] = {
        "5 %, at most 15 euros": {
            "name": "Taxe",
            "terms": {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100},
            "valid_from": "2026-12-01T12:00:00+01:00",
        }
    }

    class Input(Body):
        """Name, terms, and the moment from which they hold."""

        house = HouseField()
        name = TextField(max_length=60)
        terms = TermsField()
        valid_from = InstantField()

    def face(self, row: RakeSchedule) -> Json:
        """A schedule."""
        return views.schedule(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Propose the next version."""
        version = schedules.publish(
            house_id=values["house_id"],
            name=values["name"],
            terms=values["terms"],
            valid_from=values["valid_from"],
            actor=actor,
        )
        return views.schedule(_schedules().get(pk=version.schedule_id))


class OneSchedule(Row):
    """One rake schedule with all its versions."""

    queryset = _schedules()
    shape = ScheduleShape

    def face(self, row: RakeSchedule) -> Json:
        """A schedule."""
        return views.schedule(row)


class Approve(Command):
    """Sign terms that somebody else has written; they count from their day on, at the earliest from now."""

    output = ScheduleShape
    idempotent = False
    requires_password = True

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, version: int) -> Json:
        """Approve."""
        schedules.approve(version_id=selector.version_id(pk, version), actor=actor)
        return views.schedule(_schedules().get(pk=pk))


class Decline(Command):
    """Turn a proposal down, or take the own one back."""

    output = ScheduleShape
    idempotent = False

    class Input(Body):
        """Why, if that is to be remembered."""

        reason = TextField(max_length=schedules.REASON_MOST, required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, version: int) -> Json:
        """Decline."""
        version_id = selector.version_id(pk, version)
        schedules.decline(version_id=version_id, reason=values.get("reason", ""), actor=actor)
        return views.schedule(_schedules().get(pk=pk))
