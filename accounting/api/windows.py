"""Windows of the cage: the list, setting one up, opening, selling, redeeming, closing."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters import rest_framework as filters

from accounting.api import cage_schemas
from accounting.api.cage_schemas import ChipsField, WindowShape
from accounting.api.fields import HouseField
from accounting.models import Window
from accounting.selectors import windows as selector
from accounting.selectors.windows import WindowView
from accounting.services import windows
from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, TextField
from casino.api.reading import FlagFilter, IdFilter, Row, RowsAndNew, TextFilter, reader
from casino.api.rendering import Json
from casino.models import User


class WindowFilter(filters.FilterSet):
    """`?house=&code=W1&is_active=true`"""

    house = IdFilter("house_id")
    code = TextFilter()
    is_active = FlagFilter()

    class Meta:
        model = Window
        fields: tuple[str, ...] = ()


class Windows(RowsAndNew):
    """The windows of the cage with what is in them, by code; setting up another one."""

    ordering = ("code", "id")
    filterset_class = WindowFilter
    queryset = Window.objects.none()
    shape = output = WindowShape

    class Input(Body):
        """What the window is called; its code names places of the ledger, so no table may have it."""

        house = HouseField()
        code = TextField(max_length=20)
        name = TextField(max_length=60)

    def get_queryset(self) -> QuerySet[Window]:
        """For those who may see the ledger."""
        return selector.rows(actor=reader(self.request))

    def faces(self, rows: Sequence[Window]) -> Sequence[Json]:
        """The page's windows, read at once."""
        return [cage_schemas.window(view) for view in selector.views(rows)]

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Set up a window."""
        row = windows.create(house_id=values["house_id"], code=values["code"], name=values["name"], actor=actor)
        return _face(row.pk, actor)


class OneWindow(Row):
    """One window of the cage."""

    queryset = Window.objects.none()
    shape = WindowShape

    def found(self, pk: int) -> Any:
        """The window's view; refuses `no_such_window`."""
        return selector.view(pk, actor=reader(self.request))

    def face(self, row: WindowView) -> Json:
        """A window."""
        return cage_schemas.window(row)


class OpenWindow(Command):
    """Open a window with chips and money from the bank."""

    output = WindowShape
    examples: ClassVar[Mapping[str, Json]] = {
        "1,000 euros of chips, 5,000 of money": {"chips": {"10000": 8, "500": 40}, "cash_cents": 500_000}
    }

    class Input(Body):
        """The opening count."""

        chips = ChipsField()
        cash_cents = CentsField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Open it."""
        windows.open_window(window_id=pk, chips=values["chips"], cash_cents=values["cash_cents"], actor=actor)
        return _face(pk, actor)


class _Trade(Command):
    """Chips against money."""

    output = WindowShape

    class Input(Body):
        """The amount; the guest's card number, needed from 2,000 euros on (GwG §10 (5)); chips that must add up."""

        amount_cents = CentsField(min_value=1)
        guest = TextField(max_length=windows.GUEST_MOST, required=False, allow_blank=True)
        chips = ChipsField(required=False)


class SellChips(_Trade):
    """Sell chips for money."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Sell."""
        windows.sell(
            window_id=pk,
            amount_cents=values["amount_cents"],
            guest=values.get("guest", ""),
            chips=values.get("chips"),
            actor=actor,
        )
        return _face(pk, actor)


class RedeemChips(_Trade):
    """Take chips back for money."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Redeem."""
        windows.redeem(
            window_id=pk,
            amount_cents=values["amount_cents"],
            guest=values.get("guest", ""),
            chips=values.get("chips"),
            actor=actor,
        )
        return _face(pk, actor)


class CloseWindow(Command):
    """Close a window as counted; a difference wants an explanation."""

    output = WindowShape

    class Input(Body):
        """The closing count."""

        chips = ChipsField()
        cash_cents = CentsField()
        explanation = TextField(max_length=500, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Close it."""
        windows.close_window(
            window_id=pk,
            chips=values["chips"],
            cash_cents=values["cash_cents"],
            explanation=values.get("explanation", ""),
            actor=actor,
        )
        return _face(pk, actor)


def _face(pk: int, actor: User) -> Json:
    return cage_schemas.window(selector.view(pk, actor=actor))


urlpatterns = [
    path("windows/", Windows.as_view(), name="windows"),
    path("windows/<id:pk>/", OneWindow.as_view(), name="window"),
    path("windows/<id:pk>/open/", OpenWindow.as_view(), name="window-open"),
    path("windows/<id:pk>/sell/", SellChips.as_view(), name="window-sell"),
    path("windows/<id:pk>/redeem/", RedeemChips.as_view(), name="window-redeem"),
    path("windows/<id:pk>/close/", CloseWindow.as_view(), name="window-close"),
]
