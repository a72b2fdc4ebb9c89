"""Facts of a tournament: draws, moves, clock events, counts, races, deals and prizes.  Rows are only added.

Updated later are only a draw's seed and result, and a prize's winner and payment (column rights, triggers).
"""

from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounting.models import Entry, Window
from casino.models.people import staff, staff_or_none
from tables.models.tournament.chip_hands import ChipHand
from tables.models.tournament.tournaments import Entrant, Tournament, TournamentTable


class Fact(models.Model):
    """A numbered row of one tournament, with time and person."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="%(class)ss", verbose_name=_("tournament"))
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="%(class)s_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Draw(Fact):
    """A provably fair draw: its commitment is published before anybody knows what it will be used for.

    `seed` stays secret until it is used; then the row has everything needed to repeat the draw: entrants, seats and
    result (`tables.rules.seating`).
    """

    commitment = models.CharField(_("commitment"), max_length=64)
    seed = models.CharField(_("seed"), max_length=64)
    purpose = models.CharField(_("purpose"), max_length=10, blank=True)
    drawn_at = models.DateTimeField(_("drawn at"), null=True, blank=True)
    facts = models.JSONField(_("who and what for"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)

    class Meta(Fact.Meta):
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints: ClassVar = [
            *Fact.Meta.constraints,
            models.UniqueConstraint(fields=["tournament"], condition=Q(drawn_at=None), name="draw_one_waits"),
        ]


class SeatChange(Fact):
    """An entrant's move to a seat, from none at first."""

    class Reason(models.TextChoices):
        DRAW = "draw", _("drawn at the start")
        LATE = "late", _("drawn late")
        BALANCE = "balance", _("tables balanced")
        BREAK = "break", _("table broken")
        REDRAW = "redraw", _("all drawn again")
        CORRECTION = "correction", _("corrected by the floor")

    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seat_changes", verbose_name=_("entrant"))
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    from_table = models.ForeignKey(TournamentTable, models.PROTECT, null=True, related_name="+")
    from_seat = models.PositiveSmallIntegerField(null=True)
    to_table = models.ForeignKey(TournamentTable, models.PROTECT, related_name="+")
    to_seat = models.PositiveSmallIntegerField()
    explanation = models.CharField(
        _("explanation"), max_length=500, blank=True, help_text=_("What the floor gave as its reason for a correction.")
    )

    class Meta(Fact.Meta):
        verbose_name = _("change of seat")
        verbose_name_plural = _("changes of seat")


class ClockEvent(Fact):
    """One operation of the clock; its state follows from these rows alone (`rules.tournaments.clocks`)."""

    kind = models.CharField(_("kind"), max_length=10)
    item = models.PositiveSmallIntegerField(_("level or break"), default=0)
    milliseconds = models.BigIntegerField(_("milliseconds"), null=True, blank=True)

    class Meta(Fact.Meta):
        verbose_name = _("event of the clock")
        verbose_name_plural = _("events of the clock")


class Elimination(Fact):
    """The players eliminated in one hand, or one round of hand-for-hand: places, and winners of their bounties."""

    level = models.PositiveSmallIntegerField(_("level"))
    places = models.JSONField(
        pgettext_lazy("of a tournament", "places"), help_text=_("Entrant, place, number of places shared.")
    )
    bounties = models.JSONField(_("bounties"), default=list, help_text=_("Entrant, amount in cents, whose head."))
    undone_at = models.DateTimeField(_("taken back at"), null=True, blank=True)

    class Meta(Fact.Meta):
        verbose_name = _("elimination")
        verbose_name_plural = _("eliminations")


class ChipCount(Fact):
    """A count of all chips in play, or of one table's: chips by player; `issued` is the sum there must be."""

    table = models.ForeignKey(
        TournamentTable, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("table")
    )
    level = models.PositiveSmallIntegerField(_("level"))
    counts = models.JSONField(_("chips by entrant"))
    counted = models.BigIntegerField(_("counted"))
    issued = models.BigIntegerField(_("issued"))
    explanation = models.CharField(_("explanation"), max_length=500, blank=True)

    class Meta(Fact.Meta):
        verbose_name = _("chip count")
        verbose_name_plural = _("chip counts")
        constraints: ClassVar = [
            *Fact.Meta.constraints,
            models.CheckConstraint(
                condition=Q(counted=models.F("issued")) | ~Q(explanation=""), name="chipcount_explained"
            ),
        ]


