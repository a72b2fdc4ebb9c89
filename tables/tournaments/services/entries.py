"""Entries, re-entries, re-buys and add-ons: each ties the money taken to the chips issued (FinASVO NRW §§20–23).

Sales at a window need no version check: the lock alone puts them in order.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import F, Max

from accounting import chain
from accounting.tournaments.services import tournaments as money
from accounting.tournaments.services.tournaments import Due
from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.guests.services.admission import checking
from tables.models import Entrant, Guest, Purchase, Tournament
from tables.models.guests import rows_of
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import announcing, seats, steps

if TYPE_CHECKING:
    from casino.models import User

_OPEN = (Tournament.State.REGISTERING, Tournament.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Sale:
    """One purchase: the money due (`due.pool_cents` includes the bounty), and the chips issued for it."""

    kind: Purchase.Kind
    due: Due
    chips: int
    bounty_cents: int = 0


@use_case("tables.sell_entry")
def enter(*, tournament_id: int, guest_id: int, window_id: int, actor: "User") -> Purchase:
    """Sell an entry, or a re-entry to an eliminated guest; after the start the seat is drawn at once.

    Refuses when registration is over (`registration_over`), the tournament is full (`tournament_full`), the guest still
    plays (`plays_already`) or has used up their re-entries (`re_entries_used`); and, where the house checks its guests,
    a guest who is not admitted (`admission.checking`).
    """
    row = locks.tournament(tournament_id)
    steps.in_state(row, *_OPEN)
    now = house_time.now()
    structure = facts.structure(row)
    if row.state == Tournament.State.RUNNING and (
        row.closed_at or not structure.takes_entries(steps.item_index(row, now))
    ):
        raise Refusal("registration_over", N_("Registration is over."))
    guest = locks.guest_stays(guest_id, row.house_id)
    due = Due(row.buy_in_cents + row.bounty_cents, row.fee_cents)
    checking.admitted(guest, paying_cents=due.paid_cents)
    sale = Sale(_kind(row, guest, structure.re_entries), due, structure.starting_chips, row.bounty_cents)
    entrant = new_entrant(row, guest, structure.starting_chips)
    # One more has entered, so all eliminated players finish one place lower.
    Entrant.objects.filter(tournament=row, state=Entrant.State.OUT).update(place=F("place") + 1)
    purchase = _sold(row, entrant, sale, window_id=window_id, at=now, actor=actor)
    if row.state == Tournament.State.RUNNING or facts.tables(row):
        seats.seat_late(row, entrant, actor)
    return purchase


@use_case("tables.sell_entry")
def withdraw(*, entrant_id: int, reason: str, actor: "User") -> Entrant:
    """Give an entry back before the start, money and fee.  Refused afterwards, since its chips are in play."""
    reason = reasons.given(reason)
    row = locks.tournament(_tournament_of(entrant_id))
    steps.in_state(row, Tournament.State.REGISTERING)
    entrant = steps.entrant(row, entrant_id, Entrant.State.REGISTERED, Entrant.State.SEATED)
    for purchase in Purchase.objects.filter(entrant=entrant, returned=None).order_by("-number"):
        announcing.give_back(row, purchase, reason, actor)
    announcing.withdraw(entrant)
    steps.touch(row)
    return entrant


@use_case("tables.sell_entry")
def re_buy(*, entrant_id: int, holding: int, window_id: int, actor: "User") -> Purchase:
    """Sell a re-buy to a player who holds no more chips than the structure allows (K1).

    `holding`: their chips as counted by the dealer.  Refuses outside the re-buy phase (`no_re_buy`), a larger stack
    (`too_many_chips`), and more re-buys than allowed (`re_buys_used`).
    """
    row = locks.tournament(_tournament_of(entrant_id))
    steps.in_state(row, Tournament.State.RUNNING)
    entrant = steps.entrant(row, entrant_id, Entrant.State.SEATED)
    now = house_time.now()
    rule = facts.structure(row).rebuy
    if rule is None or not facts.structure(row).takes_rebuys(steps.item_index(row, now)):
        raise Refusal("no_re_buy", N_("No re-buys at the moment."))
    if holding > rule.at_or_below:
        raise Refusal(
            "too_many_chips", N_("Only a player with up to %(at_or_below)s can re-buy."), at_or_below=rule.at_or_below
        )
    if _count(entrant, Purchase.Kind.RE_BUY) >= rule.most:
        raise Refusal("re_buys_used", N_("Re-buys already taken: %(most)s."), most=rule.most)
    sale = Sale(Purchase.Kind.RE_BUY, Due(row.re_buy_cents, row.re_buy_fee_cents), rule.chips)
    return _more(row, entrant, sale, window_id=window_id, at=now, actor=actor)


@use_case("tables.sell_entry")
def add_on(*, entrant_id: int, window_id: int, actor: "User") -> Purchase:
    """Sell the add-on in its break (`no_add_on` at any other time), once to each player (`add_on_used`)."""
    row = locks.tournament(_tournament_of(entrant_id))
    steps.in_state(row, Tournament.State.RUNNING)
    entrant = steps.entrant(row, entrant_id, Entrant.State.SEATED)
    now = house_time.now()
    rule = facts.structure(row).add_on
    if rule is None or not facts.structure(row).takes_add_ons(steps.item_index(row, now)):
        raise Refusal("no_add_on", N_("The add-on is not on sale now."))
    if _count(entrant, Purchase.Kind.ADD_ON):
        raise Refusal("add_on_used", N_("This player already has the add-on."))
    sale = Sale(Purchase.Kind.ADD_ON, Due(row.add_on_cents, row.add_on_fee_cents), rule.chips)
    return _more(row, entrant, sale, window_id=window_id, at=now, actor=actor)


def new_entrant(row: Tournament, guest: Guest, chips: int) -> Entrant:
    """Create the next entrant; an inner step.  Refuses `plays_already` and `tournament_full`."""
    mine = Entrant.objects.filter(tournament=row)
    if mine.filter(guest=guest, state__in=[Entrant.State.REGISTERED, Entrant.State.SEATED]).exists():
        raise Refusal("plays_already", N_("%(guest)s is already playing."), guest=guest.name)
    entered = mine.exclude(state=Entrant.State.WITHDRAWN).count()
    if row.most_entries is not None and entered >= row.most_entries:
        raise Refusal("tournament_full", N_("The tournament is full: %(most)s entries."), most=row.most_entries)
    last = mine.aggregate(last=Max("number"))["last"] or 0
    return Entrant.objects.create(tournament=row, guest=guest, number=last + 1, chips=chips)


def purchase_facts(row: Tournament, entrant: Entrant, number: int, sale: Sale) -> list[object]:
    """The evidence of a purchase's entry: the money and the chips issued for it."""
    return [
        row.code,
        number,
        sale.kind.value,
        entrant.number,
        entrant.guest_id,
        sale.due.pool_cents,
        sale.due.fee_cents,
        sale.bounty_cents,
        sale.chips,
    ]


