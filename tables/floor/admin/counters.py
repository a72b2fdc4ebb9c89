"""The figures of the evening on the back office's first page, one query each."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, HouseDay
from casino import wording
from casino.admin_site import HouseAdminSite
from tables.models import Session


def _open_tables() -> int:
    return Session.objects.filter(closed_at=None, table__house__is_active=True).count()


def _today(figure: str) -> int:
    """A figure summed over the open gaming days, from the roll-ups: at most half a minute old."""
    opened = HouseDay.objects.filter(gaming_day__state=GamingDay.State.OPEN, gaming_day__house__is_active=True)
    return sum(opened.values_list(figure, flat=True))


def register() -> None:
    """Add the figures to the admin site."""
    hands, day = "/admin/tables/hand/", "/admin/accounting/gamingday/"
    site = admin.site
    assert isinstance(site, HouseAdminSite)
    site.count(_("open tables"), _open_tables, address="/admin/tables/table/", permission="tables.view_table")
    site.count(_("hands today"), lambda: _today("hands"), address=hands, permission="tables.view_hand")
    site.count(
        _("rake today"),
        lambda: wording.money(_today("taken_cents")),
        address=day,
        permission="accounting.view_gamingday",
    )
    site.count(
        _("tips today"),
        lambda: wording.money(_today("tips_cents")),
        address=day,
        permission="accounting.view_gamingday",
    )
