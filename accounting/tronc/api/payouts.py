"""Payouts of shares: the list of what is open, prepared by one person, booked as paid by another."""

from rest_framework import serializers

from accounting.days.api.fields import HouseField
from accounting.models import TroncPayout
from accounting.tronc.selectors import payouts as selector
from accounting.tronc.services import payouts
from casino.api.commands import Command, Decision
from casino.api.fields import Body
from casino.api.reading import IdFilter, Row, RowsAndNew, WaitingFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes


class TroncPayoutLineSerializer(Serializer):
    """What one person gets."""

    person = serializers.IntegerField()
    amount_cents = serializers.IntegerField()


class TroncPayoutSerializer(Serializer):
    """A list of shares that are paid out through the payroll."""

    takes = Takes(
        TroncPayout,
        "id house number lines total_cents prepared_by prepared_at paid_by paid_at declined_by declined_at entry",
    )
    number = serializers.IntegerField(help_text="Gapless within the house.")
    lines = TroncPayoutLineSerializer(many=True)
    paid_by = RelatedId(allow_null=True, help_text="Never the person who prepared it.")
    declined_by = RelatedId(allow_null=True, help_text="Who declined or withdrew it.")
    seen = Seen(selector.PAYOUTS)

    def get_lines(self, row: TroncPayout) -> Json:
        return [{"person": person, "amount_cents": cents} for person, cents in row.lines]


class TroncPayouts(RowsAndNew):
    """The payouts, the newest first. Prepare the list of all that is open; one that is not paid yet is replaced."""

    permission = selector.PERMISSION
    queryset = TroncPayout.objects.all()
    filterset_class = filter_set(TroncPayout, house=IdFilter("house_id"), waiting=WaitingFilter(selector.PAYOUTS))
    service = payouts.prepare
    output = TroncPayoutSerializer

    class Input(Body):
        """The house."""

        house = HouseField()


class OneTroncPayout(Row):
    """One payout."""

    permission = selector.PERMISSION
    queryset = TroncPayout.objects.all()
    output = TroncPayoutSerializer


class PayTroncPayout(Command):
    """Book a list that somebody else has prepared as paid out."""

    service = payouts.pay
    output = TroncPayoutSerializer


class DeclineTroncPayout(Decision):
    """Decline a list, or withdraw one's own: nothing is booked."""

    service = payouts.decline
    output = TroncPayoutSerializer
