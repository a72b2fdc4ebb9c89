"""Counts print-outs: the first print of a subject is the original, every later one is marked as a reprint.

With two originals one slip could be paid twice (domain §5 "Trail").
"""

from typing import TYPE_CHECKING

from django.db.models import Max

from accounting import locks
from accounting.models import Print
from casino import house_time
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


@use_case("accounting.view_ledger")
def record(*, house_id: int, subject: str, actor: "User") -> Print:
    """Record a print of `subject` (`slip:12`, `day:3`): number 1 is the original, each later one a reprint.

    Everybody who may read the books may print from them.  Refuses `no_such_house`.
    """
    locks.house(house_id)
    last = Print.objects.filter(house_id=house_id, subject=subject).aggregate(last=Max("number"))["last"] or 0
    return Print.objects.create(house_id=house_id, subject=subject, number=last + 1, at=house_time.now(), by=actor)
