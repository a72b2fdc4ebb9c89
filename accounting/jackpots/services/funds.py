"""Opens jackpot funds, and gives them terms: one person proposes a version, another approves it.

A version is in force from its approval until the next one's; a hand is judged by the terms in force when it ended.
"""

from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting import locks, places
from accounting.jackpots.selectors.jackpots import TERMS
from accounting.models import Fund, FundTerms, Place, Window
from accounting.policy import jackpots
from accounting.policy.jackpots import JackpotTerms, Kind
from casino import house_time
from casino.errors import N_, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = FundTerms.State


@use_case(TERMS.edits)
def open_fund(*, house_id: int, code: str, name: str, kind: str, actor: "User") -> Fund:
    """Open a fund; it pays nothing before two people have signed its terms.

    `code`: as the rake schedules name it.  Money that hands have posted under that code before is the fund's.  Refuses
    a code that a fund, a table or a window has (`fund_code_taken`), and a fund without a name (`fund_nameless`).
    """
    places.jackpot(code)
    house = locks.house(house_id)
    if not name.strip():
        raise Refusal("fund_nameless", N_("Enter a name for the fund."))
    taken = Refusal("fund_code_taken", N_("A fund, table or window %(fund)s already exists."), fund=code)
    others = [places.table_float(code), places.guests(code), places.variance(code)]
    is_a_window = Window.objects.filter(house=house, code=code).exists()
    is_a_fund = Fund.objects.filter(house=house, code=code).exists()
    if is_a_window or is_a_fund or Place.objects.filter(house=house, name__in=others).exists():
        raise taken
    try:
        return Fund.objects.create(
            house=house,
            code=code,
            name=name.strip(),
            kind=Fund.Kind(kind),
            opened_at=house_time.now(),
            opened_by=actor,
        )
    except IntegrityError:
        raise taken from None


@use_case(TERMS.edits)
def propose_terms(*, fund_id: int, terms: dict[str, object], actor: "User") -> FundTerms:
    """Propose terms as the fund's next version.

    Refuses malformed terms (`bad_terms`), a closed fund (`fund_closed`) and a second proposal (`proposal_open`).
    """
    fund = locks.fund(fund_id)
    refuse_closed(fund)
    canonical = jackpots.dump(jackpots.parse(Kind(fund.kind), terms))
    return FundTerms.objects.create(
        fund=fund,
        version=decisions.next_version(fund.versions.all(), lambda _last: fund.name),
        terms=canonical,
        proposed_by=actor,
        proposed_at=house_time.now(),
    )


@use_case(TERMS.approves, password=True, decides=TERMS)
def approve_terms(*, fund_terms_id: int, seen: str, actor: "User") -> FundTerms:
    """Approve terms that another person proposed; they are in force from now on.

    Refuses the author (`two_people`), terms that are decided (`terms_approved`, `terms_declined`), others than were
    `seen` (`stale`), and a closed fund.
    """
    row = locks.fund_terms(fund_terms_id)
    decisions.approve(TERMS, row, actor, seen)
    refuse_closed(row.fund)
    return row


@use_case(TERMS.edits, decides=TERMS)
def decline_terms(*, fund_terms_id: int, seen: str, actor: "User") -> FundTerms:
    """Decline proposed terms, or withdraw one's own; refuses decided ones as `approve_terms`, and `stale`."""
    return decisions.decline(TERMS, locks.fund_terms(fund_terms_id), actor, seen)


def refuse_closed(fund: Fund) -> None:
    """Refuse (`fund_closed`) a fund whose money has gone to another one."""
    if fund.closed_at is not None:
        raise Refusal("fund_closed", N_("The fund “%(fund)s” has been closed."), fund=fund.name)


def in_force(fund: Fund) -> tuple[FundTerms, JackpotTerms]:
    """The version in force and its terms; refuses `no_fund_terms`."""
    row = fund.versions.filter(state=State.APPROVED).order_by("-version").first()
    if row is None:
        raise Refusal("no_fund_terms", N_("Nobody has approved terms of “%(fund)s” yet."), fund=fund.name)
    return row, parsed(row)


def parsed(row: FundTerms) -> JackpotTerms:
    """The stored terms of a version."""
    return jackpots.parse(Kind(row.fund.kind), row.terms)


def book(fund: Fund) -> str:
    """The ledger's book of a fund."""
    return f"fund/{fund.code}"
