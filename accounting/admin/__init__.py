"""The money side's back office: houses and schedules can be changed through services, the books only read."""

from accounting.admin.houses import HouseAdmin
from accounting.admin.ledger import BookAdmin, EntryAdmin, PlaceAdmin
from accounting.admin.schedules import RakeScheduleAdmin

__all__ = ["BookAdmin", "EntryAdmin", "HouseAdmin", "PlaceAdmin", "RakeScheduleAdmin"]
