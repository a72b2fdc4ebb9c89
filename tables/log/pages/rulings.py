"""Rulings: recorded with their subject and the rule they rest on, searched, reversed; and the search of the log."""

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from accounting.days.selectors import days
from casino.errors import N_, NotFound
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Live
from tables.hands.pages.views import AboutHand
from tables.log.selectors import entries
from tables.log.services import rulings
from tables.models import FloorCall, Hand, Round, Ruling, Table
from tables.play.pages.forms import RulingForm
from tables.play.pages.tables import TableCommand
from tables.rules import citations

READS = "tables.read_log"


class RulingPage(Command):
    """The form of a ruling and what all pages record of it."""

    permission: ClassVar[str | None] = rulings.PERMISSION
    service = rulings.record
    title = gettext_lazy("Record a ruling")
    form_class: type[CommandForm] = RulingForm
    success = gettext_lazy("The ruling has been recorded.")

    @property
    def call_id(self) -> int | None:
        """The call that led to the ruling, where the page was reached from one."""
        asked = self.request.GET.get("call", "")
        return int(asked) if asked.isdecimal() else None

    def get_initial(self) -> dict[str, Any]:
        return {"call": self.call_id}

    def details(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The service's arguments that every ruling has."""
        return {
            "rule": values["rule"],
            "text": values["text"],
            "guest_ids": values["guests"],
            "call_id": values["call"],
        }


class RuleOnHand(RulingPage, AboutHand):
    """What the floor has decided about this hand."""

    template_name = "log/dealer_rule.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        """The guests at the table when the hand was dealt."""
        hand = self.recorded.hand
        return {**super().get_form_kwargs(), "sittings": entries.seated(hand.table_id, hand.started_at)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        hand = self.recorded.hand
        rules = [hand.setup["rules"]] if hand.setup and "rules" in hand.setup else []
        return {
            **super().get_context_data(**kwargs),
            "hand": hand,
            "table_code": self.recorded.table_code,
            "citations": [*rules, *citations.USUAL],
        }

    def target(self) -> dict[str, Any]:
        return {"table_id": self.recorded.hand.table_id, "hand_id": self.recorded.hand.pk}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act(self.details(values))

    def get_success_url(self) -> str:
        return reverse("dealer:hand", args=[self.kwargs["pk"]])


class RuleAtTable(RulingPage, TableCommand):
    """What the floor has decided about the game, or about one of the last hands or rounds."""

    template_name = "log/rule.html"

    @cached_property
    def dealt(self) -> list[tuple[str, str]]:
        """The last hands or rounds, as choices."""
        session = self.table.session
        if session is None:
            return []
        if session.bank is not None:
            rounds = Round.objects.filter(session_id=session.id).order_by("-number")[:3]
            return [(f"round:{row.pk}", _("Round #%(number)s") % {"number": row.number}) for row in rounds]
        hands = Hand.objects.filter(session_id=session.id).order_by("-number")[:3]
        return [(f"hand:{row.pk}", _("Hand #%(number)s") % {"number": row.number}) for row in hands]

    def get_form_kwargs(self) -> dict[str, Any]:
        """The guests at the table now."""
        return {**super().get_form_kwargs(), "sittings": entries.seated(self.kwargs["pk"]), "dealt": self.dealt}

    def get_initial(self) -> dict[str, Any]:
        """Propose the call's round, else the hand in play."""
        about = ""
        call = FloorCall.objects.filter(pk=self.call_id or 0).first()
        if call is not None and call.round_id:
            about = f"round:{call.round_id}"
        elif self.table.current_hand:
            about = f"hand:{self.table.current_hand[0]}"
        return {**super().get_initial(), "about": about}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "citations": citations.USUAL}

    def act(self, values: Mapping[str, Any]) -> Any:
        what, _colon, pk = values["about"].partition(":")
        about = {f"{name}_id": int(pk) if what == name else None for name in ("hand", "round")}
        return super().act({**about, **self.details(values)})


class Reverse(RulingPage, InHouse):
    """Reverse a ruling: the new one names the old one, which stays in the log."""

    template_name = "log/reverse.html"
    title = gettext_lazy("Reverse the ruling")
    leads_to = "floor:rulings"

    @cached_property
    def ruling(self) -> Ruling:
        """Refuses `no_such_ruling`."""
        row = entries.rulings(self.house.pk).filter(pk=self.kwargs["pk"]).first()
        if row is None:
            raise NotFound("no_such_ruling", N_("Ruling not found."))
        return row

    def get_form_kwargs(self) -> dict[str, Any]:
        """Asks for no guests: they are those of the old ruling."""
        return {**super().get_form_kwargs(), "sittings": []}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "ruling": self.ruling, "citations": citations.USUAL}

    def target(self) -> dict[str, Any]:
        return {"table_id": self.ruling.table_id, "reverses_id": self.ruling.pk}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act(self.details(values))


class SearchForm(forms.Form):
    """Words or rule, table, gaming day, author."""

    q = forms.CharField(label=gettext_lazy("Words or rule"), required=False, max_length=80)
    table = forms.ModelChoiceField(
        Table.objects.none(), label=gettext_lazy("Table"), required=False, empty_label=gettext_lazy("all")
    )
    day = forms.DateField(
        label=gettext_lazy("Gaming day"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    by = forms.ChoiceField(label=gettext_lazy("Written by"), required=False)

    def __init__(self, data: Any, *, house_id: int) -> None:
        super().__init__(data)
        tables, by = self.fields["table"], self.fields["by"]
        assert isinstance(tables, forms.ModelChoiceField)
        assert isinstance(by, forms.ChoiceField)
        tables.queryset = Table.objects.filter(house_id=house_id).order_by("code")
        by.choices = [("", _("all")), *((str(one.pk), str(one)) for one in entries.owners(house_id))]


class FloorLog(InHouse, Live):
    """A list of the floor's log with its search; a search that is not valid shows everything."""

    permission = READS
    watches = "floor"
    actor: Any

    @cached_property
    def search(self) -> SearchForm:
        """The search in the address."""
        return SearchForm(self.request.GET, house_id=self.house.pk)

    @cached_property
    def wanted(self) -> Mapping[str, Any]:
        """The values searched for."""
        return self.search.cleaned_data if self.search.is_valid() else {}

    @property
    def words(self) -> str:
        """The words searched for; each list decides where it looks for them."""
        return str(self.wanted.get("q", ""))

    def found(self, rows: Any) -> Any:
        """The rows that match, the words aside."""
        wanted = self.wanted
        if wanted.get("table"):
            rows = rows.filter(table=wanted["table"])
        if isinstance(wanted.get("day"), date):
            rows = rows.filter(days.while_open_on(self.house.pk, wanted["day"]))
        if wanted.get("by"):
            rows = rows.filter(by_id=int(wanted["by"]))
        return rows


class Rulings(FloorLog):
    """All rulings, the latest first."""

    template_name = "log/rulings.html"
    part = "log/_rulings.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = self.found(entries.rulings(self.house.pk))
        if self.words:
            rows = rows.filter(entries.says(self.words))
        may_rule = self.actor.has_perm(rulings.PERMISSION)
        return {
            **super().get_context_data(**kwargs),
            "rulings": [(row, may_rule and not hasattr(row, "reversed_by")) for row in rows[: entries.SHOWN]],
            "most": entries.SHOWN,
            "search": self.search,
        }
