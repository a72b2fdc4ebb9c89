"""Time charges: the house's tax by the clock instead of from the pot.

The dealer announces and collects them in advance, every half hour or as the schedule says (WSOP live-action 27).  A
guest who does not want to pay may play until the blind, so the paying seats are named (domain §4.1).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from accounting import places
from accounting.chain import AssessmentFacts, Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode
from accounting.policy import rake
from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Game
from tables.play.selectors import situations
from tables.play.selectors import time_charges as selector
from tables.play.selectors.situations import Occupied, Situation
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User

LONGEST_MINUTES = 24 * 60


@use_case("tables.record_hand")
def collect(
    *, table_id: int, version: int | None, minutes: int, seats: Sequence[int] | None = None, actor: "User"
) -> int:
    """Collect the charge for the coming `minutes` from these seats (None: all guests who are not away).

    Refuses during a hand, without a time charge in the schedule (`no_time_charge`), and a seat that cannot pay.
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    _session, game = refusals.in_session(situation)
    refusals.between_hands(situation)
    each_cents = _charge(situation, game, minutes)
    payers = _payers(situation, game, seats, each_cents)
    _post(situation, game, payers, each_cents, situation.now, actor)
    rows.touch(table)
    return table.id


def _charge(situation: Situation, game: Game, minutes: int) -> int:
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise Refusal("minutes_out_of_range", N_("Enter 1 to %(most)s minutes."), minutes=minutes, most=LONGEST_MINUTES)
    terms = rake.parse(refusals.charge(situation).terms)
    each_cents = rake.time_charge(terms, minutes=minutes, chip_cents=game.chip_cents)
    if not each_cents:
        raise Refusal("no_time_charge", N_("In this game players pay from the pot, not by time."))
    return each_cents


def _payers(situation: Situation, game: Game, seats: Sequence[int] | None, each_cents: int) -> list[Occupied]:
    if seats is None:
        payers = [one for one in situation.seats if not one.is_away]
    else:
        payers = [refusals.seated(situation, seat) for seat in sorted(set(seats))]
    if not payers:
        raise Refusal("nobody_pays", N_("Nobody is there to pay."))
    if game.recording == Game.Recording.EVERY_ACTION:
        for one in payers:
            if one.stack_cents < each_cents:
                raise Refusal(
                    "not_enough_chips",
                    N_("Seat %(seat)s has %(stack_cents)s; the charge is %(charge_cents)s."),
                    seat=one.seat,
                    stack_cents=one.stack_cents,
                    charge_cents=each_cents,
                )
    return payers


def _post(
    situation: Situation, game: Game, payers: list[Occupied], each_cents: int, at: datetime, actor: "User"
) -> None:
    code = situation.table.code
    box = places.rake_box(code)
    if game.recording == Game.Recording.EVERY_ACTION:
        moves = [Move(places.seat(code, one.seat), box, each_cents) for one in payers]
    else:
        moves = [Move(places.pool(code), box, each_cents * len(payers))]
    total_cents = each_cents * len(payers)
    assert situation.session is not None
    ledger.post(
        day=refusals.open_day(situation),
        book=rows.book(code),
        code=EntryCode.TIME_CHARGE,
        subject=selector.subject(situation.session.pk),
        moves=moves,
        actor=actor,
        assessment=AssessmentFacts(
            hour=at.replace(minute=0, second=0, microsecond=0),
            table_code=code,
            dealer_id=situation.dealer_id,
            game=game.name,
            schedule_version_id=refusals.charge(situation).id,
            dealt_in=0,  # rake without a hand: reports count a hand only if players were dealt in
            flop_seen=False,
            pot_cents=0,
            base_cents=0,
            due_cents=total_cents,
            taken_cents=total_cents,
        ),
        at=at,
    )
