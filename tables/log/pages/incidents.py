"""Incidents of the room: recorded and followed up by notes; only floor, management and audit read them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from casino.pages.forms import CommandForm
from casino.pages.views import Command
from tables.log.pages.rulings import READS, FloorLog
from tables.log.selectors import entries
from tables.log.services import incidents
from tables.models import Hand, Incident, Table


class OwnerField(forms.TypedChoiceField):
    """The id of the person who follows it up; None: it is over."""

    def __init__(self) -> None:
        super().__init__(label=gettext_lazy("Handled by"), required=False, coerce=int, empty_value=None)

    def offer(self, house_id: int) -> None:
        """Offer everybody of the house who may follow it up."""
        self.choices = [("", _("nobody: resolved")), *((str(one.pk), str(one)) for one in entries.owners(house_id))]


class IncidentForm(CommandForm):
    """What happened."""

    kind = forms.ChoiceField(label=gettext_lazy("Type"), choices=Incident.Kind.choices, widget=forms.RadioSelect)
    table = forms.ModelChoiceField(
        Table.objects.none(), label=gettext_lazy("Table"), required=False, empty_label=gettext_lazy("at no table")
    )
    text = forms.CharField(
        label=gettext_lazy("What happened"),
        min_length=incidents.TEXT_MIN,
        max_length=incidents.TEXT_MAX,
        widget=forms.Textarea({"rows": 4}),
    )
    guests = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Guests concerned"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    measures = forms.MultipleChoiceField(
        label=gettext_lazy("Measures"),
        required=False,
        choices=Incident.Measure.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    present = forms.CharField(
        label=gettext_lazy("Present, witnesses"), required=False, max_length=incidents.PRESENT_MAX
    )
    owner = OwnerField()
    hand = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    call = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, house_id: int, guests: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        tables, concerned, owner = self.fields["table"], self.fields["guests"], self.fields["owner"]
        assert isinstance(tables, forms.ModelChoiceField)
        assert isinstance(concerned, forms.TypedMultipleChoiceField)
        assert isinstance(owner, OwnerField)
        tables.queryset = Table.objects.filter(house_id=house_id).order_by("code")
        concerned.choices = guests
        if not guests:
            del self.fields["guests"]
        owner.offer(house_id)


class NoteForm(CommandForm):
    """What came later."""

    text = forms.CharField(
        label=gettext_lazy("Note"),
        min_length=incidents.TEXT_MIN,
        max_length=incidents.TEXT_MAX,
        widget=forms.Textarea({"rows": 3}),
    )
    owner = OwnerField()

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        owner = self.fields["owner"]
        assert isinstance(owner, OwnerField)
        owner.offer(house_id)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() else None


class NewIncident(OfHouse):
    """Record what happened; reached from a table, a hand or a call with one tap."""

    permission = incidents.PERMISSION
    template_name = "log/incident_new.html"
    form_class = IncidentForm
    service = incidents.record
    leads_to = "floor:incidents"
    success = gettext_lazy("The incident has been recorded.")

    @cached_property
    def hand(self) -> Hand | None:
        """The hand it is about, where the page was reached from one."""
        return Hand.objects.filter(pk=_number(self.asked("hand")) or 0).first()

    @property
    def table_id(self) -> int | None:
        """The table it happened at."""
        return self.hand.table_id if self.hand else _number(self.asked("table"))

    def asked(self, name: str) -> str | None:
        """What the address or the form says."""
        return self.request.GET.get(name) or self.request.POST.get(name)

    def get_form_kwargs(self) -> dict[str, Any]:
        """The guests it may concern: those at the table now, or when the hand was dealt."""
        at = self.hand.started_at if self.hand else None
        seated = entries.seated(self.table_id, at) if self.table_id else []
        guests = [(one.guest_id, f"{one.seat} {one.guest.name}") for one in seated]
        return {**super().get_form_kwargs(), "house_id": self.house.pk, "guests": guests}

    def get_initial(self) -> dict[str, Any]:
        hand_id = self.hand.pk if self.hand else None
        return {"table": self.table_id, "hand": hand_id, "call": _number(self.asked("call"))}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "hand": self.hand}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act(
            {
                "kind": values["kind"],
                "text": values["text"],
                "table_id": values["table"].pk if values["table"] else None,
                "hand_id": values["hand"],
                "guest_ids": values.get("guests", []),
                "measures": values["measures"],
                "present": values["present"],
                "owner_id": values["owner"],
                "call_id": values["call"],
            }
        )

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("floor:incident", args=[self.act(values).pk])


class IncidentPage(InHouse, Command):
    """GET shows the incident with its notes; POST adds one."""

    permission = READS
    template_name = "log/incident.html"
    form_class = NoteForm
    service = incidents.note
    in_address: ClassVar = {"incident_id": "pk"}
    success = gettext_lazy("The note has been added.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.incident.house_id}

    @cached_property
    def incident(self) -> Any:
        """Refuses `no_such_incident`."""
        return entries.incident(self.kwargs["pk"], actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row = self.incident
        labels = dict(Incident.Measure.choices)
        return {
            **super().get_context_data(**kwargs),
            "incident": row,
            "measures": [labels[measure] for measure in row.measures],
            "owner": entries.names([row.owner_now]).get(row.owner_now),
            "bans": entries.bans_since(row),
            "is_excluded": Incident.Measure.EXCLUDED in row.measures,
            "may_log": self.actor.has_perm(incidents.PERMISSION),
            "may_ban": self.actor.has_perm("tables.ban_guest"),
        }

    def get_initial(self) -> dict[str, Any]:
        """Propose the person who follows it up now."""
        return {"owner": str(self.incident.owner_now or "")}

    def get_success_url(self) -> str:
        return reverse("floor:incident", args=[self.kwargs["pk"]])

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"text": values["text"], "owner_id": values["owner"]})


class Incidents(FloorLog):
    """All incidents, the latest first, with the people who follow them up."""

    template_name = "log/incidents.html"
    part = "log/_incidents.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = self.found(entries.incidents(self.house.pk, actor=self.actor))
        if self.words:
            rows = rows.filter(text__icontains=self.words)
        shown = list(rows[: entries.SHOWN])
        people = entries.names(row.owner_now for row in shown)
        return {
            **super().get_context_data(**kwargs),
            "incidents": [(row, people.get(row.owner_now)) for row in shown],
            "most": entries.SHOWN,
            "search": self.search,
            "may_log": self.actor.has_perm(incidents.PERMISSION),
        }
