"""Queries of slips, and how often each was printed."""

from typing import TYPE_CHECKING

from django.db.models import CharField, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from accounting import chips
from accounting.models import GamingDay, Print, Slip
from casino import roles
from casino.errors import N_, NotFound, Refusal
from casino.rows import existing
from casino.selectors.decisions import BRINGER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"
MOVES = "accounting.move_float"
"""Who asks for chips with a slip, and who brings them."""
SHOWN = 20


def _decided(row: Slip) -> Refusal:
    if row.state == Slip.State.DONE:
        return Refusal("slip_done", N_("Slip %(slip)s is done."), slip=row.number)
    return Refusal("slip_cancelled", N_("Slip %(slip)s was cancelled."), slip=row.number)


SLIPS = Matter(
    model=Slip,
    name=N_("Slip"),
    about=lambda row: f"{row.number} · {row.get_kind_display()} · {row.table_code}",
    # Anybody cancels a slip, also their own: nothing has moved (FinASVO NRW §10 asks two of chips on their way).
    persons={PROPOSER: "asked_by", BRINGER: "done_by"},
    edits=MOVES,
    approves=MOVES,
    page="slips:bring",
    declines="cage:slip-cancel",
    decided=_decided,
    decider=BRINGER,
    asked_at="asked_at",
    decided_at="done_at",
    waits={"state": Slip.State.ASKED},
    approved={"state": Slip.State.DONE},
    declined={"state": Slip.State.CANCELLED},
)


def subject(slip: Slip) -> str:
    """The subject by which entries, prints and findings name a slip."""
    return f"slip:{slip.number}"


def _prints() -> Coalesce:
    printed = Print.objects.filter(
        house=OuterRef("house"), subject=Concat(Value("slip:"), Cast(OuterRef("number"), CharField()))
    )
    last = printed.order_by().values("house").annotate(last=Max("number")).values("last")
    return Coalesce(Subquery(last), 0)


def rows(*, actor: "User") -> QuerySet[Slip]:
    """All slips with the people who signed them; `prints`: how often each was printed."""
    roles.require(actor, PERMISSION)
    return Slip.objects.select_related("window", "asked_by", "done_by", "gaming_day").annotate(prints=_prints())


def one(slip_id: int, *, actor: "User") -> Slip:
    """A slip with its house; refuses `no_such_slip`."""
    return existing(
        rows(actor=actor).select_related("house").filter(pk=slip_id), NotFound("no_such_slip", N_("Slip not found."))
    )


def to_do(house_id: int, *, actor: "User") -> QuerySet[Slip]:
    """The house's open slips, the oldest first."""
    return rows(actor=actor).filter(house_id=house_id, state=Slip.State.ASKED).order_by("number")


def done_today(house_id: int, *, actor: "User") -> QuerySet[Slip]:
    """The latest done or cancelled slips of the open gaming day, at most `SHOWN`, newest first."""
    decided = rows(actor=actor).filter(house_id=house_id, gaming_day__state=GamingDay.State.OPEN)
    return decided.exclude(state=Slip.State.ASKED).order_by("-number")[:SHOWN]


def printed(slip: Slip, number: int) -> Print | None:
    """The slip's print of that number, with the person who made it; None if there is none."""
    return (
        Print.objects.select_related("by").filter(house_id=slip.house_id, subject=subject(slip), number=number).first()
    )


def lines(stored: dict[str, int] | None) -> list[tuple[int, int, int]]:
    """Stored chips as lines of a slip: denomination (cents), pieces, value (cents), the largest chip first."""
    return [
        (denomination, pieces, denomination * pieces)
        for denomination, pieces in sorted(chips.load(stored or {}).items(), reverse=True)
    ]
