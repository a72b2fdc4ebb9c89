"""Announcing a tournament: its terms may change until registration opens, and it may be cancelled until it starts."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from accounting import chips, money, places
from accounting.days.services import days
from accounting.ledger.services import ledger
from accounting.models import House
from casino import reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables.models import Entrant, Game, Purchase, Tournament
from tables.models.tables import SEATS_MAX, SEATS_MIN
from tables.rules.terms import room
from tables.rules.tournaments import checks, codec
from tables.tournaments.services import draws, steps

if TYPE_CHECKING:
    from casino.models import User

CANCELS = "tables.settle_tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The announced terms.  Amounts in cents; `structure` as `rules.tournaments.codec` reads it."""

    name: str
    starts_at: datetime
    structure: Mapping[str, object]
    buy_in_cents: int
    fee_cents: int = 0
    bounty_cents: int = 0
    bounty_paid_bp: int = 10_000
    re_buy_cents: int = 0
    re_buy_fee_cents: int = 0
    add_on_cents: int = 0
    add_on_fee_cents: int = 0
    guarantee_cents: int = 0
    payout_unit_cents: int = 100
    seats_per_table: int = 9
    most_entries: int | None = None
    chip_set: Mapping[str, object] | None = None
    final_id: int | None = None
    seat_for_id: int | None = None


@use_case("tables.run_tournament")
def create(*, house_id: int, code: str, terms: Terms, actor: "User") -> Tournament:
    """Announce a tournament.  Refuses a taken code (`tournament_code_taken`), and terms that cannot be played."""
    places.prizes(code)
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", N_("House not found."))
    row = Tournament(house_id=house_id, code=code)
    _write(row, terms)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        if "tournament_once" not in str(error):
            raise
        raise Refusal(
            "tournament_code_taken", N_("A tournament %(tournament)s already exists."), tournament=code
        ) from None
    return row


@use_case("tables.run_tournament")
def edit(*, tournament_id: int, version: int | None, terms: Terms, actor: "User") -> Tournament:
    """Change the announced terms; refused once registration is open (`tournament_state`)."""
    row = steps.locked(tournament_id, Tournament.State.ANNOUNCED, version=version, actor=actor)
    _write(row, terms)
    row.save()
    return row


@use_case("tables.run_tournament")
def open_registration(*, tournament_id: int, version: int | None, actor: "User") -> Tournament:
    """Open registration; the commitment of the first draw is published before anybody is entered."""
    row = steps.locked(tournament_id, Tournament.State.ANNOUNCED, version=version, actor=actor)
    row.state = Tournament.State.REGISTERING
    row.save(update_fields=["state"])
    draws.commit(row, actor)
    return row


@use_case("tables.settle_tournament", password=True)
def cancel(*, tournament_id: int, version: int | None, reason: str, actor: "User") -> Tournament:
    """Cancel a tournament before it starts: every purchase is given back in full, fee included."""
    reason = reasons.given(reason)
    states = (Tournament.State.ANNOUNCED, Tournament.State.REGISTERING)
    row = steps.locked(tournament_id, *states, version=version, actor=actor)
    for purchase in Purchase.objects.filter(tournament=row, returned=None).order_by("-number"):
        give_back(row, purchase, reason, actor)
    for entrant in Entrant.objects.filter(tournament=row, state__in=[Entrant.State.REGISTERED, Entrant.State.SEATED]):
        withdraw(entrant)
    row.state = Tournament.State.CANCELLED
    row.save(update_fields=["state"])
    return row


def give_back(row: Tournament, purchase: Purchase, reason: str, actor: "User") -> None:
    """Reverse the entry of a purchase; an inner step.  A purchase that cost no money has no entry to reverse."""
    if purchase.entry_id is None:
        return
    posted = ledger.reverse(entry_id=purchase.entry_id, day=days.current(row.house_id), reason=reason, actor=actor)
    Purchase.objects.filter(pk=purchase.pk).update(returned_id=posted.entry_id)


def withdraw(entrant: Entrant) -> None:
    """Take an entrant out of the tournament and their chips back into the case; an inner step."""
    entrant.state, entrant.table, entrant.seat, entrant.chips = Entrant.State.WITHDRAWN, None, None, 0
    entrant.save(update_fields=["state", "table", "seat", "chips"])


def _write(row: Tournament, terms: Terms) -> None:
    """Set all terms, read strictly; refuses terms that no table could play or no window could sell."""
    structure = codec.from_json(terms.structure)
    checks.check_minimum_bets(structure)
    values = asdict(terms) | {"structure": codec.to_json(structure)}
    pieces = values.pop("chip_set") or {}
    values["chip_set"] = chips.dump(chips.parse(pieces, [chip.worth for chip in structure.chips])) if pieces else {}
    values["variant"], values["betting"] = structure.variant.value, structure.betting.value
    for name, value in values.items():
        setattr(row, name, value)
    if not row.name.strip():
        raise Refusal("name_required", N_("Enter a name."))
    _refuse_figures(row, values)
    _refuse_links(row)


def _refuse_figures(row: Tournament, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name.endswith("_cents") and not 0 <= value <= money.MOST_CENTS:
            raise Refusal("amount_wrong", N_("This amount cannot be right."), field=name, amount_cents=value)
    if row.payout_unit_cents < 1 or not 0 <= row.bounty_paid_bp <= money.BASIS_POINTS:
        raise Refusal("amount_wrong", N_("This amount cannot be right."), field="payout_unit_cents or bounty_paid_bp")
    if not SEATS_MIN <= row.seats_per_table <= SEATS_MAX:
        raise Refusal(
            "seats_wrong", N_("A table must have %(least)s to %(most)s seats."), least=SEATS_MIN, most=SEATS_MAX
        )
    room.refuse_more(row.seats_per_table, room.most_players(row.variant), Game.Variant(row.variant).label)


def _refuse_links(row: Tournament) -> None:
    """Refuse bounties in a flight, and a final or target that is missing or is this tournament itself."""
    if row.final_id is not None and row.bounty_cents:
        raise Refusal(
            "flight_bounty", N_("A flight cannot have bounties: they would have to carry over into the final.")
        )
    for other in (row.final_id, row.seat_for_id):
        if other is not None and other == row.pk:
            raise Refusal("leads_to_itself", N_("A tournament cannot lead to itself. Choose another one."))
        if other is not None and not Tournament.objects.filter(pk=other, house_id=row.house_id).exists():
            raise NotFound("no_such_tournament", N_("Tournament not found."))
