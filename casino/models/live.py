"""The versions that live pages poll: counters of the commits that changed what a desk shows."""

from typing import ClassVar

from django.db import models
from django.db.models import Sum


class DeskCounter(models.Model):
    """How many commits changed what a desk of a house shows: a desk's version is the sum of its counters.

    Only deferred triggers write here (function `casino_tell_house`), at the very end of a transaction.  A transaction
    counts each desk once, at any counter of the desk that no other transaction holds; where all are held, it adds one.
    So commits never wait for each other here: there is no queue, and no order in which two could deadlock.  There are
    as many counters as commits ever ended at the same moment: one or two on a quiet floor, a few dozen at most.

    Why no poll misses a change: a counter is locked from its increment to the commit, so its value grows in the order
    of the commits, and the increment becomes visible with the rows that it announces, neither before nor after.  A page
    reads the version first and its rows after it.  A commit that the rows lack is therefore missing from the version
    too, and the next poll reads a larger sum.  A number taken from a sequence would not do: it is seen before its
    commit, and a page that read it then, with the rows of before, would never ask again.
    """

    EVERY_HOUSE: ClassVar[int] = 0
    """The `house_id` of changes that belong to no house, and so to each."""

    pk = models.CompositePrimaryKey("desk", "house_id", "place")
    desk = models.CharField(max_length=16)
    house_id = models.BigIntegerField()
    place = models.BigIntegerField()  # the transaction that added the counter
    commits = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.desk} {self.house_id}/{self.place}: {self.commits}"

    @classmethod
    def version(cls, desk: str, house_id: int | None) -> str:
        """The desk's version in a house (None: in all of them); one query by the beginning of the primary key."""
        rows = cls.objects.filter(desk=desk)
        if house_id is not None:
            rows = rows.filter(house_id__in=(cls.EVERY_HOUSE, house_id))
        return str(rows.aggregate(commits=Sum("commits"))["commits"] or 0)
