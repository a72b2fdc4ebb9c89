"""A person's own reports by e-mail: which they get and where to, which were not taken; subscribe, end, send again."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.house import InHouse, OfHouse
from accounting.days.selectors import days
from accounting.models import ReportDelivery, ReportSubscription
from accounting.reports.services import report_mails
from casino.pages.forms import CommandForm
from casino.pages.views import Command


class SubscriptionForm(CommandForm):
    """Which report, and where to."""

    span = forms.ChoiceField(label=_("One report per"), choices=ReportSubscription.Span.choices)
    address = forms.EmailField(label=_("E-mail address"), max_length=254)


class Mails(OfHouse):
    """The list, with the form below it."""

    permission = report_mails.PERMISSION
    template_name = "reports/mails.html"
    form_class = SubscriptionForm
    service = report_mails.subscribe
    leads_to = "management:mails"
    verb = _("Send me this report")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "rows": report_mails.own(house_id=self.house.pk, actor=self.actor),
            "most_tries": ReportDelivery.MOST_TRIES,
            "is_set_up": settings.MAIL_IS_SET_UP,
        }


class EndMail(InHouse, Command):
    """End a subscription."""

    template_name = "reports/mail_end.html"
    service = report_mails.end
    in_address: ClassVar = {"report_subscription_id": "pk"}
    leads_to = "management:mails"
    verb = _("Stop sending it")


class AgainMail(InHouse, Command):
    """Have a report that has failed sent again."""

    template_name = "reports/mail_again.html"
    service = report_mails.send_again
    in_address: ClassVar = {"report_subscription_id": "pk"}
    leads_to = "management:mails"
    verb = _("Send it again")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "row": get_object_or_404(ReportSubscription, pk=self.kwargs["pk"], person=self.actor, ended_at=None),
        }

    def target(self) -> dict[str, Any]:
        return {**super().target(), "first": days.date_read(self.kwargs["first"])}
