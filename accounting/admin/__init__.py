"""The admin of the money side: houses, windows and schedules change through services, the books are read-only."""

from accounting.admin.boxes import DropAdmin, ReopeningAdmin, SealAdmin
from accounting.admin.cage import PrintAdmin, SlipAdmin, WindowAdmin, WindowShiftAdmin
from accounting.admin.findings import FindingAdmin
from accounting.admin.houses import HouseAdmin
from accounting.admin.ledger import BookAdmin, EntryAdmin, PlaceAdmin
from accounting.admin.schedules import RakeScheduleAdmin

__all__ = [
    "BookAdmin",
    "DropAdmin",
    "EntryAdmin",
    "FindingAdmin",
    "HouseAdmin",
    "PlaceAdmin",
    "PrintAdmin",
    "RakeScheduleAdmin",
    "ReopeningAdmin",
    "SealAdmin",
    "SlipAdmin",
    "WindowAdmin",
    "WindowShiftAdmin",
]
