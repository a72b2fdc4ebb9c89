"""Dealers' breaks: sent on one by the floor, and back from it."""

from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting.days.selectors import houses
from casino import house_time, membership
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.dealers.services import duties
from tables.models import DealerBreak
from tables.play.selectors import house_rules
from tables.rules.rota.terms import RotaRules

if TYPE_CHECKING:
    from casino.models import User

MOST_MINUTES = 180


@use_case("tables.push_dealer")
def send(*, house_id: int, dealer_id: int, minutes: int | None = None, actor: "User") -> DealerBreak:
    """Send a dealer who stands by on a break of `minutes`, or of the house's usual length.

    Refuses `deals_now` (relieve them first), `on_break`, `not_on_shift`, `break_length_wrong`, `no_such_house`.
    """
    houses.one(house_id, actor=actor)
    dealer = locks.dealers([dealer_id])[dealer_id]
    rules = house_rules.of_house(house_id, RotaRules)
    length = rules.break_minutes if minutes is None else minutes
    if not rules.least_break_minutes <= length <= MOST_MINUTES:
        raise Refusal(
            "break_length_wrong",
            N_("A break must last %(least)s to %(most)s minutes."),
            least=rules.least_break_minutes,
            most=MOST_MINUTES,
        )
    duties.refuse_dealing(dealer)
    if DealerBreak.objects.filter(dealer=dealer, ended_at=None).exists():
        raise Refusal("on_break", N_("%(dealer)s is on a break."), dealer=str(dealer))
    try:
        row = duties.send_on_break(dealer.pk, minutes=length, at=house_time.now(), actor=actor)
    except IntegrityError:
        raise Refusal(
            "deals_now", N_("%(dealer)s is dealing at a table. Relieve them first."), dealer=str(dealer)
        ) from None
    if row is None:
        raise Refusal("not_on_shift", N_("%(dealer)s is not on shift."), dealer=str(dealer))
    return row


@use_case("tables.push_dealer")
def back(*, dealer_id: int, actor: "User") -> DealerBreak:
    """End a dealer's break; one below the least length counts as work (ArbZG §4).  Refuses `not_on_break`."""
    dealer = locks.dealers([dealer_id])[dealer_id]
    row = DealerBreak.objects.filter(dealer=dealer, ended_at=None).first()
    if row is None:
        raise Refusal("not_on_break", N_("%(dealer)s is not on a break."), dealer=str(dealer))
    membership.require(actor, [(DealerBreak, row.pk)])
    row.ended_at = house_time.now()
    row.save(update_fields=["ended_at"])
    return row
