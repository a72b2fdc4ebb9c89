"""A guest's erasure: the first person can give the guest another name before the second one signs."""

from tables.guests.selectors.erasures import ERASURES
from tables.guests.services import erasures, guests
from tables.models import Erasure
from tests.builders import Evening
from tests.second_person import Case


def asked(evening: Evening) -> Erasure:
    return erasures.ask(guest_id=evening.guest("Xaver Quell").pk, reason="asked for by letter", actor=evening.manager)


def renamed(evening: Evening, row: Erasure) -> None:
    guests.edit(guest_id=row.guest_id, name="Somebody Else", actor=evening.manager)


CASES = [
    Case(matter=ERASURES, ask=asked, approve=erasures.approve, decline=erasures.decline, change=renamed),
]
