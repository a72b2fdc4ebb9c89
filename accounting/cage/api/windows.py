"""Windows of the cage: the list, setting one up, opening, selling, redeeming, closing by two people."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from django.db.models import QuerySet
from django.urls import path
from rest_framework import serializers

from accounting.cage.selectors import windows as selector
from accounting.cage.selectors.windows import WindowView
from accounting.cage.services import windows
from accounting.days.api.fields import ChipsField, HouseField
from accounting.days.services import guests
from accounting.models import Window, WindowShift
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, TextField
from casino.api.reading import FlagFilter, IdFilter, Row, RowsAndNew, TextFilter, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import Seen, Serializer, Takes


class WindowShiftSerializer(Serializer):
    """One opening of a window, from the opening count to the closing one."""

    takes = Takes(
        WindowShift,
        "id gaming_day opened_at opened_by chips chips_cents cash_cents counted_at counted_by closed_at closed_by "
        "closed_alone counted_chips counted_chips_cents counted_cash_cents variance_cents explanation",
    )
    chips = ChipsField()
    counted_at = serializers.DateTimeField(allow_null=True, help_text="When it was counted in order to be closed.")
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Null while the window is open.")
    closed_alone = serializers.BooleanField(help_text="In a house that does not ask for two people.")
    counted_chips = ChipsField(allow_null=True)
    variance_cents = serializers.IntegerField(
        allow_null=True, help_text="Counted less booked, chips and money together: negative is missing."
    )
    seen = Seen(selector.CLOSINGS)


class WindowSerializer(Serializer):
    """A window of the cage."""

    id = serializers.IntegerField(source="window.id")
    house = serializers.IntegerField(source="window.house_id")
    code = serializers.CharField(source="window.code")
    name = serializers.CharField(source="window.name")
    is_active = serializers.BooleanField(source="window.is_active")
    chips_cents = serializers.IntegerField(help_text="Chips in it by the books.")
    cash_cents = serializers.IntegerField(help_text="Money in its drawer by the books.")
    shift = WindowShiftSerializer(allow_null=True, help_text="The shift in progress, else the last one.")


class Windows(RowsAndNew):
    """The windows of the cage with what is in them, by code. Set up another window."""

    permission = "accounting.view_ledger"
    ordering = ("code", "id")
    filterset_class = filter_set(Window, house=IdFilter("house_id"), code=TextFilter(), is_active=FlagFilter())
    queryset = Window.objects.none()
    service = windows.create
    output = WindowSerializer

    class Input(Body):
        """The window's code names places of the ledger, so it may not be a table's."""

        house = HouseField()
        code = TextField(max_length=20)
        name = TextField(max_length=60)

    def get_queryset(self) -> QuerySet[Window]:
        return selector.rows(actor=reader(self.request))

    def page(self, rows: Sequence[Window]) -> Sequence[WindowView]:
        return selector.views(rows)

    def shown(self, result: Window) -> WindowView:
        return selector.view(result.pk, actor=reader(self.request))


class OneWindow(Row):
    """One window of the cage."""

    permission = "accounting.view_ledger"
    queryset = Window.objects.none()
    output = WindowSerializer

    def found(self, pk: int) -> WindowView:
        return selector.view(pk, actor=reader(self.request))


class _AtWindow(Command):
    """A command at one window; answers with the window."""

    output = WindowSerializer

    def shown(self, result: WindowShift) -> WindowView:
        return selector.view(result.window_id, actor=reader(self.request))


class OpenWindow(_AtWindow):
    """Open a window with chips and money from the bank."""

    service = windows.open_window
    examples: ClassVar[Mapping[str, Json]] = {
        "1,000 euros of chips, 5,000 of money": {"chips": {"10000": 8, "500": 40}, "cash_cents": 500_000}
    }

    class Input(Body):
        """The opening count."""

        chips = ChipsField()
        cash_cents = CentsField()


class _Trade(_AtWindow):
    """Chips against money."""

    class Input(Body):
        """`guest`: the number of a guest of the house; empty: they are not known, refused from 2,000 euros on.

        Less where the house's own sum is less (GwG §10 (5)). `chips` must add up to the amount.
        """

        amount_cents = CentsField(min_value=1)
        guest = TextField(max_length=guests.GUEST_MOST, required=False, allow_blank=True)
        chips = ChipsField(required=False)


class SellChips(_Trade):
    """Sell chips for money."""

    service = windows.sell


class RedeemChips(_Trade):
    """Take chips back for money."""

    service = windows.redeem


class CloseWindow(_AtWindow):
    """Count a window in order to close it; a difference must be explained.

    The window is closed when another person confirms the count of its shift (`window-shifts/<id>/confirm/`), unless the
    house asks for one alone.
    """

    service = windows.close_window

    class Input(Body):
        """The closing count."""

        chips = ChipsField()
        cash_cents = CentsField()
        explanation = TextField(max_length=500, required=False, allow_blank=True)


class ConfirmWindow(_AtWindow):
    """Confirm another person's count, which closes the window."""

    service = windows.confirm_window


class ResumeWindow(_AtWindow):
    """Drop the count: the window trades on."""

    service = windows.resume_window


urlpatterns = [
    path("windows/", Windows.as_view(), name="windows"),
    path("windows/<window:pk>/", OneWindow.as_view(), name="window"),
    path("windows/<window:pk>/open/", OpenWindow.as_view(), name="window-open"),
    path("windows/<window:pk>/sell/", SellChips.as_view(), name="window-sell"),
    path("windows/<window:pk>/redeem/", RedeemChips.as_view(), name="window-redeem"),
    path("windows/<window:pk>/close/", CloseWindow.as_view(), name="window-close"),
    path("window-shifts/<window_shift:pk>/confirm/", ConfirmWindow.as_view(), name="window-confirm"),
    path("window-shifts/<window_shift:pk>/resume/", ResumeWindow.as_view(), name="window-resume"),
]
