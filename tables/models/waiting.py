"""Waiting lists: guests waiting for a game, the seats they are called to, and the events of each place.

A place on a list is updated; its events (`WaitingEvent`) are only added.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.people import staff_or_none
from tables.models.games import Game
from tables.models.guests import Guest, Sitting
from tables.models.tables import SEATS_MAX, Table
from tables.rules.waiting.lists import ACTIVE, HOLDING

_ACTIVE = Q(state__in=sorted(state.value for state in ACTIVE))
_HOLDING = Q(state__in=sorted(state.value for state in HOLDING))


class WaitingList(models.Model):
    """The list of one game.  While no table plays the game it is an interest list."""

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    game = models.OneToOneField(Game, models.PROTECT, related_name="waiting_list", verbose_name=_("game"))
    # Raised by every command on the list; clients send the one they have seen.
    version = models.BigIntegerField(_("version"), default=1, editable=False)

    class Meta:
        verbose_name = _("waiting list")
        verbose_name_plural = _("waiting lists")

    def __str__(self) -> str:
        return str(self.game)


class WaitingEntry(models.Model):
    """A guest's place on a list, from joining to being seated or gone; transitions are `tables.rules.waiting`.

    `due_at`: the deadline to arrive, answer the call, or sit down.  A seat is kept for one guest at most, and a guest
    has one kept seat at most, on whatever lists they are.
    """

    class State(models.TextChoices):
        """The values of `tables.rules.waiting.lists.State`."""

        WAITING = "waiting", _("waiting")
        CALLED = "called", _("called")
        LOCKED_UP = "locked_up", _("seat locked up")
        SEATED = "seated", _("seated")
        LEFT = "left", _("left the list")
        STRUCK = "struck", _("struck off")

    waiting_list = models.ForeignKey(
        WaitingList, models.PROTECT, related_name="entries", verbose_name=_("waiting list")
    )
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="waits", verbose_name=_("guest"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    rank = models.PositiveIntegerField(_("rank"))
    joined_at = models.DateTimeField(_("joined at"))
    is_remote = models.BooleanField(_("joined from outside"), default=False)
    is_here = models.BooleanField(_("in the room"), default=True)
    is_from_broken_table = models.BooleanField(_("from a table that was closed"), default=False)
    misses = models.PositiveSmallIntegerField(_("missed calls"), default=0)
    called_at = models.DateTimeField(_("called at"), null=True, blank=True)
    has_more_time = models.BooleanField(_("asked for more time"), default=False)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, blank=True, related_name="waited_for", verbose_name=_("table")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    sitting = models.OneToOneField(
        Sitting, models.PROTECT, null=True, blank=True, related_name="waited", verbose_name=_("sitting")
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("place on a waiting list")
        verbose_name_plural = _("places on waiting lists")
        ordering = ("rank", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["waiting_list", "guest"], condition=_ACTIVE, name="waiting_once_per_list"),
            models.UniqueConstraint(fields=["guest"], condition=_HOLDING, name="waiting_called_to_one_seat"),
            models.UniqueConstraint(fields=["table", "seat"], condition=_HOLDING, name="waiting_seat_kept_for_one"),
            models.CheckConstraint(
                condition=(
                    _HOLDING & Q(table__isnull=False, seat__isnull=False, called_at__isnull=False, due_at__isnull=False)
                )
                | (~_HOLDING & Q(table=None, seat=None, called_at=None)),
                name="waiting_called_to_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(state="seated", sitting__isnull=False) | (~Q(state="seated") & Q(sitting=None)),
                name="waiting_seated_sits",
            ),
            models.CheckConstraint(
                condition=(_ACTIVE & Q(ended_at=None)) | (~_ACTIVE & Q(ended_at__isnull=False, due_at=None)),
                name="waiting_ended",
            ),
            # Guests in the room wait without a deadline; guests on their way have one.
            models.CheckConstraint(
                condition=~Q(state="waiting") | Q(is_here=True, due_at=None) | Q(is_here=False, due_at__isnull=False),
                name="waiting_until_arrival",
            ),
            models.CheckConstraint(
                condition=Q(seat=None) | Q(seat__gte=1, seat__lte=SEATS_MAX), name="waiting_seat_exists"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="waiting_due"),
        ]

    def __str__(self) -> str:
        return f"{self.waiting_list} {self.guest.number}"


class WaitingEvent(models.Model):
    """An event of a place on a list (append-only): when, by whom (`by` empty: the clock), and why.

    `call` names the call that an answer, a miss or a seat belongs to; a call is missed once.
    """

    class Kind(models.TextChoices):
        """The values of `tables.rules.waiting.calls.Happening`."""

        JOINED = "joined", _("joined")
        ARRIVED = "arrived", _("arrived")
        CALLED = "called", _("called")
        ANSWERED = "answered", _("answered")
        LOCKED_UP = "locked_up", _("seat locked up")
        MISSED = "missed", _("call missed")
        WITHDRAWN = "withdrawn", _("call taken back")
        SKIPPED = "skipped", _("passed over")
        MOVED = "moved", _("moved")
        SEATED = "seated", _("seated")
        LEFT = "left", _("left the list")
        STRUCK = "struck", _("struck off")

    class Cause(models.TextChoices):
        """The values of `tables.rules.waiting.lists.Cause`."""

        FLOOR = "floor", _("decided by the floor")
        NOT_ARRIVED = "not_arrived", _("not arrived")
        CALLED_ELSEWHERE = "called_elsewhere", _("called to another seat")
        CALL_MISSED = "call_missed", _("nobody came")
        LOCK_UP_OVER = "lock_up_over", _("lock-up is over")
        TABLE_BROKEN = "table_broken", _("table closed")
        SEATED_ELSEWHERE = "seated_elsewhere", _("seated at another game")

    entry = models.ForeignKey(
        WaitingEntry, models.PROTECT, related_name="events", verbose_name=_("place on a waiting list")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    cause = models.CharField(_("cause"), max_length=20, choices=Cause.choices, blank=True)
    answer = models.CharField(_("answer"), max_length=10, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    call = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="outcomes", verbose_name=_("of the call")
    )
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    from_place = models.PositiveIntegerField(_("from place"), null=True, blank=True)
    to_place = models.PositiveIntegerField(_("to place"), null=True, blank=True)
    at = models.DateTimeField(_("at"))
    by = staff_or_none(_("by"))

    class Meta:
        verbose_name = _("event of a waiting list")
        verbose_name_plural = _("events of waiting lists")
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["call"], condition=Q(kind="missed"), name="waiting_call_missed_once"),
            models.CheckConstraint(
                condition=~Q(kind__in=["skipped", "moved", "missed", "struck", "withdrawn"]) | ~Q(cause=""),
                name="waiting_event_has_cause",
            ),
            models.CheckConstraint(condition=~Q(cause="floor") | ~Q(reason=""), name="waiting_floor_gives_reason"),
            models.CheckConstraint(
                condition=~Q(kind="called") | Q(table__isnull=False, seat__isnull=False), name="waiting_call_names_seat"
            ),
            # The clock only marks calls as missed and strikes guests off; all else is done by a person.
            models.CheckConstraint(
                condition=Q(by__isnull=False) | Q(kind__in=["missed", "struck"]), name="waiting_event_by_somebody"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["entry", "kind"], name="waiting_events")]

    def __str__(self) -> str:
        return f"{self.entry} {self.kind}"
