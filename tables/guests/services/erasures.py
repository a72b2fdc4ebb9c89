"""Erasing guests: one person asks, another approves; by age the program does it; a legal hold forbids both.

The database's own function `tables_erase` empties the columns that each `retention` names.  Hands, money and the
digests of the books have no names, so they stay as they are.
"""

import logging
from itertools import islice
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, connection, transaction
from django.db.models import Q

from casino import house_time, reasons, retention
from casino.errors import N_, Refusal
from casino.models import JobFile
from casino.selectors.decisions import LIFTER
from casino.services import decisions
from casino.transactions import use_case
from tables import locks
from tables.guests.selectors import erasures
from tables.guests.selectors.erasures import ERASURES, HOLDS
from tables.models import Erasure, LegalHold

if TYPE_CHECKING:
    from casino.models import User

log = logging.getLogger(__name__)

BATCH: Final = 50
AT_ONCE: Final = 5_000
"""Sign-ins that one transaction empties."""


@use_case(ERASURES.edits)
def ask(*, guest_id: int, reason: str, actor: "User") -> Erasure:
    """Ask for a guest's erasure.  Refuses what must stay (`refuse_kept`), and a second request (`erasure_asked`)."""
    text = reasons.given(reason)
    guest = locks.guest(guest_id)
    erasures.refuse_kept(guest)
    try:
        with transaction.atomic():
            return Erasure.objects.create(
                house_id=guest.house_id, guest=guest, reason=text, asked_at=house_time.now(), asked_by=actor
            )
    except IntegrityError:
        raise Refusal("erasure_asked", N_("This has already been requested.")) from None


@use_case(ERASURES.approves, password=True, decides=ERASURES)
def approve(*, erasure_id: int, seen: str, actor: "User") -> Erasure:
    """Erase the guest, for good.

    Refuses the person who asked (`two_people`), a guest who has another name or number than was `seen` (`stale`), and
    what must stay (`refuse_kept`).
    """
    row = locks.erasure(erasure_id)
    decisions.refuse_decided(ERASURES, row)
    row.guest = locks.guest(row.guest_id)
    decisions.approve(ERASURES, row, actor, seen, saves=False)
    erasures.refuse_kept(row.guest)
    return _erase(row, actor.pk)


@use_case(ERASURES.edits, decides=ERASURES)
def decline(*, erasure_id: int, seen: str, actor: "User") -> Erasure:
    """Decline a request, or take one's own back; refuses one that is decided (`erasure_decided`), and `stale`."""
    return decisions.decline(ERASURES, locks.erasure(erasure_id), actor, seen)


@use_case(ERASURES.edits)
def hold(*, guest_id: int, reason: str, actor: "User") -> LegalHold:
    """Forbid a guest's erasure, for a court or an authority.  Refuses a second hold (`hold_set`)."""
    text = reasons.given(reason)
    guest = locks.guest(guest_id)
    if LegalHold.objects.filter(guest=guest, lifted_at=None).exists():
        raise Refusal("hold_set", N_("%(guest)s is already under a legal hold."), guest=guest.name)
    return LegalHold.objects.create(guest=guest, reason=text, at=house_time.now(), by=actor)


@use_case(ERASURES.approves, decides=HOLDS)
def lift(*, hold_id: int, reason: str, seen: str, actor: "User") -> LegalHold:
    """End a legal hold.  Refuses the person who set it (`two_people`), and one that was `seen` otherwise (`stale`)."""
    text = reasons.given(reason)
    row = locks.legal_hold(hold_id)
    decisions.refuse_same(HOLDS, row, LIFTER, actor)
    decisions.refuse_unseen(HOLDS, row, seen)
    row.lifted_at, row.lifted_by, row.lifted_because = house_time.now(), actor, text
    row.save(update_fields=["lifted_at", "lifted_by", "lifted_because"])
    return row


@use_case(None)
def erase_old(*, guest_id: int) -> bool:
    """Erase a guest whom nobody has seen for as long as the period says; False where something forbids it."""
    guest = locks.guest(guest_id)
    try:
        erasures.refuse_kept(guest)
    except Refusal as refusal:
        log.info("guest %s is old, and stays: %s", guest_id, refusal.code)
        return False
    if not erasures.old(guest.house_id).filter(pk=guest.pk).exists():
        return False
    waiting = Erasure.objects.filter(guest=guest, state=Erasure.State.ASKED)
    waiting.update(state=Erasure.State.DECLINED, decided_at=house_time.now())
    _erase(Erasure.objects.create(house_id=guest.house_id, guest=guest, asked_at=house_time.now()), None)
    return True


@use_case(None)
def forget_sign_ins() -> int:
    """Empty addresses and typed names of sign-ins and security events that are too old; how many rows, at most a batch.

    The database empties none that is younger than 90 days.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT casino_forget_addresses(now() - make_interval(days => %s), %s)",
            [retention.KINDS["sign_ins"].days, AT_ONCE],
        )
        emptied: int = cursor.fetchone()[0]
    return emptied


def run_out() -> int:
    """What beat does each night: sign-ins and guests whose time is over, a batch at a time; how many guests went.

    Each guest is a transaction of their own, so that no table is held for long; what is left goes the next night.
    Those who must stay count for nothing, so that they never keep the others from going.
    """
    while forget_sign_ins() >= AT_ONCE:
        pass
    gone = (guest_id for guest_id in list(erasures.old().values_list("pk", flat=True)) if erase_old(guest_id=guest_id))
    return sum(1 for _guest_id in islice(gone, BATCH))


def _erase(row: Erasure, approver_id: int | None) -> Erasure:
    """Run the door, and delete the house's files, of which any may name the guest; they can be made again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tables_erase(%s, %s, %s)", [row.pk, approver_id, house_time.now()])
    JobFile.objects.filter(Q(job__house_id=row.house_id) | Q(job__house=None)).delete()
    row.refresh_from_db()
    return row
