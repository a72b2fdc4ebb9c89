"""Faults, one by one, as they happen in houses.

Mistakes at the table, tricks with boxes and slips, and what somebody with the database's password could do.  Each says
what an auditor must be told: a finding's rule and what it is about, or the book and the number at which the proof finds
a break.
"""

from tests.stories.faults import books, boxes, hands
from tests.stories.faults.planting import FAULTS, Break, Finding

__all__ = ["FAULTS", "Break", "Finding", "books", "boxes", "hands"]
