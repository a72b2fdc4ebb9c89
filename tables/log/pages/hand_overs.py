"""The shift's hand-over: the sheet now, signed by the giver, confirmed by the taker, printed; and earlier sheets."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar, Final

from django import forms
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy

from accounting.cage.pages.papers import CountedPaper
from accounting.cage.selectors import shifts
from accounting.cage.services import prints
from accounting.days.pages.house import InHouse, OfHouse
from casino import house_time, wording
from casino.errors import N_, NotFound
from casino.pages.decisions import Decide, Told
from casino.pages.forms import CommandForm
from tables.log.selectors import hand_overs as selector
from tables.log.selectors.hand_over_rows import Moment
from tables.log.selectors.hand_overs import Column
from tables.log.services import hand_overs
from tables.models import HandOver

READS: Final = "tables.read_log"
SHOWN: Final = 30


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the sheet in the reader's language: headings and cells, each with its class."""

    title: str | Promise
    headings: list[tuple[str | Promise, str]]
    rows: list[list[tuple[str, str]]]


def parts(facts: Mapping[str, Any]) -> list[Part]:
    """The sections of a sheet; those added since it was signed are left out."""
    found: Mapping[str, list[Mapping[str, Any]]] = facts["sections"]
    return [
        Part(
            section.title,
            [(column.label, _class(column)) for column in section.columns],
            [[(cell(column, row.get(column.name)), _class(column)) for column in section.columns] for row in rows],
        )
        for section in selector.SECTIONS
        if (rows := found.get(section.name)) is not None
    ]


def cell(column: Column, fact: Any) -> str:
    """A fact as it is shown."""
    if fact is None or fact == "":
        return ""
    if column.kind == "money":
        return wording.money(fact)
    if column.kind == "date":
        return str(formats.date_format(date.fromisoformat(fact), "SHORT_DATE_FORMAT"))
    if column.kind in ("time", "moment"):
        at = timezone.localtime(datetime.fromisoformat(fact))
        return str(formats.date_format(at, "H:i" if column.kind == "time" else "SHORT_DATETIME_FORMAT"))
    return str(column.words.get(fact, fact))


def _class(column: Column) -> str:
    return "number" if column.kind in ("money", "number") else ""


class SignForm(CommandForm):
    """What else the next shift must know."""

    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        required=False,
        max_length=hand_overs.NOTES_MAX,
        widget=forms.Textarea({"rows": 4}),
    )


class Sheet(OfHouse):
    """GET shows how the floor stands and the earlier sheets; POST signs."""

    permission = READS
    template_name = "log/handover.html"
    form_class = SignForm
    service = hand_overs.sign
    success = gettext_lazy("The sheet is signed. Now somebody else must confirm it.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The sheet now; refused without an open gaming day, since then there is no shift."""
        now = house_time.now()
        shift = shifts.running(self.house, now)
        return {
            **super().get_context_data(**kwargs),
            "shift": shift,
            "parts": parts(selector.facts(Moment(shift, now))),
            "earlier": HandOver.objects.filter(house=self.house).select_related("gaming_day", "by", "confirmed_by")[
                :SHOWN
            ],
            "may_sign": self.actor.has_perm(selector.KEEPS),
            "now": now,
        }

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("floor:hand-over", args=[self.act(values).pk])


class AboutSheet(InHouse):
    """A page about the signed sheet in its address."""

    @cached_property
    def sheet(self) -> HandOver:
        """Refuses `no_such_hand_over`."""
        rows = HandOver.objects.filter(house=self.house).select_related("gaming_day", "by", "confirmed_by", "house")
        row = rows.filter(pk=self.kwargs["pk"]).first()
        if row is None:
            raise NotFound("no_such_hand_over", N_("Handover sheet not found."))
        return row


class Signed(AboutSheet, CountedPaper):
    """A signed sheet: GET shows it or a print of it; POST counts a print and leads to it."""

    permission = READS
    template_name = "log/handover_signed.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The sheet, whether it still matches its digest, and which print this is."""
        row = self.sheet
        return {
            **super().get_context_data(**kwargs),
            "sheet": row,
            "parts": parts(row.facts),
            "begins_at": datetime.fromisoformat(row.facts["begins_at"]),
            "is_whole": hand_overs.digest(row) == row.digest,
            "is_erased": hand_overs.names_were_erased(row),
            "may_confirm": self.actor.has_perm(selector.KEEPS)
            and row.confirmed_at is None
            and row.by_id != self.actor.pk,
            "may_print": self.actor.has_perm(prints.PERMISSION),
            "now": house_time.now(),
        }

    def subject(self) -> str:
        return f"hand-over:{self.kwargs['pk']}"

    def printed(self, number: int) -> str:
        return reverse("floor:hand-over-print", args=[self.kwargs["pk"], number])


class Confirm(AboutSheet, Decide):
    """The taker confirms the sheet."""

    permission = selector.KEEPS
    matter = selector.HAND_OVERS
    template_name = "log/handover_confirm.html"
    service = hand_overs.confirm
    in_address: ClassVar = {"hand_over_id": "pk"}
    success = gettext_lazy("You have taken over.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "sheet": self.sheet}

    def found(self, pk: int) -> HandOver:
        return self.sheet

    @classmethod
    def told(cls, row: HandOver) -> Told:
        return Told(reason=row.notes)

    def get_success_url(self) -> str:
        return reverse("floor:hand-over", args=[self.kwargs["pk"]])
