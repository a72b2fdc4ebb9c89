"""The admin of the money side: houses, windows and schedules change through services, the books are read-only."""

from accounting.cage.admin.cage import PrintAdmin, SlipAdmin, WindowAdmin, WindowShiftAdmin
from accounting.cage.admin.counts import DropAdmin
from accounting.days.admin.houses import HouseAdmin
from accounting.days.admin.seals import ReopeningAdmin, SealAdmin
from accounting.findings.admin.findings import FindingAdmin
from accounting.ledger.admin.ledger import BookAdmin, EntryAdmin, PlaceAdmin
from accounting.rake.admin.schedules import RakeScheduleAdmin

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
