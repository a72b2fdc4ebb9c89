"""Guests, and their stays at tables."""

import re
from typing import Any, ClassVar, Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino import house_time
from casino.models.history import HistoricalRecords
from casino.models.people import staff_or_none
from tables.models.games import Game
from tables.models.tables import SEATS_MAX, Session, Table

ERASED: Final = re.compile(r"erased ([1-9][0-9]*)")
"""What stands for the name of an erased guest, with their id (`tables_erase`)."""


class NameField(models.CharField):  # type: ignore[type-arg]  # no subscript at run time
    """A guest's name; that of an erased guest is read in the reader's language."""

    def from_db_value(self, value: str | None, *_of: Any) -> str | None:
        """The name as it is shown."""
        erased = ERASED.fullmatch(value) if value and value.startswith("erased") else None
        return gettext("Guest %(number)s (erased)") % {"number": erased[1]} if erased else value


class Guest(models.Model):
    """A player known to the house by the number on their card, and how their identity was checked.

    The document's number is not kept: the check needs a name and birth date, not papers (data minimisation).
    """

    class Document(models.TextChoices):
        IDENTITY_CARD = "identity_card", _("identity card")
        PASSPORT = "passport", _("passport")
        RESIDENCE_PERMIT = "residence_permit", _("residence permit")

    house = models.ForeignKey(House, models.PROTECT, related_name="guests", verbose_name=_("house"))
    number = models.CharField(_("number"), max_length=30)
    name = NameField(_("name"), max_length=120)
    notes = models.TextField(_("notes"), blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    identified_at = models.DateTimeField(_("identified at"), null=True, blank=True)
    identified_by = staff_or_none(_("identified by"))
    identified_with = models.CharField(_("identified with"), max_length=16, choices=Document.choices, blank=True)
    created_at = models.DateTimeField(_("created at"), default=house_time.now, editable=False)
    # The same person's other row; what was booked under this one stays here.
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="duplicates", verbose_name=_("merged into")
    )
    # Their name, number, notes and date of birth are gone; what was played and booked stays.
    erased_at = models.DateTimeField(_("erased at"), null=True, editable=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("guest")
        verbose_name_plural = _("guests")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "number"], name="guest_once"),
            models.CheckConstraint(
                condition=Q(identified_at=None, identified_by=None, identified_with="")
                | (
                    Q(identified_at__isnull=False, identified_by__isnull=False, birth_date__isnull=False)
                    & ~Q(identified_with="")
                ),
                name="guest_identified",
            ),
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("pk")), name="guest_merged_into_another"
            ),
        ]

    def __str__(self) -> str:
        return str(self.name)


def rows_of(guest_id: int, path: str = "guest") -> Q:
    """The condition that a row is about this guest, or about a duplicate of theirs; `path` leads to the guest."""
    return Q(**{path: guest_id}) | Q(**{f"{path}__merged_into": guest_id})


class Sitting(models.Model):
    """One stay of a guest on a seat; their chips are the ledger's place `seat/<table>/<seat>`.

    The minimum buy-in of the day is copied here so that the database can enforce it (S5): nobody plays a first hand
    below it, except guests moved with their stack (WSOP live-action 102: same money even if below the minimum).
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="sittings", verbose_name=_("session"))
    table = models.ForeignKey(Table, models.PROTECT, related_name="sittings", verbose_name=_("table"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="sittings", verbose_name=_("guest"))
    is_away = models.BooleanField(_("away"), default=False)
    is_new = models.BooleanField(_("not dealt in yet"), default=True)
    owes_small_blind = models.BooleanField(_("owes the small blind"), default=False)
    owes_big_blind = models.BooleanField(_("owes the big blind"), default=False)
    waits_for_big_blind = models.BooleanField(_("waits for the big blind instead of posting"), default=False)
    sat_at = models.DateTimeField(_("sat down at"))
    left_at = models.DateTimeField(_("left at"), null=True, blank=True)
    # The leaving time that the guest has announced (seed 000: announced in advance, with precise timing).
    leaves_at = models.DateTimeField(_("leaves at"), null=True, blank=True)
    buy_in_cents = models.BigIntegerField(_("first buy-in"))
    min_buy_in_cents = models.BigIntegerField(_("minimum buy-in then"))
    bought_in_cents = models.BigIntegerField(_("bought in altogether"))
    cashed_out_cents = models.BigIntegerField(_("cashed out"), null=True, blank=True)
    # The game at the time of leaving: the table's game may change later, and the return rule is about this one.
    left_game = models.ForeignKey(
        Game, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("game that was left")
    )
    moved_from = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="moved_to", verbose_name=_("moved from")
    )

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(left_at=None), name="sitting_seat_once"),
            models.UniqueConstraint(fields=["guest"], condition=Q(left_at=None), name="sitting_guest_once"),
            models.CheckConstraint(
                condition=Q(moved_from__isnull=False) | Q(buy_in_cents__gte=F("min_buy_in_cents")),
                name="sitting_minimum_buy_in",
            ),
            models.CheckConstraint(condition=Q(min_buy_in_cents__gt=0), name="sitting_minimum_positive"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=SEATS_MAX), name="sitting_seat_exists"),
            models.CheckConstraint(
                condition=Q(left_at=None, cashed_out_cents=None) | Q(left_at__isnull=False), name="sitting_left"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.code}/{self.seat} {self.guest.name}"
