"""The back office's first page: every model in the order of the work it belongs to."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounting import models as money
from casino import models as house
from casino.admin_site import Group, HouseAdminSite
from tables import models as play

GROUPS = (
    Group(
        _("The floor: tables and games"),
        (
            play.Table, play.Game, money.GamingDay, play.Session, play.Sitting, play.Down, play.Hand, play.Round,
            play.PlannedOpening, play.StakeStep, play.GameChange, play.StackCount, play.FloatCount, play.DeckChange,
            play.HouseRules,
        ),
        desk="/floor/",
    ),
    Group(
        _("Moves and absences"),
        (play.MoveRequest, play.MustMove, play.MustMoveTurn, play.SeatDraw, play.Absence, play.KeptChips),
    ),
    Group(
        _("The floor's log"),
        (
            play.FloorCall, play.CallTaking, play.Ruling, play.Incident, play.IncidentNote, play.HandOver,
            play.Acknowledgement,
        ),
    ),
    Group(
        _("Tournaments"),
        (play.Tournament, play.Entrant, play.Purchase, play.Draw, play.Prize),
        desk="/tournaments/",
    ),
    Group(
        _("Guests"),
        (play.Guest, play.AdmissionCheck, play.HouseBan, play.AdmissionPolicy),
    ),
    Group(
        _("Staff"),
        (play.Shift, play.DealerBreak, play.Qualification, house.User, house.LoginEvent),
        desk="/people/",
    ),
    Group(
        _("Money"),
        (
            money.Window, money.WindowShift, money.Slip, money.Drop, money.Print, money.RakeSchedule,
            money.ScheduleVersion, money.House,
        ),
        desk="/cage/",
    ),
    Group(
        _("Proof"),
        (money.Finding, money.Entry, money.Book, money.Place, money.Seal, money.Reopening, house.Job),
        desk="/management/",
    ),
)  # fmt: skip


def register() -> None:
    """Order the first page."""
    site = admin.site
    assert isinstance(site, HouseAdminSite)
    site.groups = GROUPS
