"""Rows of the money side."""

from accounting.models.assessments import Assessment
from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Book, Entry, EntryCode, Place, Transfer
from accounting.models.rollups import HouseDay, HouseMonth, RollUpMark, TableDay, TableHour
from accounting.models.schedules import RakeSchedule, ScheduleVersion

__all__ = [
    "Assessment",
    "Book",
    "Entry",
    "EntryCode",
    "GamingDay",
    "House",
    "HouseDay",
    "HouseMonth",
    "Place",
    "RakeSchedule",
    "RollUpMark",
    "ScheduleVersion",
    "TableDay",
    "TableHour",
    "Transfer",
]
