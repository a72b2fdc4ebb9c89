"""Tournaments: terms, entrants and their seats, and purchases.

Tournament chips are worth nothing outside, so the ledger does not know them: it keeps the money (`prizes/<code>`,
`fees/<code>`), and every purchase here names both the money taken and the chips issued (FinASVO NRW §§20–23).
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounting.models import Entry, House, Window
from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none
from tables.models.games import Game
from tables.models.guests import Guest
from tables.models.tables import SEATS_MAX, SEATS_MIN, Table

_ACTIVE = Q(state__in=["registered", "seated"])


class Tournament(models.Model):
    """One tournament, or one flight of several whose survivors meet in `final`.  Amounts in cents, per entry.

    `structure` is the versioned data of `tables.rules.tournaments.structures`; it is the tournament's own copy and
    stays as it is from the start on.
    """

    class State(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        REGISTERING = "registering", _("registration open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        SETTLED = "settled", _("settled")
        CANCELLED = "cancelled", pgettext_lazy("of a tournament", "cancelled")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    code = models.CharField(_("code"), max_length=20)
    name = models.CharField(_("name"), max_length=80)
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.ANNOUNCED)
    variant = models.CharField(_("variant"), max_length=20, choices=Game.Variant.choices)
    betting = models.CharField(_("betting"), max_length=20, choices=Game.Betting.choices)
    starts_at = models.DateTimeField(_("starts at"))
    structure = models.JSONField(_("structure"))
    chip_set = models.JSONField(_("chip set"), default=dict, help_text=_("Pieces by denomination, the whole set."))
    seats_per_table = models.PositiveSmallIntegerField(_("seats at a table"), default=9)
    most_entries = models.PositiveIntegerField(_("most entries"), null=True, blank=True)
    buy_in_cents = models.BigIntegerField(_("buy-in"), help_text=_("Goes into the prize pool."))
    fee_cents = models.BigIntegerField(_("fee"), default=0, help_text=_("Goes to the house, shown openly."))
    bounty_cents = models.BigIntegerField(_("bounty"), default=0)
    bounty_paid_bp = models.PositiveIntegerField(
        _("paid of a bounty"), default=10_000, help_text=_("In basis points; the rest goes on the winner's own head.")
    )
    re_buy_cents = models.BigIntegerField(_("re-buy"), default=0)
    re_buy_fee_cents = models.BigIntegerField(_("fee of a re-buy"), default=0)
    add_on_cents = models.BigIntegerField(_("add-on"), default=0)
    add_on_fee_cents = models.BigIntegerField(_("fee of an add-on"), default=0)
    guarantee_cents = models.BigIntegerField(_("guaranteed pool"), default=0)
    payout_unit_cents = models.BigIntegerField(_("prizes are multiples of"), default=100)
    payouts = models.JSONField(_("payouts"), default=list, help_text=_("Cents by place, once they are fixed."))
    final = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="flights", verbose_name=_("final")
    )
    seat_for = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="satellites", verbose_name=_("satellite for")
    )
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    closed_at = models.DateTimeField(_("registration closed at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    settled_at = models.DateTimeField(_("settled at"), null=True, blank=True)
    settled_by = staff_or_none(_("settled by"))
    # In a house that did not ask for two then (`House.money_by_two`).
    settled_alone = models.BooleanField(_("one person was enough to settle it"), default=False)
    is_hand_for_hand = models.BooleanField(_("hand for hand"), default=False)
    # Raised by every command on the tournament; clients send the one they have seen.
    version = models.BigIntegerField(_("version"), default=1, editable=False)
    history = HistoricalRecords(excluded_fields=["version"])

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-starts_at", "code")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "code"], name="tournament_once"),
            # The code is part of the ledger's places.
            models.CheckConstraint(
                condition=Q(code__regex=r"^[A-Za-z0-9][A-Za-z0-9-]*$"), name="tournament_code_plain"
            ),
            models.CheckConstraint(
                condition=Q(seats_per_table__gte=SEATS_MIN, seats_per_table__lte=SEATS_MAX), name="tournament_seats"
            ),
            models.CheckConstraint(
                condition=Q(
                    buy_in_cents__gte=0,
                    fee_cents__gte=0,
                    bounty_cents__gte=0,
                    re_buy_cents__gte=0,
                    re_buy_fee_cents__gte=0,
                    add_on_cents__gte=0,
                    add_on_fee_cents__gte=0,
                    guarantee_cents__gte=0,
                    payout_unit_cents__gt=0,
                ),
                name="tournament_amounts",
            ),
            models.CheckConstraint(condition=Q(final=None) | ~Q(final=F("id")), name="tournament_final_is_another"),
            models.CheckConstraint(
                condition=~Q(state="settled") | Q(settled_at__isnull=False), name="tournament_settled"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def sells_entries(self) -> bool:
        """Whether registration is open and was not closed for good; the structure may end it earlier."""
        return self.state in (self.State.REGISTERING, self.State.RUNNING) and self.closed_at is None

    @property
    def is_without_money(self) -> bool:
        """Whether nothing is paid for it and nothing can be won, so that its chips have no value (S14)."""
        paid = (self.buy_in_cents, self.fee_cents, self.bounty_cents, self.re_buy_cents, self.re_buy_fee_cents)
        added = (self.add_on_cents, self.add_on_fee_cents, self.guarantee_cents)
        return not any((*paid, *added)) and self.seat_for_id is None and self.final_id is None

    @property
    def has_begun(self) -> bool:
        """Whether it is or was played."""
        return self.state in (self.State.RUNNING, self.State.FINISHED, self.State.SETTLED)

    @property
    def has_fixed_prizes(self) -> bool:
        return self.has_begun and self.closed_at is not None


class TournamentTable(models.Model):
    """A tournament's table until it is broken; `position` is its place in the posted breaking order."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tables", verbose_name=_("tournament"))
    table = models.ForeignKey(Table, models.PROTECT, related_name="tournaments", verbose_name=_("table"))
    position = models.PositiveIntegerField(_("breaks as number"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    # Of the last hand dealt there; balancing depends on them.
    button_seat = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    small_blind_seat = models.PositiveSmallIntegerField(_("small blind"), null=True, blank=True)
    big_blind_seat = models.PositiveSmallIntegerField(_("big blind"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened at"))
    closed_at = models.DateTimeField(_("broken at"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament table")
        verbose_name_plural = _("tournament tables")
        ordering = ("position",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table"], condition=Q(closed_at=None), name="tournament_table_once"),
            models.UniqueConstraint(fields=["tournament", "position"], name="tournament_breaking_order"),
            models.CheckConstraint(
                condition=Q(seats__gte=SEATS_MIN, seats__lte=SEATS_MAX), name="tournament_table_seats"
            ),
        ]

    def __str__(self) -> str:
        return self.table.code


class Entrant(models.Model):
    """One entry of a guest; a re-entry is another row.

    `chips` as last counted; `place` is set once they are out, or have won.
    """

    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        SEATED = "seated", _("seated")
        OUT = "out", _("out")
        WITHDRAWN = "withdrawn", _("withdrawn")
        ADVANCED = "advanced", _("advanced to the final")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants", verbose_name=_("tournament"))
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="tournaments", verbose_name=_("guest"))
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.REGISTERED)
    table = models.ForeignKey(
        TournamentTable, models.PROTECT, null=True, blank=True, related_name="entrants", verbose_name=_("table")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    chips = models.BigIntegerField(_("chips"), default=0)
    place = models.PositiveIntegerField(pgettext_lazy("of a tournament", "place"), null=True, blank=True)
    tied = models.PositiveSmallIntegerField(_("places shared"), default=1)
    out_at = models.DateTimeField(_("out at"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(fields=["tournament", "guest"], condition=_ACTIVE, name="entrant_plays_once"),
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(state="seated"), name="entrant_seat_once"),
            models.CheckConstraint(
                condition=Q(state="seated", table__isnull=False, seat__isnull=False)
                | (~Q(state="seated") & Q(table=None, seat=None)),
                name="entrant_seated_has_seat",
            ),
            models.CheckConstraint(condition=Q(chips__gte=0), name="entrant_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.guest.name}"


class Purchase(models.Model):
    """An entrant's purchase: money into the pool, to the house and on their head, and the chips issued for it.

    Receipts' numbers leave no gap in the tournament.  A purchase given back keeps its row and names the reversal.
    """

    class Kind(models.TextChoices):
        """Seats won in a satellite and stacks carried from a flight are entries too."""

        ENTRY = "entry", pgettext_lazy("of a tournament", "entry")
        RE_ENTRY = "re_entry", _("re-entry")
        RE_BUY = "re_buy", _("re-buy")
        ADD_ON = "add_on", _("add-on")
        SEAT_WON = "seat_won", _("seat won")
        CARRIED = "carried", _("stack carried over")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="purchases", verbose_name=_("tournament"))
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="purchases", verbose_name=_("entrant"))
    number = models.PositiveIntegerField(_("receipt"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    pool_cents = models.BigIntegerField(_("into the prize pool"))
    fee_cents = models.BigIntegerField(_("fee"))
    bounty_cents = models.BigIntegerField(_("bounty"), default=0)
    chips = models.BigIntegerField(_("chips issued"))
    window = models.ForeignKey(
        Window, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("window")
    )
    entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="purchase", verbose_name=_("entry in the books")
    )
    returned = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("given back by")
    )
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("purchase")
        verbose_name_plural = _("purchases")
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="purchase_number_once"),
            models.CheckConstraint(
                condition=Q(pool_cents__gte=0, fee_cents__gte=0, bounty_cents__gte=0, chips__gte=0),
                name="purchase_amounts",
            ),
            # A purchase that cost money has an entry in the books.
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(pool_cents=0, fee_cents=0, bounty_cents=0),
                name="purchase_money_is_booked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.code}/{self.number}"

    @property
    def paid_cents(self) -> int:
        return self.pool_cents + self.fee_cents + self.bounty_cents
