"""Reports by e-mail: who wants which, which were sent, and which the mail server has not taken.

A person subscribes to the report of each closed gaming day, week or month for themselves.  Whether they may still read
it is asked when it is sent.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import House
from casino.models.people import staff


class ReportSubscription(models.Model):
    """One person's wish to get the report of each day, week or month of a house at an address."""

    class Span(models.TextChoices):
        DAY = "day", _("Gaming day")
        WEEK = "week", _("Week")
        MONTH = "month", _("Month")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    person = staff(_("person"), db_index=False)
    span = models.CharField(_("period"), max_length=10, choices=Span.choices)
    address = models.EmailField(_("e-mail address"))
    since = models.DateTimeField(_("since"), db_default=Now())
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        verbose_name = _("report by e-mail")
        verbose_name_plural = _("reports by e-mail")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "house", "span"], condition=Q(ended_at=None), name="report_subscribed_once"
            ),
            models.CheckConstraint(condition=Q(span__in=("day", "week", "month")), name="report_subscription_span"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.span}"

    @property
    def undelivered(self) -> "models.QuerySet[ReportDelivery]":
        """The reports that were tried and not sent, the latest first."""
        return self.deliveries.exclude(first__in=self.mails.values("first")).order_by("-first")


class ReportMail(models.Model):
    """That the report of the period that begins on `first` was sent (append-only): none is sent twice."""

    subscription = models.ForeignKey(
        ReportSubscription, models.PROTECT, related_name="mails", verbose_name=_("report by e-mail"), db_index=False
    )
    first = models.DateField(_("first gaming day"))
    sent_at = models.DateTimeField(_("sent at"), db_default=Now())

    class Meta:
        verbose_name = _("sent report")
        verbose_name_plural = _("sent reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subscription", "first"], name="report_mailed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.subscription} {self.first}"


class ReportDelivery(models.Model):
    """How often the report of the period that begins on `first` was tried to be sent; `error`: why it was not taken.

    A report that was sent has a `ReportMail`; then this row says nothing any more.
    """

    MOST_TRIES: ClassVar = 8
    """With twice the time between them from try to try, the last one is 21 hours after the first."""

    subscription = models.ForeignKey(
        ReportSubscription,
        models.PROTECT,
        related_name="deliveries",
        verbose_name=_("report by e-mail"),
        db_index=False,
    )
    first = models.DateField(_("first gaming day"))
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    last_at = models.DateTimeField(_("last try"), null=True)
    error = models.CharField(_("why it was not taken"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("delivery of a report")
        verbose_name_plural = _("deliveries of reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subscription", "first"], name="report_delivery_once"),
            models.CheckConstraint(
                condition=Q(tries=0, last_at=None) | Q(tries__gte=1, last_at__isnull=False),
                name="report_delivery_tried",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subscription} {self.first}: {self.tries}"

    @property
    def has_failed(self) -> bool:
        """Whether it is tried no more, until it is sent again."""
        return self.tries >= self.MOST_TRIES
