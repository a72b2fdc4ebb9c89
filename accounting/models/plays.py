"""Plays: the figures of every hand and every round, for reports.

A view over assessments and wagers (migration `0003`), so that figures that both have are summed together.  The figures
are signed: those of a reversal are negative.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from accounting.models.houses import GamingDay
from accounting.models.ledger import Entry
from accounting.models.schedules import ScheduleVersion


class Play(models.Model):
    """One hand or round, in cents.  `hands` and `rounds` are 1, 0 or −1 (0: a time charge, a false deal).

    Hands have a pot and a tax, rounds have a stake; both may have tips.
    """

    entry = models.OneToOneField(Entry, models.DO_NOTHING, primary_key=True, related_name="play")
    gaming_day = models.ForeignKey(GamingDay, models.DO_NOTHING, related_name="+")
    hour = models.DateTimeField()
    table_code = models.CharField(max_length=20)
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, models.DO_NOTHING, null=True, related_name="+")
    game = models.CharField(max_length=60)
    schedule_version = models.ForeignKey(ScheduleVersion, models.DO_NOTHING, null=True, related_name="+")
    hands = models.IntegerField()
    rounds = models.IntegerField()
    pot_cents = models.BigIntegerField()
    staked_cents = models.BigIntegerField()
    base_cents = models.BigIntegerField()
    due_cents = models.BigIntegerField()
    taken_cents = models.BigIntegerField()
    jackpot_cents = models.BigIntegerField()
    tips_cents = models.BigIntegerField()

    class Meta:
        managed = False
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return f"{self.table_code} {self.entry_id}"
