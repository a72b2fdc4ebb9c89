"""Roll-ups: sums of the plays over periods, which can be recomputed at any time.

table-hour → table-day → house-day → month, each computed from the one before.  `accounting.reports.services.rollups`
can rebuild every row from the plays, whose entries the ledger's chain protects.  The foreign keys have no constraints:
those of the plays do, and a rebuild of a million hands should not check them again.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Book


class Figures(models.Model):
    """The summed figures.  A reversal counts −1, so the sums of a period may be negative."""

    hands = models.IntegerField(_("hands"))
    rounds = models.IntegerField(_("rounds"))
    pot_cents = models.BigIntegerField(_("pot"))
    staked_cents = models.BigIntegerField(_("staked"))
    base_cents = models.BigIntegerField(_("base"))
    due_cents = models.BigIntegerField(_("rake due"))
    taken_cents = models.BigIntegerField(_("rake taken"))
    jackpot_cents = models.BigIntegerField(_("jackpot"))
    tips_cents = models.BigIntegerField(_("tips"))

    class Meta:
        abstract = True


class TableFigures(Figures):
    """One table on one gaming day, by dealer and game."""

    gaming_day = models.ForeignKey(
        GamingDay, models.CASCADE, related_name="+", db_constraint=False, db_index=False, verbose_name=_("gaming day")
    )
    table_code = models.CharField(_("table"), max_length=20)
    dealer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
        verbose_name=_("dealer"),
    )
    game = models.CharField(_("game"), max_length=60)

    class Meta:
        abstract = True


class TableHour(TableFigures):
    """One table in one hour of one gaming day, by dealer and game."""

    hour = models.DateTimeField(_("hour"))

    class Meta:
        verbose_name = _("table and hour")
        verbose_name_plural = _("tables and hours")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["gaming_day", "table_code", "hour", "dealer", "game"],
                name="table_hour_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_code} {self.hour:%Y-%m-%dT%H}"


class TableDay(TableFigures):
    """One table on one gaming day, by dealer and game; made from the table's hours."""

    class Meta:
        verbose_name = _("table and gaming day")
        verbose_name_plural = _("tables and gaming days")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["gaming_day", "table_code", "dealer", "game"], name="table_day_once", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_code} {self.gaming_day_id}"


class HouseDay(Figures):
    """The whole house on one gaming day; made from its tables' days."""

    gaming_day = models.OneToOneField(
        GamingDay,
        models.CASCADE,
        primary_key=True,
        related_name="+",
        db_constraint=False,
        verbose_name=_("gaming day"),
    )

    class Meta:
        verbose_name = _("house and gaming day")
        verbose_name_plural = _("houses and gaming days")

    def __str__(self) -> str:
        return str(self.gaming_day_id)


class HouseMonth(Figures):
    """The house in one calendar month of its gaming days; made from its days."""

    house = models.ForeignKey(
        House, models.CASCADE, related_name="+", db_constraint=False, db_index=False, verbose_name=_("house")
    )
    month = models.DateField(_("month"), help_text=_("Its first day."))

    class Meta:
        verbose_name = _("house and month")
        verbose_name_plural = _("houses and months")
        constraints: ClassVar = [models.UniqueConstraint(fields=["house", "month"], name="house_month_once")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class RollUpMark(models.Model):
    """How far a book is rolled up: every entry up to `number` is in the figures.

    A book's numbers are gapless and assigned under the lock of the book's row, so when a number is committed, all
    before it are committed too.  The last number is therefore a watermark that misses no entry, at no cost to posting.
    """

    book = models.OneToOneField(
        Book, models.CASCADE, primary_key=True, related_name="+", db_constraint=False, verbose_name=_("book")
    )
    number = models.BigIntegerField(_("rolled up to"))

    class Meta:
        verbose_name = _("roll-up mark")
        verbose_name_plural = _("roll-up marks")

    def __str__(self) -> str:
        return f"{self.book_id} #{self.number}"
