"""A person's own reports by e-mail: which they get, subscribe, end, send again what the mail server did not take."""

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from rest_framework import serializers

from accounting.days.api.fields import DayField, HouseField
from accounting.models import ReportSubscription
from accounting.reports.services import report_mails
from casino.api.commands import Command
from casino.api.fields import Body, TextField
from casino.api.reading import IdFilter, RowsAndNew, filter_set, reader
from casino.api.serializers import Serializer, Takes


class DeliverySerializer(Serializer):
    """A report that the mail server did not take."""

    first = serializers.DateField(help_text="The first gaming day of its period.")
    tries = serializers.IntegerField()
    has_failed = serializers.BooleanField(help_text="It is tried no more until it is sent again.")
    last_at = serializers.DateTimeField(allow_null=True, help_text="The last try; null: it is tried soon.")
    error = serializers.CharField(allow_blank=True, help_text="Why it was not taken.")


class SubscriptionSerializer(Serializer):
    """The report of each gaming day, week or month by e-mail."""

    takes = Takes(ReportSubscription, "id house span address since ended_at")
    address = serializers.EmailField()
    undelivered = DeliverySerializer(many=True)


class Subscriptions(RowsAndNew):
    """One's own reports by e-mail. Subscribe to one; it is sent when the last gaming day of its period is closed."""

    permission = report_mails.PERMISSION
    queryset = ReportSubscription.objects.filter(ended_at=None)
    filterset_class = filter_set(ReportSubscription, house=IdFilter("house_id"))
    service = report_mails.subscribe
    output = SubscriptionSerializer

    class Input(Body):
        """Which report, and where to."""

        house = HouseField()
        span = serializers.ChoiceField(ReportSubscription.Span.choices)
        address = TextField(max_length=254)

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return super().filter_queryset(queryset.filter(person=reader(self.request)))


class EndSubscription(Command):
    """Send it no more."""

    service = report_mails.end
    output = SubscriptionSerializer
    idempotent = False


class SendAgain(Command):
    """Have a report that has failed tried again, from the next ten minutes on."""

    service = report_mails.send_again
    output = SubscriptionSerializer
    idempotent = False

    class Input(Body):
        first = DayField(help_text="The first gaming day of its period.")


_SUBSCRIPTION = "report-subscriptions/<report_subscription:pk>/"

urlpatterns = [
    path("report-subscriptions/", Subscriptions.as_view(), name="report-subscriptions"),
    path(f"{_SUBSCRIPTION}end/", EndSubscription.as_view(), name="report-subscription-end"),
    path(f"{_SUBSCRIPTION}send-again/", SendAgain.as_view(), name="report-subscription-send-again"),
]
