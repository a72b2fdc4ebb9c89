"""Jackpot funds: the players' money in them, its terms, the counts of its boxes, what is paid in, and the slips.

A fund belongs to the players (N.J.A.C. 13:69F-14.19: apart from the rake, and all of it back to the players), so no row
here is revenue.  Terms are versions that two people sign; whatever moves money is asked for by one person and approved
by another.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models.chips import Window
from accounting.models.decided import Decided, decision_checks
from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Entry
from casino.models.people import staff, staff_or_none


class Fund(models.Model):
    """A jackpot fund of a house; `code` names its places in the ledger, and the rake schedules that feed it name it."""

    class Kind(models.TextChoices):
        BAD_BEAT = "bad_beat", _("bad beat")
        HIGH_HAND = "high_hand", _("high hand")
        MYSTERY = "mystery", _("mystery jackpot")
        SPLASH = "splash", _("splash pot")

    house = models.ForeignKey(House, models.PROTECT, related_name="funds", verbose_name=_("house"))
    code = models.CharField(_("code"), max_length=20)
    name = models.CharField(_("name"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = staff(_("opened by"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("jackpot fund")
        verbose_name_plural = _("jackpot funds")
        ordering = ("name",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "code"], name="fund_code_once"),
            models.CheckConstraint(condition=Q(code__regex=r"^[A-Za-z0-9][A-Za-z0-9-]*$"), name="fund_code_plain"),
        ]

    def __str__(self) -> str:
        return self.name


class FundTerms(models.Model):
    """A version of a fund's posted rules; it is in force from the second signature until the next version's."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")

    fund = models.ForeignKey(Fund, models.PROTECT, related_name="versions", verbose_name=_("fund"))
    version = models.PositiveIntegerField(_("version"))
    terms = models.JSONField(_("terms"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    proposed_by = staff(_("proposed by"))
    proposed_at = models.DateTimeField(_("proposed at"))
    decided_by = staff_or_none(_("decided by"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    class Meta:
        verbose_name = _("terms of a fund")
        verbose_name_plural = _("terms of funds")
        ordering = ("fund", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fund", "version"], name="fund_terms_version_once"),
            models.UniqueConstraint(fields=["fund"], condition=Q(state="proposed"), name="fund_terms_one_proposal"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by=None, decided_at=None)
                | Q(state="declined", decided_by__isnull=False, decided_at__isnull=False)
                | (Q(state="approved", decided_at__isnull=False) & ~Q(decided_by=F("proposed_by"))),
                name="fund_terms_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fund} v{self.version}"


class FundMove(models.Model):
    """Money that one person asks to move and another approves: a seed, a gift, tax paid over, or a fund's closing."""

    class Kind(models.TextChoices):
        SEED = "seed", _("seed")
        GIFT = "gift", _("paid in by the house")
        TAX = "tax", _("tax paid over")
        CLOSING = "closing", _("fund closed")

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        DONE = "done", _("done")
        DECLINED = "declined", _("declined")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    fund = models.ForeignKey(Fund, models.PROTECT, related_name="moves", verbose_name=_("fund"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.ASKED)
    amount_cents = models.BigIntegerField(_("amount"), help_text=_("Of a closing: known when it is approved."))
    to_fund = models.ForeignKey(
        Fund, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("to the fund")
    )
    reason = models.CharField(_("reason"), max_length=500)
    asked_by = staff(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    decided_by = staff_or_none(_("decided by"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="fund_move", verbose_name=_("entry")
    )

    class Meta:
        verbose_name = _("payment of a fund")
        verbose_name_plural = _("payments of funds")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(amount_cents__gt=0) | Q(kind="closing", amount_cents=0), name="fund_move_amount_positive"
            ),
            models.CheckConstraint(
                condition=Q(kind="closing") | Q(to_fund=None), name="fund_move_only_closing_names_fund"
            ),
            models.CheckConstraint(
                condition=Q(state="asked", decided_by=None, decided_at=None, entry=None)
                | Q(state="declined", decided_by__isnull=False, decided_at__isnull=False, entry=None)
                | (Q(state="done", decided_at__isnull=False, entry__isnull=False) & ~Q(decided_by=F("asked_by"))),
                name="fund_move_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fund} {self.kind}"


class FundDrop(models.Model):
    """The boxes of a fund taken from the tables: what hands have posted to it since, and what two people counted."""

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    fund = models.ForeignKey(Fund, models.PROTECT, related_name="drops", verbose_name=_("fund"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    posted_cents = models.BigIntegerField(_("posted"), help_text=_("Negative where corrections took back more."))
    taken_at = models.DateTimeField(_("taken at"))
    taken_by = staff(_("taken by"))
    entry = models.OneToOneField(Entry, models.PROTECT, related_name="fund_drop", verbose_name=_("entry"))
    counted_cents = models.BigIntegerField(_("counted"), null=True, blank=True)
    reserved_cents = models.BigIntegerField(_("put into the reserve"), default=0)
    counted_at = models.DateTimeField(_("counted at"), null=True, blank=True)
    count_entry = models.OneToOneField(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="counted_fund_drop",
        verbose_name=_("entry of the count"),
    )
    explanation = models.CharField(_("explanation"), max_length=500, blank=True)
    explained_by = staff_or_none(_("explained by"))

    class Meta:
        verbose_name = _("boxes of a fund")
        verbose_name_plural = _("boxes of funds")
        ordering = ("-taken_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fund"], condition=Q(counted_at=None), name="fund_drop_one_open"),
            models.CheckConstraint(
                condition=Q(counted_cents=None, counted_at=None, count_entry=None, reserved_cents=0)
                | Q(counted_cents__gte=0, counted_at__isnull=False, count_entry__isnull=False, reserved_cents__gte=0),
                name="fund_drop_counted_is_booked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fund} {self.taken_at:%Y-%m-%d %H:%M}"

    @property
    def booked_cents(self) -> int:
        """What the boxes should hold, as `Drop` names it."""
        return self.posted_cents

    @property
    def dropped_by_id(self) -> int:
        """The person who took the boxes, as `Drop` names them."""
        return self.taken_by_id


class FundCount(models.Model):
    """One person's count of a fund's boxes, by denomination (append-only)."""

    fund_drop = models.ForeignKey(FundDrop, models.PROTECT, related_name="counts", verbose_name=_("boxes"))
    number = models.PositiveSmallIntegerField(_("number"))
    counted_by = staff(_("counted by"))
    at = models.DateTimeField(_("at"))
    chips = models.JSONField(_("chips"))
    counted_cents = models.BigIntegerField(_("counted"))

    class Meta:
        verbose_name = _("count of a fund")
        verbose_name_plural = _("counts of funds")
        ordering = ("fund_drop", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fund_drop", "number"], name="fund_count_number_once"),
            models.UniqueConstraint(fields=["fund_drop", "counted_by"], name="fund_count_once_each"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=3), name="fund_count_at_most_three"),
            models.CheckConstraint(condition=Q(counted_cents__gte=0), name="fund_count_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.fund_drop} {self.number}"


class JackpotSlip(models.Model):
    """A numbered slip: one guest's share of a jackpot, to be paid at a window.  Numbers are gapless in a house.

    `asked_by` entered the claim and `issued_by` approved it; neither of them pays.  A share that nobody fetches until
    `due_until` goes back to the fund.
    """

    class Role(models.TextChoices):
        LOSER = "loser", _("losing hand")
        WINNER = "winner", _("winning hand")
        TABLE = "table", _("share of the table")

    class State(models.TextChoices):
        DUE = "due", _("to be paid")
        PAID = "paid", _("paid")
        LAPSED = "lapsed", _("lapsed")

    house = models.ForeignKey(House, models.PROTECT, related_name="jackpot_slips", verbose_name=_("house"))
    fund = models.ForeignKey(Fund, models.PROTECT, related_name="slips", verbose_name=_("fund"))
    number = models.PositiveIntegerField(_("number"))
    subject = models.CharField(_("claim"), max_length=60)
    table_code = models.CharField(_("table"), max_length=20)
    seat = models.PositiveSmallIntegerField(_("seat"))
    role = models.CharField(_("part"), max_length=10, choices=Role.choices)
    amount_cents = models.BigIntegerField(_("amount"))
    tax_cents = models.BigIntegerField(_("tax withheld"), default=0)
    asked_by = staff(_("claim entered by"))
    issued_by = staff(_("approved by"))
    issued_at = models.DateTimeField(_("issued at"))
    due_until = models.DateField(_("to be fetched until"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.DUE)
    window = models.ForeignKey(
        Window, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("window")
    )
    done_by = staff_or_none(_("done by"))
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="jackpot_slip", verbose_name=_("entry")
    )
    paid_to_anybody = models.BooleanField(
        _("paid when a share might still go to anybody"), default=False, db_default=False, editable=False
    )

    class Meta:
        verbose_name = _("jackpot slip")
        verbose_name_plural = _("jackpot slips")
        ordering = ("-number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "number"], name="jackpot_slip_number_once"),
            models.UniqueConstraint(fields=["subject", "seat"], name="jackpot_slip_one_a_seat"),
            models.CheckConstraint(
                condition=Q(amount_cents__gt=0, tax_cents__gte=0, tax_cents__lt=F("amount_cents")),
                name="jackpot_slip_amount_positive",
            ),
            models.CheckConstraint(
                condition=Q(state="due", window=None, done_by=None, done_at=None, entry=None)
                | Q(state="lapsed", window=None, done_at__isnull=False, entry__isnull=False)
                | Q(state="paid", window__isnull=False, done_at__isnull=False, entry__isnull=False),
                name="jackpot_slip_done_is_booked",
            ),
            models.CheckConstraint(
                condition=~Q(issued_by=F("asked_by"))
                & (Q(done_by=None) | (~Q(done_by=F("asked_by")) & ~Q(done_by=F("issued_by")))),
                name="jackpot_slip_by_three",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def paid_out_cents(self) -> int:
        """The money that the guest gets."""
        return self.amount_cents - self.tax_cents


class JackpotPayee(Decided):
    """Another guest whom the winner of a slip names before two people; the winner may still fetch the share.

    `guest` is the number on their card; `reason` says who fetches the share and why, without a name.
    """

    slip = models.ForeignKey(JackpotSlip, models.PROTECT, related_name="payees", verbose_name=_("jackpot slip"))
    guest = models.CharField(_("card number"), max_length=30)
    reason = models.CharField(_("reason"), max_length=500)

    class Meta:
        verbose_name = _("payee of a jackpot slip")
        verbose_name_plural = _("payees of jackpot slips")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slip"], condition=~Q(state="declined"), name="jackpot_payee_one_a_slip"),
            models.CheckConstraint(condition=~Q(guest="") & ~Q(reason=""), name="jackpot_payee_named"),
            *decision_checks("jackpot_payee"),
        ]

    def __str__(self) -> str:
        return f"{self.slip} {self.guest}"
