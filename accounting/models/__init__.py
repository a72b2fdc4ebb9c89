"""Models of the money side."""

from accounting.models.assessments import Assessment
from accounting.models.boxes import Count, Drop
from accounting.models.chips import Print, Slip, Window, WindowShift
from accounting.models.findings import Finding
from accounting.models.houses import GamingDay, House, Reopening, Seal
from accounting.models.ledger import Book, Entry, EntryCode, Place, Transfer
from accounting.models.plays import Play
from accounting.models.proof_runs import ProofRun
from accounting.models.report_mails import ReportMail, ReportSubscription
from accounting.models.rollups import HouseDay, HouseMonth, RollUpMark, TableDay, TableHour
from accounting.models.schedules import RakeSchedule, ScheduleVersion
from accounting.models.sealed_rows import SealedRows
from accounting.models.wagers import Wager

__all__ = [
    "Assessment",
    "Book",
    "Count",
    "Drop",
    "Entry",
    "EntryCode",
    "Finding",
    "GamingDay",
    "House",
    "HouseDay",
    "HouseMonth",
    "Place",
    "Play",
    "Print",
    "ProofRun",
    "RakeSchedule",
    "Reopening",
    "ReportMail",
    "ReportSubscription",
    "RollUpMark",
    "ScheduleVersion",
    "Seal",
    "SealedRows",
    "Slip",
    "TableDay",
    "TableHour",
    "Transfer",
    "Wager",
    "Window",
    "WindowShift",
]