def next_number(row: Tournament) -> int:
    """The next receipt's number; it leaves no gap, since the tournament is locked.  An inner step."""
    return int(Purchase.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0) + 1


def receipt(
    row: Tournament,
    entrant: Entrant,
    sale: Sale,
    *,
    number: int,
    at: datetime,
    entry_id: int | None,
    window_id: int | None = None,
    actor: "User",
) -> Purchase:
    """Write the receipt; an inner step.  Where money moved, `entry_id` is its entry in the books."""
    steps.touch(row)
    return Purchase.objects.create(
        tournament=row,
        entrant=entrant,
        number=number,
        kind=sale.kind,
        pool_cents=sale.due.pool_cents - sale.bounty_cents,
        fee_cents=sale.due.fee_cents,
        bounty_cents=sale.bounty_cents,
        chips=sale.chips,
        window_id=window_id,
        entry_id=entry_id,
        at=at,
        by=actor,
    )


def _kind(row: Tournament, guest: Guest, allowed: int) -> Purchase.Kind:
    """An entry, or a re-entry as often as the structure allows (`re_entries_used`)."""
    before = Entrant.objects.filter(rows_of(guest.pk), tournament=row, state=Entrant.State.OUT).count()
    if before > allowed:
        raise Refusal("re_entries_used", N_("%(guest)s has no re-entry left."), guest=guest.name, allowed=allowed)
    return Purchase.Kind.RE_ENTRY if before else Purchase.Kind.ENTRY


def _more(row: Tournament, entrant: Entrant, sale: Sale, *, window_id: int, at: datetime, actor: "User") -> Purchase:
    checking.known(entrant.guest, sale.due.paid_cents)
    entrant.chips += sale.chips
    entrant.save(update_fields=["chips"])
    return _sold(row, entrant, sale, window_id=window_id, at=at, actor=actor)


def _sold(row: Tournament, entrant: Entrant, sale: Sale, *, window_id: int, at: datetime, actor: "User") -> Purchase:
    """Take the money and write the receipt; a free purchase has no entry in the books."""
    number, entry_id = next_number(row), None
    if sale.due.paid_cents:
        entry_id = money.take(
            window_id=window_id,
            house_id=row.house_id,
            code=row.code,
            due=sale.due,
            guest=entrant.guest.number,
            subject=f"tournament:{row.pk}",
            reference=f"purchase:{row.pk}:{number}",
            evidence=chain.evidence(purchase_facts(row, entrant, number, sale)),
            actor=actor,
        ).entry_id
    return receipt(row, entrant, sale, number=number, at=at, entry_id=entry_id, window_id=window_id, actor=actor)


def _count(entrant: Entrant, kind: Purchase.Kind) -> int:
    return Purchase.objects.filter(entrant=entrant, kind=kind, returned=None).count()


def _tournament_of(entrant_id: int) -> int:
    found = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotFound("no_such_entrant", N_("Entrant not found in this tournament."))
    return found
