"""Members of the tronc: who shares from which month on, entered by one person, confirmed by another."""

from collections.abc import Mapping
from typing import ClassVar

from rest_framework import serializers

from accounting.days.api.fields import DayField, HouseField
from accounting.models import TroncMember
from accounting.tronc.selectors import members as selector
from accounting.tronc.services import members
from casino.api.commands import Decision
from casino.api.fields import Body, IdField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, WaitingFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes


class TroncMemberSerializer(Serializer):
    """From which month on somebody shares in which function; a later one replaces it."""

    takes = Takes(
        TroncMember,
        "id house person function hired_on valid_from asked_by asked_at confirmed_by confirmed_at declined_by "
        "declined_at",
    )
    function = serializers.CharField(allow_blank=True, help_text="Its code in the rules; empty: shares no more.")
    valid_from = serializers.DateField(help_text="The first day of a month.")
    confirmed_by = RelatedId(allow_null=True, help_text="Neither who entered it nor the person.")
    declined_by = RelatedId(allow_null=True, help_text="Who declined or withdrew it; never the person.")
    seen = Seen(selector.MEMBERS)


class TroncMembers(RowsAndNew):
    """The members of the tronc, the newest first. Enter one, or a change of one; a second person confirms it."""

    permission = selector.PERMISSION
    queryset = TroncMember.objects.all()
    filterset_class = filter_set(
        TroncMember,
        house=IdFilter("house_id"),
        person=IdFilter("person_id"),
        waiting=WaitingFilter(selector.MEMBERS),
    )
    service = members.enter
    output = TroncMemberSerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "A dealer": {"person": 7, "function": "dealer", "hired_on": "2020-05-01", "valid_from": "2026-12-01"}
    }

    class Input(Body):
        """Who, in which function of the rules (empty: no more), in service since when, from which month on."""

        house = HouseField()
        person = IdField()
        function = TextField(max_length=20, allow_blank=True)
        hired_on = DayField()
        valid_from = DayField()


class OneTroncMember(Row):
    """One membership."""

    permission = selector.PERMISSION
    queryset = TroncMember.objects.all()
    output = TroncMemberSerializer


class ConfirmMember(Decision):
    """Confirm a membership that somebody else has entered; nobody confirms their own."""

    service = members.confirm
    output = TroncMemberSerializer


class DeclineMember(Decision):
    """Decline a membership that somebody else has entered, or withdraw one's own entry; nobody declines their own."""

    service = members.decline
    output = TroncMemberSerializer
