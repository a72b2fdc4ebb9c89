"""The tronc: its rules and members, each by two people, the daily record of tips, distributions, shares, payouts."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Entry
from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none

_PERSON = settings.AUTH_USER_MODEL


def by_two(first: str, second: str, at: str, name: str) -> models.CheckConstraint:
    """The constraint that another person decides than the one who asked."""
    return models.CheckConstraint(
        condition=Q(**{second: None, at: None}) | (Q(**{f"{at}__isnull": False}) & ~Q(**{second: F(first)})), name=name
    )


def declined_before(at: str, name: str) -> models.CheckConstraint:
    """The constraint that what was declined or withdrawn has a person, and was not decided otherwise."""
    return models.CheckConstraint(
        condition=Q(declined_by=None, declined_at=None)
        | Q(**{at: None, "declined_by__isnull": False, "declined_at__isnull": False}),
        name=name,
    )


class TroncRules(models.Model):
    """A version of the rules of a house's tronc; it counts from its month on, once a second person has approved it."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")

    house = models.ForeignKey(House, models.PROTECT, related_name="tronc_rules", verbose_name=_("house"))
    version = models.PositiveIntegerField(_("version"))
    terms = models.JSONField(_("rules"))
    valid_from = models.DateField(_("from the month"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    proposed_by = staff(_("proposed by"))
    proposed_at = models.DateTimeField(_("proposed at"))
    decided_by = staff_or_none(_("decided by"), blank=False)
    decided_at = models.DateTimeField(_("decided at"), null=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("rules of a tronc")
        verbose_name_plural = _("rules of troncs")
        ordering = ("house", "-version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "version"], name="tronc_rules_once"),
            models.UniqueConstraint(fields=["house"], condition=Q(state="proposed"), name="tronc_rules_one_proposed"),
            models.CheckConstraint(condition=Q(valid_from__day=1), name="tronc_rules_from_a_month"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by=None, decided_at=None)
                | Q(state="declined", decided_by__isnull=False, decided_at__isnull=False)
                | (Q(state="approved", decided_at__isnull=False) & ~Q(decided_by=F("proposed_by"))),
                name="tronc_rules_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} v{self.version}"


class TroncMember(models.Model):
    """From which month on a person shares in which function; another row follows when that changes.

    An empty function: the person shares no more.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="tronc_members", verbose_name=_("house"))
    person = models.ForeignKey(_PERSON, models.PROTECT, related_name="tronc_memberships", verbose_name=_("person"))
    function = models.CharField(_("function"), max_length=20, blank=True)
    hired_on = models.DateField(_("in service since"))
    valid_from = models.DateField(_("from the month"))
    asked_by = staff(_("entered by"))
    asked_at = models.DateTimeField(_("entered at"))
    confirmed_by = staff_or_none(_("confirmed by"), blank=False)
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True)
    declined_by = staff_or_none(_("declined by"), blank=False)
    declined_at = models.DateTimeField(_("declined at"), null=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("member of a tronc")
        verbose_name_plural = _("members of troncs")
        ordering = ("house", "person", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(valid_from__day=1), name="tronc_member_from_a_month"),
            models.CheckConstraint(
                condition=~Q(person=F("asked_by")) & (Q(confirmed_by=None) | ~Q(person=F("confirmed_by"))),
                name="tronc_member_by_others",
            ),
            by_two("asked_by", "confirmed_by", "confirmed_at", "tronc_member_by_two"),
            declined_before("confirmed_at", "tronc_member_declined"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.function} {self.valid_from:%Y-%m}"


class TipRecord(models.Model):
    """The tips of a gaming day: the counted boxes and the electronic tips; drawn up by one person, signed by another.

    SpielbG NRW § 22: the operator records what the tronc took at the end of each gaming day, at the latest before the
    next opening.  A further record of the same day corrects the one before.
    """

    class Electronic(models.TextChoices):
        NONE = "none", _("not taken")
        TRONC = "tronc", _("into the tronc")
        REVENUE = "revenue", _("into the gross gaming revenue")

    house = models.ForeignKey(House, models.PROTECT, related_name="tip_records", verbose_name=_("house"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="tip_records", verbose_name=_("gaming day"))
    number = models.PositiveSmallIntegerField(_("number"))
    counted_cents = models.BigIntegerField(_("counted"))
    electronic_cents = models.BigIntegerField(_("electronic"))
    electronic_goes = models.CharField(_("electronic tips"), max_length=10, choices=Electronic.choices)
    drawn_up_by = staff(_("drawn up by"))
    drawn_up_at = models.DateTimeField(_("drawn up at"))
    signed_by = staff_or_none(_("signed by"), blank=False)
    signed_at = models.DateTimeField(_("signed at"), null=True)
    declined_by = staff_or_none(_("declined by"), blank=False)
    declined_at = models.DateTimeField(_("declined at"), null=True)
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="tip_record", verbose_name=_("entry"))

    class Meta:
        verbose_name = _("record of tips")
        verbose_name_plural = _("records of tips")
        ordering = ("gaming_day", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["gaming_day", "number"], name="tip_record_number_once"),
            models.UniqueConstraint(
                fields=["gaming_day"], condition=Q(signed_at=None, declined_at=None), name="tip_record_one_unsigned"
            ),
            models.CheckConstraint(
                condition=Q(counted_cents__gte=0, electronic_cents__gte=0)
                & (Q(electronic_cents=0) | ~Q(electronic_goes="none")),
                name="tip_record_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(signed_at=None, entry=None) | Q(signed_at__isnull=False, entry__isnull=False),
                name="tip_record_signed_is_booked",
            ),
            by_two("drawn_up_by", "signed_by", "signed_at", "tip_record_by_two"),
            declined_before("signed_at", "tip_record_declined"),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.number}"


class TroncRun(models.Model):
    """A distribution of a month's tronc, computed by one person and confirmed by another; a further one corrects it.

    Everything it was computed from is in the row and its shares, so that it can be computed again.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        CONFIRMED = "confirmed", _("confirmed")
        DECLINED = "declined", _("declined")

    class Cause(models.TextChoices):
        FIRST = "", _("distribution")
        SHIFTS = "shifts", _("hours corrected")
        TIPS = "tips", _("tips corrected")
        MEMBERS = "members", _("members or points corrected")
        RULES = "rules", _("rules corrected")
        DEDUCTIONS = "deductions", _("deductions corrected")

    house = models.ForeignKey(House, models.PROTECT, related_name="tronc_runs", verbose_name=_("house"))
    month = models.DateField(_("month"))
    number = models.PositiveSmallIntegerField(_("number"))
    cause = models.CharField(_("why"), max_length=10, choices=Cause.choices, blank=True)
    rules = models.ForeignKey(TroncRules, models.PROTECT, related_name="runs", verbose_name=_("rules"))
    days = models.JSONField(_("days"), help_text=_("House, gaming day, counted and electronic cents."))
    takings_cents = models.BigIntegerField(_("tips"))
    carried_in_cents = models.BigIntegerField(_("from the month before"))
    levy_cents = models.BigIntegerField(_("levy"))
    deductions = models.JSONField(_("deductions"))
    shared_cents = models.BigIntegerField(_("shared"))
    groups = models.JSONField(_("groups"))
    carried_out_cents = models.BigIntegerField(_("into a later month"))
    carried_into = models.DateField(_("carried into"))
    lent = models.JSONField(
        _("owed from now on"), help_text=_("Shares that a correction takes back after they were paid out.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    proposed_by = staff(_("computed by"))
    proposed_at = models.DateTimeField(_("computed at"))
    decided_by = staff_or_none(_("confirmed by"), blank=False)
    decided_at = models.DateTimeField(_("confirmed at"), null=True)
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="tronc_run", verbose_name=_("entry"))

    class Meta:
        verbose_name = _("distribution of a tronc")
        verbose_name_plural = _("distributions of troncs")
        ordering = ("house", "-month", "-number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "month", "number"], name="tronc_run_number_once"),
            models.UniqueConstraint(fields=["house"], condition=Q(state="proposed"), name="tronc_run_one_proposed"),
            models.CheckConstraint(condition=Q(month__day=1, carried_into__day=1), name="tronc_run_of_a_month"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by=None, decided_at=None, entry=None)
                | Q(state="declined", decided_by__isnull=False, decided_at__isnull=False, entry=None)
                | (
                    Q(state="confirmed", decided_at__isnull=False, entry__isnull=False)
                    & ~Q(decided_by=F("proposed_by"))
                ),
                name="tronc_run_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} {self.month:%Y-%m} {self.number}"

    @property
    def taken_out_cents(self) -> int:
        """Levy and deductions."""
        return int(self.levy_cents + sum(self.deductions.values()))


class TroncShare(models.Model):
    """One person's share in a distribution, with everything it was computed from (append-only).

    `spans`: the shifts, or the downs of each day, as house, beginning, end and minutes.  `credited_minutes`: attendance
    without a shift.
    """

    class Credit(models.TextChoices):
        NONE = "", _("none")
        LEAVE = "leave", _("paid leave")
        SICK = "sick", _("sick pay")
        COUNCIL = "council", _("works council")
        OTHER_WORK = "other_work", _("work without a dealer's shift")

    run = models.ForeignKey(TroncRun, models.PROTECT, related_name="shares", verbose_name=_("distribution"))
    person = models.ForeignKey(_PERSON, models.PROTECT, related_name="tronc_shares", verbose_name=_("person"))
    function = models.CharField(_("function"), max_length=20)
    hired_on = models.DateField(_("in service since"))
    years = models.PositiveSmallIntegerField(_("full years of service"))
    spans = models.JSONField(_("shifts"))
    credited_minutes = models.PositiveIntegerField(_("credited minutes"), default=0)
    credited_for = models.CharField(_("credited for"), max_length=12, choices=Credit.choices, blank=True)
    owed_cents = models.BigIntegerField(_("advanced before"))
    group = models.CharField(_("staff group"), max_length=20)
    points_hundredths = models.PositiveIntegerField(_("points (hundredths)"))
    minutes = models.PositiveIntegerField(_("minutes that count"))
    rounded_cents = models.BigIntegerField(_("share, rounded down"))
    remainder_cents = models.BigIntegerField(_("of the remainder"))
    guaranteed_cents = models.BigIntegerField(_("guaranteed"))
    advance_cents = models.BigIntegerField(_("advanced"))
    recouped_cents = models.BigIntegerField(_("paid back"))

    class Meta:
        verbose_name = _("share of a tronc")
        verbose_name_plural = _("shares of troncs")
        ordering = ("run", "person")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "person"], name="tronc_share_once"),
            models.CheckConstraint(
                condition=Q(credited_minutes=0, credited_for="") | (Q(credited_minutes__gt=0) & ~Q(credited_for="")),
                name="tronc_share_credited_for",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.person}"

    @property
    def weight(self) -> int:
        """Hundredths of a point times minutes."""
        return self.points_hundredths * self.minutes

    @property
    def share_cents(self) -> int:
        """What the points give."""
        return self.rounded_cents + self.remainder_cents

    @property
    def payable_cents(self) -> int:
        """What is paid out, before taxes of wages."""
        return self.share_cents + self.advance_cents - self.recouped_cents


class TroncPayout(models.Model):
    """A list of shares to be paid out through the payroll: prepared by one person, paid by another."""

    house = models.ForeignKey(House, models.PROTECT, related_name="tronc_payouts", verbose_name=_("house"))
    number = models.PositiveIntegerField(_("number"))
    lines = models.JSONField(_("people"), help_text=_("The number of each account, and cents."))
    total_cents = models.BigIntegerField(_("total"))
    prepared_by = staff(_("prepared by"))
    prepared_at = models.DateTimeField(_("prepared at"))
    paid_by = staff_or_none(_("paid by"), blank=False)
    paid_at = models.DateTimeField(_("paid at"), null=True)
    declined_by = staff_or_none(_("declined by"), blank=False)
    declined_at = models.DateTimeField(_("declined at"), null=True)
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="tronc_payout", verbose_name=_("entry"))

    class Meta:
        verbose_name = _("payout of a tronc")
        verbose_name_plural = _("payouts of troncs")
        ordering = ("house", "-number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "number"], name="tronc_payout_number_once"),
            models.UniqueConstraint(
                fields=["house"], condition=Q(paid_at=None, declined_at=None), name="tronc_payout_one_open"
            ),
            models.CheckConstraint(condition=Q(total_cents__gt=0), name="tronc_payout_pays"),
            models.CheckConstraint(
                condition=Q(paid_at=None, entry=None) | Q(paid_at__isnull=False, entry__isnull=False),
                name="tronc_payout_paid_is_booked",
            ),
            by_two("prepared_by", "paid_by", "paid_at", "tronc_payout_by_two"),
            declined_before("paid_at", "tronc_payout_declined"),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} {self.number}"
