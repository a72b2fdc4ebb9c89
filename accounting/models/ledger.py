"""The ledger: places with balances, and books of entries whose transfers move money between places.

A transfer has one amount, one source and one destination, so an unbalanced entry cannot be written.  Each book (one
table, window or tournament) is a gapless, hash-chained sequence of entries.  Only `accounting.ledger.services.ledger`
writes these rows; entries, transfers and assessments are append-only (triggers, `0002_guards`), and a mistake is
corrected by an entry that reverses it.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import ClassVar

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import GamingDay, House
from casino.models.people import staff

# Prefixes of the places outside, the only ones whose balance may be negative.
OUTSIDE = ("guests/", "bank/", "variance/")

# Prefixes of the places whose chips are a jackpot fund's, and of those that such chips may go to: never the house's.
OF_FUNDS = ("jackpot/", "reserve/", "won/", "withheld/")
OF_PLAYERS = (*OF_FUNDS, "guests/", "pot/", "pool/", "seat/")


def _begins(column: str, prefixes: Iterable[str]) -> Q:
    """The condition that a column begins with one of the prefixes."""
    return reduce(or_, (Q(**{f"{column}__startswith": prefix}) for prefix in prefixes))


class Book(models.Model):
    """The sequence of entries of one table, window, count or tournament: its last number and digest."""

    house = models.ForeignKey(House, models.PROTECT, related_name="books", verbose_name=_("house"))
    code = models.CharField(_("code"), max_length=40)
    number = models.BigIntegerField(_("last number"), default=0)
    digest = models.BinaryField(_("last digest"), max_length=32, default=bytes(32))

    class Meta:
        verbose_name = _("book")
        verbose_name_plural = _("books")
        constraints: ClassVar = [models.UniqueConstraint(fields=["house", "code"], name="book_once")]

    def __str__(self) -> str:
        return self.code


class Place(models.Model):
    """A place where chips or money can be, with its balance (`accounting.places` makes the names)."""

    house = models.ForeignKey(House, models.PROTECT, related_name="places", verbose_name=_("house"))
    name = models.CharField(_("place"), max_length=60)
    balance_cents = models.BigIntegerField(_("balance"), default=0)

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "name"], name="place_once"),
            # Only places outside may be negative: guests, the bank, and differences found in counts.
            models.CheckConstraint(
                condition=Q(balance_cents__gte=0)
                | Q(name__startswith=OUTSIDE[0])
                | Q(name__startswith=OUTSIDE[1])
                | Q(name__startswith=OUTSIDE[2]),
                name="place_not_overdrawn",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntryCode(models.TextChoices):
    """The kind of an entry."""

    BUY_IN = "buy_in", _("buy-in")
    TOP_UP = "top_up", _("top-up")
    CASH_OUT = "cash_out", _("cash-out")
    KEPT = "kept", _("chips picked up")
    KEPT_OUT = "kept_out", _("kept chips handed out")
    KEPT_LAPSED = "kept_lapsed", _("unclaimed chips")
    MOVE = "move", _("move to another seat")
    HAND = "hand", _("hand")
    MISDEAL = "misdeal", _("hand void before it was settled")
    ROUND = "round", _("round against the house")
    FALSE_DEAL = "false_deal", _("false deal")  # moves nothing: it was dealt again
    TIME_CHARGE = "time_charge", _("time charge")
    FLOAT_IN = "float_in", _("float brought to the table")
    FLOAT_OUT = "float_out", _("float taken from the table")
    FILL = "fill", _("fill")
    CREDIT = "credit", _("credit")
    CHANGE = "change", _("change of chips")
    WINDOW_IN = "window_in", _("window opened")
    WINDOW_OUT = "window_out", _("window closed")
    SALE = "sale", _("chips sold")
    REDEMPTION = "redemption", _("chips redeemed")
    DROP = "drop", _("box emptied")
    COUNT = "count", _("box counted")
    CARRY = "carry", _("table carried over")
    RULING = "ruling", _("ruling")  # moves nothing: keeps the floor's decision in the chain
    CORRECTION = "correction", _("correction after the count")
    FUND_IN = "fund_in", _("paid into a jackpot fund")
    FUND_DROP = "fund_drop", _("boxes of a jackpot fund taken")  # moves nothing: keeps what the hands have posted
    FUND_COUNT = "fund_count", _("boxes of a jackpot fund counted")
    FUND_TAX = "fund_tax", _("tax on jackpots paid over")
    FUND_CLOSED = "fund_closed", _("jackpot fund closed")
    JACKPOT_WON = "jackpot_won", _("jackpot fell")
    JACKPOT_PAID = "jackpot_paid", _("jackpot paid")
    JACKPOT_LAPSED = "jackpot_lapsed", _("share of a jackpot lapsed")
    TOURNAMENT_IN = "tournament_in", _("paid into a tournament")
    TOURNAMENT_OUT = "tournament_out", _("prize paid")
    TOURNAMENT_DUE = "tournament_due", _("tournament settled")  # overlay, seats won, carried pools, fees to the house
    TIP_RECORD = "tip_record", _("tips of the day")  # electronic tips into the tronc or the revenue
    TRONC_JOINED = "tronc_joined", _("tips into one tronc")  # of several houses
    TRONC_SHARED = "tronc_shared", _("tronc distributed")
    TRONC_PAID = "tronc_paid", _("shares paid out")
    REVERSAL = "reversal", _("reversal")


class Entry(models.Model):
    """One event in the books, with its actor, time, reason and link in the book's chain."""

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"), db_index=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="entries", verbose_name=_("book"), db_index=False)
    number = models.BigIntegerField(_("number"))
    code = models.CharField(_("code"), max_length=20, choices=EntryCode.choices)
    subject = models.CharField(_("subject"), max_length=60)
    at = models.DateTimeField(_("at"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    actor = staff(_("by"), db_index=False)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    reference = models.CharField(_("reference"), max_length=120, null=True, blank=True, unique=True)
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by", verbose_name=_("reverses")
    )
    evidence = models.BinaryField(_("digest of what it rests on"), max_length=32, default=b"")
    digest = models.BinaryField(_("digest"), max_length=32)
    # Of the command that booked it, with its first entry: the same key books nothing again, also after years.
    key_digest = models.BinaryField(_("digest of the command's key"), max_length=16, null=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["book", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["key_digest"], condition=Q(key_digest__isnull=False), name="entry_of_key_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_one"),
            models.CheckConstraint(
                condition=Q(code="reversal", reverses__isnull=False) | (~Q(code="reversal") & Q(reverses=None)),
                name="entry_reversal_names_entry",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["subject"], name="entry_subject"),
            # For lists of entries with a rare code; hands, rounds and their reversals are found anyway.
            models.Index(fields=["code", "id"], condition=~Q(code__in=("hand", "round")), name="entry_rare_code"),
            # Entries are written in the order of their times, so this index has some bytes for thousands of them.
            BrinIndex(fields=["at"], autosummarize=True, name="entry_time"),
        ]

    def __str__(self) -> str:
        return f"{self.book.code} #{self.number}"


class Transfer(models.Model):
    """An amount in cents (> 0) moved from one place to another."""

    pk = models.CompositePrimaryKey("entry_id", "position")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="transfers", verbose_name=_("entry"), db_index=False)
    position = models.PositiveSmallIntegerField(_("position"))
    source = models.CharField(_("from"), max_length=60)
    destination = models.CharField(_("to"), max_length=60)
    amount_cents = models.BigIntegerField(_("amount"))

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="transfer_amount_positive"),
            models.CheckConstraint(condition=~Q(source=F("destination")), name="transfer_moves"),
            # A fund is the players': no transfer leads from it to the house.
            models.CheckConstraint(
                condition=~_begins("source", OF_FUNDS) | _begins("destination", OF_PLAYERS),
                name="transfer_fund_is_the_players",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.destination} {self.amount_cents}"
