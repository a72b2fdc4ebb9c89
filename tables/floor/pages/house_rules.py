"""The house's own rules for its waiting lists, its moves and its absent guests: one page each (domain §4.8)."""

from django.utils.translation import gettext_lazy as _

from tables.play.pages.house_rules import HouseRulesPage
from tables.rules.absence import terms as absence
from tables.rules.moving import terms as moving
from tables.rules.waiting import terms as waiting


class WaitingRules(HouseRulesPage):
    """Rules of the waiting lists."""

    rules = waiting.WaitingRules
    title = _("Waiting list rules")
    leads_to = "floor:lists"


class MovingRules(HouseRulesPage):
    """Rules of moves."""

    rules = moving.MovingRules
    title = _("Rules for moves")
    leads_to = "floor:moves"


class AbsenceRules(HouseRulesPage):
    """Rules for absent guests."""

    rules = absence.AbsenceRules
    title = _("Rules for absent guests")
    leads_to = "floor:guests"