class ChipSetCheck(Fact):
    """A check of the chip set: before the start, after the re-entry phase, at the end (FinASVO NRW §21)."""

    class When(models.TextChoices):
        START = "start", _("before the start")
        RE_ENTRY = "re_entry", _("after the re-entry phase")
        END = "end", _("at the end")

    when = models.CharField(_("when"), max_length=10, choices=When.choices)
    found = models.JSONField(_("pieces found"))
    missing = models.JSONField(_("pieces missing or over"), default=dict)
    explanation = models.CharField(_("explanation"), max_length=500, blank=True)

    class Meta(Fact.Meta):
        verbose_name = _("check of the chip set")
        verbose_name_plural = _("checks of the chip set")
        constraints: ClassVar = [
            *Fact.Meta.constraints,
            models.CheckConstraint(condition=Q(missing={}) | ~Q(explanation=""), name="chipset_explained"),
        ]


class ChipRace(Fact):
    """A colour's odd chips raced off; `difference` is the change of all chips in play (TDA 24, WSOP 77)."""

    denomination = models.BigIntegerField(_("colour raced off"))
    next_denomination = models.BigIntegerField(_("next colour"))
    stacks = models.JSONField(_("stacks before and after"))
    # By seat: chips handed in, cards dealt for the odd chips, chips given and why.
    lines = models.JSONField(_("cards and chips by seat"), default=list)
    difference = models.BigIntegerField(_("difference"))

    class Meta(Fact.Meta):
        verbose_name = _("chip race")
        verbose_name_plural = _("chip races")


class Deal(Fact):
    """The remaining players' agreement in place of the prizes: stacks, method, amounts."""

    method = models.CharField(_("method"), max_length=20)
    stacks = models.JSONField(_("stacks"))
    amounts = models.JSONField(_("amounts by entrant"))
    left_cents = models.BigIntegerField(_("left to play for"), default=0)

    class Meta(Fact.Meta):
        verbose_name = _("deal")
        verbose_name_plural = pgettext_lazy("of a tournament", "deals")


class Prize(Fact):
    """A prize of one place, one bounty won, a seat won or a share of a deal: paid once, on a numbered slip."""

    class Kind(models.TextChoices):
        PLACE = "place", pgettext_lazy("of a tournament", "place")
        BOUNTY = "bounty", _("bounties")
        SEAT = "seat", _("seat won")
        DEAL = "deal", _("deal")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    place = models.PositiveIntegerField(pgettext_lazy("of a tournament", "place"), null=True, blank=True)
    amount_cents = models.BigIntegerField(_("amount"))
    entrant = models.ForeignKey(
        Entrant, models.PROTECT, null=True, blank=True, related_name="prizes", verbose_name=_("entrant")
    )
    window = models.ForeignKey(
        Window, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("window")
    )
    entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="prize", verbose_name=_("entry in the books")
    )
    paid_at = models.DateTimeField(_("paid at"), null=True, blank=True)
    paid_by = staff_or_none(_("paid by"))
    # In a house that did not ask for two then (`House.money_by_two`).
    paid_alone = models.BooleanField(_("one person was enough to pay it"), default=False)

    class Meta(Fact.Meta):
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        constraints: ClassVar = [
            *Fact.Meta.constraints,
            models.CheckConstraint(condition=Q(amount_cents__gte=0), name="prize_amount"),
            models.CheckConstraint(
                condition=Q(paid_at=None, entry=None) | Q(paid_at__isnull=False, entrant__isnull=False),
                name="prize_paid_to_somebody",
            ),
            # A seat is awarded without money.
            models.CheckConstraint(
                condition=Q(paid_by=None) | Q(paid_alone=True) | Q(kind="seat", window=None) | ~Q(paid_by=F("by")),
                name="prize_paid_by_another",
            ),
        ]


class TournamentHand(Fact, ChipHand):
    """A hand recorded at a chosen table of a tournament."""

    table = models.ForeignKey(TournamentTable, models.PROTECT, related_name="hands", verbose_name=_("table"))
    level = models.PositiveSmallIntegerField(_("level"))
    entrants = models.JSONField(_("entrants by seat"))
    reason = models.CharField(_("reason for the void"), max_length=500, blank=True)

    class Meta(Fact.Meta):
        verbose_name = _("tournament hand")
        verbose_name_plural = _("tournament hands")
        constraints: ClassVar = [
            *Fact.Meta.constraints,
            models.UniqueConstraint(fields=["table"], condition=Q(state="open"), name="tournamenthand_one_open"),
            models.CheckConstraint(
                condition=~Q(state="settled") | Q(result__isnull=False), name="tournamenthand_result"
            ),
        ]
