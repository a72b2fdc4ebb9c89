"""Dealers' rota: shifts planned and worked, breaks, and qualifications.

A dealer is in one place at a time: neither two of their shifts nor two breaks overlap, nor a break and a down
(exclusion constraints, and the trigger `tables_one_place` between breaks and downs).
"""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounting.models import House
from casino.models.people import staff, staff_or_none
from tables.models.games import Game
from tables.rules import banked
from tables.rules.forms import FORMS
from tables.rules.rota import skills

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_ONE_DEALER = (Func("dealer_id", "dealer_id", Value("[]"), function="int8range"), RangeOperators.OVERLAPS)


def _overlapping(begins: str, ends: str) -> list[tuple[Func, str]]:
    """Expressions of an exclusion constraint: the same dealer at the same time."""
    return [
        _ONE_DEALER,
        (Func(begins, ends, function="tstzrange", output_field=DateTimeRangeField()), RangeOperators.OVERLAPS),
    ]


def _named(form: str, betting: Game.Betting) -> "_StrPromise":
    return format_lazy("{form} {betting}", form=Game.Variant(form).label, betting=betting.label)


class Qualification(models.Model):
    """A game that a dealer may deal (`tables.rules.rota.skills`), from when until when; ended rows stay."""

    # By the word that is stored, what it is called.
    SKILLS: ClassVar = [
        *[(f"{form}/{betting.value}", _named(form, betting)) for form in FORMS for betting in Game.Betting],
        *[(variant, Game.Variant(variant).label) for variant in banked.VARIANTS],
        (skills.TOURNAMENT, _("Tournaments")),
    ]

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    dealer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="qualifications", verbose_name=_("dealer")
    )
    skill = models.CharField(_("qualified for"), max_length=40, choices=SKILLS)
    since = models.DateTimeField(_("since"))
    by = staff(_("by"))
    until = models.DateTimeField(_("until"), null=True, blank=True)
    until_by = staff_or_none(_("ended by"))

    class Meta:
        verbose_name = _("qualification")
        verbose_name_plural = _("qualifications")
        ordering = ("dealer", "skill", "since")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["house", "dealer", "skill"], condition=Q(until=None), name="qualification_once"
            ),
            models.CheckConstraint(
                condition=Q(until=None, until_by=None) | Q(until__gte=F("since"), until_by__isnull=False),
                name="qualification_ended_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dealer} {self.get_skill_display()}"


class Shift(models.Model):
    """A dealer's shift: planned times, and the times of coming and going."""

    house = models.ForeignKey(House, models.PROTECT, related_name="shifts", verbose_name=_("house"))
    dealer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="shifts", verbose_name=_("dealer")
    )
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    entered_at = models.DateTimeField(_("entered at"))
    entered_by = staff(_("entered by"))
    came_at = models.DateTimeField(_("came at"), null=True, blank=True)
    came_by = staff_or_none(_("arrival recorded by"))
    went_at = models.DateTimeField(_("went at"), null=True, blank=True)
    went_by = staff_or_none(_("departure recorded by"))
    called_off_at = models.DateTimeField(_("called off at"), null=True, blank=True)
    called_off_by = staff_or_none(_("called off by"))
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("of a dealer", "shift")
        verbose_name_plural = pgettext_lazy("of a dealer", "shifts")
        ordering = ("begins_at", "dealer")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="shift_ends"),
            models.CheckConstraint(
                condition=(Q(came_at=None, came_by=None) | Q(came_at__isnull=False, came_by__isnull=False))
                & (Q(went_at=None, went_by=None) | Q(went_at__gte=F("came_at"), went_by__isnull=False))
                & (
                    Q(called_off_at=None, called_off_by=None)
                    | Q(called_off_at__isnull=False, called_off_by__isnull=False, came_at=None)
                ),
                name="shift_comes_before_it_goes",
            ),
            models.CheckConstraint(
                condition=Q(called_off_at=None) | ~Q(reason=""), name="shift_called_off_with_reason"
            ),
            ExclusionConstraint(
                name="shifts_planned_once",
                expressions=_overlapping("begins_at", "ends_at"),
                condition=Q(called_off_at=None, went_at=None),
            ),
            ExclusionConstraint(
                name="shifts_worked_once",
                expressions=_overlapping("came_at", "went_at"),
                condition=Q(came_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "-begins_at"], name="shift_of_house")]

    def __str__(self) -> str:
        return f"{self.dealer} {self.begins_at:%Y-%m-%d %H:%M}"


class DealerBreak(models.Model):
    """A break in a shift: its start, its planned end and its end."""

    shift = models.ForeignKey(
        Shift, models.PROTECT, related_name="breaks", verbose_name=pgettext_lazy("of a dealer", "shift")
    )
    dealer = staff(_("dealer"))
    started_at = models.DateTimeField(_("started at"))
    back_at = models.DateTimeField(_("to be back at"))
    ended_at = models.DateTimeField(_("back at"), null=True, blank=True)
    sent_by = staff(_("sent by"))

    class Meta:
        verbose_name = pgettext_lazy("of a dealer", "break")
        verbose_name_plural = pgettext_lazy("of a dealer", "breaks")
        ordering = ("-started_at",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ended_at=None) | Q(ended_at__gte=F("started_at")), name="break_ends"),
            ExclusionConstraint(name="breaks_do_not_overlap", expressions=_overlapping("started_at", "ended_at")),
        ]

    def __str__(self) -> str:
        return f"{self.dealer} {self.started_at:%Y-%m-%d %H:%M}"
