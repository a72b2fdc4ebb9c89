"""The figures of the evening on the back office's first page, one query each."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, HouseDay
from casino import membership, wording
from casino.admin_site import HouseAdminSite
from casino.models import User
from tables.models import Session


def _open_tables(actor: User) -> int:
    return membership.within(Session.objects.filter(closed_at=None, table__house__is_active=True), actor).count()


def _today(figure: str, actor: User) -> int:
    """A figure summed over the open gaming days, from the roll-ups: at most half a minute old."""
    days = HouseDay.objects.filter(gaming_day__state=GamingDay.State.OPEN, gaming_day__house__is_active=True)
    opened = membership.within(days, actor)
    return sum(opened.values_list(figure, flat=True))


def register() -> None:
    """Add the figures to the admin site."""
    hands, day = "/admin/tables/hand/", "/admin/accounting/gamingday/"
    site = admin.site
    assert isinstance(site, HouseAdminSite)
    site.count(_("open tables"), _open_tables, address="/admin/tables/table/", permission="tables.view_table")
    site.count(_("hands today"), lambda actor: _today("hands", actor), address=hands, permission="tables.view_hand")
    site.count(
        _("rake today"),
        lambda actor: wording.money(_today("taken_cents", actor)),
        address=day,
        permission="accounting.view_gamingday",
    )
    site.count(
        _("tips today"),
        lambda actor: wording.money(_today("tips_cents", actor)),
        address=day,
        permission="accounting.view_gamingday",
    )
