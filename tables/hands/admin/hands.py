"""Admin pages of hands, rulings, floor calls and acknowledged alarms: read only; the service voids a wrong hand."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounting.rake.selectors import computation
from casino import wording
from casino.admin.actions import Action, ActionsAdmin
from casino.admin.editing import badge, money_column
from casino.admin.long_lists import LongListAdmin, OnDay
from casino.admin.reading import ReadOnlyAdmin
from tables.hands.services import hands
from tables.models import Acknowledgement, FloorCall, Hand, HandAction, Ruling
from tables.play.admin.searching import of_table_or_id

if TYPE_CHECKING:
    Tabular = admin.TabularInline[Any, Any]  # Django's own class is generic for the type checker alone
else:
    Tabular = admin.TabularInline

_NUMBERS = _("with card numbers")
_KINDS = {Hand.State.OPEN.value: "good", Hand.State.VOID.value: "bad"}


class ActionRows(Tabular):
    """Every recorded action, undone ones too."""

    model = HandAction
    fields = ("sequence", "kind", "seat", "to_money", "cards", "undoes", "actor", "at")
    readonly_fields = fields
    extra = 0
    can_delete = False
    to_money = money_column("to_cents", _("amount"))

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("actor")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Hand)
class HandAdmin(ActionsAdmin, LongListAdmin):
    """Hands with pot, rake, tips and the computation of the rake."""

    list_display = ("__str__", "state_badge", "game", "dealer", "started_at", "pot_money", "rake_money", "tips_money")
    list_select_related = ("table", "game", "dealer")
    list_filter = ("state", "recording", "table", ("gaming_day", OnDay))
    search_fields = ("id", "table__code")
    search_help_text = _("The hand's id, or the table.")
    ordering = ("-id",)
    inlines = (ActionRows,)
    fields = (
        ("table", "number", "state_badge", "recording"),
        ("game", "dealer", "gaming_day", "session"),
        ("started_at", "ended_at", "button_seat", "client_uuid"),
        ("pot_money", "rake_money", "tips_money"),
        "computed",
        "schedule_version",
        ("void_reason", "voided_by"),
        ("corrects", "its_correction", "late"),
        ("entries", "sheet", "bundle"),
    )
    object_actions: ClassVar = (
        Action(
            name="void",
            label=_("Void the hand"),
            wants_password=lambda hand: hand.state == Hand.State.SETTLED,
            explanation=_(
                "Voiding an open hand leaves every stack as it was. A booked hand is reversed by a new entry, never "
                "by the person who booked it."
            ),
            offered=lambda hand: hand.state != Hand.State.VOID,
            service=hands.void,
            row_id="hand_id",
        ),
    )

    def searched(self, term: str) -> Q:
        return of_table_or_id(term)

    @admin.display(description=_("state"), ordering="state")
    def state_badge(self, hand: Hand) -> str:
        return badge(hand.get_state_display(), _KINDS.get(hand.state, ""))

    @admin.display(description=_("pot"), empty_value="–")
    def pot_money(self, hand: Hand) -> str | None:
        return wording.money(hand.result["pot_cents"]) if hand.result else None

    @admin.display(description=_("rake"), empty_value="–")
    def rake_money(self, hand: Hand) -> str | None:
        """The rake taken, and the rake due in brackets where it differs."""
        if not hand.result:
            return None
        computed = hand.result["rake"]
        taken = wording.money(computed["taken_cents"])
        differs = computed["taken_cents"] != computed["due_cents"]
        return f"{taken} ({wording.money(computed['due_cents'])})" if differs else taken

    @admin.display(description=_("tips"), empty_value="–")
    def tips_money(self, hand: Hand) -> str | None:
        if not hand.result:
            return None
        tips = hand.result.get("tips")
        return wording.money(
            sum(tip["amount_cents"] for tip in tips) if tips is not None else hand.result["tips_cents"]
        )

    @admin.display(description=_("computation"), empty_value="–")
    def computed(self, hand: Hand) -> str | None:
        if not hand.result:
            return None
        return " ".join(computation.sentences(hand.result["rake"]["lines"]))

    @admin.display(description=_("entries"))
    def entries(self, hand: Hand) -> str:
        address = reverse("admin:accounting_entry_changelist")
        return format_html('<a href="{}?q=hand:{}">{}</a>', address, hand.pk, f"hand:{hand.pk}")

    @admin.display(description=_("corrected by"), empty_value="–")
    def its_correction(self, hand: Hand) -> str | None:
        """A link to the hand that replaces this one."""
        later = Hand.objects.select_related("table").filter(corrects_id=hand.pk).first()
        if later is None:
            return None
        return format_html('<a href="{}">{}</a>', reverse("admin:tables_hand_change", args=[later.pk]), later)

    @admin.display(description=_("entered late"), boolean=True)
    def late(self, hand: Hand) -> bool:
        return hand.is_late

    @admin.display(description=_("sheet"))
    def sheet(self, hand: Hand) -> str:
        """A link to the page with the hand's neighbours, rulings and corrections."""
        return format_html('<a href="{}">{}</a>', reverse("dealer:hand", args=[hand.pk]), str(hand))

    @admin.display(description=_("dispute bundle"))
    def bundle(self, hand: Hand) -> str:
        """Links to the dispute bundle, with the guests' names or their card numbers."""
        address = reverse("dealer:bundle", args=[hand.pk])
        return format_html('<a href="{}">ZIP</a> · <a href="{}?guests=numbers">{}</a>', address, address, _NUMBERS)


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """Rulings of the floor; they never change."""

    list_display = ("at", "table", "hand", "rule", "text", "by", "reverses")
    list_select_related = ("table", "hand__table", "by", "reverses")
    list_filter = ("table",)
    search_fields = ("text", "rule", "=hand__id")
    search_help_text = _("Words of the ruling, or the hand's id.")
    ordering = ("-at",)


@admin.register(FloorCall)
class FloorCallAdmin(ReadOnlyAdmin):
    """Floor calls: who called, who answered, when, and the outcome."""

    list_display = ("called_at", "table", "kind", "called_by", "taken_by", "answered_at", "answered_by", "answer")
    list_select_related = ("table", "called_by", "taken_by", "answered_by")
    list_filter = ("kind", "table")
    ordering = ("-called_at",)


@admin.register(Acknowledgement)
class AcknowledgementAdmin(ReadOnlyAdmin):
    """Acknowledged alarms, by whom and why."""

    list_display = ("at", "table", "kind", "since", "reason", "by")
    list_select_related = ("table", "by")
    list_filter = ("kind", "table")
    search_fields = ("reason",)
    ordering = ("-at",)
