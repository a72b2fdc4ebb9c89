"""Models of the money side."""

from accounting.models.assessments import Assessment
from accounting.models.boxes import Count, Drop
from accounting.models.chips import Print, Slip, Window, WindowShift
from accounting.models.clocks import ClockChange
from accounting.models.findings import Finding
from accounting.models.houses import GamingDay, House, Reopening, Seal
from accounting.models.jackpots import Fund, FundCount, FundDrop, FundMove, FundTerms, JackpotPayee, JackpotSlip
from accounting.models.ledger import Book, Entry, EntryCode, Place, Transfer
from accounting.models.plays import Play
from accounting.models.proof_runs import ProofRun
from accounting.models.report_mails import ReportDelivery, ReportMail, ReportSubscription
from accounting.models.rollups import HouseDay, HouseMonth, RollUpMark, TableDay, TableHour
from accounting.models.schedules import RakeSchedule, ScheduleVersion
from accounting.models.sealed_rows import SealedRows
from accounting.models.statements import AuthorityKey, Countersignature, KeyWithdrawal, LevyTerms, Statement
from accounting.models.tronc import TipRecord, TroncMember, TroncPayout, TroncRules, TroncRun, TroncShare
from accounting.models.wagers import Wager

__all__ = [
    "Assessment",
    "AuthorityKey",
    "Book",
    "ClockChange",
    "Count",
    "Countersignature",
    "Drop",
    "Entry",
    "EntryCode",
    "Finding",
    "Fund",
    "FundCount",
    "FundDrop",
    "FundMove",
    "FundTerms",
    "GamingDay",
    "House",
    "HouseDay",
    "HouseMonth",
    "JackpotPayee",
    "JackpotSlip",
    "KeyWithdrawal",
    "LevyTerms",
    "Place",
    "Play",
    "Print",
    "ProofRun",
    "RakeSchedule",
    "Reopening",
    "ReportDelivery",
    "ReportMail",
    "ReportSubscription",
    "RollUpMark",
    "ScheduleVersion",
    "Seal",
    "SealedRows",
    "Slip",
    "Statement",
    "TableDay",
    "TableHour",
    "TipRecord",
    "Transfer",
    "TroncMember",
    "TroncPayout",
    "TroncRules",
    "TroncRun",
    "TroncShare",
    "Wager",
    "Window",
    "WindowShift",
]
